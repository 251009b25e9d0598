"""Actions between people: who sets up what, and numbers kept secret until all have theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.state import State

from .base import PlayAction, no, seat_fault


@dataclass(frozen=True, slots=True)
class Claim(PlayAction):
    """A person takes on a group of the set-up; nobody: it is anyone's again."""

    kind: ClassVar[str] = "claim"
    group: str
    seat: int | None = None

    def faults(self, state: State, play: Play) -> list[Issue]:
        if any(group.key == self.group for group in state.game.groups):
            return seat_fault(play, self.seat)
        said = f"There is no part {self.group[:40]!r} of the set-up."
        return [no("unknown-field", said, self.group[:40])]

    def done(self, state: State, play: Play) -> State:
        claims = {**play.claims, self.group: self.seat}
        kept = {group: seat for group, seat in claims.items() if seat is not None}
        return state.with_play(play.but(claims=kept))

    def said(self, play: Play) -> str:
        who = "nobody" if self.seat is None else play.names[self.seat]
        return f"{self.group}: {who}"


@dataclass(frozen=True, slots=True)
class Mask(PlayAction):
    """Scores stay secret until everyone is done, or are shown to all again."""

    kind: ClassVar[str] = "mask"
    on: bool = True

    def faults(self, state: State, play: Play) -> list[Issue]:
        return [no("conflict", "This play is finished already.")] if play.finished else []

    def done(self, state: State, play: Play) -> State:
        return state.with_play(play.but(masked=self.on, ready=frozenset()))

    def said(self, play: Play) -> str:
        return "secret scores" if self.on else "reveal the scores"


@dataclass(frozen=True, slots=True)
class Ready(PlayAction):
    """A seat has entered all it has; once every seat has, masked scores are shown."""

    kind: ClassVar[str] = "ready"
    seat: int
    on: bool = True

    def faults(self, state: State, play: Play) -> list[Issue]:
        return seat_fault(play, self.seat)

    def done(self, state: State, play: Play) -> State:
        ready = play.ready | {self.seat} if self.on else play.ready - {self.seat}
        return state.with_play(play.but(ready=ready))

    def said(self, play: Play) -> str:
        return f"{play.names[self.seat]} {'is done' if self.on else 'is not done yet'}"
