"""Players and their points on paper: marks, short names, and bars that differ by hatching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width, normalize

from companion.rules.journal.play import Play
from companion.show.charts import BarChart, BarRoom, CategoryLook, bar_chart
from companion.show.statistics.page import Statistics

SHORT = 12.5
"""The width up to which a name is left whole: Bartholomew is one of the widest first names."""
TIGHT = 10  # the width up to which one that has to be cut is left above a column
HEAD, WORD = 26, 12  # letters above a column, and letters of one word there
WIDTH, LEFT, RIGHT = 520.0, 78.0, 36.0
STEP = 22  # from one bar to the next
LETTER = 5.6  # the usual width of a letter of the legend
MEANS_WIDTH = 265.0


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


Sign = tuple[float, int, int, str]
"""An entry of the legend: where it stands, its hatching and its label."""


@dataclass(frozen=True, slots=True)
class Bars:
    chart: BarChart
    legend: Sequence[Sign]
    height: int
    width: float


def bars(play: Play, wide: float = WIDTH) -> Bars | None:
    """The drawing for a scored play; None where nobody has any points."""
    if not play.scored:
        return None
    labels = [category.label for category in play.game.sheet.categories]
    points = [[line.points for line in breakdown.lines] for breakdown in play.scored[0]]
    return drawing(labels, [mark.drawn for mark in marks(play)], points, wide)


def drawing(
    labels: Sequence[str], names: Sequence[str], points: Sequence[Sequence[float]], wide: float
) -> Bars | None:
    """Bars as on the screen, on paper so ``wide``, with their legend below them."""
    room = BarRoom(left=LEFT, width=wide - LEFT - RIGHT, narrowest=14, letter=6, step=STEP)
    drawn = bar_chart(labels, names, points, room)
    if drawn is None:
        return None
    legend = signs(drawn.looks, drawn.height + 12, wide)
    return Bars(drawn, legend, legend[-1][1] + 14, wide)


def signs(looks: Sequence[CategoryLook], y: int, wide: float) -> list[Sign]:
    """The legend, line by line, of what is drawn."""
    left = LEFT if wide == WIDTH else 0.0
    found, x = [], left
    for look in looks:
        width = 26 + LETTER * len(look.label)
        if x + width > wide and x > left:
            x, y = left, y + 15
        found.append((round(x, 1), y, look.hatch, look.label))
        x += width
    return found


def mean_bars(told: Statistics) -> Bars | None:
    """The drawing of the statistics' own averages; None where there is nothing to draw."""
    if not told.categories:
        return None
    labels, means, _ = zip(*told.categories.rows, strict=True)
    drawn = told.rows[: len(told.categories.chart.bars)]
    names = [marks(row.play)[row.seat].drawn for row in drawn]
    return drawing(labels, names, [*zip(*means, strict=True)], MEANS_WIDTH)
