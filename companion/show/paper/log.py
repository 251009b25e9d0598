"""The campaign log, its closing page, and what the next evening needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.situation import Situation
from companion.rules.words import minus, plural, together
from companion.show import charts, formats
from companion.show.charts import PersonRecord, Shape, TotalsChart
from companion.show.consequences import Consequence, cup, follows
from companion.show.log import gone_as
from companion.show.paper.chapter import ChapterPages, chapter_pages, named, seal
from companion.show.paper.charts import WIDTH, Bars, PersonMark, marks, mean_bars
from companion.show.paper.facts import Pair, facts, remembered, settled
from companion.show.paper.handouts import Moves, change_over
from companion.show.result import verdict_together
from companion.show.score.questions import untold_win
from companion.show.standing import sentence, tells_story, title, where, whose
from companion.show.statistics.page import PersonRow, Statistics, counted_up
from companion.show.statistics.points import MOST_POINTS, PlayRecord
from companion.show.statistics.results import results
from companion.show.statistics.tally import Part, Source, counted

HALF = Shape(210, 150, 14)  # a drawing that takes half the width of a page
BROAD, BROAD_CROWD = Shape(358, 100, 14), Shape(358, 150, 14)
"""One that takes the whole width and little height, in large type; with many people more."""
CROWD, LINES = 5, 15  # people beside whom both drawings have room, and lines above them
UNTOLD = "what wins was not entered"
NAMES = 7  # names of plays that have room below it
BRIEF = 2  # things to move up to which the page before has room for all of it


@dataclass(frozen=True, slots=True)
class Won:
    """A chapter, by whom it was won, and what everybody came to."""

    play: int
    seal: str
    title: str
    name: str  # of its town, where the group named one
    day: str
    totals: tuple[tuple[PersonMark, int, bool], ...]  # with who is in front
    level: bool  # nobody can say who of them won
    lost: str  # what was missed by somebody alone who has not won
    untold: bool  # nor has anybody told what wins alone
    together: bool  # all won or lost, as ``lost`` says
    points: bool  # whether anything was counted

    @property
    def winners(self) -> str:
        """Who won, in words that a narrow column does not break."""
        return self.in_front([mark.head for mark, _, first in self.totals if first])

    def in_front(self, names: list[str]) -> str:
        return f"{together(names)}, tied" if self.level else together(names)

    @property
    def alone(self) -> bool:
        return len(self.totals) == 1

    @property
    def best(self) -> int:
        totals = [total for _, total, _ in self.totals]
        return sum(totals) if self.together else max(totals)

    def cells(self, people: Sequence[PersonMark]) -> Iterator[tuple[str, bool]]:
        """What each of them came to, and whether that was the most; a dash if they were absent."""
        found = {mark.name: (minus(total), first) for mark, total, first in self.totals}
        return (found.get(mark.name, ("–", False)) for mark in people)


@dataclass(frozen=True, slots=True)
class Closing:
    game: str
    lede: str
    cup: tuple[str, ...]  # who holds it
    people: tuple[tuple[int, PersonMark, PersonRow], ...]  # with their ranks
    chapters: tuple[Won, ...]
    records: tuple[PlayRecord, ...]
    chart: TotalsChart | None
    means: Bars | None
    named: str  # what was named at the end of chapters, such as their towns
    together: str  # how many were won, where all of them were played together

    @property
    def columns(self) -> tuple[PersonMark, ...]:
        """The people who have a column of their own in the table of chapters."""
        if self.crowd or self.alone or self.together:
            return ()
        return tuple(mark for _, mark, _ in self.people)

    @property
    def alone(self) -> bool:
        """Whether nobody ever had anybody to win against."""
        return all(won.alone for won in self.chapters)

    def outcome(self, chapter: Won) -> str:
        """Who won it; where all of them were played alone, whether it was won, as far as that was
        told."""
        if chapter.untold:
            return UNTOLD
        return chapter.lost or ("won" if self.alone else chapter.winners)

    @property
    def crowd(self) -> bool:
        """So many people that there is room for one drawing only."""
        return len(self.people) > CROWD

    @property
    def tight(self) -> bool:
        """Whether its lines have to stand closer to find room on one page."""
        return len(self.people) + len(self.chapters) + len(self.records) > LINES


def closing(state: State) -> Closing | None:
    """The last page of the book; None while the story goes on or where there is none."""
    return summary(state) if over(state) else None


def over(state: State) -> bool:
    """Whether a story was told to its end."""
    told = state.told
    return bool(told) and told[-1].finished and not state.ways(told[-1])


def summary(state: State, large: bool = False) -> Closing | None:
    """The closing page of a story so far, or of a table without one; None before a result."""
    plays = played(state)
    mine = {play.number for play in plays}
    found = counted(one for one in results(state) if one.play.number in mine)
    if not found.results:
        return None
    parts = [Part(Source("", "", "", state), found)]
    told = counted_up(parts, parts)
    scored = [(play, done) for play in plays if (done := play.outcome)]
    compared = charts.against(scored)
    everybody = charts.ranked(charts.standings(compared))
    marked = charts.spaced([short(play) for play, _ in compared], NAMES)
    shape = (BROAD if len(everybody) <= CROWD else BROAD_CROWD) if large else HALF
    names = (label for play in plays for label, _ in named(play))
    return Closing(
        game=state.game.title,
        lede=_lede(state, told),
        cup=state.cup(),
        people=tuple(_people(told)),
        chapters=tuple(won(state, plays)),
        records=tuple(one for one in told.records if one.label != MOST_POINTS),
        chart=charts.line_chart(everybody, marked, shape),
        means=mean_bars(told),
        named=next(names, ""),
        together="" if compared else charts.won_together(state, scored),
    )


def played(state: State) -> list[Play]:
    """The chapters of the story, else all plays; of several attempts the last finished one."""
    return state.without_repeats(state.told or state.plays)


def short(play: Play) -> str:
    """A play in a narrow column: its chapter's number, else which game of the table it is."""
    return play.chapter if seal(play.chapter) == play.chapter else str(play.number + 1)


