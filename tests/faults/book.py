"""A Guildbook that is really served, and phones that go on entering whatever befalls it."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode

from flask import Flask

from companion import create_app
from companion.config import PROJECT
from companion.database import make_ready
from companion.games import games
from companion.table import tables
from companion.table.journal import Draft
from companion.table.store import db
from tests.serving import SECRET, START, free_port, wait_for

TAKEN, LATER = 200, 503


class Book:
    """One server on one database, which can be stopped, killed and started again."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, free_port()
        self.app: Flask = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": url})
        make_ready(self.app)
        with self.app.app_context():
            self.token = tables.open_table(games()["newdale"], "Thursday", Draft("start", START))
            found = tables.find(self.token)
            assert found is not None
            self.guard = tables.form_tokens(found)[0]
            db.engine.dispose()
        self.start()

    def start(self, url: str = "") -> None:
        own = {"HOST": "127.0.0.1", "PORT": str(self.port), "DATABASE_URL": url or self.url,
               "SECRET_KEY": SECRET, "ENTRIES_A_MINUTE": "1000000"}  # fmt: skip
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            [sys.executable, "app.py"], cwd=PROJECT, env={**os.environ, **own},
            stdout=quiet, stderr=quiet,
        )  # fmt: skip
        wait_for(self.port)

    def kill(self) -> None:
        """As a power cut or the kernel would: without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)

    def ask(self, method: str, path: str, body: str | None = None) -> int:
        """The status of one request; 0 where nobody answered."""
        headers = {"Accept": "application/json"} if body else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def page(self, name: str = "play") -> int:
        return self.ask("GET", f"/t/{self.token}/{name}")

    def note(self, text: str) -> int:
        form = {"csrf_token": self.guard, "action": "note", "d-text": text, "key": text}
        return self.ask("POST", f"/t/{self.token}/do", urlencode(form))

    def journal(self) -> list[str]:
        """The keys of all notes as the database has them, numbered without a gap."""
        with self.app.app_context():
            self.app.extensions.pop("folds", None)
            found = tables.find(self.token)
            assert found is not None
            rows = [row.entry for row in found.state.log]
            db.engine.dispose()
        assert [entry.seq for entry in rows] == list(range(1, len(rows) + 1))
        return [entry.key for entry in rows if entry.action == "note"]


@dataclass
class Phone(Thread):
    """Enters one note after another and sends each again until it is taken."""

    book: Book
    who: str
    taken: list[str] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    enough: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while not self.enough.is_set():
            key = f"{self.who}-{len(self.taken)}"
            status = self.book.note(key)
            self.answers[status] += 1
            if status == TAKEN:
                self.taken.append(key)
            else:
                time.sleep(0.05)


@contextmanager
def phones(book: Book, *names: str) -> Iterator[list[Phone]]:
    """People who enter as long as the block lasts, and are not cut off in its midst."""
    crowd = [Phone(book, name) for name in names]
    for phone in crowd:
        phone.start()
    try:
        yield crowd
    finally:
        for phone in crowd:
            phone.enough.set()
        for phone in crowd:
            phone.join()


def until_taken(crowd: list[Phone], more: int, seconds: float = 30) -> None:
    """Wait until every phone has had so many more entries taken."""
    wanted = {phone: len(phone.taken) + more for phone in crowd}
    end = time.monotonic() + seconds
    while any(len(phone.taken) < many for phone, many in wanted.items()):
        assert time.monotonic() < end, "nothing is taken any more"
        time.sleep(0.02)


def check(book: Book, crowd: list[Phone]) -> None:
    """Every acknowledged entry is there, once, in the order in which its phone sent it."""
    kept = book.journal()
    assert len(kept) == len(set(kept))
    for phone in crowd:
        mine = [key for key in kept if key.startswith(f"{phone.who}-")]
        # The last one may have been kept without its phone having heard so.
        assert mine[: len(phone.taken)] == phone.taken and len(mine) <= len(phone.taken) + 1
        assert phone.taken


def file_of(book: Book) -> Path:
    return Path(book.url.removeprefix("sqlite:///"))
