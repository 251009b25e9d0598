"""Actions at the end of a play: fill in the sheet, finish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.issues import Issue, errors
from companion.rules.play import Play
from companion.rules.state import State
from companion.rules.words import shortened

from .base import PlayAction, no, seat_fault

LONGEST_VALUE = 4000


@dataclass(frozen=True, slots=True)
class Fill(PlayAction):
    """One field of one seat, as typed. The sheet judges it; a wrong value is kept and shown.

    ``after`` is what a phone that was offline knew of the table: it does not replace what
    somebody has put there since.
    """

    kind: ClassVar[str] = "fill"
    seat: int
    field: str
    value: Any = None
    after: int | None = None

    def faults(self, state: State, play: Play) -> list[Issue]:
        if not any(field.key == self.field for field in state.game.sheet.fields()):
            said = f"There is no field {self.field[:40]!r} on this sheet."
            return [no("unknown-field", said, self.field[:40])]
        if faults := seat_fault(play, self.seat):
            return faults
        if isinstance(self.value, str | list | dict) and len(str(self.value)) > LONGEST_VALUE:
            return [no("too-high", "That is too long to keep.", self.field, self.seat)]
        if self.after is not None and play.filled.get((self.seat, self.field), 0) > self.after:
            there = play.entries[self.seat].get(self.field)
            return [no("newer", f"Somebody has put {there} there since.", self.field, self.seat)]
        if play.finished:
            return errors(self._filled(play).reckon()[1])
        return []

    def done(self, state: State, play: Play) -> State:
        filled = {**play.filled, (self.seat, self.field): state.seq + 1}
        return state.with_play(self._filled(play).but(filled=filled))

    def said(self, play: Play) -> str:
        field = next((f for f in play.game.sheet.fields() if f.key == self.field), None)
        who = play.names[self.seat] if 0 <= self.seat < len(play.seats) else "?"
        if field is None:
            return f"{who}, {self.field[:40]}: {str(self.value)[:40]}"
        return f"{who}, {field.label}: {shortened(field.told(self.value))}"

    def _filled(self, play: Play) -> Play:
        entries = list(play.entries)
        entry = {**entries[self.seat], self.field: self.value}
        if self.value is None or self.value == "":
            del entry[self.field]
        entries[self.seat] = entry
        return play.but(entries=tuple(entries))


@dataclass(frozen=True, slots=True)
class Finish(PlayAction):
    """The scores stand. Taking this back opens them again."""

    kind: ClassVar[str] = "finish"

    def faults(self, state: State, play: Play) -> list[Issue]:
        if play.finished:
            return [no("stale", "This play is finished already.")]
        return errors(play.reckon()[1])

    def done(self, state: State, play: Play) -> State:
        return state.with_play(play.but(finished=True))

    def said(self, play: Play) -> str:
        chapter = play.game.chapter(play.chapter)
        return f"finish {chapter.title if chapter else play.chapter}"
