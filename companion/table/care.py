"""Administration of tables: links, copies, going back, archive, deletion; moving a shelf."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from companion.rules.actions.table import Undo
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry, target
from companion.rules.journal.replay import taken_back
from companion.rules.journal.secrecy import hiding
from companion.rules.journal.state import State
from companion.table.journal import (
    Draft,
    Refused,
    StalePage,
    change,
    check_room,
    entry_of,
    state_cache,
)
from companion.table.links import Role, first_links, first_to, inserted, person_of, token_of
from companion.table.store import (
    NONCES,
    Handover,
    Link,
    StoredEntry,
    StoredTable,
    db,
    new_nonce,
    now,
    writing,
)
from companion.table.tables import LONGEST_NAME, Table


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
            copied = select(literal(table_id), *kept).where(mine).order_by(rows.c.seq)
            names = ["campaign_id", *(column.name for column in kept)]
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


def remove(table_id: int) -> None:
    """Delete a table with its whole journal and every link to it."""
    with writing() as connection:
        connection.execute(delete(StoredTable).where(StoredTable.id == table_id))
    state_cache().forget(table_id)


def _change(table: Table, **values: Any) -> None:
    with writing() as connection:
        connection.execute(update(StoredTable).where(StoredTable.id == table.id).values(**values))


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link that the host can hand out."""

    id: int
    role: Role
    person: int | None
    token: str


def invitations(table: Table) -> list[Invitation]:
    """The links that open this table now, hosts first; one statement."""
    mine = select(Link.__table__).where(Link.campaign_id == table.id, Link.revoked.is_(None))
    with db.engine.connect() as connection:  # a new one, so that it sees what was just made
        rows = connection.execute(mine.order_by(Link.id)).all()
    state = table.state
    found = [Invitation(r.id, Role(r.role), person_of(r, state), token_of(r)) for r in rows]
    return sorted(found, key=lambda link: (list(Role).index(link.role), link.person or 0))


def has_own(table: Table, person: int) -> bool:
    """Whether a link is for this person alone."""
    return any(link.person == person for link in invitations(table))


def invite(table: Table, role: Role, person: int | None = None) -> None:
    """Make a link for a role, unless there is one for this role and person."""
    if not any((i.role, i.person) == (role, person) for i in invitations(table)):
        with writing() as connection:
            connection.execute(insert(Link).values(campaign_id=table.id, role=role, person=person))


def renew(table: Table, link: int) -> None:
    """Give the link a new token; the old one opens nothing from now on."""
    nonces = func.substr(literal(new_nonce() + " ") + Link.nonces, 1, NONCES)
    _change_link(table, link, generation=Link.generation + 1, nonces=nonces)


def switch_off(table: Table, link: int) -> None:
    """The link opens nothing from now on."""
    _change_link(table, link, revoked=now())


def _change_link(table: Table, link: int, **values: object) -> None:
    mine = (Link.id == link) & (Link.campaign_id == table.id)
    with writing() as connection:
        connection.execute(update(Link).where(mine).values(**values))


def rewind(table: Table, to: int, seen: int, draft: Draft) -> Table:
    """Undo what was entered after entry ``to``, all of it or nothing.

    ``seen`` is the newest entry on the page that asked for it. Undone from the last one back, no
    entry depends on another, so the rules need not judge each undo with a replay of its own.
    """
    mine = (StoredEntry.campaign_id == table.id) & (StoredEntry.key == draft.key)

    def back(connection: Connection, state: State) -> State:
        if connection.execute(select(StoredEntry.seq).where(mine)).first():
            return state  # sent twice
        if state.seq != seen:
            said = "Something was entered since you opened the log. Look at it first."
            raise Refused([Issue("stale", said)])
        if not 0 < to <= state.seq:
            raise Refused([Issue("unknown-field", "There is nothing to go back to there.")])
        undos = _undos(state, to, draft)
        return taken_back(state, undos) if undos else state

    return replace(table, state=change(table.id, table.game, back))


def _undos(state: State, to: int, draft: Draft) -> list[Entry]:
    """The undos after which the table is as it was after ``to``, newest entry first."""
    found: list[Entry] = []
    for index in reversed(range(to, len(state.log))):
        row = state.log[index]
        # An undo of something later than ``to`` stays: nobody wants that back.
        of_later = row.entry.action == Undo.kind and (target(row.entry) or 0) > to
        if of_later or not state.log.stands(row):
            continue
        seq = state.seq + len(found) + 1
        key = f"{draft.key}-{seq}" if found else draft.key
        undo = Draft(Undo.kind, {"entry": row.entry.seq}, None, key, draft.person, draft.device)
        found.append(entry_of(undo, seq))
    return found


def hand_over(shelf: Mapping[str, Any]) -> str:
    """Store a shelf and return the code to fetch it with; expired ones are deleted."""
    code, ends = secrets.token_urlsafe(24), now() + timedelta(minutes=10)
    with writing() as connection:
        connection.execute(delete(Handover).where(Handover.expires <= now()))
        row = {"digest": _digest(code), "shelf": dict(shelf), "expires": ends}
        connection.execute(insert(Handover).values(**row))
    return code


def handover_waits(code: str) -> int | None:
    """How many tables a code would bring, without fetching them; None if it no longer works."""
    with db.engine.connect() as connection:
        shelf = connection.scalar(_good_code(code))
    return len(shelf["tables"]) if shelf else None


def fetch_handover(code: str) -> dict[str, Any] | None:
    """Take the shelf; a second call finds nothing."""
    with writing() as connection:
        shelf: dict[str, Any] | None = connection.scalar(_good_code(code))
        gone = connection.execute(delete(Handover).where(Handover.digest == _digest(code)))
    return shelf if gone.rowcount == 1 else None


def _good_code(code: str) -> Any:
    mine = (Handover.digest == _digest(code)) & (Handover.expires > now())
    return select(Handover.shelf).where(mine)


def _digest(code: str) -> str:
    """What is stored instead of the code, so that reading the database opens no shelf."""
    return sha256(code.encode()).hexdigest()
