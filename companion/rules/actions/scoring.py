"""Actions at the end of a play: fill in the sheet, finish."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.game import Game
from companion.rules.issues import Issue, errors
from companion.rules.journal.play import Play
from companion.rules.journal.same_cards import held_over
from companion.rules.journal.seals import SCORES
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER, Pace
from companion.rules.scoring.fields import Field
from companion.rules.words import shortened

from .base import HIDDEN, LogGroup, PlayAction, Secrecy, Who, no, seat_issues, unknown

LONGEST_VALUE = 4000
NOTHING = (None, "", HIDDEN)
LONGEST_TOLD = 120


@dataclass(frozen=True, slots=True)
class Replaced:
    """A value that another one has taken the place of."""

    seq: int
    value: Any


@dataclass(frozen=True, slots=True)
class Fill(PlayAction):
    """A field of one seat, as typed. The sheet judges it; a wrong value is kept and shown.

    ``also`` are further fields of the seat that change with it: scores that stand must add up,
    and some fields do so only together. ``after`` is what a phone that was offline knew of the
    table: it does not replace what somebody has put there since.
    """

    kind = "fill"
    log_group = LogGroup.SCORES
    who = Who.SEAT
    secrecy = Secrecy.PRIVATE
    secrets = ("value", "also")
    seat: int
    field: str
    value: Any = None
    after: int | None = None
    also: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def topic(self) -> str:
        return SCORES

    @property
    def values(self) -> Mapping[str, Any]:
        return {self.field: self.value, **self.also}

    def issues(self, state: State, play: Play) -> list[Issue]:
        values, known = self.values, state.game.sheet.by_key
        if strange := next((key for key in values if key not in known), None):
            return unknown(strange, "There is no field {} on this sheet.")
        if faults := seat_issues(play, self.seat):
            return faults
        for key, value in values.items():
            if isinstance(value, str | list | dict) and len(str(value)) > LONGEST_VALUE:
                return [no("too-high", "That is too long to keep.", key, self.seat)]
            if self.after is not None and play.filled.get((self.seat, key), 0) > self.after:
                there = _there_now(known[key], play.entries[self.seat].get(key))
                return [no("newer", f"Somebody has {there} since.", key, self.seat)]
        if play.finished:
            return errors(self._filled(play).reckoned[1])
        return []

    def apply(self, state: State, play: Play) -> State:
        now = {(self.seat, key): state.seq + 1 for key in self.values}
        return state.with_play(self._filled(play).but(filled={**play.filled, **now}))

    def trace(self, state: State, play: Play) -> Replaced | None:
        """What stood in its field before, and the entry that put it there."""
        there = play.entries[self.seat] if not seat_issues(play, self.seat) else {}
        seq = play.filled.get((self.seat, self.field), 0)
        return Replaced(seq, there.get(self.field)) if seq else None

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        who = play.names[self.seat]
        if not self.field or HIDDEN in self.values.values():
            return f"{who} has entered something."
        return f"{who}, {_filled_in(play.game, self.values)}."

    def masked(self) -> Fill:
        return Fill(self.seat, "")

    def _filled(self, play: Play) -> Play:
        entries = list(play.entries)
        entry = {**entries[self.seat], **self.values}
        entries[self.seat] = {k: value for k, value in entry.items() if value not in NOTHING}
        return play.but(entries=tuple(entries))


def _there_now(field: Field, value: Any) -> str:
    """What another phone has done to a field: ``put 5 there``."""
    if value is None:
        return "emptied this"
    return f"put {shortened(field.words(value), LONGEST_TOLD)} there"


def _filled_in(game: Game, values: Mapping[str, Any]) -> str:
    """The fields and what is in them now: ``Houses: 5, Towns: 3``."""
    fields = game.sheet.by_key
    told = (
        f"{fields[key].label}: {shortened(fields[key].words(value), LONGEST_TOLD)}"
        if key in fields
        else f"{key[:40]}: {str(value)[:40]}"
        for key, value in values.items()
    )
    return ", ".join(told)


@dataclass(frozen=True, slots=True)
class Finish(PlayAction):
    """The scores stand. Taking this back opens them again."""

    kind = "finish"
    log_group = LogGroup.SCORES
    who = Who.TABLE
    secrecy = Secrecy.WAITS

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.finished:
            return [no("stale", "This play is finished already.")]
        if play.veiled:
            return [no("secret", "Show what was drawn in secret first: the scores tell it.")]
        return errors(play.reckoned[1])

    def doubts(self, state: State, play: Play) -> list[Issue]:
        """Asks while rounds are left, unless the group does not follow them."""
        here, rounds = play.moment, play.rounds
        if here == OVER or play.pace is Pace.ENDS or (rounds and here.round >= rounds):
            return []
        at = play.game.clock.called(here.round, rounds)
        return [no("unusual", f"{at}. End the game and score now?")]

    def apply(self, state: State, play: Play) -> State:
        done = play.but(finished=True, ended=state.seq + 1)
        if not held_over(state.plays, done).keys() - held_over(state.plays, play).keys():
            return state.with_play(done)
        settled = state.resettled(done)
        return state.with_play(settled if settled.scored else done)

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        return f"The scores stand: {play.game.title_of(play.chapter)} is finished."