def won(state: State, plays: Sequence[Play]) -> Iterator[Won]:
    """Every finished play with its winners."""
    spans = formats.spans(state)
    for play in plays:
        done = play.outcome
        if not done:
            continue
        span = spans.get(play.number)
        front = done.level or done.winners
        each = [
            (mark, total, name in front)
            for mark, total, name in zip(marks(play), done.totals, done.names, strict=True)
        ]
        yield Won(
            play=play.number,
            seal=short(play),
            title=title(play),
            name=together([name for _, name in named(play)]),
            day=formats.short_day(span.start) if span else "",
            totals=tuple(sorted(each, key=lambda one: (-one[1], not one[2]))),
            level=bool(done.level),
            lost=verdict_together(play) if done.together else done.lost,
            untold=untold_win(play) is not None,
            together=done.together,
            points=play.has_points,
        )


def _lede(state: State, told: Statistics) -> str:
    plays = plural(told.plays, "chapter" if state.told else "game")
    evenings = plural(told.evenings, "game night") if told.evenings else ""
    return ", ".join(filter(None, (plays, evenings, told.time, formats.period(state))))


def _people(told: Statistics) -> Iterator[tuple[int, PersonMark, PersonRow]]:
    """Most wins first, then most points, as everywhere; who is level shares a place."""
    order = sorted(told.rows, key=lambda row: (-row.wins, -row.points))
    merits = [(row.wins, row.points) for row in order]
    for row, merit in zip(order, merits, strict=True):
        yield merits.index(merit) + 1, marks(row.play)[row.seat], row


@dataclass(frozen=True, slots=True)
class NextTime:
    title: str
    lines: tuple[Consequence, ...]
    facts: Sequence[Pair] = ()
    moves: Sequence[Moves] = ()

    @property
    def brief(self) -> bool:
        """Whether it is too little for a page of its own."""
        return sum(len(changes) for _, changes in self.moves) <= BRIEF


def next_time(state: State) -> NextTime | None:
    """What to know and to fetch; None where no story goes on."""
    play = state.story[-1] if state.story else None
    if play is None or not tells_story(play):
        return None
    if not play.finished:
        turn = whose(play)
        stands = Consequence("", sentence(where(play)), sentence(turn) if turn else "")
        return NextTime(title(play), (*cup(state), stands), _brief(state, play.situation))
    after = follows(state, play)
    if after.told:
        return None
    if after.next is None:
        roads = [
            Consequence("fork", way.title, f"{way.card}. {way.note}" if way.card else way.note)
            for way in after.ways
        ]
        return NextTime("Choose the next chapter", (*after.lines, *roads))
    new = coming(state, play, after.next, len(play.seats))
    moves = change_over(state.game, play.situation, new)
    return NextTime(state.game.title_of(after.next), after.lines, _brief(state, new), moves)


def coming(state: State, play: Play, chapter: str, players: int) -> Situation:
    """A chapter after ``play`` as this table will meet it, with what its story has brought in."""
    given = {**state.settings_for(chapter), **state.story_settings(chapter, play.names)}
    found, _ = state.game.situation(chapter, players, given)
    carried = state.carried(len(state.plays)) if play.story else {}
    return replace(found, settings={**found.settings, **carried})


def _brief(state: State, situation: Situation) -> list[Pair]:
    return [pair for pair in facts(state.game, situation, ruled=state.rulings) if pair.strip]


MOST_COLUMNS = 14  # plays beside each other in one table; more are only drawn


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
    period: str
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
    compared = charts.against(scored)
    records = charts.standings(compared)
    names = [short(play) for play, _ in compared]
    apart = 1 + len(names) // MOST_COLUMNS  # plays from one name below the chart to the next
    marked = [name if number % apart == 0 else "" for number, name in enumerate(names)]
    return CampaignLog(
        period=formats.period(state),
        cup=state.cup(),
        summary=_summary(state, len(scored)),
        standings=tuple((marks(one.play)[one.seat], one) for one in charts.ranked(records)),
        columns=tuple(names) if len(names) <= MOST_COLUMNS else (),
        chart=charts.line_chart(records, marked),
        chapters=tuple(chapter_pages(state, play, spans, wide) for play in state.plays),
        rulings=tuple(settled(state)),
        remembered=tuple(remembered(state)),
        journal=tuple(_written(state)) if journal else (),
        next=next_time(state),
        closing=closing(state),
    )


def people(state: State) -> dict[str, PersonMark]:
    """Everybody who ever sat down, as last seen, by name."""
    found: dict[str, PersonMark] = {}
    for play in state.plays:
        everybody = marks(play)
        found |= {play.names[seat]: everybody[seat] for seat in play.sitting}
    return found


def _summary(state: State, finished: int) -> str:
    told = state.told
    if not finished:
        first = "chapter" if told else "game"
        return f"The first {first} is in progress." if state.plays else "Nothing played yet."
    if not told:
        return f"{plural(finished, 'game')} finished."
    done = plural(len({play.chapter for play in told if play.finished}), "chapter")
    return f"{done} played. Campaign complete." if over(state) else f"{done} played so far."


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
