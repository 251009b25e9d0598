"""A start put right while the play runs: other people or seats, begun anew, left unfinished."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.reseated import reseated
from companion.rules.journal.state import State
from companion.rules.words import listed

from .base import LogGroup, PlayAction, Who, no
from .starting import Start

FINISHED = "This play is finished. Take back its end first."


@dataclass(frozen=True, slots=True)
class Reseat(Start):
    """A running play as if it had been started like this; what was entered follows its person.

    Another chapter begins anew, because nothing entered belongs to it.
    """

    kind = "reseat"
    needs_play = True

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        assert play is not None
        if play.finished:
            return [no("conflict", FINISHED)]
        return Start.issues(self, state.before(play), None)

    def apply(self, state: State, play: Play | None) -> State:
        assert play is not None
        after = Start.apply(self, state.before(play), None)
        fresh = after.plays[-1].but(began=play.began)
        state = state.with_people(after.people)
        if (fresh.chapter, fresh.story) != (play.chapter, play.story):
            return state.with_play(fresh.but(anew=state.seq + 1))
        fresh = state.resettled(fresh.but(facts=play.facts))
        return state.with_play(state.resettled(reseated(play, fresh)))

    def trace(self, state: State, play: Play | None) -> tuple[str, tuple[int | None, ...]]:
        assert play is not None
        return play.chapter, tuple(seat.person for seat in play.seats)

    def sentence(self, state: State, play: Play | None, trace: Any) -> str:
        assert play is not None
        names = [seat.name for seat in self.seats]
        chapter = (
            "" if trace[0] == self.chapter else f"{play.game.title_of(self.chapter)} instead. "
        )
        begins = len(names) > 1 and state.game.first
        first = f" {names[self.first]} first." if begins else ""
        return f"{chapter}At the table now: {listed(names)}.{first}"

    def reveals(self, state: State) -> bool:
        return True  # whoever is not done yet may be the one who leaves


@dataclass(frozen=True, slots=True)
class Restart(PlayAction):
    """The play begins anew with the same people; what it had come to stays in the log."""

    kind = "restart"
    log_group = LogGroup.SETUP
    who = Who.TABLE

    def issues(self, state: State, play: Play) -> list[Issue]:
        return [no("conflict", FINISHED)] if play.finished else []

    def apply(self, state: State, play: Play) -> State:
        start = Start(play.chapter, play.seats, play.situation.first, play.given, play.story)
        fresh = start.apply(state.before(play), None).plays[-1]
        return state.with_play(fresh.but(began=play.began, anew=state.seq + 1))

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        return f"{play.game.title_of(play.chapter)} begins anew."


@dataclass(frozen=True, slots=True)
class Abandon(PlayAction):
    """The play is left unfinished: the table goes on without it, and the story as if it was not."""

    kind = "abandon"
    log_group = LogGroup.SETUP
    who = Who.TABLE

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.left:
            return [no("stale", "This play was left already.")]
        return [no("conflict", FINISHED)] if play.finished else []

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(left=state.seq + 1))

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        return f"{play.game.title_of(play.chapter)} is left unfinished."
