"""Backup and restore: the database and its secret in one file, checked before and after."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.config import SECRET_FILE, write_once
from companion.database import (
    InUse,
    copy_database,
    database_file,
    fault_in,
    held_alone,
    keep_private,
    known_revisions,
)
from companion.rules.words import plural
from companion.table import links
from companion.table.store import db

DATABASE = "guildbook.sqlite3"
ELSEWHERE = "PostgreSQL is backed up and restored with its own tools. See docs/hosting.md."
OTHER_SECRET = f"""\
SECRET_KEY is set to another secret than the backup's, so the links in it do not open. Unset it, or
put what is now in instance/{SECRET_FILE} into SECRET_KEY_PREVIOUS."""


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@with_appcontext
def backup(file: Path) -> None:
    """Save the database and its secret in FILE, even while Guildbook is serving."""
    database = _database()
    if not database.exists():
        raise click.ClickException("There is no database yet, so there is nothing to back up.")
    if file.exists():
        raise click.ClickException(f"{file} already exists. Name another file.")
    with _as_messages(), TemporaryDirectory(dir=file.absolute().parent) as folder:
        _check(database)
        copy, packed = Path(folder) / DATABASE, Path(folder) / "packed"
        copy_database(database, copy)
        _pack(packed, copy)
        with TemporaryDirectory(dir=folder) as again:
            said = _contents(_unpacked(packed, Path(again)))
        packed.replace(file)
    click.echo(f"Saved {said} in {file}. Anyone with this file can open every game.")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_appcontext
def restore(file: Path) -> None:
    """Replace the database and the secret with those in FILE."""
    database = _database()
    there = database.exists()
    with _as_messages(), TemporaryDirectory(dir=database.parent) as folder:
        new = _unpacked(file, Path(folder))
        said = _contents(new)
        with held_alone(database) if there else nullcontext():
            _set_aside(database)
            _put_secret((Path(folder) / SECRET_FILE).read_text("utf-8"), keep=there)
            new.replace(database)
            keep_private(database)
        _check(database)
    click.echo(f"Restored {said} from {file}. Start Guildbook again.")


def _database() -> Path:
    found = database_file(db.engine.url)
    if found is None:
        raise click.ClickException(ELSEWHERE)
    return found


@contextmanager
def _as_messages() -> Iterator[None]:
    """Turn what can go wrong into a message for the command line."""
    try:
        yield
    except InUse:
        said = "Guildbook is running on this database. Stop it first, so that nothing is lost."
        raise click.ClickException(said) from None
    except (OSError, sqlite3.Error) as problem:
        raise click.ClickException(f"That did not work: {problem}.") from None


def _pack(packed: Path, database: Path) -> None:
    """Write the file, readable for its owner only, and wait until it is on the disk."""
    with open(os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            archive.write(database, DATABASE)
            archive.writestr(SECRET_FILE, "\n".join(links.secrets()))
        out.flush()
        os.fsync(out.fileno())


def _unpacked(file: Path, folder: Path) -> Path:
    """The database in the file, found whole and of a version we know."""
    try:
        with ZipFile(file) as archive:
            for name in (DATABASE, SECRET_FILE):
                archive.extract(name, folder)
                with open(folder / name, "r+b") as written:
                    os.fsync(written.fileno())
    # All that zipfile may raise where a byte has changed.
    except (BadZipFile, zlib.error, KeyError, EOFError, RuntimeError, ValueError) as problem:
        said = f"This isn’t a whole Guildbook backup: {problem}."
        raise click.ClickException(said) from None
    database = folder / DATABASE
    _check(database)
    with closing(sqlite3.connect(database)) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if version not in known_revisions():
        raise click.ClickException(
            f"The backup is from a newer version ({version}). Update Guildbook first."
        )
    return database


def _set_aside(database: Path) -> None:
    """Keep what was there; a write-ahead log left behind must not meet another database."""
    for end in ("-wal", "-shm", ""):
        old, aside = Path(f"{database}{end}"), Path(f"{_aside(database)}{end}")
        if old.exists() and end:
            old.replace(aside)
        elif old.exists():
            os.link(old, aside)  # until the new one takes its place in one step
            click.echo(f"The previous database was saved as {aside.name}.")


def _put_secret(text: str, keep: bool) -> None:
    """The backup's secret becomes ours, unless the environment names one, which wins."""
    file = Path(current_app.instance_path) / SECRET_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and file.read_text("utf-8").strip() != text:
        file.replace(_aside(file)) if keep else file.unlink()
    write_once(file, text)
    if os.environ.get("SECRET_KEY") and text.split("\n")[0] not in links.secrets():
        click.echo(OTHER_SECRET)


def _aside(file: Path) -> Path:
    return file.with_name(f"{file.name}.{datetime.now():%Y%m%d-%H%M%S}")


def _check(database: Path) -> None:
    if fault := fault_in(database):
        raise click.ClickException(f"The database {database.name} is damaged: {fault}.")


def _contents(database: Path) -> str:
    with closing(sqlite3.connect(database)) as connection:
        counted = "SELECT (SELECT count(*) FROM campaign), (SELECT count(*) FROM entry)"
        tables, entries = connection.execute(counted).fetchone()
    return f"{plural(tables, 'game')} with {plural(entries, 'change')}"
