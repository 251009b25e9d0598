"""Scripts written as small modules and sent as one file: a phone asks once instead of ten times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PARTS = "script/"  # the folder of those that are only ever sent inside another
_IMPORT = re.compile(r'^import (?:\{.*\} from )?"(.+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_FOR_READERS = re.compile(r"^ *//.*\n|  +//.*|^/\*[\s\S]*?\*/\n|^\s+", re.MULTILINE)


def joined(path: Path) -> str:
    """A script behind all that it imports. As one module, in which no name may be taken twice."""
    return "".join(_bare(part) for part in _parts(path.resolve(), set()))


def _parts(path: Path, known: set[Path]) -> Iterator[str]:
    """Each once, in the order in which a browser would run them."""
    if path in known:
        return
    known.add(path)
    text = path.read_text("utf-8")
    for name in _IMPORT.findall(text):
        yield from _parts((path.parent / name).resolve(), known)
    yield text


def _bare(text: str) -> str:
    return _FOR_READERS.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
