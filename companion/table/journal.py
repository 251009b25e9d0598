"""Writing a table's journal: one transaction, checked by the rules, one person at a time."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import current_app
from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.rules.actions import ACTIONS, Action, Malformed
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.log import Entry
from companion.rules.replay import entered
from companion.rules.state import State
from companion.table.states import Folds
from companion.table.store import Campaign, db, now
from companion.table.store import Entry as Stored

TRIES = 5


class Refused(Exception):
    """The rules say no; every reason comes with it."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__(found[0].message)
        self.issues = found


class StalePage(Exception):
    """The same page was sent again with something else in it."""


class Removed(Exception):
    """The table was deleted while somebody was entering something."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry somebody wants to make. ``key`` is the client's, so a repeat is the same entry."""

    action: str
    data: Mapping[str, Any]
    play: int | None = None
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    seat: int | None = None
    device: str = ""


@contextmanager
def writing() -> Iterator[Connection]:
    """A transaction that waits for its turn to write instead of failing later."""
    with db.engine.connect().execution_options(immediate=True) as connection, connection.begin():
        yield connection


# Where several can write at once, those at one table queue here; SQLite lets only one write.
_TURN = select(Campaign.id).where(Campaign.id == bindparam("id")).with_for_update(key_share=True)


def change(campaign: int, game: Game, how: Callable[[Connection, State], State]) -> State:
    """Write to a table what ``how`` makes of its newest state; the state after it.

    People take turns at a table's row. That no two entries have the same number holds without
    it too, so whoever was still too late looks again at what there is now.
    """
    for _ in range(TRIES):
        try:
            with writing() as connection:
                if connection.scalar(_TURN, {"id": campaign}) is None:
                    raise Removed
                state = how(connection, folds().current(connection, campaign, game))
        except IntegrityError:
            continue
        folds().keep(campaign, state)
        return state
    raise Refused([Issue("stale", "Too many people are entering at once. Try again.")])


def added(connection: Connection, campaign: int, state: State, drafts: Sequence[Draft]) -> State:
    """Add to the journal what the rules allow and was not there yet."""
    for draft in drafts:
        if not repeats(connection, campaign, draft):
            state = _checked(state, draft)
            write(connection, campaign, state.log[-1].entry)
    return state


def write(connection: Connection, campaign: int, entry: Entry) -> None:
    connection.execute(
        insert(Stored).values(
            campaign_id=campaign, seq=entry.seq, play=entry.play, action=entry.action,
            data=entry.data, key=entry.key, seat=entry.seat, device=entry.by, at=now(),
        )
    )  # fmt: skip


def repeats(connection: Connection, campaign: int, draft: Draft) -> bool:
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


def _checked(state: State, draft: Draft) -> State:
    """The table with the draft as its newest entry."""
    try:
        after, found = entered(state, _entry(state, draft))
    except Malformed as malformed:
        raise Refused([Issue("malformed", str(malformed))]) from None
    if found:
        raise Refused(found)
    return after


def _entry(state: State, draft: Draft) -> Entry:
    play = draft.play
    if play is None and state.plays and ACTIONS.get(draft.action, Action).needs_play:
        play = len(state.plays) - 1  # said, so that the entry means the same play for ever
    at = now().isoformat(timespec="seconds")
    return Entry(
        state.seq + 1, draft.action, dict(draft.data), play, draft.key, draft.seat,
        draft.device, at,
    )  # fmt: skip


def folds() -> Folds:
    """The app's own memory of folded journals."""
    found: Folds = current_app.extensions.setdefault("folds", Folds())
    return found
