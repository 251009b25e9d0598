"""A table: found by its link, opened, and appended to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import current_app
from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.games import games
from companion.rules.game import Game
from companion.rules.state import State
from companion.table import tokens
from companion.table.journal import Draft, StalePage, added, change, folds, repeats, writing
from companion.table.store import Campaign, Entry, Link, db, now

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Table:
    """A table as somebody who came by its link sees it."""

    id: int
    name: str
    archived: datetime | None
    link: int
    generation: int
    role: str
    seat: int | None  # the one seat its link is for
    token: str
    state: State

    @property
    def game(self) -> Game:
        return self.state.game


def open_table(game: Game, name: str, start: Draft) -> str:
    """A new table with its first play; the token of its host's link.

    The same start sent again opens the same table: its key counts within its device.
    """
    key = f"{start.device}:{start.key}"
    row = {"game": game.slug, "name": name[:LONGEST_NAME], "created": now(), "key": key}
    try:
        with writing() as connection:
            campaign = inserted(connection, Campaign, **row)
            token = add_link(connection, campaign)
            state = added(connection, campaign, State(game), [start])
    except IntegrityError:
        with db.engine.connect() as connection:
            return _opened(connection, key, start)
    folds().keep(campaign, state)
    return token


def _opened(connection: Connection, key: str, start: Draft) -> str:
    """The token of the first link to the table that this very start has opened before."""
    row = connection.execute(ROW.where(Campaign.key == key).order_by(Link.id)).first()
    if row is None or not repeats(connection, row.campaign, start):
        raise StalePage
    return tokens.token(secret(), row.id, row.generation)


def find(token: str) -> Table | None:
    """The table a token opens, or None; one statement while nothing is new, else two."""
    number = tokens.link_id(token)
    if number is None:
        return None
    with db.engine.connect().execution_options(single=True) as connection:
        row = connection.execute(_BY_LINK, {"link": number}).first()
        if row is None or not _opens(token, row):
            return None
        game = games().get(row.game)
        if game is None:
            return None
        state = folds().at(row.campaign, row.seq)
        state = state or folds().current(connection, row.campaign, game)
    return _table(row, token, state)


def find_all(links: Sequence[str]) -> list[Table | None]:
    """What each token opens, in their order; two statements for all of them together."""
    if not links:
        return []
    claimed = {tokens.link_id(token): token for token in links}
    with db.engine.connect() as connection:
        rows = {row.id: row for row in connection.execute(ROW.where(Link.id.in_(claimed)))}
        good = [row for row in rows.values() if _opens(claimed[row.id], row)]
        known = {row.campaign: games()[row.game] for row in good if row.game in games()}
        states = folds().current_all(connection, known)
    tables = {
        row.id: _table(row, claimed[row.id], states[row.campaign])
        for row in good
        if row.campaign in states
    }
    return [tables.get(tokens.link_id(token) or 0) for token in links]


def _table(row: Any, token: str, state: State) -> Table:
    return Table(
        row.campaign, row.name, row.archived, row.id, row.generation, row.role, row.seat, token,
        state,
    )  # fmt: skip


def was_open(token: str) -> bool:
    """Whether this was the address of a table before it was renewed or switched off."""
    number = tokens.link_id(token)
    if number is None:
        return False
    with db.engine.connect() as connection:
        row = connection.execute(_BY_LINK, {"link": number}).first()
    past = range(row.generation, 0, -1) if row else ()
    return any(tokens.is_token(token, secret(), number, generation) for generation in past)


def _opens(token: str, row: Any) -> bool:
    return not row.revoked and tokens.is_token(token, secret(), row.id, row.generation)


ROW = select(
    Link.id, Link.generation, Link.role, Link.seat, Link.revoked, Campaign.id.label("campaign"),
    Campaign.game, Campaign.name, Campaign.archived,
).join(Campaign, Campaign.id == Link.campaign_id)  # fmt: skip
_SEQ = select(func.max(Entry.seq)).where(Entry.campaign_id == Campaign.id).scalar_subquery()
_BY_LINK = ROW.add_columns(_SEQ.label("seq")).where(Link.id == bindparam("link"))


def append(table: Table, drafts: Sequence[Draft]) -> Table:
    """Add entries, all or none. Safe when several processes append to the same table."""

    def add(connection: Connection, state: State) -> State:
        return added(connection, table.id, state, drafts)

    return replace(table, state=change(table.id, table.game, add))


def add_link(connection: Connection, campaign: int, role: str = "host") -> str:
    """A first link to a table; its token."""
    number = inserted(
        connection, Link, campaign_id=campaign, role=role, generation=1, created=now()
    )
    return tokens.token(secret(), number, 1)


def inserted(connection: Connection, model: type[Campaign | Link], **values: Any) -> int:
    """A new row's id."""
    key = connection.execute(insert(model).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def secret() -> str:
    return str(current_app.config["SECRET_KEY"])
