"""Totals over several plays as lines: where each point lies in a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.show.story.wins import PersonRecord

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 40, 64, 16, 30


@dataclass(frozen=True, slots=True)
class Dot:
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
class Chart:
    lines: tuple[TotalLine, ...]
    columns: tuple[tuple[int, str], ...]  # x and name of each play
    low: int
    high: int
    width: int = WIDTH
    height: int = HEIGHT


def chart(people: Sequence[PersonRecord], names: Sequence[str]) -> Chart | None:
    """The totals of everybody over plays called ``names``; None before there are two."""
    totals = [total for person in people for total in person.totals if total is not None]
    if len(names) < 2 or not totals:
        return None
    low, high = min(0, *totals), max(1, *totals)
    places = [_x(i, len(names)) for i in range(len(names))]
    dots = [_dots(person, places, low, high) for person in people]
    labels = _apart([line[-1].y for line in dots])
    lines = [
        TotalLine(person, tuple(mine), number, label)
        for number, (person, mine, label) in enumerate(zip(people, dots, labels, strict=True))
    ]
    return Chart(tuple(lines), tuple(zip(places, names, strict=True)), low, high)


def _x(index: int, count: int) -> int:
    return LEFT + round((WIDTH - LEFT - RIGHT) * index / (count - 1))


def _dots(person: PersonRecord, places: Sequence[int], low: int, high: int) -> list[Dot]:
    room = HEIGHT - TOP - BOTTOM
    found = []
    for x, total in zip(places, person.totals, strict=True):
        if total is not None:
            y = TOP + round(room * (high - total) / (high - low))
            found.append(Dot(x, y, total))
    return found


def _apart(wanted: Sequence[int], gap: int = 16) -> list[int]:
    """Labels at the heights wanted, moved down, then up, until none covers another."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = list(wanted)
    for above, here in pairwise(order):
        found[here] = max(found[here], found[above] + gap)
    found[order[-1]] = min(found[order[-1]], HEIGHT - BOTTOM + 4)
    for here, above in pairwise(reversed(order)):
        found[above] = min(found[above], found[here] - gap)
    return found
