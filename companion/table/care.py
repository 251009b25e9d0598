"""Administration of tables: copy, rename, archive, delete."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from companion.rules.journal.secrecy import hiding
from companion.table.journal import StalePage, check_room, state_cache
from companion.table.links import first_links, first_to, inserted, token_of
from companion.table.store import StoredEntry, StoredTable, db, now
from companion.table.tables import LONGEST_NAME, Table
from companion.table.turns import writing


def fork(table: Table, seq: int, name: str, key: str | None = None) -> str:
    """Copy a table's journal up to ``seq`` to a new one; returns the token of its host's link.

    Secrets are left out, because nobody at the copy would notice if its host revealed them. The
    same ``key`` sent again leads to the copy made the first time.
    """
    check_room(table.id, table.state)
    rows = StoredEntry.__table__
    row = {"game": table.game.slug, "name": name[:LONGEST_NAME], "created": now(), "key": key}
    try:
        with writing() as connection:
            table_id = inserted(connection, StoredTable, **row)
            kept = [c for c in rows.c if c.name not in ("id", "campaign_id")]
            mine = (rows.c.campaign_id == table.id) & (rows.c.seq <= seq)
            copied = (
                select(*kept, literal(table_id).label("campaign_id"))
                .where(mine)
                .order_by(rows.c.seq)
            )
            names = [*(column.name for column in kept), "campaign_id"]
            connection.execute(insert(StoredEntry).from_select(names, copied))
            _conceal(connection, table, table_id, seq)
            return first_links(connection, table_id)
    except IntegrityError:
        with db.engine.connect() as connection:
            made = first_to(connection, StoredTable.key == key)
    if made is None:
        raise StalePage
    return token_of(made)


def _conceal(connection: Connection, table: Table, copy: int, seq: int) -> None:
    state = state_cache().current(connection, table.id, table.game)
    told = [row.entry for row in state.log]
    for entry, untold in zip(told[:seq], hiding(told, state), strict=False):
        if untold is not entry:
            mine = (StoredEntry.campaign_id == copy) & (StoredEntry.seq == entry.seq)
            values = {"action": untold.action, "data": untold.data}
            connection.execute(update(StoredEntry).where(mine).values(values))


def rename(table: Table, name: str) -> None:
    _change(table, name=name.strip()[:LONGEST_NAME])


def archive(table: Table, on: bool) -> None:
    _change(table, archived=now() if on else None)


def remove(table: Table) -> None:
    """Delete the table with its whole journal and every link to it."""
    remove_by_id(table.id)


def remove_by_id(number: int) -> None:
    """The same by id, for commands."""
    with writing() as connection:
        connection.execute(delete(StoredTable).where(StoredTable.id == number))
    state_cache().forget(number)


def _change(table: Table, **values: Any) -> None:
    with writing() as connection:
        connection.execute(update(StoredTable).where(StoredTable.id == table.id).values(**values))
