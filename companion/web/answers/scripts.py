"""Joins small script modules into one file, so that a phone needs one request instead of ten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PARTS = "script/"  # the folder of modules that are only sent inside another file
_IMPORT = re.compile(r'^import (?:\{.*\} from )?"(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_FOR_READERS = re.compile(r"^ *//.*\n|  +//.*|^/\*[\s\S]*?\*/\n|^\s+", re.MULTILINE)


def joined(path: Path) -> str:
    """A script after everything it imports, as one module; so no name may be defined twice."""
    return "".join(_bare(part) for part in _parts(path.resolve(), set()))


def _parts(path: Path, known: set[Path]) -> Iterator[str]:
    """Each module once, in the order in which a browser would run them."""
    if path in known:
        return
    known.add(path)
    text = path.read_text("utf-8")
    for name in _IMPORT.findall(text):
        yield from _parts((path.parent / name).resolve(), known)
    yield text


def _bare(text: str) -> str:
    return _FOR_READERS.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
