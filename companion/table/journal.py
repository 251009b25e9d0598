"""Appending to a table's journal: judged by the rules, one transaction and one writer at a time."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from flask import current_app
from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.config import MIB
from companion.rules.actions import ACTIONS, Action, Malformed
from companion.rules.actions.cards import DrawThings
from companion.rules.actions.table import Undo
from companion.rules.game import Game
from companion.rules.issues import Issue, at_most
from companion.rules.journal.log import Entry, showable
from companion.rules.journal.replay import judge
from companion.rules.journal.state import State
from companion.rules.plain import Unshowable, one_line, plain, strict
from companion.table.states import StateCache
from companion.table.store import (
    LARGEST_ENTRY,
    StoredEntry,
    StoredTable,
    data_size,
    db,
    now,
    writing,
)

TRIES = 5
HUGE = Issue("full", f"That is too long. At most {LARGEST_ENTRY // 1024} KiB fit.")


class Refused(Exception):
    """The rules refuse an entry; all their reasons come with it."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__(found[0].message)
        self.issues = at_most(found)


class StalePage(Exception):
    """A form was sent again under the same key with other data."""


class Removed(Exception):
    """The table was deleted while somebody was entering something."""


def new_key() -> str:
    """A random key for an entry whose client sent none."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry somebody wants to make. The same ``key`` sent again means the same entry."""

    action: str
    data: Mapping[str, Any]
    play: int | None = None
    key: str = field(default_factory=new_key)
    person: int | None = None
    device: str = ""


Change = Callable[[Connection, State], State]
"""Takes the newest state and returns the one with new entries in its log, or raises Refused."""


# PostgreSQL lets several write at once: writers at one table queue for its row.
_TURN = (
    select(StoredTable.id).where(StoredTable.id == bindparam("id")).with_for_update(key_share=True)
)


def change(table_id: int, game: Game, how: Change) -> State:
    """Append what ``how`` adds to the newest state of a table; returns the state after it.

    The entries are judged and folded before the row is locked, so that nobody waits for a long
    journal. If somebody else was faster, they are judged again: under the lock, or, for an undo,
    which may take long, before the next try.
    """
    for tries in range(TRIES):
        before, after = _planned(table_id, game, how)
        try:
            with writing() as connection:
                if not take_turn(connection, table_id):
                    raise Removed
                newest = state_cache().current(connection, table_id, game)
                if newest.seq != before.seq:
                    undoes = any(entry.action == Undo.kind for entry in _new(before, after))
                    if undoes and tries < TRIES - 1:
                        continue
                    before, after = newest, how(connection, newest)
                if new := _new(before, after):
                    check_room(table_id, after)
                    write(connection, table_id, new)
        except IntegrityError:  # another process has used the number
            continue
        state_cache().keep(table_id, after)
        return after
    raise Refused([Issue("stale", "Too many people are entering at once. Try again.")])


def _planned(table_id: int, game: Game, how: Change) -> tuple[State, State]:
    with db.engine.connect().execution_options(single=True) as connection:
        before = state_cache().current(connection, table_id, game)
        if not before.seq:  # no table is empty: this one was deleted
            raise Removed
        return before, how(connection, before)


def take_turn(connection: Connection, table_id: int) -> bool:
    """Wait for the lock on a table's row; False if the table was deleted."""
    return connection.scalar(_TURN, {"id": table_id}) is not None


def _new(before: State, after: State) -> list[Entry]:
    return [row.entry for row in after.log.since(before.seq)]


def check_room(table_id: int, state: State) -> None:
    """Refuse entries that would exceed the limits on the size of a table."""
    size = state_cache().stored(table_id, state)
    for setting, amount, what in (
        ("TABLE_ENTRIES", state.seq, "changes"),
        ("TABLE_GAMES", len(state.plays), "games"),
        ("TABLE_PEOPLE", len(state.people), "people"),
        ("TABLE_MIB", size / MIB, "MiB"),
    ):
        most = current_app.config[setting]
        if amount > most:
            said = f"There is room for {most:,} {what} here. Start a new game."
            raise Refused([Issue("full", said)])


