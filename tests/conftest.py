"""What the tests share: an app on a database of its own, made by the real migrations."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from companion import create_app
from companion import games as shelf
from companion.database import make_ready
from companion.table.store import db

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault of ours
settings.load_profile("unhurried")

STRONG = "0123456789abcdef" * 2  # a secret that a public server takes

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


def compile_addresses_once() -> None:
    """How addresses are built is the same in every app of a run, and worked out once.

    To compile it anew for every test took a third of the time of them all.
    """
    compiled, known = Rule._compile_builder, dict[tuple[object, ...], Callable[..., object]]()

    def builder(rule: Rule, append_unknown: bool = True) -> Callable[..., object]:
        defaults = tuple(sorted((rule.defaults or {}).items()))
        key = (rule.rule, rule.subdomain, rule.host, defaults, append_unknown)
        if key not in known:
            known[key] = compiled(rule, append_unknown)
        return known[key]

    Rule._compile_builder = builder  # type: ignore[assignment, method-assign]


compile_addresses_once()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database as the real migrations make it, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    make_ready(app)
    with app.app_context():
        db.engine.dispose()  # the last connection leaves no -wal behind
    return file


@pytest.fixture
def app(tmp_path: Path, migrated: Path) -> Iterator[Flask]:
    file = shutil.copy(migrated, tmp_path / "test.sqlite3")
    given = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "PRINTS": tmp_path / "prints"}
    app = create_app({"TESTING": True, "SECRET_KEY": "test", **given})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
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
