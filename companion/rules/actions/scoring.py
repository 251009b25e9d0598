"""Actions on the score sheet: fill in a field, finish the play."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..fields import Field
from ..issues import Issue, errors
from ..journal.log import SCORES
from ..journal.outcome import assuming_zeros, keeping_ties, left_open
from ..journal.play import Play
from ..journal.plays import held_over
from ..journal.state import State
from ..scoring.origin import as_before, ask_zeros
from ..scoring.ranking import LevelSeats
from ..words import plural, shortened, together
from .base import HIDDEN, LogGroup, PlayAction, Secrecy, Who, seat_issues, unknown
from .playing import rounds_left

LONGEST_VALUE = 4000
NOTHING = (None, "", HIDDEN)
LONGEST_TOLD = 120


@dataclass(frozen=True, slots=True)
class Replaced:
    """The value that an entry has replaced."""

    seq: int
    value: Any


@dataclass(frozen=True, slots=True)
class Fill(PlayAction):
    """Sets a field of one seat, as typed. The sheet judges it; a wrong value is kept and shown.

    ``also`` are further fields of the seat that change with it: scores that stand must add up,
    and some fields do so only together. ``after`` is what a phone that was offline knew of the
    table: it does not replace what somebody has put there since. ``asks`` marks a correction of a
    result of earlier editions that is made now: theirs took for 0 what nobody entered in a tie.
    """

    kind = "fill"
    log_group = LogGroup.SCORES
    who = Who.SEAT
    secrecy = Secrecy.PRIVATE
    secrets = ("value", "also")
    topic = SCORES
    seat: int
    field: str
    value: Any = None
    after: int | None = None
    also: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    asks: bool = False

    @classmethod
    def written_now(cls, data: Mapping[str, Any], play: Play | None) -> Mapping[str, Any]:
        return {**data, "asks": True} if play and play.old else data

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
                return [Issue("too-high", "That is too long. Shorten it.", key, self.seat)]
            if self.after is not None and play.filled.get((self.seat, key), 0) > self.after:
                there = _there_now(play, known[key], play.entries[self.seat].get(key))
                return [Issue("newer", f"Someone has {there} since.", key, self.seat)]
        if play.finished:
            return errors(self._filled(state, play).checked_sheet[1])
        return []

    def apply(self, state: State, play: Play) -> State:
        filled = self._filled(state, play)
        if play.old and not self.asks:
            filled = assuming_zeros(filled)
        elif play.finished:
            filled = keeping_ties(play, filled)
        return state.with_play(filled)

    def snapshot(self, before: State, after: State, play: Play) -> Replaced | None:
        """The value of the field before, and the entry that set it."""
        seq = play.filled.get((self.seat, self.field), 0)
        return Replaced(seq, play.entries[self.seat].get(self.field)) if seq else None

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        who, fields = play.names[self.seat], play.game.sheet.by_key
        if not self.field or HIDDEN in self.values.values():
            return f"{who} has entered something."
        told = (
            f"{fields[key].label}: {_word(fields[key], value)}"
            if key in fields
            else f"{key[:40]}: {str(value)[:40]}"
            for key, value in self.values.items()
        )
        return f"{who}, {', '.join(told)}."

    def masked(self) -> Fill:
        return Fill(self.seat, "")

    def _filled(self, state: State, play: Play) -> Play:
        entries = list(play.entries)
        entry = {**entries[self.seat], **self.values}
        entries[self.seat] = {k: value for k, value in entry.items() if value not in NOTHING}
        now = {(self.seat, key): state.seq + 1 for key in self.values}
        filled = play.but(entries=tuple(entries), filled={**play.filled, **now})
        if play.old:
            return as_before(filled)
        emptied = {key for key, value in self.values.items() if value in NOTHING}
        # In a finished play an emptied line counts as 0.
        return filled.but(zeros=play.zeros | emptied) if play.finished else filled


def _there_now(play: Play, field: Field, value: Any) -> str:
    """What another phone entered in a field: ``entered 5``, unless that is secret."""
    if play.secret:
        return "entered something here"
    if value is None:
        return "cleared this"
    return f"entered {shortened(field.words(value), LONGEST_TOLD)} here"


def _word(field: Field, value: Any) -> str:
    return "cleared" if value is None else shortened(field.words(value), LONGEST_TOLD)


@dataclass(frozen=True, slots=True)
class Finish(PlayAction):
    """Finishes the play. Undoing this opens it again.

    ``zeros`` are the lines that nobody touched and that the group agreed are 0 for everyone;
    ``shared`` says that it leaves a tie as it is. Where a correction has made the tie, the result
    ``stands`` already: once that is open again, this ends nothing. A finish without ``zeros`` was
    written before values had origins: it confirms all that it rested on.
    """

    kind = "finish"
    log_group = LogGroup.SCORES
    secrecy = Secrecy.WAITS
    may_uncover = True
    zeros: tuple[Any, ...] | None = None
    shared: bool = False
    stands: bool = False

    @classmethod
    def written_now(cls, data: Mapping[str, Any], play: Play | None) -> Mapping[str, Any]:
        stands = play is not None and play.finished
        return {**data, "zeros": data.get("zeros") or [], "stands": stands}

    def issues(self, state: State, play: Play) -> list[Issue]:
        if self.stands and not play.finished:
            return []
        if play.finished and not (self.shared and play.level):
            return [Issue("stale", "This game is already finished.")]
        if play.concealed_draws:
            said = "Reveal what was drawn in secret first. The scores would show it."
            return [Issue("secret", said)]
        if self.zeros is None:
            return errors(as_before(play).checked_sheet[1])
        if found := errors(play.checked_sheet[1]):
            return found
        unasked = {key: field for key, field in play.untouched.items() if key not in self.zeros}
        if unasked:
            said = ask_zeros([field.label for field in unasked.values()])
            found = [Issue("missing", said, next(iter(unasked)))]
        undecided = () if self.shared else play.level
        return found + [
            Issue("missing", tied(play, level), level.tie.field, level.asked[0])
            for level in undecided
        ]

    def doubts(self, state: State, play: Play) -> list[Issue]:
        return [] if play.finished else [*rounds_left(play)]

    def apply(self, state: State, play: Play) -> State:
        if self.stands and not play.finished:
            return state
        if play.finished:
            return state.with_play(play.but(unsaid=play.unsaid | left_open(play.level)))
        done = play.but(finished=True, finished_at=state.seq + 1)
        if self.zeros is None:
            done = assuming_zeros(as_before(done))
        else:
            agreed = play.zeros | {key for key in play.blanks if key in self.zeros}
            done = done.but(zeros=agreed, unsaid=left_open(play.level))
        if not held_over(state.plays, done).keys() - held_over(state.plays, play).keys():
            return state.with_play(done)
        settled = state.resettled(done)
        return state.with_play(settled if settled.scored and not settled.untouched else done)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        if self.stands:
            return f"A tie in {play.game.title_of(play.chapter)} stays shared."
        if play.together and play.scored:
            return play.scored[1].why
        return f"{play.game.title_of(play.chapter)} finished: scores confirmed."


def tied(play: Play, level: LevelSeats) -> str:
    """``Ada and Ben are tied at 20 points. Compare gifts, or share the rank.``"""
    names = together([play.names[seat] for seat in level.seats])
    points = plural(level.total, "point")
    return f"{names} are tied on {points}. Compare {level.tie.label}, or share the rank."
