"""Permissions: what each role may do, for every form and API call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from flask import abort, request

from companion.rules.actions import ACTIONS, Action, Malformed, action
from companion.rules.actions.base import Secrecy
from companion.rules.actions.booking import DoDeed
from companion.rules.actions.cards import Hold
from companion.rules.actions.people import Sit
from companion.rules.actions.settling import Record, Rule
from companion.rules.actions.starting import Reseat, Start
from companion.rules.actions.table import Undo
from companion.rules.issues import Issue
from companion.rules.journal.log import Logged, target
from companion.rules.journal.people import BY_NAME
from companion.rules.journal.play import Play
from companion.rules.journal.secrecy import has_secrets, holders
from companion.show.play.guide import is_asked_for
from companion.table import care
from companion.table.journal import Draft, Refused
from companion.table.links import Role, may_take
from companion.table.tables import Table
from companion.web.guards.gate import SAFE
from companion.web.visitor import device

HOST_ONLY = frozenset(
    f"table.{name}"
    for name in ("invite", "renew", "switch_off", "rename", "put_away", "delete", "go_back", "file")
)

# The action that a form enters, by endpoint; checked before the form is read.
FORMS = {"table.start_next": Start.kind, "table.put_right": Reseat.kind}
ASK_HOST = "Others have entered something in this game, so only the host can do this."


def check_request(table: Table) -> None:
    """Refuse requests that a role may not make at all."""
    endpoint = request.endpoint or ""
    entered = FORMS.get(endpoint)
    if (
        (table.role == Role.WATCHER and request.method not in SAFE)
        or (table.role != Role.HOST and endpoint in HOST_ONLY)
        or (endpoint == "table.fork" and not may_fork(table))
        or (entered and not may_take(table.role, table.person, entered))
    ):
        abort(403)


def may_fork(table: Table) -> bool:
    """Whether this visitor may copy the table; with secrets in it only the host may."""
    return table.role == Role.HOST or (table.role != Role.WATCHER and not has_secrets(table.state))


def check_drafts(table: Table, drafts: Iterable[Draft]) -> None:
    """Refuse entries that the link does not allow, or that would show a secret."""
    for draft in drafts:
        play = table.state.play_at(draft.play)
        taken = may_take(table.role, table.person, draft.action)
        try:
            meant = action(draft.action, draft.data, play) if taken else None
        except Malformed as malformed:
            raise Refused([Issue("malformed", str(malformed))]) from None
        _check_secret(table, draft)
        if meant and meant.ends_for_all(play) and not may_end(table, draft.play):
            raise Refused([Issue("host", ASK_HOST)])
        if not may_enter(table, draft):
            abort(403)


def placed(table: Table, draft: Draft) -> Draft:
    """The draft; a device that claims a person with a link of their own waits for the host."""
    if draft.action != Sit.kind:
        return draft
    person = draft.data["person"]
    waits = table.person is None and care.has_own(table, person)
    return replace(draft, data={"person": person, **({"waits": True} if waits else {})})


def may_end(table: Table, play: int | None) -> bool:
    """Whether this device may restart or abandon a play: the host's may, or the only one.

    It is the only one if other devices have undone all that they entered.
    """
    here = table.state.play_at(play)
    if table.role == Role.HOST or here is None:
        return True
    log, mine = table.state.log, device.name()
    rows = log.since(max(here.started_at, here.restarted_at))
    undos = (row.entry for row in rows if row.entry.action == Undo.kind and log.stands(row))
    takers = {target(undo): undo.device for undo in undos}
    told = (row for row in rows if row.play == here.number and _is_of_game(row))
    others = (row.entry for row in told if row.entry.device != mine)
    return all(takers.get(entry.seq) == entry.device for entry in others)


def _is_of_game(row: Logged) -> bool:
    """Whether an entry is about a play, and not about the table and its people."""
    entered = None if row.refused else row.action
    return entered is not None and (entered.needs_play or isinstance(entered, Record | Rule))


def may_undo(table: Table, seq: int) -> bool:
    """Whether this link may undo an entry, as far as roles go."""
    return may_enter(table, Draft(Undo.kind, {"entry": seq}))


def may_enter(table: Table, draft: Draft) -> bool:
    """Whether this link may make an entry; whether it is legal is for the rules to say."""
    if draft.action not in ACTIONS and table.person is None:
        return True  # the rules will refuse it
    if not may_take(table.role, table.person, draft.action) or _opens_secret(table, draft):
        return False
    if table.person is None:
        return True
    row = _taken_back(table, draft)
    if row and row.entry.device != device.name() and row.teller != table.person:
        return False
    if draft.action == DoDeed.kind and draft.data.get("others"):
        play = table.state.play_at(draft.play)  # to other seats one does what a guide asks for
        if play is None or not is_asked_for(play, draft.data):
            return False
    return _about(table, draft) in (table.person, None)


def _about(table: Table, draft: Draft) -> Any:
    """The person an entry is about; None if it names no person and no seat."""
    if {"person", "seat"} <= draft.data.keys():
        return BY_NAME  # ambiguous: this check and the rules might read different ones
    seat, play = draft.data.get("seat"), table.state.play_at(draft.play)
    if seat is None:
        return draft.data.get("person")
    if play is None or not isinstance(seat, int) or not 0 <= seat < len(play.seats):
        return BY_NAME
    return play.seats[seat].person or BY_NAME  # a seat without a person is nobody's own


def _check_secret(table: Table, draft: Draft) -> None:
    """While scores are secret, let each device enter them for its own seat only.

    The rules see all numbers, so their answer about another seat could reveal one.
    """
    play, kind = table.state.play_at(draft.play), ACTIONS.get(draft.action)
    if kind is None or play is None or not (play.secret or _in_secret(play, draft)):
        return
    own = kind.secrecy is Secrecy.PRIVATE or (
        kind.secrecy is Secrecy.OWN and table.role != Role.HOST  # who may say who is ready
    )
    own = own or _in_secret(play, draft)
    if own and (draft.person is None or _about(table, draft) != draft.person):
        raise Refused([Issue("secret", "Secret scores are entered on each player’s own phone.")])
    if own and not _speaks_for(table, draft.person):
        said = "Another phone is linked to this player. The host can let yours in under Invite."
        raise Refused([Issue("secret", said)])
    if kind.secrecy is Secrecy.WAITS:
        raise Refused([Issue("secret", "The scores are secret until everyone is done.")])


def _speaks_for(table: Table, person: int | None) -> bool:
    """Whether this device belongs to a person, and is not a second one that claims them."""
    if person is None or table.person == person:
        return person is not None
    theirs = holders(table.state, person)
    return device.name() in theirs or not (theirs or care.has_own(table, person))


def _in_secret(play: Play, draft: Draft) -> bool:
    """Whether a draft enters what somebody got of a secret draw."""
    secret = {draw.key for draw in play.game.draws if draw.secret}
    return draft.action == Hold.kind and draft.data.get("draw") in secret


def _opens_secret(table: Table, draft: Draft) -> bool:
    """Whether a draft by anybody but the host would show a secret or give access to one."""
    if table.role == Role.HOST or not has_secrets(table.state):
        return False
    try:
        reveals = action(draft.action, draft.data).reveals(table.state)
    except Malformed:
        reveals = False  # the rules will refuse it
    # An undo may not remove what protects a secret from this device: another device's claim of a
    # person, which this one could then make, or the entry that somebody is not ready yet.
    row = _taken_back(table, draft)
    if row is None or row.entry.device == device.name():
        return reveals
    return reveals or ACTIONS.get(row.entry.action, Action).protects_secret


def _taken_back(table: Table, draft: Draft) -> Logged | None:
    """The entry that an undo is about; None for any other draft."""
    seq = draft.data.get("entry") if draft.action == Undo.kind else None
    return table.state.log.find(seq) if isinstance(seq, int) else None
