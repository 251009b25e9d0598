"""A table as one seat may see it: what others keep secret is not in it at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .actions.base import Secrecy
from .log import Log, Logged
from .play import Play
from .state import State


def seen_by(state: State, person: int | None) -> State:
    """The state without the entries that others still keep to themselves."""
    if not any(play.secret for play in state.plays):
        return state
    mine = {play.number: play.seat_of(person) for play in state.plays if play.secret}
    plays = tuple(_play(play, mine[play.number]) if play.secret else play for play in state.plays)
    log = MaskedLog(state.log.rows, state.log.length, state.log.revoked, mine)
    return state.but(plays=plays, log=log)


def _play(play: Play, seat: int | None) -> Play:
    entries = tuple(entry if i == seat else {} for i, entry in enumerate(play.entries))
    filled = {place: seq for place, seq in play.filled.items() if place[0] == seat}
    return play.but(entries=entries, filled=filled)


@dataclass(frozen=True, slots=True)
class MaskedLog(Log):
    """The same log, in which others' secret numbers are not told."""

    mine: Mapping[int, int | None] = field(default_factory=dict)  # the own seat in secret plays

    def __iter__(self) -> Iterator[Logged]:
        return (self._shown(row) for row in self.rows[: self.length])

    def __getitem__(self, index: int) -> Logged:
        return self._shown(Log.__getitem__(self, index))

    def find(self, seq: int) -> Logged | None:
        row = Log.find(self, seq)
        return self._shown(row) if row else None

    def _shown(self, row: Logged) -> Logged:
        act = row.action
        if act is None or act.secrecy is not Secrecy.PRIVATE or row.play not in self.mine:
            return row
        if getattr(act, "seat", None) == self.mine[row.play]:
            return row
        masked = act.masked()
        return Logged(replace(row.entry, data=masked.as_json()), masked, row.play)
