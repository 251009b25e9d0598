"""What the tests share: an app on a database of its own, made by the real migrations."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import event

from companion import create_app
from companion import games as shelf
from companion.database import make_ready
from companion.table.store import db

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of ours
settings.load_profile("unhurried")

STRONG = "0123456789abcdef" * 2  # a secret that a public server takes

TESTING = {"TESTING": True, "SECRET_KEY": "test"}

# Thousands of tests and a press's worth of boxes: looking for cycles less often saves a tenth.
gc.set_threshold(200_000, 20, 50)


class Compiled(BytecodeCache):
    """Templates compiled once for every app of a run."""

    def __init__(self) -> None:
        self.known: dict[str, object] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get(bucket.key)  # type: ignore[assignment]

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key] = bucket.code


COMPILED = Compiled()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database as the real migrations make it, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    make_ready(app)
    with app.app_context():
        db.engine.dispose()  # the last connection leaves no -wal behind
    return file


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app that ``app`` hands on from test to test: to make one takes longer than most tests."""
    file = tmp_path_factory.mktemp("app") / "test.sqlite3"
    app = create_app({**TESTING, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    app.jinja_env.bytecode_cache = COMPILED
    with app.app_context():
        event.listen(db.engine, "connect", _need_not_last)
    return app


@pytest.fixture
def app(shared_app: Flask, migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """An app with an empty database; afterwards all that a test has set is forgotten."""
    app, config, extensions = shared_app, {**shared_app.config}, {**shared_app.extensions}
    database_of(app).unlink(missing_ok=True)
    shutil.copy(migrated, database_of(app))
    app.config["PRINTS"] = tmp_path / "prints"
    yield app
    _close(app)
    for before, now in ((config, app.config), (extensions, app.extensions)):
        now.clear()
        now.update(before)


@pytest.fixture
def own_app(tmp_path: Path, migrated: Path) -> Iterator[Flask]:
    """An app for one test alone, which gives it other routes or templates."""
    file = shutil.copy(migrated, tmp_path / "test.sqlite3")
    given = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "PRINTS": tmp_path / "prints"}
    app = create_app({**TESTING, **given})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    _close(app)


def database_of(app: Flask) -> Path:
    """The file that it lies in."""
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def _need_not_last(connection: Any, _record: object) -> None:
    """No test cuts the power: nothing waits for the disk."""
    connection.execute("PRAGMA synchronous = OFF")


def _close(app: Flask) -> None:
    if "press" in app.extensions:
        app.extensions["press"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def forget_games() -> None:
    """Look again which games stand on the shelf; our own stay read."""
    shelf.everything.cache_clear()
    shelf.games.cache_clear()


@pytest.fixture
def fair(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The made-up game of tests/games stands on the shelf, too."""
    monkeypatch.setenv("GAMES_PATH", str(Path(__file__).parent / "games"))
    forget_games()
    yield
    monkeypatch.undo()
    forget_games()
