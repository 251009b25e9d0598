"""Faults in a game's data: what was probably meant, and the line of the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]
"""The way to a value: ``("sheet", "categories", 4, "rule")``."""

_QUOTED = re.compile(
    r"""("{3}(?:\\.|[^\\])*?"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')|\#[^\n]*""", re.S
)
_HEADER = re.compile(r"\s*(\[\[?)([^\]]+)\]")
_PAIR = re.compile(r"([\w.\s-]+?)\s*=")
_NAME = re.compile(r"""(?<=")[^"]+(?=")|(?<=')[^']+(?=')|[\w-]+""")
MOST_NAMED = 12


def lines(text: str) -> Mapping[Path, int]:
    """The tables, keys and rows of a sound TOML text with the line each begins on.

    What is within a row has no line of its own.
    """
    found: dict[Path, int] = {}
    tables: Counter[Path] = Counter()
    here: Path = ()
    value: Path = ()
    row, opened = 0, ""
    # Quoted text and comments are blotted out, so that a bracket in them opens nothing.
    bare = _QUOTED.sub(lambda said: re.sub(r"[^\n]", "_" if said[1] else " ", said[0]), text)
    for number, (line, plain) in enumerate(zip(text.split("\n"), bare.split("\n"), strict=True), 1):
        if not opened and (header := _HEADER.match(plain)):
            here = ()
            for name in _NAME.findall(line[slice(*header.span(2))]):
                here = (*here, *_last(tables[here]), name)
                found.setdefault(here, number)
            tables[here] += header[1] == "[["
            here = (*here, *_last(tables[here]))
            found.setdefault(here, number)
            continue
        if not opened and (pair := _PAIR.match(plain)):
            value, row = here, 0
            for name in _NAME.findall(line[slice(*pair.span(1))]):
                value = (*value, name)
                found.setdefault(value, number)
        for bracket in re.findall(r"[\[\]{}]", plain):
            if bracket in "]}":
                opened = opened[:-1]
                continue
            if opened == "[":
                found[(*value, row)] = number
                row += 1
            opened += bracket
    return found


def _last(number: int) -> tuple[int, ...]:
    """A list of tables means its last one."""
    return (number - 1,) if number else ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to put right; ``path`` is the way to it in the data."""

    path: Path
    message: str
    of_row: bool = False  # it says by itself which key of its row is meant


def no_such(what: str, name: object, known: Iterable[object]) -> str:
    """``no verb 'militry'; there are military and science. Did you mean military?``"""
    return "; ".join(filter(None, [f"no {what} {name!r}", there_are(name, known)]))


def there_are(name: object, known: Iterable[object]) -> str:
    """``there are military and science. Did you mean military?``"""
    names = sorted({str(one) for one in known if one not in ("", None)}, key=_counting)
    close = get_close_matches(str(name), names, 1)
    listed = ", ".join(names[:MOST_NAMED]) + " …" * (len(names) > MOST_NAMED)
    there = f"there are {listed}" if len(names) > 1 else f"there is only {listed}"
    meant = f". Did you mean {close[0]}?" if close else ""
    return f"{there}{meant}" if names else ""


def _counting(name: str) -> tuple[bool, int, str]:
    """Numbers in their own order, before words."""
    return not name.isdecimal(), int(name) if name.isdecimal() else 0, name


def missing(path: Path, what: str, known: Iterable[object], *names: object) -> Iterator[Fault]:
    """A fault for each of ``names`` that nothing in the game is called."""
    there = set(known)
    yield from (Fault(path, no_such(what, name, there)) for name in names if name not in there)