def add_drafts(
    connection: Connection, table_id: int, state: State, drafts: Sequence[Draft]
) -> State:
    """The state with the drafts added, except those entered before; or raises Refused."""
    for draft in map(_plain, drafts):
        if repeats(connection, table_id, draft):
            continue
        try:
            state, found = judge(state, _entry(state, draft, table_id))
        except Malformed as malformed:
            raise Refused([Issue("malformed", str(malformed))]) from None
        if found:
            raise Refused(found)
    return state


def _plain(draft: Draft) -> Draft:
    """The draft with its text cleaned; refuses what no page could show."""
    text = strict if ACTIONS.get(draft.action, Action).has_lines else one_line
    try:
        one_line(draft.key + draft.device)
        data = plain(dict(draft.data), text)
    except Unshowable as unshowable:
        raise Refused([Issue("unshowable", str(unshowable))]) from None
    if data_size(data) > LARGEST_ENTRY:  # a file with it could not be opened again
        raise Refused([HUGE])
    return replace(draft, data=data)


def write(connection: Connection, table_id: int, entries: Sequence[Entry]) -> None:
    """Insert entries; the last check that pages will be able to show them."""
    if any(showable(entry) is not entry for entry in entries):
        said = "That couldn’t be saved. Change it and try again."
        raise Refused([Issue("unshowable", said)])
    rows = [
        {"campaign_id": table_id, "seq": entry.seq, "play": entry.play, "action": entry.action,
         "data": entry.data, "key": entry.key, "person": entry.person, "device": entry.device,
         "at": datetime.fromisoformat(entry.at)}
        for entry in entries
    ]  # fmt: skip
    if rows:
        connection.execute(insert(StoredEntry), rows)


def repeats(connection: Connection, table_id: int, draft: Draft) -> bool:
    """Whether the draft was entered before; raises StalePage if its key was used for other data."""
    mine = (StoredEntry.campaign_id == table_id) & (StoredEntry.key == draft.key)
    row = connection.execute(
        select(StoredEntry.action, StoredEntry.data, StoredEntry.play).where(mine)
    ).first()
    if row is None:
        return False
    same = (row.action, _meant(row.data)) == (draft.action, _meant(draft.data))
    if not same or draft.play not in (None, row.play):
        raise StalePage
    return True


def _meant(data: Any) -> Any:
    """The data for comparing, without ``after`` and ``seed``, which may differ in a second try."""
    if not isinstance(data, Mapping):  # a damaged row
        return None
    return {name: value for name, value in data.items() if name not in ("after", "seed")}


def _entry(state: State, draft: Draft, table_id: int) -> Entry:
    """The draft as the table's next entry; a secret draw gets its seed here."""
    play = draft.play
    if play is None and state.plays and ACTIONS.get(draft.action, Action).needs_play:
        play = len(state.plays) - 1  # stored, so that the entry is about this play for ever
    data = dict(draft.data)
    drawn = data.get("draw") if draft.action == DrawThings.kind else None
    is_secret = any(draw.secret and draw.key == drawn for draw in state.game.draws)
    if is_secret and play is not None and 0 <= play < len(state.plays):
        if data.get("kept"):  # by which somebody could choose the result
            said = "A secret draw is always drawn again as a whole. Keep none of it."
            raise Refused([Issue("secret", said)])
        given = f"{table_id} {play} {data.get('seed')}".encode()
        mixed = hmac.digest(secrets.token_bytes(32), given, "sha256")
        data["seed"] = int.from_bytes(mixed[:6])  # JavaScript and spreadsheets keep it exact
    return entry_of(replace(draft, data=data, play=play), state.seq + 1)


def entry_of(draft: Draft, seq: int) -> Entry:
    """The draft as an entry of this number, made now."""
    return Entry(
        seq=seq, action=draft.action, data=dict(draft.data), play=draft.play, key=draft.key,
        person=draft.person, device=draft.device, at=now().isoformat(timespec="seconds"),
    )  # fmt: skip


def state_cache() -> StateCache:
    """The cache of folded states of this app."""
    found: StateCache = current_app.extensions.setdefault("state_cache", StateCache())
    return found
