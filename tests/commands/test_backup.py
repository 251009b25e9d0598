"""Backup and restore: whole while others write, checked, and never over a running server."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import Connection, event, text

from companion import create_app
from companion.database import attach_migrations, fault_in, known_revisions, make_ready
from companion.table.store import db
from tests.table.test_table import found, opened, writer


def run(app: Flask, *args: object) -> Result:
    result = app.test_cli_runner().invoke(args=[str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def rows(file: Path) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return [
            connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()
            for table in ("campaign", "entry", "link")
        ]


def journal(app: Flask, token: str) -> list[str]:
    return [row.entry.key for row in found(app, token).state.log]


class Place:
    """An installation: a folder with a database and a secret of its own."""

    def __init__(self, folder: Path, **config: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.database, self.secret = folder / "book.sqlite3", folder / "secret_key"
        url = f"sqlite:///{self.database}"
        self.app = create_app({"TESTING": True, "SQLALCHEMY_DATABASE_URI": url, **config})
        self.app.instance_path = str(folder)

    def closed(self) -> None:
        with self.app.app_context():
            db.engine.dispose()


@pytest.fixture
def home(tmp_path: Path, migrated: Path) -> Iterator[Place]:
    """A place where a table was played at and the server has stopped."""
    place = Place(tmp_path / "home", SECRET_KEY="test")
    shutil.copy(migrated, place.database)
    opened(place.app)
    place.closed()
    yield place
    place.closed()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Place]:
    """A fresh machine."""
    place = Place(tmp_path / "elsewhere", SECRET_KEY="another")
    yield place
    place.closed()


@pytest.mark.slow
def test_a_backup_made_while_four_write_is_a_whole_moment(
    home: Place, elsewhere: Place, tmp_path: Path
) -> None:
    token = opened(home.app)
    writers = [writer(home.app, token, who, 25) for who in ("ada", "ben", "cem", "dia")]
    before: list[str] = []
    for process in writers:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        before += [process.stdout.readline().strip() for _ in range(5)]
    file = tmp_path / "backup.zip"
    assert run(home.app, "backup", file).exit_code == 0
    for process in writers:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert run(elsewhere.app, "restore", file).exit_code == 0
    elsewhere.app.config["SECRET_KEY"] = elsewhere.secret.read_text()
    now, then = journal(home.app, token), journal(elsewhere.app, token)
    assert then == now[: len(then)]  # the same journal, up to a moment, without a gap
    assert set(before) <= set(then)  # and in it all that was acknowledged


def test_a_restored_place_is_the_same(home: Place, elsewhere: Place, tmp_path: Path) -> None:
    told = run(home.app, "backup", tmp_path / "b.zip").output
    assert "1 game with 1 change" in told and "can open every game" in told
    assert stat.S_IMODE(os.stat(tmp_path / "b.zip").st_mode) == 0o600
    assert "Restored 1 game" in run(elsewhere.app, "restore", tmp_path / "b.zip").output
    assert rows(elsewhere.database) == rows(home.database)
    assert elsewhere.secret.read_text() == "test"
    assert sorted(path.name for path in elsewhere.database.parent.iterdir()) == [
        "book.sqlite3", "secret_key",
    ]  # fmt: skip


def test_a_running_server_is_not_restored_over(home: Place, tmp_path: Path) -> None:
    run(home.app, "backup", tmp_path / "b.zip")
    before = rows(home.database)
    with home.app.app_context(), db.engine.connect() as connection:
        connection.execute(text("SELECT * FROM campaign"))
        refused = run(home.app, "restore", tmp_path / "b.zip")
        assert refused.exit_code == 1 and "Guildbook is running" in refused.output
    assert rows(home.database) == before
    home.closed()
    assert run(home.app, "restore", tmp_path / "b.zip").exit_code == 0


def test_what_was_there_is_kept(home: Place, tmp_path: Path) -> None:
    run(home.app, "backup", tmp_path / "b.zip")
    saved = rows(home.database)
    opened(home.app)
    home.closed()
    home.secret.write_text("mine")
    later = rows(home.database)
    assert "was saved as book.sqlite3." in run(home.app, "restore", tmp_path / "b.zip").output
    (kept,) = home.database.parent.glob("book.sqlite3.2*")
    assert (rows(home.database), rows(kept)) == (saved, later)
    assert [path.read_text() for path in home.database.parent.glob("secret_key.2*")] == ["mine"]


@pytest.mark.parametrize("lost", [True, False])
def test_an_old_write_ahead_log_does_no_harm(home: Place, tmp_path: Path, lost: bool) -> None:
    run(home.app, "backup", tmp_path / "b.zip")
    saved = rows(home.database)
    with home.app.app_context():
        token = opened(home.app)
        assert found(home.app, token)
        for end in ("", "-wal"):  # as a crash leaves them
            shutil.copy(f"{home.database}{end}", tmp_path / f"crashed{end}")
    home.closed()
    for end in ("", "-wal"):
        shutil.copy(tmp_path / f"crashed{end}", f"{home.database}{end}")
    assert os.path.getsize(f"{home.database}-wal")
    if lost:
        home.database.unlink()
    assert run(home.app, "restore", tmp_path / "b.zip").exit_code == 0
    assert rows(home.database) == saved and fault_in(home.database) is None


def damaged(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as database:
        database.seek(4096)
        database.write(b"\xff" * (size - 4096))


def test_a_damaged_database_is_not_backed_up_but_can_be_replaced(
    home: Place, tmp_path: Path
) -> None:
    run(home.app, "backup", tmp_path / "b.zip")
    saved = rows(home.database)
    damaged(home.database)
    refused = run(home.app, "backup", tmp_path / "c.zip")
    assert refused.exit_code == 1 and "damaged" in refused.output
    assert not (tmp_path / "c.zip").exists()
    assert run(home.app, "restore", tmp_path / "b.zip").exit_code == 0
    assert rows(home.database) == saved


def repacked(file: Path, **parts: bytes) -> None:
    with ZipFile(file) as old:
        kept = {name: old.read(name) for name in old.namelist()}
    with ZipFile(file, "w") as new:
        for name, data in {**kept, **parts}.items():
            new.writestr(name, data)


def test_a_damaged_or_foreign_backup_replaces_nothing(home: Place, tmp_path: Path) -> None:
    file, before = tmp_path / "b.zip", rows(home.database)
    run(home.app, "backup", file)
    whole = file.read_bytes()
    flipped = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(100, 160, 5)]
    for content in (b"", b"Dear diary", whole[: len(whole) // 2], *flipped):
        file.write_bytes(content)
        refused = run(home.app, "restore", file)
        assert refused.exit_code == 1 and "Restored" not in refused.output
    file.write_bytes(whole)
    repacked(file, **{"guildbook.sqlite3": b"SQLite format 3\0" + b"\xff" * 5000})
    assert "damaged" in run(home.app, "restore", file).output
    with ZipFile(file, "w") as foreign:
        foreign.writestr("letter.txt", "Dear diary")
    assert "isn’t a whole Guildbook backup" in run(home.app, "restore", file).output
    assert rows(home.database) == before
    assert {path.name for path in home.database.parent.iterdir()} <= {"book.sqlite3", "secret_key"}


def test_a_backup_of_a_newer_version_is_refused(home: Place, tmp_path: Path) -> None:
    with closing(sqlite3.connect(home.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    refused = run(home.app, "backup", tmp_path / "b.zip")
    assert refused.exit_code == 1 and "newer version (9999)" in refused.output


def test_no_file_is_overwritten(home: Place) -> None:
    refused = run(home.app, "backup", home.database)
    assert refused.exit_code == 1 and "already exists" in refused.output
    assert fault_in(home.database) is None and rows(home.database)[0]


def test_nothing_to_back_up_is_a_sentence(elsewhere: Place, tmp_path: Path) -> None:
    refused = run(elsewhere.app, "backup", tmp_path / "b.zip")
    assert refused.exit_code == 1 and "no database yet" in refused.output
    assert not elsewhere.database.exists()


def test_other_databases_are_left_to_their_own_tools(tmp_path: Path) -> None:
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    refused = run(app, "backup", tmp_path / "b.zip")
    assert refused.exit_code == 1 and "own tools" in refused.output


def test_another_secret_in_the_environment_is_told(
    home: Place, elsewhere: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(home.app, "backup", tmp_path / "b.zip")
    monkeypatch.setenv("SECRET_KEY", "another")
    assert "SECRET_KEY_PREVIOUS" in run(elsewhere.app, "restore", tmp_path / "b.zip").output
    monkeypatch.setenv("SECRET_KEY", "test")
    home.closed()
    assert "SECRET_KEY" not in run(home.app, "restore", tmp_path / "b.zip").output


def test_every_migration_leaves_a_copy_of_what_was_before(home: Place) -> None:
    import flask_migrate

    make_ready(home.app)  # nothing to do, nothing copied
    assert list(home.database.parent.glob("book.sqlite3.0*")) == []
    with home.app.app_context():
        attach_migrations(home.app)
        flask_migrate.downgrade(revision="0002")
    make_ready(home.app)
    (copy,) = home.database.parent.glob("book.sqlite3.0*")
    assert copy.name == "book.sqlite3.0002" and fault_in(copy) is None
    with closing(sqlite3.connect(copy)) as connection:
        assert "nonces" not in str(connection.execute("SELECT sql FROM sqlite_master").fetchall())
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (1,)


def test_all_missing_migrations_are_one_transaction(home: Place) -> None:
    import flask_migrate

    ended: list[str | None] = []
    with home.app.app_context():
        attach_migrations(home.app)
        flask_migrate.downgrade(revision="base")
        event.listen(db.engine, "commit", lambda connection: ended.append(version(connection)))
    make_ready(home.app)
    # Between two of them another process would begin with what is half done.
    assert ended == [known_revisions()[-1]]


def version(connection: Connection) -> str | None:
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_only_the_owner_reads_a_database_and_its_copies(tmp_path: Path) -> None:
    place = Place(tmp_path / "new")
    make_ready(place.app)
    with place.app.app_context(), db.engine.connect():
        assert {mode(file) for file in place.database.parent.glob("book*")} == {0o600}
    place.closed()
    copy = place.database.with_name("book.sqlite3.0002")
    copy.touch()
    for file in (place.database, copy):
        file.chmod(0o644)
    make_ready(place.app)
    assert mode(place.database) == mode(copy) == 0o600
    place.closed()


def test_what_is_restored_is_its_owners_alone(tmp_path: Path) -> None:
    place = Place(tmp_path / "here")
    make_ready(place.app)
    file = tmp_path / "saved.zip"
    assert run(place.app, "backup", file).exit_code == 0 and mode(file) == 0o600
    place.closed()
    place.database.unlink()
    assert run(place.app, "restore", file).exit_code == 0 and mode(place.database) == 0o600
    place.closed()
