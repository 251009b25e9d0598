"""What each role may do, decided in one place for every form."""

from __future__ import annotations

from collections.abc import Iterable

from flask import abort, request

from companion.rules.actions import ACTIONS, Malformed, action
from companion.rules.actions.base import Secrecy, Who
from companion.rules.actions.undo import Undo
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
        if table.seat is not None and not _may(table, table.seat, draft):
            abort(403)


def _may(table: Table, seat: int, draft: Draft) -> bool:
    """Whether a link for one seat may enter this."""
    kind = ACTIONS.get(draft.action)
    if kind is None or kind.who is not Who.SEAT or draft.data.get("seat") not in (seat, None):
        return False
    return kind is not Undo or _own_undo(table, draft)


def _check_secret(table: Table, draft: Draft) -> None:
    """While scores are secret each device enters its own seat, and only the host reveals.

    The rules judge with all numbers in view, so what they would say could tell one.
    """
    play, kind = _play_of(table, draft), ACTIONS.get(draft.action)
    if kind is None or play is None or not play.secret:
        return
    own = kind.secrecy in (Secrecy.OWN, Secrecy.PRIVATE)
    if own and draft.data.get("seat") != draft.seat:
        raise Refused([Issue("secret", "Each phone enters its own seat while scores are secret.")])
    if kind.secrecy is Secrecy.WAITS:
        raise Refused([Issue("secret", "Not everybody is done: the scores are still secret.")])
    if table.role != Role.HOST and _reveals(table, draft):
        abort(403)


def _play_of(table: Table, draft: Draft) -> Play | None:
    plays = table.state.plays
    number = len(plays) - 1 if draft.play is None else draft.play
    return plays[number] if 0 <= number < len(plays) else None


def _reveals(table: Table, draft: Draft) -> bool:
    try:
        return action(draft.action, draft.data).reveals(table.state)
    except Malformed:
        return False  # it does nothing at all


def _own_undo(table: Table, draft: Draft) -> bool:
    """Whether an undo takes back something this device or seat has entered itself."""
    seq = draft.data.get("entry")
    row = table.state.log.find(seq) if isinstance(seq, int) else None
    return row is None or row.entry.by == device.name() or row.entry.seat == table.seat
