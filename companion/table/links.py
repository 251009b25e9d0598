"""The links to a table: their roles, and their tokens.

A token is computed from the secret and the link's seed, never stored.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import Connection, Select, insert, select

from companion.rules.actions import ACTIONS
from companion.rules.actions.base import Who
from companion.rules.journal.state import State
from companion.table.store import Link, StoredTable, db, new_nonce

MOST_DIGITS = 9  # of an id; PostgreSQL refuses even a query for one beyond 31 bits
BITS = 144  # of a signature: well above what can be guessed, a whole number of base64 letters
LINK = (Link.id, Link.generation, Link.nonces, Link.revoked)
HOLDER = (Link.role, Link.seat, Link.person, Link.created)
TABLE = (StoredTable.uid, StoredTable.game, StoredTable.name, StoredTable.archived)
ROW = select(*LINK, *HOLDER, StoredTable.id.label("table_id"), *TABLE).join(
    StoredTable, StoredTable.id == Link.campaign_id
)


class LinkSeed(NamedTuple):
    """What a link's token is computed from; devices remember it in their signed cookie."""

    link: int
    generation: int
    nonce: str = ""  # links made before there were nonces have none


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
    good = row and not row.revoked and is_token(token, seed_of(row))
    return row if good else None


def claimed(connection: Connection, wanted: Select[Any], token: str) -> Any | None:
    """The row of the link that a token claims to open, unchecked."""
    number = link_id(token)
    return None if number is None else connection.execute(wanted, {"link": number}).first()


def link_id(token: str) -> int | None:
    """The link id that a token claims, unchecked; None if it is not a token at all."""
    number, dash, _ = token.partition("-")
    known = dash and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS
    return int(number) if known else None


def is_token(token: str, seed: LinkSeed) -> bool:
    return any(is_same(token, _token(secret, seed)) for secret in secrets())


def is_same(sent: str, good: str) -> bool:
    """Whether two tokens are equal, compared in constant time."""
    return hmac.compare_digest(sent.encode(), good.encode())


def seeds_of(link: Any) -> Iterator[LinkSeed]:
    """The seed of a link's row and those it had before it was renewed, newest first."""
    nonces = link.nonces.split()
    for age in range(link.generation):
        yield LinkSeed(link.id, link.generation - age, nonces[age] if age < len(nonces) else "")


def seed_of(link: Any) -> LinkSeed:
    """What the link's token is computed from now."""
    return next(seeds_of(link))


def token_of(link: Any) -> str:
    """The token of a link's row."""
    return _token(secrets()[0], seed_of(link))


def _token(secret: str, seed: LinkSeed) -> str:
    """The token of a link: its id and a signature."""
    return f"{seed.link}-{_signature(secret, 'link', seed)}"


def form_tokens(seed: Iterable[object]) -> list[str]:
    """The tokens that a form may carry, new forms the first one.

    They guard the forms of a link as long as it opens, or those of a device outside of any table,
    whose seed begins with a word.
    """
    return [_signature(secret, "form", seed) for secret in secrets()]


def _signature(secret: str, purpose: str, seed: Iterable[object]) -> str:
    message = ":".join(str(part) for part in (purpose, *seed) if part != "")
    digest = hmac.new(secret.encode(), message.encode(), sha256).digest()
    return urlsafe_b64encode(digest[: BITS // 8]).decode()


def first_to(connection: Connection, table: Any) -> Any | None:
    """The row of the oldest link to a table, or None; ``table`` is the condition that finds it."""
    return connection.execute(ROW.where(table).order_by(Link.id)).first()


def roles_of(links: Sequence[LinkSeed]) -> dict[LinkSeed, Role]:
    """The roles of the links that still open a table; one statement."""
    mine = Link.id.in_([link.link for link in links]) & Link.revoked.is_(None)
    with db.engine.connect() as connection:
        rows = connection.execute(select(*LINK, Link.role).where(mine))
        return {seed_of(row): Role(row.role) for row in rows}


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
    nonce = new_nonce()
    number = inserted(connection, Link, campaign_id=table_id, role=role, nonces=nonce)
    return _token(secrets()[0], LinkSeed(number, 1, nonce))


def inserted(connection: Connection, model: type[StoredTable | Link], **values: Any) -> int:
    """Insert a row; returns its id."""
    key = connection.execute(insert(model).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def secrets() -> list[str]:
    """All accepted secrets: the one that new links are signed with, then those it replaced."""
    config = current_app.config
    return [config["SECRET_KEY"], *(config["SECRET_KEY_FALLBACKS"] or ())]
