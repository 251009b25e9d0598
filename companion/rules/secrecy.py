"""A table as one seat may see it: what others keep secret is not in it at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .log import Log, Logged
from .play import Play
from .state import State


def seen_by(state: State, seat: int | None) -> State:
    """The state without the entries that other seats still keep to themselves."""
    secret = frozenset(play.number for play in state.plays if play.secret)
    if not secret:
        return state
    plays = tuple(_play(play, seat) if play.secret else play for play in state.plays)
    names: dict[int | None, tuple[str, ...]] = {play.number: play.names for play in state.plays}
    log = MaskedLog(state.log.rows, state.log.length, state.log.revoked, secret, seat, names)
    return state.but(plays=plays, log=log)


def _play(play: Play, seat: int | None) -> Play:
    entries = tuple(entry if i == seat else {} for i, entry in enumerate(play.entries))
    filled = {place: seq for place, seq in play.filled.items() if place[0] == seat}
    return play.but(entries=entries, filled=filled)


@dataclass(frozen=True, slots=True)
class MaskedLog(Log):
    """The same log, in which others' secret numbers are not told."""

    secret: frozenset[int] = frozenset()
    seat: int | None = None
    names: Mapping[int | None, tuple[str, ...]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Logged]:
        return (self._shown(row) for row in self.rows[: self.length])

    def __getitem__(self, index: int) -> Logged:
        return self._shown(Log.__getitem__(self, index))

    def find(self, seq: int) -> Logged | None:
        row = Log.find(self, seq)
        return self._shown(row) if row else None

    def _shown(self, row: Logged) -> Logged:
        entry = row.entry
        if entry.action == "undo":
            return self._taken_back(row)
        if entry.action != "fill" or entry.play not in self.secret:
            return row
        seat = entry.data.get("seat")
        if seat == self.seat or not isinstance(seat, int):
            return row
        hidden = replace(entry, data={"seat": seat, "field": "", "value": None})
        return Logged(hidden, f"{self.names[entry.play][seat]} has entered something")

    def _taken_back(self, row: Logged) -> Logged:
        """An undo names what it takes back, which may be a secret number."""
        seq = row.entry.data.get("entry")
        target = Log.find(self, seq) if isinstance(seq, int) and seq < row.entry.seq else None
        shown = self._shown(target) if target else None
        return row if shown is target or not shown else replace(row, label=f"undo {shown.label}")
