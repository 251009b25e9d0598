"""Where everybody's points come from, on average; and chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.show.result.chart import Chart, chart
from companion.show.statistics.counting import Part
from companion.show.statistics.history import MOST_PEOPLE
from companion.show.statistics.people import mean, name_of, ranked, rounded
from companion.show.statistics.records import few
from companion.show.statistics.tally import Tally


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category that gave points, and how many on average."""

    label: str
    means: tuple[float, ...]  # of each person, in the order of the bars
    average: float  # of everybody


@dataclass(frozen=True, slots=True)
class Categories:
    rows: tuple[CategoryRow, ...]
    chart: Chart


@dataclass(frozen=True, slots=True)
class ChapterRow:
    title: str
    plays: int
    average: float
    best: int
    who: tuple[str, ...]  # all who have it, or two and how many more


def categories(found: Tally, parts: Sequence[Part]) -> Categories | None:
    """The plays are all of one game."""
    if not found.results:
        return None
    labels = [category.label for category in found.results[-1].game.sheet.categories]
    people = [(who, found.people[who]) for who in ranked(found)[:MOST_PEOPLE]]
    means = [shares(one.categories, one.plays) for _, one in people]
    names = [name_of(who, one, parts) for who, one in people]
    drawn = chart(labels, names, means)
    if not drawn:
        return None
    every = [one.categories for one in found.people.values()]
    scores = sum(one.plays for one in found.people.values())
    rows = [
        CategoryRow(
            labels[i], tuple(mine[i] for mine in means), mean(sum(one[i] for one in every), scores)
        )
        for i in sorted(found.scored)
    ]
    return Categories(tuple(rows), drawn)


def shares(points: Sequence[int], number: int) -> list[float]:
    """The average of each to a tenth, such that they add up to the average of all as it is shown.

    What is left when all are rounded down goes to those that lost most by it.
    """
    tenths = [10 * mine // number for mine in points]
    left = rounded(10 * sum(points), number) - sum(tenths)
    if left:
        lost = sorted(range(len(points)), key=lambda i: -(10 * points[i] % number))
        for i in lost[:left]:
            tenths[i] += 1
    return [n / 10 for n in tenths]


def chapters(found: Tally) -> Iterator[ChapterRow]:
    """Of each chapter, the one met first in front; nothing where there is only one."""
    if len(found.chapters) < 2:
        return
    for one in found.chapters.values():
        if best := one.best:
            average = mean(one.points, one.scores)
            who = tuple(few(best.names))
            yield ChapterRow(one.first.title, one.plays, average, best.number, who)
