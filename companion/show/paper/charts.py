"""Players and their points on paper: marks, short names, and bars that differ by hatching."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width, normalize

from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.words import minus
from companion.show.statistics.page import Statistics

SHORT = 12.5
"""The width up to which a name is left whole: Bartholomew is one of the widest first names."""
TIGHT = 10
"""The width up to which one that has to be cut is left above a column."""
HEAD, WORD = 26, 12
"""Letters above a column, and letters of one word there."""
WIDTH, LEFT, RIGHT = 520.0, 78.0, 36.0
STEP = 22  # from one bar to the next
LETTER = 5.6
"""The usual width of a letter of the legend."""
DIGIT = 6.5  # the width of a digit on a bar
HATCHES = 12  # kinds the style sheet knows
MEANS_WIDTH, NARROW = 265.0, 16


@dataclass(frozen=True, slots=True)
class PersonMark:
    name: str
    short: str
    shape: str
    own: str = ""  # what they have of their own, such as their character
    tight: str = ""  # where a narrow column has less room than the short name needs

    @property
    def initial(self) -> str:
        return self.name[:1].upper()

    @property
    def drawn(self) -> str:
        """The name in a drawing, where letters are set one by one and marks find no letter."""
        short = normalize("NFC", self.short)
        alone = all(category(letter) not in ("Mn", "Mc", "Cf") for letter in short)
        return short if alone else self.initial

    @property
    def solid(self) -> bool:
        """Whether it holds a word so long that it has to be broken wherever a line ends."""
        return any(len(word) > HEAD for word in self.name.replace("-", " ").split())

    @property
    def head(self) -> str:
        """The name above a narrow column: the short one where a word would be broken."""
        words = self.name.split()
        fits = len(self.name) <= HEAD and all(len(word) <= WORD for word in words)
        return self.name if fits else self.tight or self.short


def marks(play: Play) -> tuple[PersonMark, ...]:
    """Everybody at the table in their seats."""
    # Of what the game plays by itself the last word says most: it has no first name.
    words = [who.name.split() or [who.name] for who in play.seats]
    called = [
        who.name if who.person is not None else mine[-1]
        for who, mine in zip(play.seats, words, strict=True)
    ]
    named = zip(play.names, shorts(called), shorts(called, TIGHT), strict=True)
    return tuple(
        PersonMark(name, short, play.colours[seat].shape, play.seat_captions[seat], tight)
        for seat, (name, short, tight) in enumerate(named)
    )


def shorts(names: Sequence[str], room: float = SHORT) -> list[str]:
    """First names where they tell people apart, numbers where nothing else does."""
    firsts = [within(room, name.split()[0] if name.split() else name) for name in names]
    wholes = [within(room, name) for name in names]
    found = [f if firsts.count(f) == 1 else w for f, w in zip(firsts, wholes, strict=True)]
    return [
        short if found.count(short) == 1 else f"{short} {found[: seat + 1].count(short)}"
        for seat, short in enumerate(found)
    ]


def within(room: float, name: str) -> str:
    """A name in so much room, as wide as so many small letters."""
    if _wide(name) <= room:
        return name
    fits = max(n for n in range(1, len(name)) if n == 1 or _wide(name[:n]) < room)
    return f"{name[:fits].rstrip()}…"


def _wide(name: str) -> float:
    """The width in small letters; capitals, w and some signs take half as much again, ideographs
    twice, strokes half."""
    return sum(map(_of_letter, name))


def _of_letter(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 2
    if letter in "ijl":
        return 0.5
    if letter in "WMm@":
        return 1.7
    return 1.5 if letter.isupper() or letter in "w<>&%+=~" else 1


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


Sign = tuple[float, int, int, str]
"""An entry of the legend: where it stands, its hatching and its label."""


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[PaperBar, ...]
    legend: tuple[Sign, ...]
    height: int
    width: float
    zero: float | None  # where 0 is, if anything lies below it


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
    legend = signs(labels, used, len(found) * STEP + 8, wide)
    height = legend[-1][1] + 14 if legend else len(found) * STEP
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
            x, y = left, y + 15
        found.append((round(x, 1), y, number % HATCHES, label))
        x += width
    return found


def mean_bars(told: Statistics, game: Game) -> Bars | None:
    """The drawing of the statistics' own averages; None where there is nothing to draw."""
    known = told.categories
    if not known:
        return None
    labels = [category.label for category in game.sheet.categories]
    means = {label: mine for label, mine, _ in known.rows}
    drawn = told.rows[: len(known.chart.bars)]
    rows = [
        (
            marks(row.play)[row.seat].drawn,
            minus(row.average),
            [means[label][place] if label in means else 0.0 for label in labels],
        )
        for place, row in enumerate(drawn)
    ]
    return drawing(labels, rows, MEANS_WIDTH, NARROW)
