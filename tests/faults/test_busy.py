"""A database that is locked, full or broken: said in words, and readers go on where they can."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion import create_app, database
from companion.table import store
from companion.table.store import db
from companion.web.shelf import health
from tests.conftest import database_of
from tests.serving import asked, served
from tests.web.evening import Evening


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout = 50", *database.PRAGMAS[1:]))
    monkeypatch.setattr(health, "FRESH", -1)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes and takes its time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_database_is_to_be_tried_again(evening: Evening) -> None:
    with locked(database_of(evening.app)):
        answer = evening.act("note", {"text": "now"})
        assert answer.status_code == 503 and answer.headers["Retry-After"] == "2"
        assert "Your saved data is safe" in answer.text
        assert evening.get("play").status_code == 200  # readers go on
        invited = evening.post("people/invite", role="watcher")
        assert invited.status_code == 503
    assert evening.act("note", {"text": "now"}).status_code == 303


def test_our_own_mistake_is_none_of_the_databases(own_app: Flask) -> None:
    @own_app.get("/mistake")
    def mistake() -> str:
        db.session.execute(db.text("SELECT nothing FROM nowhere"))
        return ""

    own_app.testing = False
    assert own_app.test_client().get("/mistake").status_code == 500


def test_only_so_many_wait_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.WRITE_SLOTS, "patience", 0.2)
    places = store.BoundedGate(1)
    with places.taken():
        waited = [busy_after(places) for _ in range(3)]
    assert 0.2 <= waited[0] < 5 and sum(waited[1:]) < 0.2  # in vain once, so nobody waits again
    with places.taken():
        pass


def busy_after(places: store.BoundedGate) -> float:
    began = time.monotonic()
    with pytest.raises(store.Busy), places.taken():
        pass
    return time.monotonic() - began


@pytest.mark.slow
def test_readers_do_not_wait_for_writers(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = server.opened()
        page, statuses = f"/t/{token}/play", []
        assert asked(server.port, page).status == 200
        entry = {"csrf_token": server.guard(token), "action": "note", "d-text": "now"}

        def write() -> None:
            statuses.append(asked(server.port, f"/t/{token}/do", form=entry).status)

        with locked(server.file):
            crowd = [Thread(target=write) for _ in range(20)]
            for writer in crowd:
                writer.start()
            time.sleep(0.3)
            began = time.monotonic()
            assert asked(server.port, page).status == 200
            assert time.monotonic() - began < 3  # the writers wait for 5 seconds
            for writer in crowd:
                writer.join()
        assert statuses == [503] * 20


def test_alive_is_not_ready(client: FlaskClient) -> None:
    assert (client.get("/healthz").text, client.get("/readyz").text) == ("ok\n", "ok\n")
    with locked(database_of(client.application)):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "database is locked\n")
        assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200


def test_a_database_that_can_only_be_read_is_not_ready(own_app: Flask) -> None:
    with own_app.app_context():
        event.listen(db.engine, "connect", lambda c, _: c.execute("PRAGMA query_only = ON"))
    answer = own_app.test_client().get("/readyz")
    assert answer.status_code == 503 and "readonly" in answer.text


def test_a_disk_that_takes_no_more_is_not_ready(client: FlaskClient) -> None:
    assert client.get("/readyz").status_code == 200
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, usual[1]))
    try:
        answer = client.get("/readyz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert answer.status_code == 503 and "disk" in answer.text
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("start", [0, 8192])
def test_a_broken_file_is_not_ready(migrated: Path, tmp_path: Path, start: int) -> None:
    body = bytearray(migrated.read_bytes())
    body[start : start + 4096] = b"\xa5" * 4096
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(body)
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{broken}"})
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 503 and answer.text.strip() not in ("", "ok")
