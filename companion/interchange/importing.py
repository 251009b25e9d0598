"""Importing files: judged by the rules, then a new table or more entries of one that is here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from time import monotonic, sleep

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.games import games
from companion.interchange.table_file import Budget, TableFile, lasting, people_of
from companion.rules.actions.table import Undo
from companion.rules.journal.log import Entry, target
from companion.rules.journal.replay import replaying
from companion.rules.journal.secrecy import concealed, has_secrets, hiding, open_part
from companion.rules.journal.state import State
from companion.table.journal import StalePage, check_room, state_cache, take_turn, write
from companion.table.links import ROW, Role, add_link, first_links, first_to, inserted, token_of
from companion.table.store import Busy, Link, StoredTable, db, new_uid, writing

LONGEST_REST = 0.1  # seconds: SQLite looks that often whether a turn is free
NEW_TABLE = 0  # stands for a table that has no id yet


@dataclass(frozen=True, slots=True)
class Judged:
    """A file and the state folded from it; refused entries are flagged in its log."""

    file: TableFile
    state: State

    @property
    def flagged(self) -> int:
        return sum(bool(row.refused) for row in self.state.log)


def judged(files: Iterable[TableFile], budget: Budget | None = None) -> list[Judged]:
    """Fold the journals; stop when they use more CPU than files may."""
    budget = budget or Budget()
    found: list[Judged] = []
    for file in files:
        state = State(games()[file.game])
        for after in replaying(state.game, file.entries):
            budget.check()
            state = after
        found.append(Judged(file, state))
    return found


class How(StrEnum):
    """What became of a table in a file."""

    NEW = "new"
    SECOND = "second"  # a second table, because the one here has entries that the file lacks
    LONGER = "longer"  # the one here gets the new entries of the file
    KNOWN = "known"  # the one here has all entries already


def meeting(
    table: Sequence[Entry], file: Sequence[Entry], readable: Sequence[Entry] | None = None
) -> How:
    """How a table's journal and the one of a file with the same id belong together.

    ``readable`` is the table's journal without its secrets. Whatever a file says in the place of
    one is left aside, or somebody could find it out by trying.
    """
    if not all(map(_is_same, table, table if readable is None else readable, file)):
        return How.SECOND
    return How.LONGER if len(file) > len(table) else How.KNOWN


def _is_same(mine: Entry, readable: Entry, theirs: Entry) -> bool:
    """Whether an entry of the file is this one, perhaps without its secrets."""
    if readable.action != mine.action:  # nothing but its moment can be read
        return mine.at == theirs.at
    if (mine.action, mine.play, mine.person, mine.at) != (
        theirs.action, theirs.play, theirs.person, theirs.at
    ):  # fmt: skip
        return False
    if readable is not mine:
        return open_part(mine.action, mine.data) == open_part(mine.action, theirs.data)
    return theirs.data in (mine.data, concealed(mine.action, mine.data))


@dataclass(frozen=True, slots=True)
class OpenedTable:
    id: int
    token: str
    name: str
    how: How


class Interrupted(Exception):
    """Only some tables could be written; sending the form again goes on from there."""

    def __init__(self, opened: Sequence[OpenedTable]) -> None:
        super().__init__("Some games weren’t opened.")
        self.opened = opened


def saved(connection: Connection, uid: str) -> TableFile | None:
    """The file of a table, without secrets."""
    row = connection.execute(select(StoredTable.__table__).where(StoredTable.uid == uid)).first()
    game = games().get(row.game) if row else None
    if row is None or game is None:
        return None
    state = state_cache().current(connection, row.id, game)
    created = row.created.isoformat(timespec="seconds")
    entries = hiding(lasting(state, created), state)
    return TableFile(uid, row.game, row.name, created, entries, people_of(state))


def take_in(files: Sequence[Judged], own: Mapping[str, int], key: str) -> list[OpenedTable]:
    """Keep what was judged. ``own``: tables, by id, that may go on; others are left alone.

    The same ``key`` sent again leads to the tables that were made the first time. Each table has
    a turn to write of its own, with a rest between in which others have theirs.
    """
    for one in files:
        check_room(NEW_TABLE, one.state)
    found: list[OpenedTable] = []
    took = 0.0
    for n, one in enumerate(files):
        sleep(min(took, LONGEST_REST))
        began = monotonic()
        try:
            found.append(_opened(one, own, f"{key}:{n}"))
        except (Busy, StalePage, OperationalError, PoolTimeout) as reason:
            if not found:
                raise
            raise Interrupted(found) from reason
        took = monotonic() - began
    return found


def _opened(one: Judged, own: Mapping[str, int], key: str) -> OpenedTable:
    """The table, opened at the second try where somebody opens the very same at this moment."""
    for _ in range(2):
        with suppress(IntegrityError):
            return _written(one, own, key)
    raise StalePage


def _written(one: Judged, own: Mapping[str, int], key: str) -> OpenedTable:
    with writing() as connection:
        opened = _open(connection, one, own, key)
    if opened.how is How.LONGER:
        state_cache().forget(opened.id)
    elif opened.how is not How.KNOWN:
        state_cache().keep(opened.id, one.state)
    return opened


def _open(connection: Connection, one: Judged, own: Mapping[str, int], key: str) -> OpenedTable:
    table_id = own.get(one.file.id)
    if made := first_to(connection, StoredTable.key == key):
        return OpenedTable(made.table_id, token_of(made), made.name, How.KNOWN)
    if table_id is None or not take_turn(connection, table_id):
        return _anew(connection, one, key, How.NEW)
    how = _met(connection, table_id, one)
    if how is How.SECOND:
        return _anew(connection, one, key, how)
    return _here(connection, table_id, how)


def _here(connection: Connection, table_id: int, how: How) -> OpenedTable:
    """A table that was here before, under the name it has here."""
    rows = connection.execute(ROW.where(StoredTable.id == table_id).order_by(Link.id)).all()
    good = (row for row in rows if row.role == Role.HOST and not row.revoked)
    host = next(map(token_of, good), None) or add_link(connection, table_id)
    return OpenedTable(table_id, host, rows[0].name, how)


def _met(connection: Connection, table_id: int, one: Judged) -> How:
    """Append the file's new entries to the table here, if the file only has more."""
    state = state_cache().current(connection, table_id, one.state.game)
    mine = lasting(state, one.file.created)
    how = meeting(mine, one.file.entries, hiding(mine, state))
    more = one.file.entries[len(mine) :]
    undone = [target(entry) or 0 for entry in more if entry.action == Undo.kind]
    if has_secrets(state) and any(seq <= len(mine) for seq in undone):
        return How.SECOND  # an undo of what is here could reveal a secret
    if how is How.LONGER:
        write(connection, table_id, more)
    return how


def _anew(connection: Connection, one: Judged, key: str, how: How) -> OpenedTable:
    """A table of its own, with an id of its own where somebody has that one here already."""
    file = one.file
    taken = connection.scalar(select(StoredTable.id).where(StoredTable.uid == file.id)) is not None
    table_id = inserted(
        connection, StoredTable, game=file.game, name=file.name, key=key,
        created=datetime.fromisoformat(file.created), uid=new_uid() if taken else file.id,
    )  # fmt: skip
    write(connection, table_id, file.entries)
    token = first_links(connection, table_id)
    return OpenedTable(table_id, token, file.name, how)


def known_tables() -> dict[str, int]:
    """Every table on this server by its id, the oldest first."""
    with db.engine.connect() as connection:
        rows = connection.execute(select(StoredTable.uid, StoredTable.id).order_by(StoredTable.id))
        return {row.uid: row.id for row in rows}
