"""Taking an entry back; taking an undo back is the redo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.play import Play
from companion.rules.state import State

from .base import LogGroup, TableAction, Who
from .people import Mask


@dataclass(frozen=True, slots=True)
class Undo(TableAction):
    """Revokes an entry. Only the replay can tell how the table looks without it."""

    kind = "undo"
    log_group = LogGroup.UNDOS
    who = Who.SEAT
    entry: int

    def trace(self, state: State, play: Play | None) -> int:
        return state.seq

    def sentence(self, state: State, play: Play | None, trace: Any) -> str:
        taken = state.log.find(self.entry) if self.entry <= trace else None
        if taken is None:
            return "Taken back: an entry that is not there."
        if not isinstance(taken.action, Undo):
            return f"Taken back: {taken.sentence(state)}"
        return f"Brought back: {state.log[taken.action.entry - 1].sentence(state)}"

    def reveals(self, state: State) -> bool:
        row = state.log.find(self.entry)
        act = row.action if row else None
        if isinstance(act, Undo):
            return act.entry < self.entry and act.reveals(state)
        return isinstance(act, Mask)
