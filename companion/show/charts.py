"""Charts of points, bars by category and lines over several plays, and who has won what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Finished
from companion.rules.words import minus, plural
from companion.show.score.questions import untold_win


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
    """A category as it is drawn; by tone and grain together 42 look different."""

    label: str
    tone: int  # of the 6 fills that the stylesheet knows
    grain: int  # of its 7 hatchings, the first of them none
    hatch: int  # of the 12 kinds that paper knows


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
        """How wide the white ground is that a number on hatching stands on: 6.5 a digit."""
        return min(self.width, 3 + 6.5 * len(minus(self.points)))

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
class BarChart:
    bars: tuple[Bar, ...]
    looks: tuple[CategoryLook, ...]
    zero: float | None  # where 0 is, if anything lies below it
    height: int


def bar_chart(
    labels: Sequence[str],
    names: Sequence[str],
    points: Sequence[Sequence[float]],
    room: BarRoom = SCREEN,
) -> BarChart | None:
    """One bar per seat, ``points`` by seat and category; None where nobody has any."""
    low = min((sum(n for n in mine if n < 0) for mine in points), default=0)
    high = max((sum(n for n in mine if n > 0) for mine in points), default=0)
    if low == high:
        return None
    scored = [i for i in range(len(labels)) if any(mine[i] for mine in points)]
    looks = {
        i: CategoryLook(labels[i], tone=number % 6, grain=number % 7, hatch=number % 12)
        for number, i in enumerate(scored)
    }
    scale = room.width / (high - low)
    zero = room.left - low * scale
    bars = []
    for row, (name, mine) in enumerate(zip(names, points, strict=True)):
        pieces, end = _pieces(looks, mine, zero, scale, room)
        bars.append(Bar(name, round(sum(mine), 1), room.top + room.step * row, pieces, end))
    height = room.step * len(bars) - 4  # no other name comes after the last bar
    return BarChart(tuple(bars), tuple(looks.values()), round(zero, 2) if low else None, height)


def _pieces(
    looks: Mapping[int, CategoryLook], mine: Sequence[float],
    zero: float, scale: float, room: BarRoom,
) -> tuple[tuple[BarPiece, ...], float]:  # fmt: skip
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


Scored = Sequence[tuple[Play, Finished]]  # finished plays with what came out of them, in order
LEFT, TOP, BOTTOM = 40, 16, 30  # around the lines


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """Somebody at this table, and the last play and seat they had: their colour is found there."""

    name: str
    play: Play
    seat: int
    wins: int
    points: int
    played: int
    totals: tuple[int | None, ...]  # one for each play; None where they were away
    rank: int = 0  # once ranked


def against(scored: Scored) -> Scored:
    """The plays that were not won or lost by all together: in those nobody is ranked."""
    return [pair for pair in scored if not pair[1].together]


def won_together(state: State, scored: Scored) -> str:
    """``2 of 3 chapters won``, of those that all win or lose; nothing where there are none."""
    kept = {play.number for play in state.without_repeats(play for play, _ in scored)}
    ends = [done.won for play, done in scored if done.together and play.number in kept]
    if not ends:
        return ""
    what = plural(len(ends), "chapter" if state.told else "game")
    return f"{sum(ends)} of {what} won"


def standings(scored: Scored) -> list[PersonRecord]:
    """Everybody who has a result, in the order in which they came to the table.

    A seat that the game plays by itself is nobody, here as in the statistics.
    """
    names = dict.fromkeys(play.names[seat] for play, _ in scored for seat in play.sitting)
    found = []
    for name in names:
        totals = [dict(zip(done.names, done.totals, strict=True)).get(name) for _, done in scored]
        known = [total for total in totals if total is not None]
        last = next(play for play, done in reversed(scored) if name in done.names)
        wins = sum(name in done.winners for play, done in scored if not untold_win(play))
        found.append(
            PersonRecord(
                name=name, play=last, seat=last.names.index(name), wins=wins,
                points=sum(known), played=len(known), totals=tuple(totals),
            )
        )  # fmt: skip
    return found


def ranked(people: Sequence[PersonRecord]) -> list[PersonRecord]:
    """Most wins first, then most points; who is even in both shares a rank."""
    found = sorted(people, key=lambda one: (-one.wins, -one.points))
    merits = [(one.wins, one.points) for one in found]
    return [replace(one, rank=1 + merits.index((one.wins, one.points))) for one in found]


class Shape(NamedTuple):
    """How large a drawing is, and the room it leaves right of its last play."""

    width: int
    height: int
    right: int


class Dot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class TotalLine:
    person: PersonRecord
    dots: Sequence[Dot]
    pattern: int  # lines differ in their dashes too
    label: int  # where the name stands, clear of the others

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class TotalsChart:
    lines: Sequence[TotalLine]
    columns: Sequence[tuple[int, str]]  # x and name of each play
    low: int
    high: int
    width: int
    height: int


SCREEN_LINES = Shape(360, 200, 76)


def line_chart(
    people: Sequence[PersonRecord], names: Sequence[str], shape: Shape = SCREEN_LINES
) -> TotalsChart | None:
    """The totals of everybody over plays called ``names``; None before there are two."""
    totals = [total for person in people for total in person.totals if total is not None]
    if len(names) < 2 or not totals:
        return None
    low, high = min(0, *totals), max(1, *totals)
    wide, room = shape.width - LEFT - shape.right, shape.height - TOP - BOTTOM
    places = [LEFT + round(wide * i / (len(names) - 1)) for i in range(len(names))]
    heights = {n: TOP + round(room * (high - n) / (high - low)) for n in set(totals)}
    dots = [
        [Dot(x, heights[n]) for x, n in zip(places, one.totals, strict=True) if n is not None]
        for one in people
    ]
    labels = _apart([line[-1].y for line in dots], shape.height)
    lines = [
        TotalLine(person, mine, number, label)
        for number, (person, mine, label) in enumerate(zip(people, dots, labels, strict=True))
    ]
    columns = [*zip(places, names, strict=True)]
    return TotalsChart(lines, columns, low, high, shape.width, shape.height)


def spaced(names: Sequence[str], most: int) -> list[str]:
    """So few of the names, evenly, that they have room below the drawing."""
    apart = -(-len(names) // most)
    return [name if number % apart == 0 else "" for number, name in enumerate(names)]


def _apart(wanted: Sequence[int], height: int) -> list[int]:
    """Labels at the heights wanted, moved down, then up, until none covers another."""
    gap = min(16, (height - TOP - BOTTOM + 8) // max(1, len(wanted)))
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = list(wanted)
    for above, here in pairwise(order):
        found[here] = max(found[here], found[above] + gap)
    found[order[-1]] = min(found[order[-1]], height - BOTTOM + 4)
    for here, above in pairwise(reversed(order)):
        found[above] = min(found[above], found[here] - gap)
    return found
