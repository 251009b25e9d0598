"""A table's first page: the road, the cup, who leads, and where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Finished
from companion.rules.parts.settings import Due
from companion.rules.words import minus, together
from companion.show.score.questions import won_with
from companion.show.standing import Onward, onward, sentence, title, where
from companion.show.story.road import Road, road
from companion.show.story.totals import PersonRecord, Scored, TotalsChart, chart, ranked, standings


@dataclass(frozen=True, slots=True)
class PlayEnding:
    """The result of a play for a sentence: who, with what, and a note."""

    winners: str
    verb: str  # what they did, up to the points
    score: int | None
    told: tuple[tuple[str, str], ...]
    lost: str  # else what was missed


@dataclass(frozen=True, slots=True)
class GameBeside:
    """A play outside the story, on the list of games played."""

    play: Play
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Cup:
    holders: tuple[tuple[Play, int], ...]
    names: str
    hint: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A chapter that another seat should have begun by corrected results."""

    play: Play
    title: str
    seat: int
    would: str
    did: str
    fresh: bool  # nothing has been played yet, so that beginner can still be changed


@dataclass(frozen=True, slots=True)
class Story:
    onward: Onward
    road: Road | None
    outcomes: dict[int, PlayEnding]
    games: tuple[GameBeside, ...]
    cup: Cup | None
    people: tuple[PersonRecord, ...]
    ranked: tuple[PersonRecord, ...]
    columns: tuple[str, ...]
    chart: TotalsChart | None
    unsettled: tuple[Unsettled, ...]


def story(state: State, covered: bool) -> Story:
    """Everything the page shows. The table has at least one play."""
    told = state.told
    scored = [(play, done) for play in state.plays if (done := play.outcome)]
    chapters = [pair for pair in scored if pair[0] in told] if told else scored
    people = standings(chapters)
    columns = tuple(play.chapter if told else str(i + 1) for i, (play, _) in enumerate(chapters))
    return Story(
        onward=onward(state, state.plays[-1]),
        road=road(state, told, covered) if told else None,
        outcomes={play.number: _outcome(play, done) for play, done in scored},
        games=tuple(_game(state, play) for play in state.plays if play not in told),
        cup=_cup(state, chapters),
        people=tuple(people),
        ranked=tuple(ranked(people)),
        columns=columns,
        chart=chart(people, columns),
        unsettled=tuple(_unsettled(state, told, scored)),
    )


def outcome_of(play: Play) -> PlayEnding | None:
    """How a play came out, once it is finished."""
    done = play.outcome
    return _outcome(play, done) if done else None


def _outcome(play: Play, done: Finished) -> PlayEnding:
    facts = [f for f in play.game.card_facts if f.due is Due.AFTERWARDS]
    told = tuple((f.label, str(play.facts[f.key])) for f in facts if play.facts.get(f.key))
    won = "share the win with" if len(done.winners) > 1 else won_with(play)
    first, verb = (done.level, "are level on") if done.level else (done.winners, won)
    return PlayEnding(together(first), verb, max(done.totals, default=None), told, done.lost)


def _game(state: State, play: Play) -> GameBeside:
    said = "" if play.finished else sentence(where(play))
    alike = len(state.game.chapters) == 1
    return GameBeside(play, together(play.names) if alike else title(play), said)


def _cup(state: State, chapters: Scored) -> Cup | None:
    names = state.cup()
    if not names:
        return None
    last, done = next(pair for pair in reversed(chapters) if len(pair[1].names) > 1)
    holders = tuple(_last_seat(chapters, name) for name in names)
    hint = f"for {title(last)}, with {minus(max(done.totals))}" if names == done.winners else ""
    return Cup(holders, together(names), hint)


def _last_seat(chapters: Scored, name: str) -> tuple[Play, int]:
    play = next(play for play, done in reversed(chapters) if name in done.names)
    return play, play.names.index(name)


def _unsettled(state: State, told: Sequence[Play], scored: Scored) -> Iterator[Unsettled]:
    done = {play.number: finished for play, finished in scored}
    for before, play in pairwise(told):
        outcome = done.get(before.number)
        begins = state.game.graph.starter(outcome, play.names) if outcome else None
        # The model is asked only where the answer is in doubt: it scores the chapter again.
        if begins in (None, play.situation.first):
            continue
        seat = state.corrected_first(play)
        if seat is not None:
            did, would = play.names[play.situation.first], play.names[seat]
            fresh = play.moment == play.game.clock.start(play.situation) and not play.finished
            yield Unsettled(play, title(play), seat, would, did, fresh)
