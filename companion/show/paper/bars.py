"""Points by category as bars that differ by hatching: where each piece lies in the drawing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.words import minus
from companion.show.paper.marks import marks

WIDTH, LEFT, RIGHT = 520.0, 78.0, 36.0
STEP = 22  # from one bar to the next
LETTER = 5.6
"""The usual width of a letter of the legend."""
DIGIT = 6.5  # the width of a digit on a bar
HATCHES = 12  # kinds the style sheet knows


@dataclass(frozen=True, slots=True)
class PaperPiece:
    x: float
    width: float
    hatch: int
    points: str  # empty where the piece is too thin for its number

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def ground(self) -> float:
        """How wide the white ground is that a number on hatching stands on."""
        return min(self.width, 3 + DIGIT * len(self.points))

    @property
    def ground_x(self) -> float:
        return round(self.middle - self.ground / 2, 1)


@dataclass(frozen=True, slots=True)
class PaperBar:
    name: str
    y: int
    pieces: tuple[PaperPiece, ...]
    total: str
    end: float


@dataclass(frozen=True, slots=True)
class Sign:
    """One entry of the legend."""

    x: float
    y: int
    hatch: int
    label: str


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[PaperBar, ...]
    legend: tuple[Sign, ...]
    height: int
    width: float
    zero: float | None  # where 0 is, if anything lies below it

    @property
    def hatches(self) -> set[int]:
        """The kinds of hatching in it."""
        return {sign.hatch for sign in self.legend}


def bars(play: Play, wide: float = WIDTH) -> Bars | None:
    """The drawing for a scored play."""
    if not play.scored:
        return None
    labels = [category.label for category in play.game.sheet.categories]
    rows = [
        (seat.drawn, minus(breakdown.total), [line.points for line in breakdown.lines])
        for seat, breakdown in zip(marks(play), play.scored[0], strict=True)
    ]
    return drawing(labels, rows, wide, 14)


BarRow = tuple[str, str, Sequence[float]]
"""Whose bar it is, what it comes to in words, and a number for each category."""


def drawing(labels: Sequence[str], rows: Sequence[BarRow], wide: float, narrow: int) -> Bars:
    """A bar for each row; a piece below the width ``narrow`` has no room for its number.

    Points lie right of 0 one after the other, points lost left of it.
    """
    most = max(sum(max(0, number) for number in numbers) for _, _, numbers in rows)
    lost = max(sum(max(0, -number) for number in numbers) for _, _, numbers in rows)
    scale = (wide - LEFT - RIGHT) / max(1, most + lost)
    zero = LEFT + lost * scale
    found = []
    for place, (name, total, numbers) in enumerate(rows):
        pieces, end = _pieces(numbers, zero, scale, narrow)
        found.append(PaperBar(name, place * STEP, pieces, total, round(end + 6)))
    used = {piece.hatch for bar in found for piece in bar.pieces}
    legend = signs(labels, used, len(found) * STEP + 14, wide)
    height = legend[-1].y + 14 if legend else len(found) * STEP
    return Bars(tuple(found), tuple(legend), height, wide, round(zero, 1) if lost else None)


def _pieces(
    numbers: Sequence[float], zero: float, scale: float, narrow: int
) -> tuple[tuple[PaperPiece, ...], float]:
    """One bar, and where it ends."""
    pieces, left, right = [], zero, zero
    for hatch, number in enumerate(numbers):
        width = abs(number) * scale
        x = right if number > 0 else left - width
        left, right = min(left, x), max(right, x + width)
        if width:
            label = minus(f"{number:g}") if width >= narrow else ""
            pieces.append(PaperPiece(round(x, 1), round(width, 1), hatch % HATCHES, label))
    return tuple(pieces), right


def signs(labels: Sequence[str], used: Collection[int], y: int, wide: float) -> list[Sign]:
    """The legend, line by line, of what is drawn."""
    left = LEFT if wide == WIDTH else 0.0
    found, x = [], left
    for number, label in enumerate(labels):
        if number % HATCHES not in used:
            continue
        width = 26 + LETTER * len(label)
        if x + width > wide and x > left:
            x, y = left, y + 18
        found.append(Sign(round(x, 1), y, number % HATCHES, label))
        x += width
    return found
