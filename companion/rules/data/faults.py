"""Faults in a game's data: what was probably meant, and the line of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]
"""The way to a value: ``("sheet", "categories", 4, "rule")``."""

_TOKEN = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<skip>[ \t\r\n]+|#[^\n]*)|(?P<mark>[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.S,
)
MOST_NAMED = 12


def lines(text: str) -> Mapping[Path, int]:
    """Every table, key and item of a sound TOML text with the line it begins on."""
    return _Reader(text).found


class _Reader:
    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        self.tokens = list(_tokens(text))
        self.at = 0
        here: Path = ()
        while self.at < len(self.tokens):
            if self.peek() == "[":
                here = self.header()
            else:
                self.pair(here)

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self) -> tuple[str, int]:
        self.at += 1
        return self.tokens[self.at - 1]

    def header(self) -> Path:
        _, line = self.take()
        row = self.peek() == "["
        self.at += row
        path: Path = ()
        for key in self.key():
            path = self.inside((*path, key))
        self.at += 1 + row
        if row:
            many = path[:-1] if isinstance(path[-1], int) else path
            self.found.setdefault(many, line)
            path = self.item(many)
        self.found.setdefault(path, line)
        return path

    def inside(self, path: Path) -> Path:
        """A list of tables means its last one."""
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def item(self, path: Path) -> Path:
        number = self.counts.get(path, 0)
        self.counts[path] = number + 1
        return (*path, number)

    def key(self) -> list[str]:
        parts = [self.take()[0].strip("\"'")]
        while self.peek() == ".":
            self.at += 1
            parts.append(self.take()[0].strip("\"'"))
        return parts

    def pair(self, here: Path) -> None:
        line = self.tokens[self.at][1]
        path = (*here, *self.key())
        self.found[path] = line
        self.at += 1  # the equals sign
        self.value(path)

    def value(self, path: Path) -> None:
        opening = self.peek()
        if opening not in ("[", "{"):
            self.scalar()
            return
        self.at += 1
        number = 0
        while self.peek() not in ("]", "}"):
            if opening == "{":
                self.pair(path)
            else:
                self.found[(*path, number)] = self.tokens[self.at][1]
                self.value((*path, number))
                number += 1
            self.at += self.peek() == ","
        self.at += 1

    def scalar(self) -> None:
        self.take()
        while self.peek() == ".":  # 2.5
            self.at += 2


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        if found.lastgroup != "skip":
            yield found[0], line
        line += found[0].count("\n")


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
