"""Whatever befalls the server or its database: what was acknowledged is there, once, in order."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from companion.table import journal
from companion.table.store import now
from companion.web.guards import gate
from tests.commands.test_backup import damaged, run
from tests.faults.book import EVENINGS, LATER, TAKEN, Book, check, phones, until_taken
from tests.web.evening import Evening
from tests.web.every_page import broken

pytestmark = pytest.mark.slow
NAMES = ("ada", "ben", "cleo")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    book = Book(f"sqlite:///{tmp_path_factory.mktemp('book') / 'book.sqlite3'}")
    yield book
    book.kill()


@pytest.fixture
def book(served: Book) -> Book:
    """One table for all mishaps, whatever has befallen it before."""
    if served.note(f"before {next(EVENINGS)}") != TAKEN:
        served.kill()
        served.start()
    return served


def test_killed_while_everybody_writes(book: Book) -> None:
    with phones(book, *NAMES) as crowd:
        for _ in range(3):
            until_taken(crowd, 5)
            book.kill()
            book.start()
        until_taken(crowd, 5)
    check(book, crowd)
    assert {status for phone in crowd for status in phone.answers} <= {0, TAKEN}


def test_a_disk_that_is_full_for_a_while(book: Book) -> None:
    with phones(book, *NAMES) as crowd:
        until_taken(crowd, 5)
        usual = resource.prlimit(book.process.pid, resource.RLIMIT_FSIZE, (4096, -1))
        time.sleep(1)
        assert book.page() == 200 and book.ask("GET", "/readyz") == LATER
        resource.prlimit(book.process.pid, resource.RLIMIT_FSIZE, usual)
        until_taken(crowd, 5)
    check(book, crowd)
    told = {status for phone in crowd for status in phone.answers}
    assert told == {TAKEN, LATER}


def test_a_database_that_somebody_else_has_locked(book: Book) -> None:
    with phones(book, *NAMES) as crowd:
        until_taken(crowd, 5)
        with closing(sqlite3.connect(book.file, timeout=20, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(1)
            assert book.page() == 200
        until_taken(crowd, 5)
    check(book, crowd)
    assert {status for phone in crowd for status in phone.answers} <= {TAKEN, LATER}


def test_a_database_that_can_only_be_read(book: Book) -> None:
    with phones(book, *NAMES) as crowd:
        until_taken(crowd, 5)
    book.stop()
    book.start(f"sqlite:///file:{book.file}?mode=ro&uri=true")
    assert book.page() == 200 and book.page("log") == 200
    assert book.note("never") == LATER and book.ask("GET", "/readyz") == LATER
    book.stop()
    book.start()
    assert book.note("written again") == TAKEN
    check(book, crowd)


def test_a_database_that_is_broken_and_restored(book: Book, tmp_path: Path) -> None:
    with phones(book, *NAMES) as crowd:
        until_taken(crowd, 5)
    saved, book.app.instance_path = tmp_path / "saved.zip", str(tmp_path / "not there yet")
    assert run(book.app, "backup", saved).exit_code == 0
    damaged(book.file)
    assert book.note("never") == LATER and book.ask("GET", "/readyz") == LATER
    book.stop()
    assert run(book.app, "restore", saved).exit_code == 0
    book.start()
    assert book.note("restored again") == TAKEN
    check(book, crowd)


def test_a_clock_that_was_set_back(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(app)
    for text in ("one", "two"):
        assert evening.act("note", {"text": text}).status_code == 303
    then = now() - timedelta(days=30)
    monkeypatch.setattr(journal, "now", lambda: then)
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(then.timestamp()))
    monkeypatch.setattr(gate, "now", lambda: then)
    assert evening.act("note", {"text": "three"}).status_code == 303
    assert evening.play.notes == ("one", "two", "three") and broken(evening) == {}
    assert "Thursday" in evening.client.get("/").text  # the device still knows its tables
    assert 'id="undo"' in evening.get("play").text  # and who it is
    app.extensions.pop("state_cache")
    assert evening.play.notes == ("one", "two", "three")
