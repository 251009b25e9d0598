"""Records, and where points come from: on average and over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.words import minus, plural, together
from companion.show.charts import BarChart, PersonRecord, TotalsChart, bar_chart, line_chart, spaced
from companion.show.statistics import tally
from companion.show.statistics.results import PlayResult
from companion.show.statistics.tally import Part, PersonTally, Standout, Tally, mean, rounded

LONG = 10  # hours whose minutes no longer matter
MOST_POINTS = "Most points"
MOST_NAMES = 3  # as many are named of those who share a record

MOST_LINES = 40  # plays drawn over time, the newest
MOST_PEOPLE = 8  # drawn; the list has everybody
LABELS = 8  # names of plays that have room below the lines


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """Something worth telling, with the play it comes from."""

    label: str
    figure: str
    text: str
    token: str
    play: int


def told_time(minutes: int) -> str:
    """``45 min``, ``3:20 h``, ``26 h``: as exact as anybody cares; nothing where nobody knows."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return ""
    if not hours:
        return f"{rest} min"
    return f"{hours}:{rest:02} h" if hours < LONG else f"{round(minutes / 60)} h"


def facts(found: Tally, parts: Sequence[Part], several: bool) -> Iterator[PlayRecord]:
    """``several``: the plays may be of more than one table, so a record names its own."""
    for label, figure, text, record in _records(found, parts):
        play = record.play
        table = tally.table_of(play, parts)
        alike = len(record.titles) == 1 and not (several and record.plays > 1)
        where = play.title if alike else f"first in {play.title}"
        about = [text, where, table.name if several else ""]
        said = ", ".join(dict.fromkeys(part for part in about if part))
        yield PlayRecord(label, str(figure), said, table.token, play.play.number)


Found = tuple[str, object, str, Standout]


def _records(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    plays = found.in_order
    if not plays:
        return
    if rivals := [play for play in plays if not play.together]:
        most = _best(rivals)
        yield MOST_POINTS, minus(most.number), together(few(most.names)), most
    margins = [(play, by) for play in plays if (by := play.margin) is not None]
    if len(margins) > 1:
        numbers = [by for _, by in margins]
        for label, number in (("Closest", min(numbers)), ("Clearest", max(numbers))):
            level = [(play, play.winners) for play, by in margins if by == number]
            record = Standout.of(number, level)
            won = f"{together(few(record.names))} won" if record.since else ""
            yield f"{label} result", number, won, record
    if minutes := max([play.minutes for play in plays]):
        long = [(play, ()) for play in plays if play.minutes == minutes]
        yield "Longest game", told_time(minutes), "", Standout.of(minutes, long)
    yield from _run(found, parts)


def _best(plays: Sequence[PlayResult]) -> Standout:
    """The most points that anybody had in one of them."""
    top = max([play.top for play in plays])
    best = (play for play in plays if play.top == top)
    return Standout.of(top, [(p, [one for one in p.people if one.total == top]) for p in best])


def few(names: Sequence[str]) -> Sequence[str]:
    """All of them, or two of more than three."""
    return names if len(names) <= MOST_NAMES else [*names[:2], f"{len(names) - 2} more"]


def _run(found: Tally, parts: Sequence[Part]) -> Iterator[Found]:
    """The most wins in a row, leading to the last of them."""
    length = max(length for length, _ in found.runs.values())
    if length < 2 or all(play.together for play in found.results):
        return
    lucky = [who for who in found.ranked() if found.runs[who][0] == length]
    names = [tally.name_of(who, found.people[who], parts) for who in lucky]
    numbers = [found.runs[who][1] for who in lucky[:MOST_NAMES]]
    ends = [found.results[number] for number in sorted(numbers, key=found.order.index)]
    record = Standout(length, ends[0], {}, frozenset(end.title for end in ends), len(ends))
    each = " each" if len(lucky) > 1 else ""
    told = f"{together(few(names))}, {plural(length, 'win')} in a row{each}"
    yield "Longest winning streak", length, told, record


@dataclass(frozen=True, slots=True)
class History:
    chart: TotalsChart
    people: tuple[PersonRecord, ...]
    names: tuple[str, ...]  # of the plays, all of them
    all: int


def history(found: Tally, parts: Sequence[Part]) -> History | None:
    """The newest plays of one game; whoever won most of them first."""
    rivals = [number for number in found.order if not found.results[number].together]
    every, shown = len(rivals), rivals[-MOST_LINES:]
    people = {who: _record(who, one, shown, parts) for who, one in found.people.items()}
    order = sorted(
        (-record.wins, -mean(record.points, record.played), who)
        for who, record in people.items()
        if record.played
    )
    lines = [people[who] for _, _, who in order[:MOST_PEOPLE]]
    names = [str(number) for number in range(every - len(shown) + 1, every + 1)]
    told = line_chart(lines, spaced(names, LABELS))
    return History(told, tuple(lines), tuple(names), every) if told else None


def _record(
    who: str, one: PersonTally, shown: Sequence[int], parts: Sequence[Part]
) -> PersonRecord:
    play, last = one.last
    scores = [one.scores[number] for number in shown]
    known = [score for score in scores if score]
    return PersonRecord(
        name=tally.name_of(who, one, parts),
        play=play.play,
        seat=last.seat,
        wins=sum([score.won for score in known]),
        points=sum([score.total for score in known]),
        played=len(known),
        totals=tuple([score.total if score else None for score in scores]),
    )


@dataclass(frozen=True, slots=True)
class Categories:
    """The categories that gave points: how many on average to each person of the chart, and to
    everybody."""

    rows: tuple[tuple[str, tuple[float, ...], float], ...]
    chart: BarChart


@dataclass(frozen=True, slots=True)
class ChapterRow:
    title: str
    plays: int
    average: float
    best: int
    who: tuple[str, ...]  # all who have it, or two and how many more


def categories(found: Tally, parts: Sequence[Part]) -> Categories | None:
    """The plays are all of one game; points that all have together are nobody's."""
    if not found.results or any(one.together for one in found.results):
        return None
    labels = [category.label for category in found.results[-1].game.sheet.categories]
    people = [(who, found.people[who]) for who in found.ranked()[:MOST_PEOPLE]]
    means = [shares(one.categories, one.plays) for _, one in people]
    names = [tally.name_of(who, one, parts) for who, one in people]
    drawn = bar_chart(labels, names, means)
    if not drawn:
        return None
    every = [one.categories for one in found.people.values()]
    scores = sum(one.plays for one in found.people.values())
    rows = [
        (labels[i], tuple(mine[i] for mine in means), mean(sum(one[i] for one in every), scores))
        for i in sorted(frozenset().union(*[play.scored for play in found.results]))
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
    """A row for each chapter, in the order they were first played; none if there is only one."""
    if len({play.play.chapter for play in found.results}) < 2:
        return
    found_in: dict[str, list[PlayResult]] = {}
    for play in found.in_order:
        found_in.setdefault(play.play.chapter, []).append(play)
    for plays in found_in.values():
        if not any(play.together for play in plays):
            best = _best(plays)
            points = sum([play.points for play in plays])
            average = mean(points, sum([len(play.people) for play in plays]))
            who = tuple(few(best.names))
            yield ChapterRow(plays[0].title, len(plays), average, best.number, who)
