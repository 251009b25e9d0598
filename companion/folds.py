"""Folded journals, kept in memory so that a page does not replay an evening."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from sqlalchemy import Connection, Row, select

from companion.rules.game import Game
from companion.rules.log import Entry
from companion.rules.replay import replay, step
from companion.rules.state import State
from companion.store import Entry as Stored

MOST_TABLES = 200


class Folds:
    """The newest state of each table. States never change, so one is only ever replaced."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()
        self._lock = Lock()

    def current(self, connection: Connection, campaign: int, game: Game) -> State:
        """The state after every entry the database has now; one statement."""
        state = self._get(campaign)
        rows = _entries(connection, campaign, state.seq if state else 0)
        if state is None:
            state = replay(game, map(_entry, rows))
        else:
            for row in rows:
                state = step(state, _entry(row))
        self.keep(campaign, state)
        return state

    def keep(self, campaign: int, state: State) -> None:
        with self._lock:
            known = self._states.get(campaign)
            if known is None or known.seq <= state.seq:
                self._states[campaign] = state
            self._states.move_to_end(campaign)
            while len(self._states) > MOST_TABLES:
                self._states.popitem(last=False)

    def forget(self, campaign: int) -> None:
        with self._lock:
            self._states.pop(campaign, None)

    def _get(self, campaign: int) -> State | None:
        with self._lock:
            return self._states.get(campaign)


def _entries(connection: Connection, campaign: int, after: int) -> list[Row[tuple[Stored]]]:
    table = Stored.__table__
    mine = (table.c.campaign_id == campaign) & (table.c.seq > after)
    return list(connection.execute(select(table).where(mine).order_by(table.c.seq)))


def _entry(row: Row[tuple[Stored]]) -> Entry:
    at = row.at.isoformat(timespec="seconds")
    return Entry(row.seq, row.action, row.data, row.play, row.key, row.seat, row.device or "", at)
