"""People's names within a sentence: where room is short they give way, not what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
    longest_first = sorted(filter(None, names), key=len, reverse=True)  # one may begin another
    if not longest_first:
        return (Piece(sentence),)
    known = "|".join(map(re.escape, longest_first))
    *parts, rest = re.split(rf"(?<!\w)({known})(?!\w)(\S*)", sentence)
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    most = letters or max(map(len, longest_first))
    found = [Piece(words, abbreviated(name, most), tail) for words, name, tail in triples]
    return (*found, Piece(rest)) if rest else tuple(found)
