"""Actions on a running play: correct its start, begin it again, leave it unfinished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.reseated import reseated
from companion.rules.journal.state import State
from companion.rules.words import listed, together

from .base import LogGroup, PlayAction, Who
from .starting import Start

FINISHED = "This play is finished. Take back its end first."


@dataclass(frozen=True, slots=True)
class Changed:
    """What a correction changed, for the log."""

    chapter: bool
    seats: bool  # who sits where
    first: bool  # who begins
    colours: tuple[int, ...]  # the seats whose colour changed
    options: tuple[tuple[str, Any], ...]  # changed options with their new value


def _changed(play: Play, now: Play) -> Changed:
    worn = {seat.person: seat.colour for seat in play.seats}
    settled = {option.key: now.situation[option.key] for option in now.game.options}
    return Changed(
        now.chapter != play.chapter,
        [seat.person for seat in now.seats] != [seat.person for seat in play.seats],
        now.situation.first != play.situation.first,
        tuple(n for n, at in enumerate(now.seats) if worn.get(at.person, at.colour) != at.colour),
        tuple((key, value) for key, value in settled.items() if value != play.situation[key]),
    )


@dataclass(frozen=True, slots=True)
class Reseat(Start):
    """Makes a running play as if it had been started like this; entries follow their person.

    Another chapter begins anew, because nothing entered belongs to it.
    """

    kind = "reseat"
    needs_play = True

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        assert play is not None
        if play.finished:
            return [Issue("conflict", FINISHED)]
        return Start.issues(self, state.before(play), None)

    def ends_for_all(self, play: Play | None) -> bool:
        return play is not None and (self.chapter, self.story) != (play.chapter, play.story)

    def doubts(self, state: State, play: Play | None) -> list[Issue]:
        if play is None or not self.ends_for_all(play):
            return []
        name = play.game.title_of(self.chapter)
        said = f"{name} starts from setup. What was entered is cleared, but the log keeps it."
        return [Issue("unusual", said)]

    def apply(self, state: State, play: Play | None) -> State:
        assert play is not None
        after = Start.apply(self, state.before(play), None)
        fresh = after.plays[-1].but(started_at=play.started_at)
        state = state.with_people(after.people)
        if self.ends_for_all(play):
            return state.with_play(fresh.but(restarted_at=state.seq + 1, masked=play.masked))
        fresh = state.resettled(fresh.but(facts=play.facts))
        return state.with_play(state.resettled(reseated(play, fresh)))

    def snapshot(self, before: State, after: State, play: Play | None) -> Changed:
        assert play is not None
        if after is before and not self.issues(before, play):  # undone: tell what it would change
            after = self.apply(before, play)
        return _changed(play, after.plays[play.number])

    def sentence(self, state: State, play: Play | None, snapshot: Changed) -> str:
        assert play is not None
        return " ".join(self._said(play, snapshot))

    def _said(self, play: Play, what: Changed) -> Iterator[str]:
        names = [seat.name for seat in self.seats]
        if what.chapter:
            yield f"{play.game.title_of(self.chapter)} instead."
        whole = what.chapter or what.seats or not (what.first or what.colours or what.options)
        if whole:
            yield f"At the table now: {together(names)}."
        if (whole or what.first) and len(names) > 1 and play.game.first:
            yield f"{names[self.first]} first."
        options = {option.key: option for option in play.game.options}
        for key, value in what.options:
            yield f"{options[key].label}: {options[key].words(value)}."
        if what.colours:
            called = {colour.key: colour.label for colour in play.game.colours}
            each = [f"{names[n]} {called.get(self.seats[n].colour, 'none')}" for n in what.colours]
            yield f"Colours: {listed(each)}."

    def reveals(self, state: State) -> bool:
        return True  # the person who is not ready yet may be the one who leaves


@dataclass(frozen=True, slots=True)
class Restart(PlayAction):
    """Begins the play again with the same people; earlier entries stay in the log."""

    kind = "restart"
    log_group = LogGroup.SETUP
    who = Who.TABLE

    def ends_for_all(self, play: Play) -> bool:
        return True

    def issues(self, state: State, play: Play) -> list[Issue]:
        return [Issue("conflict", FINISHED)] if play.finished else []

    def doubts(self, state: State, play: Play) -> list[Issue]:
        name = play.game.title_of(play.chapter)
        said = f"{name} goes back to setup. What was entered is cleared, but the log keeps it."
        return [Issue("unusual", said)]

    def apply(self, state: State, play: Play) -> State:
        start = Start(play.chapter, play.seats, play.situation.first, play.given, play.story)
        fresh = start.apply(state.before(play), None).plays[-1]
        cards = {fact.key for fact in state.game.card_facts if fact.under}  # still on the table
        told = {key: value for key, value in play.facts.items() if key in cards}
        fresh = state.resettled(fresh.but(facts=told)) if told else fresh
        anew = fresh.but(started_at=play.started_at, restarted_at=state.seq + 1, masked=play.masked)
        return state.with_play(anew)

    def snapshot_before(self, state: State, play: Play) -> str:
        return play.chapter  # which may be put right later

    def sentence(self, state: State, play: Play, snapshot: str) -> str:
        return f"{play.game.title_of(snapshot)} begins anew."


@dataclass(frozen=True, slots=True)
class Abandon(PlayAction):
    """Leaves the play unfinished: the table and the story go on without it."""

    kind = "abandon"
    log_group = LogGroup.SETUP
    who = Who.TABLE

    def ends_for_all(self, play: Play) -> bool:
        return True

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.abandoned_at:
            return [Issue("stale", "This play was left already.")]
        return [Issue("conflict", FINISHED)] if play.finished else []

    def doubts(self, state: State, play: Play) -> list[Issue]:
        name = play.game.title_of(play.chapter)
        return [Issue("unusual", f"{name} gets no result. You can take it up again later.")]

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(abandoned_at=state.seq + 1))

    def snapshot_before(self, state: State, play: Play) -> str:
        return play.chapter  # which may be put right later

    def sentence(self, state: State, play: Play, snapshot: str) -> str:
        return f"{play.game.title_of(snapshot)} is left unfinished."
