"""A cache of folded states, so that a page does not replay the whole journal."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from threading import Lock
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Row, Select, Text, bindparam, case, cast, func, or_, select

from companion.rules.actions.starting import Start
from companion.rules.game import Game
from companion.rules.journal.log import DAMAGED, Entry
from companion.rules.journal.replay import fold_entry, replay
from companion.rules.journal.state import State
from companion.table.store import ROW_BYTES, StoredEntry, data_size

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
# Kept in memory, counted in entries: filled with usual evenings this takes 91 MiB.
MOST_ENTRIES = 80_000
PLAY = 25  # entries that take as much memory as a play before anything is entered in it
LARGE = 1024  # bytes of data that take as much memory as one more entry


class SizedCache(Generic[K, V]):
    """Values by key, each counting as one or as several; safe for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._total = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: K, value: V, size: int = 1) -> None:
        """Store the value, then drop others until all fit; the newest stays however large."""
        with self._lock:
            self._total += size - self._values.pop(key, (None, 0))[1]
            self._values[key] = value, size
            while self._total > self._most and len(self._values) > 1:
                self._total -= self._values.popitem(last=False)[1][1]

    def drop(self, key: K) -> None:
        with self._lock:
            self._total -= self._values.pop(key, (None, 0))[1]


@dataclass(frozen=True, slots=True)
class Kept:
    state: State
    size: int  # bytes of its journal's data
    cost: int  # counted in entries


class StateCache:
    """The newest known state of each table. States are immutable, so one is only ever replaced."""

    def __init__(self) -> None:
        self._kept: SizedCache[int, Kept] = SizedCache(MOST_ENTRIES)

    def at(self, table_id: int, seq: int) -> State | None:
        """The state after exactly ``seq`` entries, if it is cached."""
        state = self._newest(table_id)
        return state if state and state.seq == seq else None

    def entries_to_replay(self, tables: Mapping[int, int]) -> int:
        """How many entries are not folded yet; ``tables`` has each table's newest entry."""
        return sum(max(0, seq - _seq(self._newest(table_id))) for table_id, seq in tables.items())

    def fitting(self, connection: Connection, tables: Sequence[int]) -> set[int]:
        """The first of these tables, as many as have room in memory together."""
        costs = {table_id: kept.cost for table_id in tables if (kept := self._kept.get(table_id))}
        costs |= _costs(connection, [table_id for table_id in tables if table_id not in costs])
        taken = accumulate(costs.get(table_id, 0) for table_id in tables)
        return {one for one, so_far in zip(tables, taken, strict=True) if so_far <= MOST_ENTRIES}

    def current(self, connection: Connection, table_id: int, game: Game) -> State:
        """The state after every entry the database has now; one statement."""
        return self.current_all(connection, {table_id: game})[table_id]

    def current_all(self, connection: Connection, tables: Mapping[int, Game]) -> dict[int, State]:
        """The same for several tables with one statement."""
        known = {table_id: self._newest(table_id) for table_id in tables}
        after = {table_id: _seq(state) for table_id, state in known.items()}
        fresh: dict[int, list[Entry]] = {table_id: [] for table_id in tables}
        for table_id, entry in _entries_after(connection, after):
            fresh[table_id].append(entry)
        found = {}
        for table_id, game in tables.items():
            before, new = known[table_id], fresh[table_id]
            found[table_id] = reduce(fold_entry, new, before) if before else replay(game, new)
            self.keep(table_id, found[table_id])
        return found

    def keep(self, table_id: int, state: State) -> None:
        """Cache the state unless a newer one is known; the least used ones make room."""
        if _seq(self._newest(table_id)) <= state.seq:
            size = self.size(table_id, state)
            cost = state.seq + PLAY * len(state.plays) + size // LARGE
            self._kept.put(table_id, Kept(state, size, cost), cost)

    def size(self, table_id: int, state: State) -> int:
        """The bytes of the journal's data; only new entries are measured."""
        known = self._kept.get(table_id)
        size, measured = (known.size, known.state.seq) if known else (0, 0)
        if measured > state.seq:
            size, measured = 0, 0
        return size + sum(data_size(row.entry.data) for row in state.log.since(measured))

    def stored(self, table_id: int, state: State) -> int:
        """The bytes that the table takes in the database, or at most in a file."""
        return self.size(table_id, state) + ROW_BYTES * state.seq

    def forget(self, table_id: int) -> None:
        self._kept.drop(table_id)

    def _newest(self, table_id: int) -> State | None:
        kept = self._kept.get(table_id)
        return kept.state if kept else None


def _seq(state: State | None) -> int:
    return state.seq if state else 0


# Built once: building the statement takes longer than the database's answer.
_NEWER = (
    select(StoredEntry.__table__)
    .where(StoredEntry.campaign_id == bindparam("table_id"), StoredEntry.seq > bindparam("after"))
    .order_by(StoredEntry.seq)
)


GARBLED = (ValueError, TypeError, RecursionError)
"""What reading a damaged row raises, one without valid JSON or time."""


def _entries_after(connection: Connection, after: Mapping[int, int]) -> list[tuple[int, Entry]]:
    """The entries of each table that come after the number given for it, with the table."""
    if not after:
        return []
    if len(after) == 1:
        [(table_id, seq)] = after.items()
        return _read(connection, _NEWER, {"table_id": table_id, "after": seq})
    table = StoredEntry.__table__
    newer = or_(*((table.c.campaign_id == c) & (table.c.seq > seq) for c, seq in after.items()))
    return _read(connection, select(table).where(newer).order_by(table.c.seq))


def _costs(connection: Connection, table_ids: Sequence[int]) -> dict[int, int]:
    """The cost of tables that are not cached, estimated by the database without folding them."""
    if not table_ids:
        return {}
    plays = func.sum(case({Start.kind: PLAY}, value=StoredEntry.action, else_=0))
    size = func.sum(func.length(cast(StoredEntry.data, Text)))
    asked = select(StoredEntry.campaign_id, func.count() + plays + size / LARGE)
    found = asked.where(StoredEntry.campaign_id.in_(table_ids)).group_by(StoredEntry.campaign_id)
    return {table_id: int(cost) for table_id, cost in connection.execute(found)}


def _read(
    connection: Connection, rows: Select[Any], given: Mapping[str, int] | None = None
) -> list[tuple[int, Entry]]:
    try:
        return [(row.campaign_id, _entry(row)) for row in connection.execute(rows, given)]
    except GARBLED:
        table = StoredEntry.__table__
        numbers = rows.with_only_columns(table.c.campaign_id, table.c.seq)
        return [_one(connection, *place) for place in connection.execute(numbers, given).all()]


def _one(connection: Connection, table_id: int, seq: int) -> tuple[int, Entry]:
    """One entry; only its number if the row is damaged."""
    table = StoredEntry.__table__
    mine = select(table).where(table.c.campaign_id == table_id, table.c.seq == seq)
    try:
        return table_id, _entry(connection.execute(mine).one())
    except GARBLED:
        return table_id, Entry(seq, DAMAGED, {})


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        seq=row.seq, action=row.action, data=row.data, play=row.play, key=row.key,
        person=row.person, device=row.device or "", seat=row.seat,
        at=row.at.isoformat(timespec="seconds"),
    )  # fmt: skip
