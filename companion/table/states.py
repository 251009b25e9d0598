"""Folded journals, kept in memory so that a page does not replay an evening."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Row, Select, Text, bindparam, case, cast, func, or_, select

from companion.config import MIB
from companion.rules.actions.scoring import Finish
from companion.rules.actions.starting import Start
from companion.rules.game import Game
from companion.rules.journal.damage import DAMAGED
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import replay, step
from companion.rules.journal.state import State
from companion.table.store import StoredEntry
from companion.table.weight import ENTRY, PLAY, RESULT, ROW, journal_size, weight

# Room for the largest table there may be, and for some hundred usual ones.
MOST_BYTES = 128 * MIB
MANY = 5  # seats at a play, where nobody has read yet who sat there


@dataclass(frozen=True, slots=True)
class Kept:
    state: State
    size: int  # bytes of its journal
    weight: int  # bytes it takes in memory, about


class Folds:
    """The newest state of each table. States never change, so one is only ever replaced."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Kept] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def at(self, table_id: int, seq: int) -> State | None:
        """The state after exactly so many entries, if it is the one kept."""
        with self._lock:
            kept = self._kept.get(table_id)
            if kept is None or kept.state.seq != seq:
                return None
            self._kept.move_to_end(table_id)  # looked at often, it is not the next to go
            return kept.state

    def behind(self, tables: Mapping[int, int]) -> int:
        """How many entries would have to be folded for tables that have come so far."""
        with self._lock:
            known = {c: kept.state.seq for c in tables if (kept := self._kept.get(c))}
        return sum(max(0, seq - known.get(table_id, 0)) for table_id, seq in tables.items())

    def fitting(self, connection: Connection, tables: Sequence[int]) -> set[int]:
        """Those of the tables, the first ones first, whose states have room in memory together."""
        with self._lock:
            weights = {c: kept.weight for c in tables if (kept := self._kept.get(c))}
        unknown = [table_id for table_id in tables if table_id not in weights]
        weights |= _weights(connection, unknown)
        taken = accumulate(weights.get(table_id, 0) for table_id in tables)
        pairs = zip(tables, taken, strict=True)
        return {table_id for table_id, so_far in pairs if so_far <= MOST_BYTES}

    def current(self, connection: Connection, table_id: int, game: Game) -> State:
        """The state after every entry the database has now; one statement."""
        return self.current_all(connection, {table_id: game})[table_id]

    def current_all(self, connection: Connection, tables: Mapping[int, Game]) -> dict[int, State]:
        """The states of several tables after every entry there is now; one statement for all."""
        known = {table_id: self._get(table_id) for table_id in tables}
        after = {table_id: state.seq if state else 0 for table_id, state in known.items()}
        fresh: dict[int, list[Entry]] = {table_id: [] for table_id in tables}
        for table_id, entry in _entries_after(connection, after):
            fresh[table_id].append(entry)
        found = {}
        for table_id, game in tables.items():
            found[table_id] = _folded(known[table_id], game, fresh[table_id])
            self.keep(table_id, found[table_id])
        return found

    def keep(self, table_id: int, state: State) -> None:
        """Remember the state unless a newer one is known; the least used make room for it."""
        size = self.size(table_id, state)
        with self._lock:
            known = self._kept.get(table_id)
            if known is None or known.state.seq <= state.seq:
                self._drop(table_id)
                self._kept[table_id] = Kept(state, size, weight(state, size))
                self._weight += self._kept[table_id].weight
            self._kept.move_to_end(table_id)
            while self._weight > MOST_BYTES and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def size(self, table_id: int, state: State) -> int:
        """How many bytes the journal behind ``state`` has; only what is new is measured."""
        with self._lock:
            known = self._kept.get(table_id)
        if known is None or len(known.state.log) > len(state.log):
            return journal_size(state.log, 0)
        return known.size + journal_size(state.log, len(known.state.log))

    def stored(self, table_id: int, state: State) -> int:
        """How many bytes the table takes on the disk, and in a file at most."""
        return self.size(table_id, state) + ROW * state.seq

    def forget(self, table_id: int) -> None:
        with self._lock:
            self._drop(table_id)

    def _drop(self, table_id: int) -> None:
        if kept := self._kept.pop(table_id, None):
            self._weight -= kept.weight

    def _get(self, table_id: int) -> State | None:
        with self._lock:
            kept = self._kept.get(table_id)
            return kept.state if kept else None


# What every page asks, put together once: that takes longer than the database's answer.
_NEWER = (
    select(StoredEntry.__table__)
    .where(StoredEntry.campaign_id == bindparam("table_id"), StoredEntry.seq > bindparam("after"))
    .order_by(StoredEntry.seq)
)


def _folded(state: State | None, game: Game, entries: list[Entry]) -> State:
    if state is None:
        return replay(game, entries)
    return reduce(step, entries, state)


Numbered = list[tuple[int, Entry]]
"""Entries, each with its table."""
GARBLED = (ValueError, TypeError, RecursionError)
"""What reading a row raises that holds no JSON or no moment."""


def _entries_after(connection: Connection, after: Mapping[int, int]) -> Numbered:
    """The entries of each table that come after the number given for it."""
    if not after:
        return []
    if len(after) == 1:
        [(table_id, seq)] = after.items()
        return _read(connection, _NEWER, {"table_id": table_id, "after": seq})
    table = StoredEntry.__table__
    newer = or_(*((table.c.campaign_id == c) & (table.c.seq > seq) for c, seq in after.items()))
    return _read(connection, select(table).where(newer).order_by(table.c.seq))


def _weights(connection: Connection, table_ids: Sequence[int]) -> dict[int, int]:
    """What the states of journals will weigh, as far as the database can tell."""
    if not table_ids:
        return {}
    plays = {Start.kind: PLAY, Finish.kind: RESULT * MANY}
    counted = func.sum(case(plays, value=StoredEntry.action, else_=0))
    weight = ENTRY * func.count() + counted + func.sum(func.length(cast(StoredEntry.data, Text)))
    asked = select(StoredEntry.campaign_id, weight).where(StoredEntry.campaign_id.in_(table_ids))
    return {row[0]: row[1] for row in connection.execute(asked.group_by(StoredEntry.campaign_id))}


def _read(
    connection: Connection, rows: Select[Any], given: Mapping[str, int] | None = None
) -> Numbered:
    try:
        return [(row.campaign_id, _entry(row)) for row in connection.execute(rows, given)]
    except GARBLED:
        table = StoredEntry.__table__
        numbers = rows.with_only_columns(table.c.campaign_id, table.c.seq)
        return [_one(connection, *place) for place in connection.execute(numbers, given).all()]


def _one(connection: Connection, table_id: int, seq: int) -> tuple[int, Entry]:
    """One entry; of a garbled one just its number."""
    table = StoredEntry.__table__
    mine = select(table).where(table.c.campaign_id == table_id, table.c.seq == seq)
    try:
        return table_id, _entry(connection.execute(mine).one())
    except GARBLED:
        return table_id, Entry(seq, DAMAGED, {})


def _entry(row: Row[Any]) -> Entry:
    at = row.at.isoformat(timespec="seconds")
    return Entry(
        row.seq, row.action, row.data, row.play, row.key, row.person, row.device or "", at, row.seat
    )
