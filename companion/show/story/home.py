"""A table's first page: the road, the cup, who leads, and where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from companion.rules.actions.table import Undo
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Finished
from companion.rules.parts.settings import Due
from companion.rules.words import capital, minus, plural, together
from companion.show import formats
from companion.show.result import told_with_result, verdict_together
from companion.show.score.questions import untold_win
from companion.show.standing import Onward, onward, title, where
from companion.show.story.road import Road, road
from companion.show.story.totals import (
    PersonRecord,
    Scored,
    against,
    ranked,
    standings,
    won_together,
)

LINES = 3  # of the log


@dataclass(frozen=True, slots=True)
class PlayEnding:
    """How a finished play came out, in the words of the path and of the list of games."""

    headline: str  # of its chapter on the path: ``Ben won Chapter I``
    line: str  # in the list of games: ``Ben won by 4``
    points: str  # ``49 points, 4 ahead``
    told: tuple[tuple[str, str], ...]  # such as the town that the winner named


@dataclass(frozen=True, slots=True)
class Story:
    """What the page shows."""

    onward: Onward
    road: Road | None
    outcomes: dict[int, PlayEnding]  # by the number of the play
    days: dict[int, str]
    games: tuple[tuple[Play, str, str], ...]  # outside the story: how it came out, and when
    cup: tuple[str, ...]  # who holds it
    ranked: tuple[PersonRecord, ...]
    unsettled: tuple[tuple[Play, int, bool], ...]  # see ``_unsettled``
    latest: tuple[tuple[str, str], ...]  # the last lines of the log, with day and time
    together: str  # how the chapters ended that all win or lose


def story(state: State, covered: bool) -> Story:
    """Everything the page shows. The table has at least one play."""
    told = state.told
    scored = [(play, done) for play in state.plays if (done := play.outcome)]
    chapters = [pair for pair in scored if pair[0] in told] if told else scored
    outcomes = {play.number: ending(play, done) for play, done in scored}
    return Story(
        onward=onward(state, state.plays[-1]),
        road=road(state, told, covered) if told else None,
        outcomes=outcomes,
        days={play.number: finished_on(state, play) for play, _ in scored},
        games=tuple(_game(state, play, outcomes) for play in state.plays if play not in told),
        cup=state.cup(),
        ranked=tuple(ranked(standings(against(chapters)))),
        unsettled=tuple(_unsettled(state, told, scored)),
        latest=tuple(islice(_latest(state), LINES)),
        together=won_together(state, chapters),
    )


def _game(state: State, play: Play, outcomes: Mapping[int, PlayEnding]) -> tuple[Play, str, str]:
    name = "" if len(state.game.chapters) == 1 else title(play)
    if not play.finished:
        return play, capital(where(play)), name
    done = outcomes.get(play.number)
    hint = " · ".join(filter(None, (finished_on(state, play), name)))
    return play, done.line if done else "The scores need another look", hint


def _latest(state: State) -> Iterator[tuple[str, str]]:
    """The newest entries that stand, as the log says them."""
    for row in state.log.standing():
        if row.entry.action != Undo.kind:
            at = formats.moment(row.entry.at, state.zone)
            yield row.sentence(state), f"{at.day} {at:%B}, {at:%H:%M}" if at else ""


def _unsettled(
    state: State, told: Sequence[Play], scored: Scored
) -> Iterator[tuple[Play, int, bool]]:
    """The chapters that another seat should have begun by corrected results, that seat, and
    whether nothing has been played yet, so that it still can."""
    done = {play.number: finished for play, finished in scored}
    for before, play in pairwise(told):
        outcome = done.get(before.number)
        begins = state.game.graph.starter(outcome, play.names) if outcome else None
        # The model is asked only where the answer is in doubt: it scores the chapter again.
        if begins in (None, play.situation.first):
            continue
        seat = state.corrected_first(play)
        if seat is not None:
            fresh = play.moment == play.game.clock.start(play.situation) and not play.finished
            yield play, seat, fresh


def ending(play: Play, done: Finished) -> PlayEnding:
    facts = [f for f in play.game.card_facts if f.due is Due.AFTERWARDS]
    told = tuple((f.label, str(play.facts[f.key])) for f in facts if play.facts.get(f.key))
    if done.together:
        said = verdict_together(play)
        answers = told_with_result(play)
        return PlayEnding(f"{title(play)}: {said}", f"{title(play)}: {said}", "", (*answers, *told))
    points = minus(plural(max(done.totals), "point"))
    if ahead := _ahead(done):
        points += f", {ahead} ahead"
    if done.lost:
        points += f": {done.lost}"
    return PlayEnding(*_words(play, done), points, told)


def _words(play: Play, done: Finished) -> tuple[str, str]:
    """The headline on the path, and the line in the list of games."""
    name, names = title(play), together(done.level or done.winners)
    if done.level:
        return f"{names} are tied in {name}", f"{names} are tied"
    if done.lost or not done.winners:
        return f"{name} was not won", "Not won"
    if untold_win(play):
        return f"{names} played {name}", f"{names} played"
    if len(done.winners) > 1:
        return f"{names} shared {name}", f"{names} shared the win"
    by = f" by {ahead}" if (ahead := _ahead(done)) else " the tie-break" * (len(done.names) > 1)
    return f"{names} won {name}", f"{names} won{by}"


def _ahead(done: Finished) -> int:
    """By how many points the one winner is ahead of the next; 0 where points did not decide it."""
    if len(done.winners) != 1 or done.level or len(done.totals) < 2:
        return 0
    best, second = sorted(done.totals, reverse=True)[:2]
    return best - second


def finished_on(state: State, play: Play) -> str:
    """The day of a result: ``5 November``, with its year unless that is the last entry's."""
    row = state.log.find(play.finished_at)
    at = formats.moment(row.entry.at, state.zone) if row else None
    if at is None:
        return ""
    last = formats.moment(state.log[-1].entry.at, state.zone)
    return f"{at.day} {at:%B}" if last and last.year == at.year else formats.short_day(at)
