"""People's names within a sentence: where room is short they give way, not what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from companion.rules.words import abbreviated

LETTERS = 11  # of a name, that a button in the dock has room for


class Piece(NamedTuple):
    """Words, the name after them, and what is written on to it: a comma, ``’s``."""

    words: str
    name: str = ""
    tail: str = ""


def pieces(sentence: str, names: Iterable[str], letters: int | None = LETTERS) -> tuple[Piece, ...]:
    """``sentence`` taken apart at every name in it; names have so many letters of room, if any."""
    names = [name for name in names if name]
    longest_first = sorted(names, key=len, reverse=True)  # one may begin another
    if not longest_first:
        return (Piece(sentence),)
    known = "|".join(map(re.escape, longest_first))
    *parts, rest = re.split(rf"(?<!\w)({known})(?!\w)(\S*)", sentence)
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    most = letters or max(map(len, longest_first))
    short = {name: abbreviated(name, max(most, _told_apart(name, longest_first))) for name in names}
    found = [Piece(words, short[name], tail) for words, name, tail in triples]
    return (*found, Piece(rest)) if rest else tuple(found)


def _told_apart(name: str, names: Iterable[str]) -> int:
    """The letters by which it differs from every other name, and an ellipsis."""
    others = (zip(name, other, strict=False) for other in names if other != name)
    alike = (len([*takewhile(lambda pair: pair[0] == pair[1], pairs)]) for pairs in others)
    return max(alike, default=0) + 2
