"""Undo; undoing an undo is the redo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.log import Logged
from companion.rules.journal.play import Play
from companion.rules.journal.state import State

from .base import LogGroup, TableAction, Who
from .people import Mask


@dataclass(frozen=True, slots=True)
class Undo(TableAction):
    """Undoes an entry. Replay works out the state without it."""

    kind = "undo"
    log_group = LogGroup.UNDOS
    who = Who.SEAT
    protects_secret = True  # it may have undone what would have let another device see a secret
    entry: int

    def doubts(self, state: State, play: Play | None) -> list[Issue]:
        """Asks if it undoes a finish, because that opens a finished game again."""
        row, stands = self._meant(state)
        if row is None or stands:
            return []
        played = [play for play in state.plays.as_told if play.finished]
        ended = (state.plays[p.number] for p in played if p.finished_at == row.entry.seq)
        names = (play.game.title_of(play.chapter) for play in ended)
        said = "is finished. This opens it again: what was entered stays; finish it once more."
        return [Issue("unusual", f"{name} {said}") for name in names]

    def snapshot_before(self, state: State, play: Play | None) -> int:
        return state.seq

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        taken, stands = self._meant(state) if self.entry <= snapshot else (None, False)
        if taken is None:
            return "Taken back: an entry that is not there."
        return f"{'Brought' if stands else 'Taken'} back: {taken.sentence(state)}"

    def takes_back(self, state: State) -> bool:
        """Whether it is an undo and not a redo."""
        return not self._meant(state)[1]

    def reveals(self, state: State) -> bool:
        row, _ = self._meant(state)
        return self.shows_again(state) or (row is not None and isinstance(row.action, Mask))

    def shows_again(self, state: State) -> bool:
        """Whether it is the redo of an entry that shows a secret to everybody."""
        row, stands = self._meant(state)
        return stands and row is not None and row.action is not None and row.action.shows

    def _meant(self, state: State) -> tuple[Logged | None, bool]:
        """The entry at the end of a chain of undos, and whether this undo brings it back."""
        row, stands = state.log.find(self.entry), False
        while row and isinstance(row.action, Undo):
            earlier = row.action.entry < row.entry.seq
            row, stands = state.log.find(row.action.entry) if earlier else None, not stands
        return row, stands
