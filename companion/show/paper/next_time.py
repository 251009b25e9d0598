"""What the next evening of a story needs, in the words of the result page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.situation import Situation
from companion.show.paper.blank import BlankMoves, change_over
from companion.show.paper.facts import Pair, facts
from companion.show.result.consequences import Consequence, cup, follows
from companion.show.standing import sentence, tells_story, title, where, whose

BRIEF = 2
"""Things to move up to which the page before has room for all of it."""


@dataclass(frozen=True, slots=True)
class NextTime:
    title: str
    lines: tuple[Consequence, ...]
    facts: tuple[Pair, ...] = ()
    moves: tuple[BlankMoves, ...] = ()

    @property
    def brief(self) -> bool:
        """Whether it is too little for a page of its own."""
        return sum(len(move.changes) for move in self.moves) <= BRIEF


def next_time(state: State) -> NextTime | None:
    """What to know and to fetch; None where no story goes on."""
    play = state.story[-1] if state.story else None
    if play is None or not tells_story(play):
        return None
    if not play.finished:
        return _going_on(state, play)
    after = follows(state, play)
    if after.told:
        return None
    if after.next is None:
        roads = [Consequence("fork", way.title, way.said) for way in after.ways]
        return NextTime("The road forks", (*after.lines, *roads))
    new = coming(state, play, after.next, len(play.seats))
    moves = change_over(state.game, play.situation, new)
    name = state.game.title_of(after.next)
    return NextTime(name, after.lines, _brief(state, new), tuple(moves))


def coming(state: State, play: Play, chapter: str, players: int) -> Situation:
    """A chapter after ``play`` as this table will meet it, with what its story has brought in."""
    given = {**state.settings_for(chapter), **state.story_settings(chapter, play.names)}
    found, _ = state.game.situation(chapter, players, given)
    carried = state.carried(len(state.plays)) if play.story else {}
    return replace(found, settings={**found.settings, **carried})


def _going_on(state: State, play: Play) -> NextTime:
    """A chapter that was left in the middle."""
    turn = whose(play)
    stands = Consequence("", sentence(where(play)), sentence(turn) if turn else "")
    return NextTime(title(play), (*cup(state), stands), _brief(state, play.situation))


def _brief(state: State, situation: Situation) -> tuple[Pair, ...]:
    pairs = facts(state.game, situation, ruled=state.rulings)
    return tuple(pair for pair in pairs if pair.strip)
