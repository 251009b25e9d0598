"""What each role may do, decided in one place for every form."""

from __future__ import annotations

from collections.abc import Iterable

from flask import abort, request

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.table.invitations import Role
from companion.table.journal import Draft, Refused
from companion.table.tables import Table
from companion.web.edge import device

HOST_ONLY = frozenset(
    f"table.{name}"
    for name in ("invite", "renew", "switch_off", "rename", "put_away", "delete", "go_back")
)
BOUND = frozenset({"tick", "claim", "fill", "count", "ready", "note", "undo"})


def check_request(table: Table) -> None:
    """Refuse what a role may not even ask for."""
    reading = request.method in ("GET", "HEAD", "OPTIONS")
    if table.role == Role.WATCHER and not reading and request.endpoint != "table.who":
        abort(403)
    if table.role != Role.HOST and request.endpoint in HOST_ONLY:
        abort(403)
    # A copy's own host could reveal in it what is secret here.
    secret = any(play.secret for play in table.state.plays)
    if table.role != Role.HOST and request.endpoint == "table.fork" and secret:
        abort(403)


def check_drafts(table: Table, drafts: Iterable[Draft]) -> None:
    """Refuse what a link for one seat may not enter: others' numbers, the game's course."""
    for draft in drafts:
        _check_secret(table, draft)
    if table.seat is None:
        return
    for draft in drafts:
        about = draft.data.get("seat")
        theirs = "seat" in draft.data and about not in (table.seat, None)
        if draft.action not in BOUND or theirs or not _own_undo(table, draft):
            abort(403)


def _check_secret(table: Table, draft: Draft) -> None:
    """While scores are secret each device enters the own seat, and only the host reveals.

    The rules judge with all numbers in view, so what they would say could tell one.
    """
    play = _play_of(table, draft)
    if play is None or not play.secret:
        return
    if draft.action in ("fill", "ready") and draft.data.get("seat") != draft.seat:
        raise Refused([Issue("secret", "Each phone enters its own seat while scores are secret.")])
    if draft.action == "finish":
        raise Refused([Issue("secret", "Not everybody is done: the scores are still secret.")])
    if table.role != Role.HOST and _reveals(table, draft):
        abort(403)


def _play_of(table: Table, draft: Draft) -> Play | None:
    plays = table.state.plays
    number = len(plays) - 1 if draft.play is None else draft.play
    return plays[number] if 0 <= number < len(plays) else None


def _reveals(table: Table, draft: Draft) -> bool:
    """Whether this would show everybody's numbers, straight or by taking the mask back."""
    if draft.action == "mask":
        return draft.data.get("on") is False
    seq = draft.data.get("entry") if draft.action == "undo" else None
    row = table.state.log.find(seq) if isinstance(seq, int) else None
    return row is not None and row.entry.action == "mask"


def _own_undo(table: Table, draft: Draft) -> bool:
    """Whether an undo takes back something this device or seat has entered itself."""
    if draft.action != "undo":
        return True
    seq = draft.data.get("entry")
    row = table.state.log.find(seq) if isinstance(seq, int) else None
    return row is None or row.entry.by == device.name() or row.entry.seat == table.seat
