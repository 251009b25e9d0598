"""On which line of a TOML file each value stands, which the standard parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

Path = tuple[str | int, ...]
"""The way to a value: ``("sheet", "categories", 4, "rule")``."""

_TOKEN = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<skip>[ \t\r\n]+|#[^\n]*)|(?P<mark>[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.S,
)


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
