"""The hours of a table are those of where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules import zones
from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.state import State

from .base import LogGroup, TableAction, Who, no


@dataclass(frozen=True, slots=True)
class SetZone(TableAction):
    """The time zone in which this table's days and hours are told."""

    kind = "zone"
    log_group = LogGroup.RULINGS
    who = Who.HOST
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if self.value in zones.known():
            return []
        return [no("unknown-choice", "There is no such time zone.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        return state.but(zone=self.value)

    def sentence(self, state: State, play: Play | None, trace: Any) -> str:
        return f"Days and hours as in {self.value.replace('_', ' ')}."
