"""How often a page asks the database: seldom, and no more often after a long story."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from companion.games import games
from companion.printing.sample_tables import sample_state
from companion.table import tables
from companion.table.journal import Draft
from companion.table.store import db
from tests.web.evening import Evening

MOST = 6
MOST_WRITING = 9  # Invite shows a join code, which lives on from then
PAGES = (
    "", "setup", "play", "score", "result", "log", "rulings", "next", "settings", "people",
    "watch", "print",
)  # fmt: skip


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Everything that is sent to the database meanwhile, BEGIN included."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def long_evening(app: Flask, slug: str) -> Evening:
    """A table with a story behind it and a chapter that has come to its result."""
    state = sample_state(games()[slug], 3, 2)
    start, *rest = [Draft(row.entry.action, row.entry.data, row.entry.play) for row in state.log]
    evening = Evening(app, slug, chapter=start.data["chapter"])
    with app.app_context():
        evening.token = tables.open_table(games()[slug], "Thursday", start)
    evening.append(rest)
    return evening


def counted(evening: Evening, page: str) -> tuple[int, int]:
    """Statements of a page for a table the server knows, and when it has just been started."""
    found = []
    evening.get(page)
    for cold in (False, True):
        evening.app.extensions.pop("page_cache", None)
        if cold:
            evening.app.extensions.pop("state_cache", None)
        with statements(evening.app) as sent:
            assert evening.get(page).status_code == 200, page
        found.append(len(sent))
    return found[0], found[1]


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(games()))
def test_every_page_asks_seldom_however_long_the_journal(app: Flask, slug: str) -> None:
    short = Evening(app, slug, chapter=games()[slug].graph.first)
    short.finish(9, 7, 5)
    long = long_evening(app, slug)
    assert long.state.seq > 3 * short.state.seq
    for page in PAGES:
        asked = counted(short, page)
        assert asked == counted(long, page), page
        assert max(asked) <= (MOST_WRITING if page == "people" else MOST), (page, asked)


@pytest.mark.parametrize("page", ["setup", "play", "score", "result"])
def test_a_kept_page_asks_once_for_the_link_and_for_news(app: Flask, page: str) -> None:
    evening = Evening(app)
    evening.get(page)
    with statements(app) as sent:
        evening.get(page)
    assert [statement.split()[0] for statement in sent] == ["SELECT"]


def test_the_poll_asks_once(app: Flask) -> None:
    evening = Evening(app)
    with statements(app) as sent:
        answer = evening.client.get(f"/t/{evening.token}/seq")
    assert answer.status_code == 200 and answer.get_json() == {"seq": 1}
    assert len(sent) == 1 and sent[0].startswith("SELECT")


def test_the_poll_leaves_the_cookie_alone(app: Flask) -> None:
    evening = Evening(app)
    evening.get("play")
    with evening.client.session_transaction() as session:
        before = dict(session)
    answer = evening.client.get(f"/t/{evening.token}/seq")
    with evening.client.session_transaction() as session:
        assert dict(session) == before and before["tables"]
    assert "Set-Cookie" not in answer.headers


def test_adding_an_entry_asks_the_same_at_any_length(app: Flask) -> None:
    short, long = Evening(app), long_evening(app, "newdale")
    counts = []
    for evening in (short, long):
        evening.get("play")
        with statements(app) as sent:
            assert evening.act("note", {"text": "A good round."}).status_code == 303
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 8
