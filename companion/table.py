"""A table: found by its link, opened, and appended to."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from flask import current_app
from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion import links
from companion.folds import Folds
from companion.games import games
from companion.rules.actions import Malformed, PlayAction, action
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.log import Entry
from companion.rules.replay import issues, step
from companion.rules.state import State
from companion.store import Campaign, Link, db, now
from companion.store import Entry as Stored

LONGEST_NAME = 80
TRIES = 50


class Refused(Exception):
    """The rules say no; every reason comes with it."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__(found[0].message)
        self.issues = found


class StalePage(Exception):
    """The same page was sent again with something else in it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry somebody wants to make. ``key`` is the client's, so a repeat is the same entry."""

    action: str
    data: Mapping[str, Any]
    play: int | None = None
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    seat: int | None = None
    device: str = ""


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
            state = _append(connection, campaign, State(game), [start])
    except IntegrityError:
        with db.engine.connect() as connection:
            return _opened(connection, key, start)
    folds().keep(campaign, state)
    return token


def _opened(connection: Connection, key: str, start: Draft) -> str:
    """The token of the first link to the table that this very start has opened before."""
    row = connection.execute(ROW.where(Campaign.key == key).order_by(Link.id)).first()
    if row is None or not _repeats(connection, row.campaign, start):
        raise StalePage
    return links.token(secret(), row.id, row.generation)


@contextmanager
def writing() -> Iterator[Connection]:
    """A transaction that waits for its turn to write instead of failing later."""
    with db.engine.connect().execution_options(immediate=True) as connection, connection.begin():
        yield connection


def find(token: str) -> Table | None:
    """The table a token opens, or None; two statements however long its journal is."""
    number = links.link_id(token)
    if number is None:
        return None
    with db.engine.connect() as connection:
        row = connection.execute(_BY_LINK, {"link": number}).first()
        if row is None or not _opens(token, row):
            return None
        game = games().get(row.game)
        if game is None:
            return None
        state = folds().current(connection, row.campaign, game)
    return _table(row, token, state)


def find_all(tokens: Sequence[str]) -> list[Table | None]:
    """What each token opens, in their order; two statements for all of them together."""
    if not tokens:
        return []
    claimed = {links.link_id(token): token for token in tokens}
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
    return [tables.get(links.link_id(token) or 0) for token in tokens]


def _table(row: Any, token: str, state: State) -> Table:
    return Table(
        row.campaign, row.name, row.archived, row.id, row.generation, row.role, row.seat, token,
        state,
    )  # fmt: skip


def was_open(token: str) -> bool:
    """Whether this was the address of a table before it was renewed or switched off."""
    number = links.link_id(token)
    if number is None:
        return False
    with db.engine.connect() as connection:
        row = connection.execute(_BY_LINK, {"link": number}).first()
    past = range(row.generation, 0, -1) if row else ()
    return any(links.is_token(token, secret(), number, generation) for generation in past)


def _opens(token: str, row: Any) -> bool:
    return not row.revoked and links.is_token(token, secret(), row.id, row.generation)


ROW = select(
    Link.id, Link.generation, Link.role, Link.seat, Link.revoked, Campaign.id.label("campaign"),
    Campaign.game, Campaign.name, Campaign.archived,
).join(Campaign, Campaign.id == Link.campaign_id)  # fmt: skip
_BY_LINK = ROW.where(Link.id == bindparam("link"))


def append(table: Table, drafts: Sequence[Draft]) -> Table:
    """Add entries, all or none. Safe when several processes append to the same table."""
    for _ in range(TRIES):
        try:
            with writing() as connection:
                state = folds().current(connection, table.id, table.game)
                state = _append(connection, table.id, state, drafts)
        except IntegrityError:  # another process was faster: look again at what there is now
            continue
        folds().keep(table.id, state)
        return replace(table, state=state)
    raise Refused([Issue("stale", "Too many people are entering at once. Try again.")])


def _append(connection: Connection, campaign: int, state: State, drafts: Sequence[Draft]) -> State:
    for draft in drafts:
        if _repeats(connection, campaign, draft):
            continue
        entry = _checked(state, draft)
        connection.execute(
            insert(Stored).values(
                campaign_id=campaign, seq=entry.seq, play=entry.play, action=entry.action,
                data=entry.data, key=entry.key, seat=entry.seat, device=draft.device, at=now(),
            )
        )  # fmt: skip
        state = step(state, entry)
    return state


def _repeats(connection: Connection, campaign: int, draft: Draft) -> bool:
    """Whether this very entry has been made already; the same key with other data is no repeat."""
    mine = (Stored.campaign_id == campaign) & (Stored.key == draft.key)
    row = connection.execute(select(Stored.action, Stored.data, Stored.play).where(mine)).first()
    if row is None:
        return False
    if (row.action, _meant(row.data)) != (draft.action, _meant(draft.data)):
        raise StalePage
    if draft.play not in (None, row.play):
        raise StalePage
    return True


def _meant(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what the phone knew, which a second try may know better than the first."""
    return {name: value for name, value in data.items() if name != "after"}


def _checked(state: State, draft: Draft) -> Entry:
    try:
        act = action(draft.action, draft.data)
    except Malformed as malformed:
        raise Refused([Issue("malformed", str(malformed))]) from None
    if found := issues(state, act, draft.play):
        raise Refused(found)
    at = now().isoformat(timespec="seconds")
    play = draft.play
    if play is None and isinstance(act, PlayAction):
        play = len(state.plays) - 1  # said, so that the entry means the same play for ever
    return Entry(
        state.seq + 1, draft.action, dict(draft.data), play, draft.key, draft.seat,
        draft.device, at,
    )  # fmt: skip


def add_link(connection: Connection, campaign: int, role: str = "host") -> str:
    """A first link to a table; its token."""
    number = inserted(
        connection, Link, campaign_id=campaign, role=role, generation=1, created=now()
    )
    return links.token(secret(), number, 1)


def inserted(connection: Connection, model: type[Campaign | Link], **values: Any) -> int:
    """A new row's id."""
    key = connection.execute(insert(model).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def secret() -> str:
    return str(current_app.config["SECRET_KEY"])


def folds() -> Folds:
    """The app's own memory of folded journals."""
    found: Folds = current_app.extensions.setdefault("folds", Folds())
    return found
