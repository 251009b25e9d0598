"""What each role may do, decided in one place for every form."""

from __future__ import annotations

from collections.abc import Iterable

from flask import abort, request

from companion.people import Role
from companion.table import Draft, Table
from companion.web import device

HOST_ONLY = frozenset({"table.people", "table.invite", "table.renew", "table.switch_off"})
BOUND = frozenset({"tick", "claim", "fill", "count", "ready", "note", "undo"})


def check_request(table: Table) -> None:
    """Refuse what a role may not even ask for."""
    reading = request.method in ("GET", "HEAD", "OPTIONS")
    if table.role == Role.WATCHER and not reading and request.endpoint != "table.who":
        abort(403)
    if table.role != Role.HOST and not reading and request.endpoint in HOST_ONLY:
        abort(403)


def check_drafts(table: Table, drafts: Iterable[Draft]) -> None:
    """Refuse what a link for one seat may not enter: others' numbers, the game's course."""
    if table.seat is None:
        return
    for draft in drafts:
        about = draft.data.get("seat")
        theirs = "seat" in draft.data and about not in (table.seat, None)
        if draft.action not in BOUND or theirs or not _own_undo(table, draft):
            abort(403)


def _own_undo(table: Table, draft: Draft) -> bool:
    """Whether an undo takes back something this device or seat has entered itself."""
    if draft.action != "undo":
        return True
    seq = draft.data.get("entry")
    row = table.state.log.find(seq) if isinstance(seq, int) else None
    return row is None or row.entry.by == device.name() or row.entry.seat == table.seat
