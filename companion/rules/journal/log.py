"""The journal as the rules see it: entries in order, shared between successive states."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .people import Seat, named
from .seals import Seals

if TYPE_CHECKING:
    from ..actions import Action
    from .play import Play
    from .state import State

STRIDE = 32
FAR_BACK = 400
"""As many entries are looked through for what a page says of the past; it is no search."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal, as it was sent."""

    seq: int
    action: str
    data: Mapping[str, Any]
    play: int | None = None
    key: str = ""
    person: int | None = None
    device: str = ""
    at: str = ""
    seat: int | None = None  # who told it, in journals from before there were people


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry, the action it means if any, and why it was passed over if it was."""

    entry: Entry
    action: Action[Any] | None = None
    play: int = -1  # the play it is about: the one it names, else the newest then
    snapshot: Any = None  # what the action remembers for its sentence
    refused: str = ""
    damaged: bool = False  # nobody can tell what it was
    seats: tuple[Seat, ...] = ()  # who sat where then, which its seat numbers mean

    def about(self, state: State) -> Play | None:
        return state.plays[self.play] if 0 <= self.play < len(state.plays) else None

    def _then(self, state: State) -> Play | None:
        """The play it is about, with everybody where they sat then."""
        play = self.about(state)
        if play is None or [s.person for s in self.seats] == [s.person for s in play.seats]:
            return play
        return play.but(seats=named(state.people, self.seats))

    def person_in(self, seat: int | None) -> int | None:
        """Who sat there then."""
        known = seat is not None and 0 <= seat < len(self.seats)
        return self.seats[seat].person if known and seat is not None else None

    @property
    def teller(self) -> int | None:
        """Who told it, as far as it is known."""
        if self.entry.person is None:
            return self.person_in(self.entry.seat)
        return self.entry.person

    def sentence(self, state: State) -> str:
        """What was told, in the words of the table as it is now."""
        if self.damaged:
            return f"Entry {self.entry.seq} is damaged."
        act, play = self.action, self._then(state)
        if act and (play or not act.needs_play):
            try:
                return act.sentence(state, play, self.snapshot)
            except Exception:
                pass  # passed over or taken back: nobody has judged what it speaks of
        return f"Not understood: {self.entry.action}."

    def receipt(self, state: State) -> str:
        """What it changed by itself, in words; nothing where it was passed over."""
        act, play = self.action, self._then(state)
        return act.receipt(state, play, self.snapshot) if act and play and not self.refused else ""


@dataclass(frozen=True, slots=True)
class Log:
    """An append-only list of which each state holds its own length.

    Appending to the newest shares the rows, so that a journal of thousands of entries
    costs the same to extend as one of ten; appending to an older one copies.
    """

    _rows: list[Logged] = field(default_factory=list)
    _first: dict[str, int] = field(default_factory=dict)  # by device, the row of its first entry
    length: int = 0
    revoked: frozenset[int] = frozenset()  # seqs taken back, undos included
    # The table as it was now and then: an undo is folded from there, not from the beginning.
    marks: tuple[State, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    seals: Seals = field(default_factory=Seals, kw_only=True)

    @property
    def seen_as(self) -> tuple[Hashable, ...]:
        """Equal for visitors who see the same of it: here all do."""
        return ()

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Logged]:
        return iter(self._rows[: self.length])

    def __getitem__(self, index: int) -> Logged:
        return self._rows[index + self.length if index < 0 else index]

    def newest(self) -> Iterator[Logged]:
        """The rows from the last one back, unless they are long ago."""
        return reversed(self._rows[max(0, self.length - FAR_BACK) : self.length])

    def standing(self) -> Iterator[Logged]:
        """Those of the newest that count: neither passed over nor taken back."""
        return filter(self.stands, self.newest())

    def heard_of(self, device: str) -> bool:
        """Whether the device has entered anything; most at a table only follow."""
        return self._first.get(device, self.length) < self.length

    def stands(self, row: Logged) -> bool:
        return not row.refused and row.entry.seq not in self.revoked

    def latest(self, play: Play, action: str, about: Mapping[str, Any]) -> Entry | None:
        """A play's newest standing entry of a kind about something, unless it is long ago."""
        rows = (row.entry for row in self.standing() if row.play == play.number)
        mine = (entry for entry in rows if entry.action == action and entry.seq > play.restarted_at)
        return next((entry for entry in mine if about.items() <= entry.data.items()), None)

    def extended(self, row: Logged, secret_draws: frozenset[str] = frozenset()) -> Log:
        rows, first = self._rows, self._first
        taken = self.find(target(row.entry) or 0) if row.entry.action == "undo" else None
        seals = self.seals.after(row, taken, secret_draws)
        if len(rows) == self.length:
            rows.append(row)
        if len(rows) <= self.length or rows[self.length] is not row:  # another was faster
            rows = [*rows[: self.length], row]
            first = {device: at for device, at in first.copy().items() if at < self.length}
        first.setdefault(row.entry.device, self.length)
        return Log(rows, first, self.length + 1, self.revoked, marks=self.marks, seals=seals)

    @property
    def due(self) -> bool:
        """Whether it is time to remember the table again."""
        return self.length % STRIDE == 0

    def marked(self, state: State) -> Log:
        """The same log, which remembers ``state``; the further back, the fewer it keeps."""
        kept = (mark for mark in self.marks if _is_kept(len(mark.log), self.length))
        return replace(self, marks=(*kept, state))

    def before(self, seq: int) -> tuple[State, ...]:
        """What is remembered from before entry ``seq``."""
        return tuple(mark for mark in self.marks if len(mark.log) < seq)

    def since(self, seq: int) -> list[Logged]:
        """The rows after entry ``seq``."""
        return self._rows[seq : self.length]

    def find(self, seq: int) -> Logged | None:
        return self._rows[seq - 1] if 0 < seq <= self.length else None


def _is_kept(mark: int, length: int) -> bool:
    """Two for every doubling of the distance, so that a long journal keeps a dozen or two."""
    doublings = ((length - mark) // (2 * STRIDE)).bit_length() - 1
    return mark % (STRIDE << max(0, doublings)) == 0


def revoked(entries: Sequence[Entry], undo: str) -> frozenset[int]:
    """The seqs that undos have taken back. An undo that was itself undone takes nothing back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.action == undo and entry.seq not in gone and (taken := target(entry)):
            gone.add(taken)
    return frozenset(gone)


def target(undo: Entry) -> int | None:
    """The entry an undo takes back, which is an earlier one or none."""
    found = undo.data.get("entry") if isinstance(undo.data, Mapping) else None
    return found if type(found) is int and 0 < found < undo.seq else None
