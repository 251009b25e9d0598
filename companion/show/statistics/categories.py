"""Where everybody's points come from, on average; and chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.show.result.chart import Chart, chart
from companion.show.statistics.counting import Part
from companion.show.statistics.history import MOST_PEOPLE
from companion.show.statistics.people import mean, name_of, ranked
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
    who: str


def categories(found: Tally, parts: Sequence[Part]) -> Categories | None:
    """The plays are all of one game."""
    if not found.results:
        return None
    labels = [category.label for category in found.results[-1].game.sheet.categories]
    people = [(who, found.people[who]) for who in ranked(found)[:MOST_PEOPLE]]
    means = [[mean(points, one.plays) for points in one.categories] for _, one in people]
    names = [name_of(who, one, parts) for who, one in people]
    drawn = chart(labels, names, [list(map(round, mine)) for mine in means])
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


def chapters(found: Tally) -> Iterator[ChapterRow]:
    """Of each chapter, the one met first in front; nothing where there is only one."""
    if len(found.chapters) < 2:
        return
    for one in found.chapters.values():
        best = one.best[1]
        yield ChapterRow(
            one.first.title, one.plays, mean(one.points, one.scores), best.total, best.name
        )
