"""A table for web tests: opened in the store, played by actions, visited by a browser's client."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.games import games
from companion.printing.sample_tables import least
from companion.rules.fields import Kind
from companion.rules.game import Game
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.table import care, links, tables
from companion.table.journal import Draft
from companion.table.links import Role
from companion.table.tables import Table
from tests.journal import NAMES


def guard(app: Flask, token: str) -> str:
    """What the forms of a table carry, for whoever came by this link."""
    with app.app_context():
        found = tables.find(token)
        assert found is not None
        return links.form_tokens(found.seed)[0]


def few(game: Game, chapter: str = "") -> int:
    """The smallest table at which somebody can win against somebody."""
    here = game.chapter(chapter or game.graph.first)
    low, _ = (here.players if here else None) or game.players
    return max(low, 2)


class Evening:
    """One table, its app and one device that visits it."""

    def __init__(self, app: Flask, slug: str = "newdale", name: str = "Thursday", **start: Any):
        self.app, self.client, self.slug = app, app.test_client(), slug
        with app.app_context():
            self.token = tables.open_table(games()[slug], name, self._start(**start))

    def _start(self, chapter: str = "I", players: int = 3, **more: Any) -> Draft:
        seats = [{"name": name} for name in NAMES[:players]]
        return Draft("start", {"chapter": chapter, "seats": seats, "story": True, **more})

    def start(self, chapter: str, players: int = 3, **more: Any) -> None:
        self.append([self._start(chapter, players, **more)])

    def must(self, kind: str, play: int | None = None, **data: Any) -> None:
        """Add an entry; a finish says as people do that what nobody has touched is 0."""
        if kind == "finish" and not data:
            data = {"zeros": [*self.state.plays[-1 if play is None else play].untouched]}
        self.append([Draft(kind, data, play)])

    def append(self, drafts: list[Draft]) -> None:
        with self.app.app_context():
            tables.append(self.table, drafts)

    def finish(self, *points: int) -> None:
        """Score the newest play; what is typed first on the sheet makes the difference."""
        fields = [f for f in games()[self.slug].sheet.fields() if not f.sole and f.default is None]
        free = fields[:1] if fields[0].kind is not Kind.COUNT else fields
        drafts = []
        for seat, mine in enumerate(points):
            for field in fields:
                value = mine if field in free else least(field, seat)
                drafts.append(Draft("fill", {"seat": seat, "field": field.key, "value": value}))
        self.append(drafts)
        self.must("finish", zeros=[*self.play.untouched], shared=True)

    @property
    def table(self) -> Table:
        with self.app.app_context():
            found = tables.find(self.token)
        assert found is not None
        return found

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def play(self) -> Play:
        return self.state.plays[-1]

    def get(self, page: str = "", **query: Any) -> TestResponse:
        return self.client.get(f"/t/{self.token}/{page}", query_string=query or None)

    def post(self, page: str, **form: Any) -> TestResponse:
        form = {"csrf_token": guard(self.app, self.token), **form}
        return self.client.post(f"/t/{self.token}/{page}", data=form)

    def act(self, kind: str, data: dict[str, Any] | None = None, **form: Any) -> TestResponse:
        return self.post("do", action=kind, data=json.dumps(data or {}), **form)


def link_for(evening: Evening, role: Role) -> str:
    """The token of a link of that role, handed out if there is none yet."""
    with evening.app.app_context():
        care.invite(evening.table, role)
        return next(i.token for i in care.invitations(evening.table) if i.role == role)
