"""The app as it is run, `python3 app.py`, on a port and a database of its own."""

from __future__ import annotations

import http.client
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from companion import create_app
from companion.config import PROJECT
from companion.database import make_ready
from companion.games import games
from companion.rules.journal.log import Entry
from companion.table import care, links, tables
from companion.table.journal import Draft
from companion.table.links import Role
from companion.table.store import db
from companion.table.tables import Table

SECRET = "f3a1c5e79b2d4860" * 4
START = {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}], "story": True}
PATIENCE = 60  # seconds; on a busy machine a start takes its time


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    headers: Message


def free_port() -> int:
    """A port below those that connections are given, or one of them might take it meanwhile."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            return port


class Server:
    """One server on one database, which can be stopped, killed and started again.

    ``app`` is the same app in this process, for what need not come by the network.
    """

    def __init__(
        self, url: str, home: Path = PROJECT, log: Path = Path(os.devnull), **settings: str
    ) -> None:
        self.url, self.port, self.home, self.log = url, free_port(), home, log
        self.settings = {"HOST": "127.0.0.1", "SECRET_KEY": SECRET, **settings}
        self.app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": url})
        make_ready(self.app)
        with self.app.app_context():
            db.engine.dispose()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def file(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    def start(self, url: str = "") -> None:
        own = {**self.settings, "PORT": str(self.port), "DATABASE_URL": url or self.url}
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "app.py"], cwd=self.home, env={**os.environ, **own},
                stdout=out, stderr=out,
            )  # fmt: skip
        wait_for(self.port)

    def stop(self) -> None:
        """As Ctrl-C does; the port is free afterwards."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def kill(self) -> None:
        """As a power cut or the kernel would: without a word."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def opened(
        self, slug: str = "newdale", start: Mapping[str, Any] = START, name: str = "Thursday"
    ) -> str:
        """The token of a new table."""
        with self.app.app_context():
            token = tables.open_table(games()[slug], name, Draft("start", start))
            db.engine.dispose()
        return token

    def table(self, token: str) -> Table:
        with self.app.app_context():
            self.app.extensions.pop("state_cache", None)  # as the database has it
            found = tables.find(token)
            db.engine.dispose()
        assert found is not None
        return found

    def enter(self, token: str, entries: Iterable[Entry]) -> None:
        """Append what was played elsewhere, as one piece."""
        drafts = [Draft(entry.action, entry.data, entry.play) for entry in entries]
        with self.app.app_context():
            tables.append(self.table(token), drafts)
            db.engine.dispose()

    def watching(self, token: str) -> str:
        """A link for those who only watch."""
        with self.app.app_context():
            table = self.table(token)
            care.invite(table, Role.WATCHER)
            found = [link.token for link in care.invitations(table) if link.role == Role.WATCHER]
            db.engine.dispose()
        return found[0]

    def guard(self, token: str) -> str:
        """What the forms of a table carry."""
        with self.app.app_context():
            return links.form_tokens(self.table(token).seed)[0]


@contextmanager
def served(
    folder: Path, home: Path = PROJECT, log: Path = Path(os.devnull), **settings: str
) -> Iterator[Server]:
    """A server until the block ends."""
    server = Server(f"sqlite:///{folder / 'served.sqlite3'}", home, log, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def running(command: list[str], port: int, log: Path = Path(os.devnull)) -> Iterator[None]:
    """A program that listens on the port by the time the block begins."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=PROJECT, stdout=out, stderr=out)
        try:
            wait_for(port)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def until(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nothing listens on {port}")


def asked(
    port: int,
    path: str,
    source: str = "127.0.0.1",
    form: Mapping[str, str] | None = None,
    **headers: str,
) -> Answer:
    """One request from the given address of this machine; its answer, read to the end."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=20, source_address=(source, 0)
    )
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    typed = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    method, body = ("POST", urlencode(form)) if form else ("GET", None)
    connection.request(method, path, body, {**typed, **named})
    got = connection.getresponse()
    answer = Answer(got.status, got.read().decode(), got.headers)
    connection.close()
    return answer
