"""A table: found by its link, opened, and appended to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from companion.games import games
from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.rules.plain import cleaned
from companion.table import links
from companion.table.journal import (
    Draft,
    StalePage,
    add_drafts,
    change,
    repeats,
    state_cache,
    write,
)
from companion.table.links import LinkSeed
from companion.table.store import Link, StoredEntry, StoredTable, db, heavy_work_slot, now, writing

LONGEST_NAME = 80
LONG = 2000  # entries to fold at once that need a heavy work slot; few tables ever have so many


@dataclass(frozen=True, slots=True)
class Table:
    """A table, with the link by which this visitor came."""

    id: int
    uid: str
    name: str
    archived: datetime | None
    seed: LinkSeed
    role: str
    person: int | None  # the one person its link is for
    token: str
    state: State
    unread: bool = False  # its state is empty because it does not fit into memory
    sample: str = ""  # its game, if it is a sample, which is in no database

    @property
    def link(self) -> int:
        return self.seed.link

    @property
    def game(self) -> Game:
        return self.state.game


def open_table(game: Game, name: str, start: Draft) -> str:
    """Open a new table with its first play; returns the token of its host's link.

    The same start sent again opens the same table: its key counts within its device.
    """
    key = f"{start.device}:{start.key}"
    row = {"game": game.slug, "name": name[:LONGEST_NAME], "created": now(), "key": key}
    try:
        with writing() as connection:
            table_id = links.inserted(connection, StoredTable, **row)
            token = links.first_links(connection, table_id)
            state = add_drafts(connection, table_id, State(game), [start])
            write(connection, table_id, [row.entry for row in state.log])
    except IntegrityError:
        with db.engine.connect() as connection:
            made = links.first_to(connection, StoredTable.key == key)
            if made is None or not repeats(connection, made.table_id, start):
                raise StalePage from None
            return links.token_of(made)
    state_cache().keep(table_id, state)
    return token


def find(token: str, allow: Callable[[int], None] = lambda _: None) -> Table | None:
    """The table that a token opens, or None; one statement if its state is cached, else two.

    ``allow`` is called with the table's id before anything costly is done; it may raise ``Busy``.
    """
    with db.engine.connect().execution_options(single=True) as connection:
        row = links.opened_by(connection, _BY_LINK, token)
        game = games().get(row.game) if row else None
        if row is None or game is None:
            return None
        allow(row.table_id)
        state = state_cache().at(row.table_id, row.seq)
        if state is None:
            with _place_to_fold({row.table_id: row.seq}):
                state = state_cache().current(connection, row.table_id, game)
    return _table(row, state)


def _place_to_fold(tables: Mapping[int, int]) -> AbstractContextManager[None]:
    """A heavy work slot if many entries have to be folded; ``tables`` has their newest entries."""
    return heavy_work_slot() if state_cache().entries_to_replay(tables) > LONG else nullcontext()


def newest(token: str) -> int | None:
    """The number of the newest entry at the table that a token opens; one cheap statement."""
    with db.engine.connect().execution_options(single=True) as connection:
        row = links.opened_by(connection, _NEWEST, token)
    return row.seq if row else None


def find_all(seeds: Sequence[LinkSeed]) -> list[Table | None]:
    """The table that each link opens, in their order; one to three statements in all.

    The last ones stay unread if all states together do not fit into memory.
    """
    if not seeds:
        return []
    with db.engine.connect() as connection:
        rows = connection.execute(_SHELF, {"links": [seed.link for seed in seeds]})
        every = {links.seed_of(row): row for row in rows if row.game in games()}
        good = {seed: every[seed] for seed in seeds if seed in every}
        come = {row.table_id: row.seq or 0 for row in good.values()}
        fit = state_cache().fitting(connection, list(come))
        states = {one: state for one in fit if (state := state_cache().at(one, come[one]))}
        late = fit - states.keys()
        left = {row.table_id: games()[row.game] for row in good.values() if row.table_id in late}
        with _place_to_fold({table_id: come[table_id] for table_id in left}):
            states |= state_cache().current_all(connection, left)
    tables = {seed: _table(row, states.get(row.table_id)) for seed, row in good.items()}
    return [tables.get(seed) for seed in seeds]


def _table(row: Any, state: State | None) -> Table:
    known = state or State(games()[row.game])
    return Table(
        id=row.table_id, uid=row.uid, name=cleaned(row.name), archived=row.archived,
        seed=links.seed_of(row), role=row.role, person=links.person_of(row, known),
        token=links.token_of(row), state=known, unread=state is None,
    )  # fmt: skip


def lacks_game(token: str) -> bool:
    """Whether the token opens a table whose game is missing here or has faults in its files."""
    with db.engine.connect().execution_options(single=True) as connection:
        row = links.opened_by(connection, _BY_LINK, token)
    return row is not None and row.game not in games()


def resting(seeds: Sequence[LinkSeed]) -> frozenset[LinkSeed]:
    """The links whose table has a game that is missing here or has faults in its files."""
    with db.engine.connect() as connection:
        rows = connection.execute(_SHELF, {"links": [seed.link for seed in seeds]})
        shut = frozenset(links.seed_of(row) for row in rows if row.game not in games())
    return shut.intersection(seeds)


def was_open(token: str) -> bool:
    """Whether the token opened a table before its link was renewed or switched off."""
    with db.engine.connect().execution_options(single=True) as connection:
        row = links.claimed(connection, _NEWEST, token)
    return bool(row) and any(links.is_token(token, seed) for seed in links.seeds_of(row))


_SEQ = (
    select(func.max(StoredEntry.seq))
    .where(StoredEntry.campaign_id == Link.campaign_id)
    .scalar_subquery()
)
# Built once, because every open page asks again and again.
_ALL = links.ROW.add_columns(_SEQ.label("seq"))
_SHELF = _ALL.where(Link.id.in_(bindparam("links", expanding=True)), Link.revoked.is_(None))
_BY_LINK = _ALL.where(Link.id == bindparam("link"))
_NEWEST = select(*links.LINK, _SEQ.label("seq")).where(Link.id == bindparam("link"))


def append(table: Table, drafts: Sequence[Draft]) -> Table:
    """Append entries, all or none; safe with several processes."""

    def add(connection: Connection, state: State) -> State:
        return add_drafts(connection, table.id, state, drafts)

    return replace(table, state=change(table.id, table.game, add))
