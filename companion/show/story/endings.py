"""How a finished play came out, in the words of the path, the list of games and the log."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Finished
from companion.rules.parts.settings import Due
from companion.rules.words import minus, plural, together
from companion.show import formats
from companion.show.score.questions import untold_win, won_with
from companion.show.standing import title


@dataclass(frozen=True, slots=True)
class PlayEnding:
    """The result of a play for a sentence: who, with what, and a note."""

    winners: str
    verb: str  # what they did, up to the points
    score: int | None
    told: tuple[tuple[str, str], ...]
    lost: str  # else what was missed
    headline: str  # of its chapter on the path: ``Ben won Chapter I``
    line: str  # in the list of games: ``Ben won by 4``
    points: str  # ``49 points, 4 ahead``


def outcome_of(play: Play) -> PlayEnding | None:
    """How a play came out, once it is finished."""
    done = play.outcome
    return ending(play, done) if done else None


def ending(play: Play, done: Finished) -> PlayEnding:
    facts = [f for f in play.game.card_facts if f.due is Due.AFTERWARDS]
    told = tuple((f.label, str(play.facts[f.key])) for f in facts if play.facts.get(f.key))
    won = "share the win with" if len(done.winners) > 1 else won_with(play)
    first, verb = (done.level, "are level on") if done.level else (done.winners, won)
    best = max(done.totals, default=None)
    headline, line = _words(play, done)
    points = "" if best is None else minus(plural(best, "point"))
    if ahead := _ahead(done):
        points += f", {ahead} ahead"
    if done.lost:
        points += f": {done.lost}"
    return PlayEnding(together(first), verb, best, told, done.lost, headline, line, points)


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
