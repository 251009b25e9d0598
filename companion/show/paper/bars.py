"""Points by category as bars that differ by hatching: where each piece lies in the drawing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.words import minus
from companion.show.paper.marks import marks

WIDTH, LEFT, RIGHT = 520.0, 70.0, 36.0
STEP = 26  # from one bar to the next
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

    @property
    def hatches(self) -> set[int]:
        """The kinds of hatching in it."""
        return {sign.hatch for sign in self.legend}


def bars(play: Play, wide: float = WIDTH) -> Bars | None:
    """The drawing for a scored play; points below 0 shorten nothing, the sheet has them."""
    scored = play.scored
    if not scored:
        return None
    breakdowns, _ = scored
    most = max(sum(max(0, line.points) for line in b.lines) for b in breakdowns)
    scale = (wide - LEFT - RIGHT) / max(1, most)
    found = []
    for number, (seat, breakdown) in enumerate(zip(marks(play), breakdowns, strict=True)):
        pieces, x = [], LEFT
        for hatch, line in enumerate(breakdown.lines):
            width = max(0, line.points) * scale
            if width:
                label = str(line.points) if width >= 14 else ""
                pieces.append(PaperPiece(round(x, 1), round(width, 1), hatch % HATCHES, label))
            x += width
        total = minus(breakdown.total)
        found.append(PaperBar(seat.drawn, number * STEP, tuple(pieces), total, round(x + 6)))
    used = {piece.hatch for bar in found for piece in bar.pieces}
    legend = signs(
        [c.label for c in play.game.sheet.categories], used, len(found) * STEP + 14, wide
    )
    height = legend[-1].y + 14 if legend else len(found) * STEP
    return Bars(tuple(found), tuple(legend), height, wide)


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
