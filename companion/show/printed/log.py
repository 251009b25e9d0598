"""The campaign log: cover, chapters, how the group plays, and every entry if asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.play import Play
from companion.rules.secrecy import seen_by
from companion.rules.state import State
from companion.rules.words import listed, plural
from companion.show.lines import Chart, chart
from companion.show.standing import tells_story
from companion.show.standings import Person, ranked, standings

from . import dates
from .chapter import ChapterPages, chapter_pages
from .facts import Pair
from .marks import Mark, marks
from .settled import Settled, remembered, settled


@dataclass(frozen=True, slots=True)
class Standing:
    mark: Mark
    wins: int
    points: int
    played: int
    totals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A row of the journal."""

    seq: int
    day: str  # only where it is another than the row's before
    hour: str
    where: str
    text: str
    remark: str


@dataclass(frozen=True, slots=True)
class CampaignLog:
    game: str
    period: str
    people: tuple[Mark, ...]
    cup: str
    summary: str
    standings: tuple[Standing, ...]
    columns: tuple[str, ...]
    chart: Chart | None
    chapters: tuple[ChapterPages, ...]
    rulings: tuple[Settled, ...]
    remembered: tuple[Pair, ...]
    journal: tuple[Written, ...]


def campaign_log(state: State, journal: bool = False) -> CampaignLog:
    """The whole table as a book. What seats still keep secret is not in it."""
    state = seen_by(state, None)
    spans = dates.spans(state)
    scored = [(play, done) for play in state.plays if (done := play.outcome())]
    people = standings(scored)
    columns = tuple(play.chapter for play, _ in scored)
    numbered = columns if len(set(columns)) > 1 else tuple(map(str, range(1, len(columns) + 1)))
    return CampaignLog(
        state.game.title,
        dates.period(state),
        _people(state),
        listed(list(state.cup())),
        _summary(state, len(scored)),
        tuple(map(_standing, ranked(people))),
        numbered,
        chart(people, numbered),
        tuple(chapter_pages(state, play, spans) for play in state.plays),
        tuple(settled(state)),
        tuple(remembered(state)),
        tuple(_written(state)) if journal else (),
    )


def _people(state: State) -> tuple[Mark, ...]:
    """Everybody who ever sat down, as last seen."""
    found: dict[str, Mark] = {}
    for play in state.plays:
        found |= {mark.name: mark for mark in marks(play)}
    return tuple(found.values())


def _summary(state: State, finished: int) -> str:
    told = [play for play in state.plays if tells_story(play)]
    if not told:
        return f"{plural(finished, 'game')} finished."
    ended = told[-1].finished and not state.ways(told[-1])
    done = plural(sum(play.finished for play in told), "chapter")
    return f"{done} played; the story is told." if ended else f"{done} played so far."


def _standing(person: Person) -> Standing:
    totals = tuple("" if total is None else str(total) for total in person.totals)
    mark = marks(person.play)[person.seat]
    return Standing(mark, person.wins, person.points, person.played, totals)


def _written(state: State) -> list[Written]:
    found: list[Written] = []
    chapters: list[str] = []
    before = ""
    for row in state.log:
        entry = row.entry
        gone = entry.seq in state.log.revoked
        if entry.action == "start" and not gone and not row.refused:
            chapters.append(str(entry.data.get("chapter", "")))
        at = dates.moment(entry.at)
        day = dates.day(at) if at else ""
        remark = "taken back" if gone else f"passed over: {row.refused}" if row.refused else ""
        where = _where(state.plays, chapters, entry.play)
        hour = f"{at:%H:%M:%S}" if at else ""
        fresh = day if day != before else ""
        found.append(Written(entry.seq, fresh, hour, where, _sentence(row.label), remark))
        before = day
    return found


def _where(plays: Sequence[Play], chapters: Sequence[str], play: int | None) -> str:
    if play is not None and 0 <= play < len(plays):
        return plays[play].chapter
    return chapters[-1] if chapters else ""


def _sentence(label: str) -> str:
    return f"{label[:1].upper()}{label[1:]}"
