"""Taking an entry back; taking an undo back is the redo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.play import Play
from companion.rules.state import State

from .base import Action


@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Revokes an entry. Only the replay can tell how the table looks without it."""

    kind: ClassVar[str] = "undo"
    entry: int

    def label(self, state: State, play: Play | None) -> str:
        row = state.log.find(self.entry)
        return f"undo {row.label}" if row else "undo"
