"""Actions about where a group meets, and in which time zone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules import zones
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.state import State

from .base import LogGroup, TableAction, Who

LONGEST = 80


@dataclass(frozen=True, slots=True)
class SetPlace(TableAction):
    """Sets where this table is played, for calendars and other apps."""

    kind = "place"
    log_group = LogGroup.PEOPLE
    who = Who.TABLE
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if 1 <= len(self.value.strip()) <= LONGEST:
            return []
        return [Issue("missing", f"A place has 1 to {LONGEST} letters.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        return state.but(place=self.value.strip())

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"Where you meet: {self.value.strip()}."


@dataclass(frozen=True, slots=True)
class SetZone(TableAction):
    """Sets the time zone in which this table's days and hours are shown."""

    kind = "zone"
    log_group = LogGroup.RULINGS
    who = Who.HOST
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if self.value in zones.known():
            return []
        return [Issue("unknown-choice", "There is no such time zone.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        return state.but(zone=self.value)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"Days and hours as in {zones.called(self.value)}."
