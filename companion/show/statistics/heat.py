"""Who beats whom as a map of squares: where each lies in a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

LARGE, SMALL = 44, 36  # a square, and one where there are many
FEW = 5
HEAD = 40  # above the squares
NAMES = 100  # left of them
GAP = 1
SHADES = 4


class Duel(NamedTuple):
    """How often one came before another, and how often they met."""

    before: int
    met: int

    @property
    def shade(self) -> int:
        """From 0 (never) to 4 (always)."""
        return round(SHADES * self.before / self.met)


Duels = Sequence[Sequence[Duel | None]]
"""By row and column, None where two never met."""


class Square(NamedTuple):
    duel: Duel
    x: int
    y: int
    middle: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heat:
    width: int
    height: int
    side: int
    columns: tuple[int, ...]  # where everybody's mark stands above their column
    rows: tuple[int, ...]  # and how high their name stands before their row
    squares: tuple[Square, ...]


def heat(duels: Duels) -> Heat:
    side = LARGE if len(duels) <= FEW else SMALL
    xs, ys = ([start + side * n for n in range(len(duels))] for start in (NAMES, HEAD))
    squares = tuple(
        Square(duel, x + GAP, y + GAP, (x + side // 2, y + side // 2))
        for y, row in zip(ys, duels, strict=True)
        for x, duel in zip(xs, row, strict=True)
        if duel
    )
    edges = NAMES + side * len(duels), HEAD + side * len(duels)
    heads, rows = tuple(x + (side - HEAD) // 2 for x in xs), tuple(y + side // 2 for y in ys)
    return Heat(*edges, side - 2 * GAP, heads, rows, squares)
