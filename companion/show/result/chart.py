"""Stacked bars: where each seat's points came from, placed in per cent for an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.words import minus

TONES = 6  # fills the stylesheet knows
GRAINS = 7  # hatchings, the first of them none: together 42 categories look different
GAP = 0.35
ROOM, LETTER = 5.0, 2.5  # the narrowest piece that has room for its number, and for each letter
BAR = 58  # from one bar to the next
HEAD = 23  # where the first bar begins, below its name


@dataclass(frozen=True, slots=True)
class CategoryLook:
    """A category as it is drawn."""

    label: str
    tone: int
    grain: int


@dataclass(frozen=True, slots=True)
class BarPiece:
    look: CategoryLook
    points: float
    x: float
    width: float
    number: bool  # whether there is room for it

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    total: float
    top: int
    pieces: tuple[BarPiece, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    looks: tuple[CategoryLook, ...]
    zero: float | None  # where 0 is, if anything lies below it

    @property
    def height(self) -> int:
        return BAR * len(self.bars) - 4


def chart(
    labels: Sequence[str], names: Sequence[str], points: Sequence[Sequence[float]]
) -> Chart | None:
    """One bar per seat, ``points`` by seat and category; None where nobody has any."""
    low = min((sum(n for n in mine if n < 0) for mine in points), default=0)
    high = max((sum(n for n in mine if n > 0) for mine in points), default=0)
    if low == high:
        return None
    scored = [i for i in range(len(labels)) if any(mine[i] for mine in points)]
    looks = {i: CategoryLook(labels[i], n % TONES, n % GRAINS) for n, i in enumerate(scored)}
    scale = 100 / (high - low)
    bars = tuple(
        Bar(name, round(sum(mine), 1), HEAD + BAR * row, _pieces(looks, mine, -low, scale))
        for row, (name, mine) in enumerate(zip(names, points, strict=True))
    )
    return Chart(bars, tuple(looks.values()), round(-low * scale, 2) if low else None)


def _pieces(
    looks: dict[int, CategoryLook], mine: Sequence[float], zero: float, scale: float
) -> tuple[BarPiece, ...]:
    """Points lie right of 0 one after the other, points lost left of it."""
    pieces, right, left = [], zero, zero
    for index, look in looks.items():
        points = mine[index]
        if points > 0:
            start, right = right, right + points
        else:
            start = left = left + points
        width = abs(points) * scale
        if points:
            shown = round(max(width - GAP, GAP), 2)
            room = max(ROOM, LETTER * len(minus(points)))
            pieces.append(BarPiece(look, points, round(start * scale, 2), shown, width >= room))
    return tuple(pieces)
