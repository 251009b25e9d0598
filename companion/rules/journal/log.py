"""The journal as the rules see it: entries in order, damaged ones, and those still sealed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..plain import Unshowable, plain
from .people import Seat, named

if TYPE_CHECKING:
    from ..actions import Action
    from .play import Play
    from .secrecy import View
    from .state import State

SCORES = ""  # what the sheets say; the other topics are the names of secret draws
Topic = tuple[int, str]  # something that can be secret in a play, by the play's number
STRIDE = 32
FAR_BACK = 400  # entries that a page looks back over at most, so that long journals cost no more
UNDO = "undo"
DAMAGED = "damaged"  # the action kind of an entry that cannot be read
WHY = "it can’t be read, so it doesn’t count. Undo it and enter it again."


@dataclass(frozen=True, slots=True)
class Seals:
    """Reads the journal as it was written, so that no undo can reveal a secret."""

    covered: frozenset[Topic] = frozenset()
    first: Mapping[Topic, int] = field(default_factory=dict)  # told in secret, not shown since

    def after(self, row: Logged, taken: Logged | None, secret_draws: frozenset[str]) -> Seals:
        """The seals after one more row; ``taken`` is the row it undoes, if it is an undo."""
        seq = row.entry.seq
        if row.damaged:  # it cannot be read
            return self._told((row.entry.play or 0, SCORES), seq, secret_draws)
        act = (taken or row).action
        if act is None or act.topic is None or row.refused:
            return self
        topic = (taken or row).play, act.topic
        if act.secrets:
            return self if taken else self._told(topic, seq, secret_draws)
        if act.shows and not taken:
            first = {about: at for about, at in self.first.items() if about != topic}
            return Seals(self.covered - {topic}, first)
        return replace(self, covered=self.covered | {topic})

    def _told(self, topic: Topic, seq: int, secret_draws: frozenset[str]) -> Seals:
        secret = topic in self.covered or topic[1] in secret_draws
        if topic in self.first or not secret:
            return self
        return replace(self, first={**self.first, topic: seq})


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
    """A row of the log: an entry, its action, and why the rules refused it, if they did."""

    entry: Entry
    action: Action[Any] | None = None
    play: int = -1  # the play it is about: the one it names, else the newest then
    snapshot: Any = None  # what the action remembers for its sentence
    refused: str = ""
    damaged: bool = False  # it cannot be read
    seats: tuple[Seat, ...] = ()  # who sat where then, which its seat numbers mean

    def about(self, state: State) -> Play | None:
        return state.play_at(self.play)

    def _then(self, state: State) -> Play | None:
        """The play it is about, with the people in the seats they had then."""
        play = self.about(state)
        if play is None or [s.person for s in self.seats] == [s.person for s in play.seats]:
            return play
        return play.but(seats=named(state.people, self.seats))

    def person_in(self, seat: int | None) -> int | None:
        """Who had a seat when the entry was made."""
        if seat is None or not 0 <= seat < len(self.seats):
            return None
        return self.seats[seat].person

    @property
    def teller(self) -> int | None:
        """Who made the entry, as far as that is known."""
        if self.entry.person is None:
            return self.person_in(self.entry.seat)
        return self.entry.person

    def sentence(self, state: State) -> str:
        """What the entry did, in the words the group uses now."""
        if self.damaged:
            return f"Line {self.entry.seq} of the log is damaged."
        act, play = self.action, self._then(state)
        if act and (play or not act.needs_play):
            try:
                return act.sentence(state, play, self.snapshot)
            except Exception:
                pass  # refused or undone: what it names may not exist
        return f"This version can’t read it: {self.entry.action}."

    def receipt(self, state: State) -> str:
        """What the entry changed besides what was tapped, in words; empty if it was refused."""
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
    # Some earlier states: an undo is folded from the last one before it, not from the beginning.
    marks: tuple[State, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    seals: Seals = field(default_factory=Seals, kw_only=True)
    view: View | None = field(default=None, kw_only=True)  # what one visitor sees; None: all of it

    @property
    def seen_as(self) -> tuple[Hashable, ...]:
        """A key that is equal for visitors who see the same log."""
        return self.view.sees_as if self.view else ()

    def __len__(self) -> int:
        return self.length

    def shown(self, row: Logged) -> Logged:
        """A row as this log shows it."""
        return self.view.shown(row) if self.view else row

    def __iter__(self) -> Iterator[Logged]:
        return map(self.shown, self._rows[: self.length])

    def __getitem__(self, index: int) -> Logged:
        return self.shown(self._rows[index + self.length if index < 0 else index])

    def newest(self) -> Iterator[Logged]:
        """The most recent rows, the last one first."""
        rows = self._rows[max(0, self.length - FAR_BACK) : self.length]
        return map(self.shown, reversed(rows))

    def standing(self) -> Iterator[Logged]:
        """The most recent rows that count: neither refused nor undone."""
        return filter(self.stands, self.newest())

    def heard_of(self, device: str) -> bool:
        """Whether the device has made any entry; most devices at a table only watch."""
        return self._first.get(device, self.length) < self.length

    def stands(self, row: Logged) -> bool:
        return not row.refused and row.entry.seq not in self.revoked

    def latest(self, play: Play, action: str, about: Mapping[str, Any]) -> Entry | None:
        """The last entry of a kind about something that counts in a play, if it is recent."""
        rows = (row.entry for row in self.standing() if row.play == play.number)
        mine = (entry for entry in rows if entry.action == action and entry.seq > play.restarted_at)
        return next((entry for entry in mine if about.items() <= entry.data.items()), None)

    def extended(self, row: Logged, secret_draws: frozenset[str] = frozenset()) -> Log:
        rows, first = self._rows, self._first
        taken = self.find(target(row.entry) or 0) if row.entry.action == UNDO else None
        seals = self.seals.after(row, taken, secret_draws)
        if len(rows) == self.length:
            rows.append(row)
        if len(rows) <= self.length or rows[self.length] is not row:  # another was faster
            rows = [*rows[: self.length], row]
            first = {device: at for device, at in first.copy().items() if at < self.length}
        first.setdefault(row.entry.device, self.length)
        return Log(rows, first, self.length + 1, self.revoked, marks=self.marks, seals=seals)

    def marked(self, state: State) -> Log:
        """The same log with ``state`` as a new mark. Of older ones two are kept for every doubling
        of the distance: a dozen or two in a long journal."""
        kept = []
        for mark in self.marks:
            doublings = ((self.length - len(mark.log)) // (2 * STRIDE)).bit_length() - 1
            if len(mark.log) % (STRIDE << max(0, doublings)) == 0:
                kept.append(mark)
        return replace(self, marks=(*kept, state))

    def since(self, seq: int) -> list[Logged]:
        """The rows after entry ``seq``."""
        return list(map(self.shown, self._rows[seq : self.length]))

    def find(self, seq: int) -> Logged | None:
        return self[seq - 1] if 0 < seq <= self.length else None


def revoked(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of all undone entries. An undo that was itself undone has no effect."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.action == UNDO and entry.seq not in gone and (taken := target(entry)):
            gone.add(taken)
    return frozenset(gone)


def target(undo: Entry) -> int | None:
    """The earlier entry that an undo undoes, or None."""
    found = undo.data.get("entry") if isinstance(undo.data, Mapping) else None
    return found if type(found) is int and 0 < found < undo.seq else None


def showable(entry: Entry) -> Entry:
    """The entry with its text cleaned for pages; if that fails, only its number and moment."""
    unreadable = Entry(entry.seq, DAMAGED, {}, at=entry.at)
    numbers = (entry.play, entry.person, entry.seat)
    sound = all(number is None or type(number) is int for number in numbers)
    if not isinstance(entry.data, dict) or not sound:
        return unreadable
    try:
        for part in (entry.action, entry.key, entry.device):
            plain(part)
        data = plain(entry.data)
    except Unshowable:
        return unreadable
    return entry if data == entry.data else replace(entry, data=data)
