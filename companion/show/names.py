"""Names within a sentence: if there is little room, names are shortened, not the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from companion.rules.words import abbreviated

LETTERS = 11  # of a name, that a button in the dock has room for
ROW, MARK = 44, 6  # letters that a row of a phone has room for, and the room a mark takes of it
TAB = 7  # letters of a name below its mark, several in a row


class Piece(NamedTuple):
    """Words, the name after them, and what is written on to it: a comma, ``’s``."""

    words: str
    name: str = ""
    tail: str = ""


def pieces(sentence: str, names: Iterable[str], letters: int | None = LETTERS) -> tuple[Piece, ...]:
    """``sentence`` split at every name in it, with names shortened to so many letters."""
    split, short = _shortened(tuple(filter(None, names)), letters)
    if not short:
        return (Piece(sentence),)
    *parts, rest = split.split(sentence)
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    found = [Piece(words, short[name], tail) for words, name, tail in triples]
    return (*found, Piece(rest)) if rest else tuple(found)


def crowded(names: Sequence[str]) -> bool:
    """Whether these names are too long for one row with their marks."""
    return sum(len(name) + MARK for name in names) > ROW


def wordy(names: Sequence[str]) -> bool:
    """Whether one of them is too long for a tab beside those of the others."""
    return any(len(name) > TAB for name in names)


@lru_cache(maxsize=256)  # the same people on every page of an evening
def _shortened(
    names: tuple[str, ...], letters: int | None
) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern that finds these names in a sentence, and how each is written."""
    longest_first = sorted(names, key=len, reverse=True)  # one may begin another
    known = "|".join(map(re.escape, longest_first))
    short = {
        name: abbreviated(name, max(letters or len(name), _told_apart(name, names)))
        for name in names
    }
    return re.compile(rf"(?<!\w)({known})(?!\w)(\S*)"), short


def _told_apart(name: str, names: Iterable[str]) -> int:
    """The shortest beginning that no other name shares, and an ellipsis."""
    others = (zip(name, other, strict=False) for other in names if other != name)
    alike = (len([*takewhile(lambda pair: pair[0] == pair[1], pairs)]) for pairs in others)
    return max(alike, default=0) + 2
