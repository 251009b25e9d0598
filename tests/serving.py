"""The app as it is run, `python3 app.py`, on a port and a database of its own."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import urlencode

from companion import create_app
from companion.config import PROJECT
from companion.database import make_ready
from companion.games import games
from companion.table import tables
from companion.table.journal import Draft

SECRET = "f3a1c5e79b2d4860" * 4
START = {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}], "story": True}


@dataclass(frozen=True)
class Served:
    """A server that is listening, and a table on it."""

    port: int
    token: str
    database: Path


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    headers: Message


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(folder: Path, **settings: str) -> Iterator[Served]:
    """The server with one table, until the block ends."""
    port, database = free_port(), folder / "served.sqlite3"
    url = f"sqlite:///{database}"
    app = create_app({"SECRET_KEY": SECRET, "SQLALCHEMY_DATABASE_URI": url})
    make_ready(app)
    with app.app_context():
        token = tables.open_table(games()["newdale"], "Thursday", Draft("start", START))
    own = {"HOST": "127.0.0.1", "PORT": str(port), "DATABASE_URL": url, "SECRET_KEY": SECRET}
    environment = {**os.environ, **own, **settings}
    with running([sys.executable, "app.py"], port, environment):
        yield Served(port, token, database)


@contextmanager
def running(
    command: list[str], port: int, environment: dict[str, str] | None = None
) -> Iterator[None]:
    """A program that listens on the port by the time the block begins."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=quiet, stderr=quiet)
    try:
        wait_for(port)
        yield
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
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
