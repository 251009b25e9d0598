"""Points over time: a line for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.show.statistics.counting import Part
from companion.show.statistics.people import mean, name_of
from companion.show.statistics.tally import PersonTally, Tally
from companion.show.story.totals import TotalsChart, chart, spaced
from companion.show.story.wins import PersonRecord

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
    every, shown = len(found.results), found.order[-MOST_LINES:]
    people = [(who, _record(who, one, shown, parts)) for who, one in found.people.items()]
    there = sorted((pair for pair in people if pair[1].played), key=_rank)
    lines = [record for _, record in there[:MOST_PEOPLE]]
    names = [str(number) for number in range(every - len(shown) + 1, every + 1)]
    told = chart(lines, spaced(names, LABELS))
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
