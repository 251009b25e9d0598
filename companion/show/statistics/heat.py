"""Who beats whom as a map of squares: where each lies in a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SIDE = 44
GAP = 1
SHADES = 4


@dataclass(frozen=True, slots=True)
class Duel:
    """How often one came before another, and how often they met."""

    before: int
    met: int

    @property
    def shade(self) -> int:
        """From 0 (never) to 4 (always)."""
        return round(SHADES * self.before / self.met)


Duels = Sequence[Sequence[Duel | None]]
"""By row and column, None where two never met."""


@dataclass(frozen=True, slots=True)
class Square:
    duel: Duel
    x: int
    y: int
    middle: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heat:
    size: int
    heads: tuple[int, ...]  # where everybody's mark stands, above their column and before their row
    squares: tuple[Square, ...]
    side: int = SIDE - 2 * GAP


def heat(duels: Duels) -> Heat:
    places = [SIDE * (number + 1) for number in range(len(duels))]
    squares = tuple(
        Square(duel, x + GAP, y + GAP, (x + SIDE // 2, y + SIDE // 2))
        for y, row in zip(places, duels, strict=True)
        for x, duel in zip(places, row, strict=True)
        if duel
    )
    return Heat(SIDE * (len(duels) + 1), tuple(place + 5 for place in places), squares)
