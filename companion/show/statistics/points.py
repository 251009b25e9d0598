"""Where points come from, on average and over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.show.result import Chart, chart
from companion.show.statistics.counting import Part
from companion.show.statistics.people import mean, name_of, ranked, rounded
from companion.show.statistics.records import few
from companion.show.statistics.tally import PersonTally, Tally
from companion.show.story.totals import PersonRecord, TotalsChart, spaced
from companion.show.story.totals import chart as totals_chart

MOST_LINES = 40  # plays drawn over time, the newest
MOST_PEOPLE = 8  # drawn; the list has everybody
LABELS = 8  # names of plays that have room below the lines


@dataclass(frozen=True, slots=True)
class History:
    chart: TotalsChart
    people: tuple[PersonRecord, ...]
    names: tuple[str, ...]  # of the plays, all of them
    all: int


def history(found: Tally, parts: Sequence[Part]) -> History | None:
    """The newest plays of one game."""
    order = [number for number in found.order if not found.results[number].together]
    every, shown = len(order), order[-MOST_LINES:]
    people = [(who, _record(who, one, shown, parts)) for who, one in found.people.items()]
    there = sorted((pair for pair in people if pair[1].played), key=_rank)
    lines = [record for _, record in there[:MOST_PEOPLE]]
    names = [str(number) for number in range(every - len(shown) + 1, every + 1)]
    told = totals_chart(lines, spaced(names, LABELS))
    return History(told, tuple(lines), tuple(names), every) if told else None


def _rank(line: tuple[str, PersonRecord]) -> tuple[int, float, str]:
    """Whoever won most often of those shown first."""
    who, record = line
    return -record.wins, -mean(record.points, record.played), who


def _record(
    who: str, one: PersonTally, shown: Sequence[int], parts: Sequence[Part]
) -> PersonRecord:
    play, last = one.last
    scores = [one.scores[number] for number in shown]
    known = [score for score in scores if score]
    return PersonRecord(
        name=name_of(who, one, parts),
        play=play.play,
        seat=last.seat,
        wins=sum([score.won for score in known]),
        points=sum([score.total for score in known]),
        played=len(known),
        totals=tuple([score.total if score else None for score in scores]),
    )


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
