"""The campaign log: cover, chapters, how the group plays, and every entry if asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.journal.people import shown_names
from companion.rules.journal.state import State
from companion.rules.words import plural
from companion.show import formats
from companion.show.log import gone_as
from companion.show.paper.chapter import ChapterPages, chapter_pages
from companion.show.paper.charts import WIDTH, PersonMark, marks
from companion.show.paper.closing import Closing, NextTime, closing, next_time, short
from companion.show.paper.facts import Pair, remembered, settled
from companion.show.standing import title
from companion.show.story.totals import PersonRecord, TotalsChart, against, chart, ranked, standings

MOST_COLUMNS = 14
"""Plays beside each other in one table; more are only drawn."""


class Written(NamedTuple):
    """A row of the journal."""

    seq: int
    head: str  # the day and the chapter, only where they are others than the row's before
    hour: str
    who: str
    text: str
    remark: str


@dataclass(frozen=True, slots=True)
class CampaignLog:
    game: str
    period: str
    people: tuple[PersonMark, ...]
    cup: tuple[str, ...]
    summary: str
    standings: tuple[tuple[PersonMark, PersonRecord], ...]
    columns: tuple[str, ...]
    chart: TotalsChart | None
    chapters: tuple[ChapterPages, ...]
    rulings: tuple[tuple[str, str, str], ...]
    remembered: tuple[Pair, ...]
    journal: tuple[Written, ...]
    next: NextTime | None
    closing: Closing | None


def campaign_log(state: State, journal: bool = False, wide: float = WIDTH) -> CampaignLog:
    """The whole table as a book; the narrower ``wide``, the larger the type of its drawings."""
    spans = formats.spans(state)
    scored = [(play, done) for play in state.plays if (done := play.outcome)]
    compared = against(scored)
    records = standings(compared)
    names = [short(play) for play, _ in compared]
    apart = 1 + len(names) // MOST_COLUMNS  # plays from one name below the chart to the next
    marked = [name if number % apart == 0 else "" for number, name in enumerate(names)]
    return CampaignLog(
        game=state.game.title,
        period=formats.period(state),
        people=people(state),
        cup=state.cup(),
        summary=_summary(state, len(scored)),
        standings=tuple((marks(one.play)[one.seat], one) for one in ranked(records)),
        columns=tuple(names) if len(names) <= MOST_COLUMNS else (),
        chart=chart(records, marked),
        chapters=tuple(chapter_pages(state, play, spans, wide) for play in state.plays),
        rulings=tuple(settled(state)),
        remembered=tuple(remembered(state)),
        journal=tuple(_written(state)) if journal else (),
        next=next_time(state),
        closing=closing(state),
    )


def people(state: State) -> tuple[PersonMark, ...]:
    """Everybody who ever sat down, as last seen."""
    found: dict[str, PersonMark] = {}
    for play in state.plays:
        everybody = marks(play)
        found |= {everybody[seat].name: everybody[seat] for seat in play.sitting}
    return tuple(found.values())


def _summary(state: State, finished: int) -> str:
    told = state.told
    if not finished:
        first = "chapter" if told else "game"
        return f"The first {first} is in progress." if state.plays else "Nothing played yet."
    if not told:
        return f"{plural(finished, 'game')} finished."
    ended = told[-1].finished and not state.ways(told[-1])
    done = plural(len({play.chapter for play in told if play.finished}), "chapter")
    return f"{done} played. Campaign complete." if ended else f"{done} played so far."


def _written(state: State) -> Iterator[Written]:
    names, before = shown_names(state.people), ""
    for row in state.log:
        entry, play = row.entry, row.about(state)
        at = formats.moment(entry.at, state.zone)
        day, hour = (formats.day(at), formats.hour(at)) if at else ("", "")
        here = ", ".join(filter(None, [day, title(play) if play else ""]))
        remark = f"not counted: {row.refused}" if row.refused else ""
        if entry.seq in state.log.revoked:
            remark = gone_as(state, row)
        head, who = here if here != before else "", names.get(row.teller or 0, "")
        yield Written(entry.seq, head, hour, who, row.sentence(state), remark)
        before = here
