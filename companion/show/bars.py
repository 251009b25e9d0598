"""Bars of points by category, one for each seat: on a screen in per cent, on paper in its units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.words import minus

TONES = 6  # fills the stylesheet knows
GRAINS = 7  # hatchings, the first of them none: together 42 categories look different
HATCHES = 12  # kinds that paper knows
APART = 4  # room between one bar and the next name, which the last does not need
DIGIT = 6.5  # the width of a digit on paper


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRoom:
    """The room for bars, and what their pieces need for a number."""

    left: float = 0
    width: float = 100
    gap: float = 0  # between two pieces
    narrowest: float
    letter: float  # for each letter of a number
    step: int  # from one bar to the next
    top: int = 0  # where the first bar begins


SCREEN = BarRoom(gap=0.35, narrowest=5.0, letter=2.5, step=58, top=23)


@dataclass(frozen=True, slots=True)
class CategoryLook:
    """A category as it is drawn."""

    label: str
    number: int

    @property
    def tone(self) -> int:
        return self.number % TONES

    @property
    def grain(self) -> int:
        return self.number % GRAINS

    @property
    def hatch(self) -> int:
        return self.number % HATCHES


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

    @property
    def ground(self) -> float:
        """How wide the white ground is that a number on hatching stands on."""
        return min(self.width, 3 + DIGIT * len(minus(self.points)))

    @property
    def ground_x(self) -> float:
        return round(self.middle - self.ground / 2, 1)


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    total: float
    top: int
    pieces: tuple[BarPiece, ...]
    end: float


@dataclass(frozen=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    looks: tuple[CategoryLook, ...]
    zero: float | None  # where 0 is, if anything lies below it
    height: int


def chart(
    labels: Sequence[str],
    names: Sequence[str],
    points: Sequence[Sequence[float]],
    room: BarRoom = SCREEN,
) -> Chart | None:
    """One bar per seat, ``points`` by seat and category; None where nobody has any."""
    low = min((sum(n for n in mine if n < 0) for mine in points), default=0)
    high = max((sum(n for n in mine if n > 0) for mine in points), default=0)
    if low == high:
        return None
    scored = [i for i in range(len(labels)) if any(mine[i] for mine in points)]
    looks = {i: CategoryLook(labels[i], number) for number, i in enumerate(scored)}
    scale = room.width / (high - low)
    zero = room.left - low * scale
    bars = []
    for row, (name, mine) in enumerate(zip(names, points, strict=True)):
        pieces, end = _pieces(looks, mine, zero, scale, room)
        bars.append(Bar(name, round(sum(mine), 1), room.top + room.step * row, pieces, end))
    height = room.step * len(bars) - APART
    return Chart(tuple(bars), tuple(looks.values()), round(zero, 2) if low else None, height)


def _pieces(
    looks: Mapping[int, CategoryLook],
    mine: Sequence[float],
    zero: float,
    scale: float,
    room: BarRoom,
) -> tuple[tuple[BarPiece, ...], float]:
    """One bar, and where it ends: points lie right of 0 one after the other, points lost left."""
    pieces, right, left = [], zero, zero
    for index, look in looks.items():
        points = mine[index]
        width = abs(points) * scale
        if points > 0:
            start, right = right, right + width
        else:
            start = left = left - width
        if points:
            shown = round(max(width - room.gap, room.gap), 2)
            has_room = width >= max(room.narrowest, room.letter * len(minus(points)))
            pieces.append(BarPiece(look, points, round(start, 2), shown, has_room))
    return tuple(pieces), round(right, 1)
