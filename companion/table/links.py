"""The links to a table: their roles, and the one place where a token is checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Select, insert, select

from companion.rules.actions import ACTIONS
from companion.rules.actions.base import Who
from companion.rules.journal.state import State
from companion.table import tokens
from companion.table.store import Link, StoredTable, db
from companion.table.tokens import LinkSeed

LINK = (Link.id, Link.generation, Link.nonces, Link.revoked)
HOLDER = (Link.role, Link.seat, Link.person, Link.created)
TABLE = (StoredTable.uid, StoredTable.game, StoredTable.name, StoredTable.archived)
ROW = select(*LINK, *HOLDER, StoredTable.id.label("table_id"), *TABLE).join(
    StoredTable, StoredTable.id == Link.campaign_id
)


class Role(StrEnum):
    HOST = "host"  # everything, links and deletion too
    PLAYER = "player"  # enters; bound to a person: only what is their own
    WATCHER = "watcher"  # sees


def may_take(role: str, person: int | None, action: str) -> bool:
    """Whether a link of this role, bound to a person or not, may ever take an action."""
    kind = ACTIONS.get(action)
    if kind is None or role == Role.WATCHER:
        return False
    if kind.who is Who.HOST:
        return role == Role.HOST
    return person is None or kind.who is Who.SEAT


def opened_by(connection: Connection, wanted: Select[Any], token: str) -> Any | None:
    """The row of the link that a token opens, or None; the one place where a token is checked."""
    row = claimed(connection, wanted, token)
    good = row and not row.revoked and is_token(token, tokens.seed(row))
    return row if good else None


def first_to(connection: Connection, table: Any) -> Any | None:
    """The row of the oldest link to a table, or None; ``table`` is the condition that finds it."""
    return connection.execute(ROW.where(table).order_by(Link.id)).first()


def is_token(token: str, seed: LinkSeed) -> bool:
    return any(tokens.is_token(token, secret, seed) for secret in secrets())


def claimed(connection: Connection, wanted: Select[Any], token: str) -> Any | None:
    number = tokens.link_id(token)
    return None if number is None else connection.execute(wanted, {"link": number}).first()


def token_of(link: Any) -> str:
    """The token of a link's row."""
    return tokens.token(secret(), tokens.seed(link))


def roles_of(links: Sequence[LinkSeed]) -> dict[LinkSeed, Role]:
    """The roles of the links that still open a table; one statement."""
    mine = Link.id.in_([link.link for link in links]) & Link.revoked.is_(None)
    with db.engine.connect() as connection:
        rows = connection.execute(select(*LINK, Link.role).where(mine))
        return {tokens.seed(row): Role(row.role) for row in rows}


def person_of(link: Any, state: State) -> int | None:
    """The person that a link is for, or None.

    Old links name a seat instead: the person is whoever sat there in the play that was the
    newest when the link was made.
    """
    if link.person is not None or link.seat is None or not state.plays:
        return None if link.person is None else int(link.person)
    made = link.created.isoformat(timespec="seconds")
    then = [play for play in state.plays if state.log[play.started_at - 1].entry.at <= made]
    seats = state.log[(then or state.plays)[-1].started_at - 1].seats
    return seats[link.seat].person if link.seat < len(seats) else None


def first_links(connection: Connection, table_id: int) -> str:
    """Make the first two links of a table, for host and players; returns the host's token."""
    token = add_link(connection, table_id)
    add_link(connection, table_id, Role.PLAYER)
    return token


def add_link(connection: Connection, table_id: int, role: Role = Role.HOST) -> str:
    """Make a link to a table; returns its token."""
    nonce = tokens.new_nonce()
    number = inserted(connection, Link, campaign_id=table_id, role=role, nonces=nonce)
    return tokens.token(secret(), LinkSeed(number, 1, nonce))


def inserted(connection: Connection, model: type[StoredTable | Link], **values: Any) -> int:
    """Insert a row; returns its id."""
    key = connection.execute(insert(model).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def secret() -> str:
    """The secret that new links are signed with."""
    return secrets()[0]


def form_tokens(seed: Iterable[object]) -> list[str]:
    """What a form may carry that was made for a link, or for a device; new forms the first."""
    return [tokens.form_token(secret, seed) for secret in secrets()]


def secrets() -> list[str]:
    """All accepted secrets: the current one, then those it has replaced."""
    config = current_app.config
    return [config["SECRET_KEY"], *(config["SECRET_KEY_FALLBACKS"] or ())]
