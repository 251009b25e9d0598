"""The line chart of totals over several plays, and who has won what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Finished
from companion.rules.words import plural
from companion.show.score.questions import untold_win

Scored = Sequence[tuple[Play, Finished]]
"""Finished plays with what came out of them, in order."""
LEFT, TOP, BOTTOM = 40, 16, 30


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
    return [_person(name, scored) for name in names]


def ranked(people: Sequence[PersonRecord]) -> list[PersonRecord]:
    """Most wins first, then most points; who is even in both shares a rank."""

    def merit(person: PersonRecord) -> tuple[int, int]:
        return person.wins, person.points

    merits = [merit(person) for person in people]
    found = sorted(people, key=merit, reverse=True)
    return [replace(one, rank=1 + sum(mine > merit(one) for mine in merits)) for one in found]


def _person(name: str, scored: Scored) -> PersonRecord:
    totals = tuple(dict(zip(done.names, done.totals, strict=True)).get(name) for _, done in scored)
    last = next(play for play, done in reversed(scored) if name in done.names)
    known = [total for total in totals if total is not None]
    return PersonRecord(
        name=name,
        play=last,
        seat=last.names.index(name),
        wins=sum(name in done.winners for play, done in scored if not untold_win(play)),
        points=sum(known),
        played=len(known),
        totals=totals,
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a drawing is, and the room it leaves right of its last play."""

    width: int = 360
    height: int = 200
    right: int = 76


USUAL = Shape()
GAP = 16
"""Between the names beside the lines, where there is room."""


class Dot(NamedTuple):
    x: int
    y: int
    total: int


@dataclass(frozen=True, slots=True)
class TotalLine:
    person: PersonRecord
    dots: tuple[Dot, ...]
    pattern: int  # lines differ in their dashes too
    label: int  # where the name stands, clear of the others

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class TotalsChart:
    lines: tuple[TotalLine, ...]
    columns: tuple[tuple[int, str], ...]  # x and name of each play
    low: int
    high: int
    width: int
    height: int


def chart(
    people: Sequence[PersonRecord], names: Sequence[str], shape: Shape = USUAL
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
        [Dot(x, heights[n], n) for x, n in zip(places, one.totals, strict=True) if n is not None]
        for one in people
    ]
    labels = _apart([line[-1].y for line in dots], shape.height)
    lines = [
        TotalLine(person, tuple(mine), number, label)
        for number, (person, mine, label) in enumerate(zip(people, dots, labels, strict=True))
    ]
    columns = tuple(zip(places, names, strict=True))
    return TotalsChart(tuple(lines), columns, low, high, shape.width, shape.height)


def spaced(names: Sequence[str], most: int) -> list[str]:
    """So few of the names, evenly, that they have room below the drawing."""
    apart = -(-len(names) // most)
    return [name if number % apart == 0 else "" for number, name in enumerate(names)]


def _apart(wanted: Sequence[int], height: int) -> list[int]:
    """Labels at the heights wanted, moved down, then up, until none covers another."""
    gap = min(GAP, (height - TOP - BOTTOM + 8) // max(1, len(wanted)))
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = list(wanted)
    for above, here in pairwise(order):
        found[here] = max(found[here], found[above] + gap)
    found[order[-1]] = min(found[order[-1]], height - BOTTOM + 4)
    for here, above in pairwise(reversed(order)):
        found[above] = min(found[above], found[here] - gap)
    return found
