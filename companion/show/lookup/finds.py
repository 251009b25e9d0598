"""One thing that can be looked up, and whether it is what somebody looks for."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from companion.rules.words import uncurled


@dataclass(frozen=True, slots=True)
class Find:
    """A row of Look up; ``label`` may be empty where a sentence stands by itself."""

    key: str
    label: str
    says: tuple[str, ...] = ()
    figure: str = ""
    tag: str = ""
    note: str = ""
    unsure: bool = False  # whether to compare it with the card
    seats: tuple[int, ...] = ()  # whose it is, as far as the table knows
    each: tuple[str, ...] = ()  # its single cards
    fold: str = ""  # how many these are

    def fits(self, words: frozenset[str]) -> bool:
        """Whether every word somebody typed stands in it."""
        text = plain(self.text) if words else ""
        return all(word in text for word in words)

    @property
    def text(self) -> str:
        """Everything it says."""
        told = (self.label, *self.says, self.figure, self.tag, self.note, *self.each)
        return " ".join(told)


def plain(text: str) -> str:
    """Small letters without accents and curls, as people type them."""
    apart = unicodedata.normalize("NFD", uncurled(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()
