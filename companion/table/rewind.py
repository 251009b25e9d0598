"""Rewinding a table to an earlier entry: as many undos as needed, folded once."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, select

from companion.rules.actions.table import Undo
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry
from companion.rules.journal.replay import taken_back
from companion.rules.journal.state import State
from companion.table.journal import Draft, Refused, change
from companion.table.store import StoredEntry, now
from companion.table.tables import Table

STALE = Issue("stale", "Something has been entered since you opened the log.")


def rewind(table: Table, to: int, seen: int, draft: Draft) -> Table:
    """Undo what was entered after entry ``to``, all of it or nothing.

    ``seen`` is the newest entry on the page that asked for it. Undone from the last one back, no
    entry depends on another, so the rules need not judge each undo with a replay of its own.
    """

    def back(connection: Connection, state: State) -> State:
        return _rewound(connection, table, state, to, seen, draft)

    return replace(table, state=change(table.id, table.game, back))


def _rewound(
    connection: Connection, table: Table, state: State, to: int, seen: int, draft: Draft
) -> State:
    mine = (StoredEntry.campaign_id == table.id) & (StoredEntry.key == draft.key)
    if connection.execute(select(StoredEntry.seq).where(mine)).first():
        return state  # sent twice
    if state.seq != seen:
        raise Refused([STALE])
    if not 0 < to <= state.seq:
        raise Refused([Issue("unknown-field", "There is no such entry to go back to.")])
    undos = _undos(state, to, draft)
    return taken_back(state, undos) if undos else state


def _undos(state: State, to: int, draft: Draft) -> list[Entry]:
    """The undos after which the table is as it was after ``to``, newest entry first."""
    log, found = state.log, list[Entry]()
    at = now().isoformat(timespec="seconds")
    for index in range(len(log) - 1, to - 1, -1):
        row = log[index]
        if row.refused or row.entry.seq in log.revoked:
            continue
        # An undo of something later than ``to`` stays: nobody wants that back.
        if row.entry.action == Undo.kind and row.entry.data["entry"] > to:
            continue
        seq = state.seq + len(found) + 1
        key = f"{draft.key}-{seq}" if found else draft.key
        data = {"entry": row.entry.seq}
        found.append(
            Entry(
                seq=seq,
                action=Undo.kind,
                data=data,
                play=None,
                key=key,
                person=draft.person,
                device=draft.device,
                at=at,
            )
        )
    return found
