"""Opens the database as we rely on it, brings it to the newest version, looks after its file."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from glob import escape
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import URL, Engine, event, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from companion.config import PROJECT, CannotStart
from companion.table.store import begin_sqlite, db

READABLE = partial(str, encoding="utf-8", errors="replace")  # whatever bytes a file may hold
MIGRATIONS = PROJECT / "migrations"
# busy_timeout first: switching to WAL may itself have to wait for another process.
PRAGMAS = ("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")

PRIVATE = 0o600


def attach_database(app: Flask) -> None:
    """Give the app its database; nothing is opened yet, and all is closed when the app is gone."""
    try:
        db.init_app(app)
    except OSError as problem:
        raise CannotStart(f"The database's folder cannot be made: {problem}.") from problem
    except (ImportError, SQLAlchemyError) as problem:
        raise CannotStart(f"DATABASE_URL cannot be used: {problem}.") from problem
    with app.app_context():
        weakref.finalize(app, db.engine.dispose)
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", open_sqlite)
            event.listen(db.engine, "begin", begin_sqlite)
        else:
            event.listen(db.engine, "connect", open_postgres)


def open_sqlite(connection: Any, _record: object) -> None:
    """Durable and strict; transactions are begun by us, not guessed by the driver."""
    connection.isolation_level = None
    connection.text_factory = READABLE
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def open_postgres(connection: Any, _record: object) -> None:
    """Waiting for a lock fails after five seconds, as on SQLite."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
    connection.commit()


def trouble(problem: DBAPIError) -> str | None:
    """Why the database itself cannot be used now; None if it is our own mistake."""
    # SQLite's errors about a wrong statement; all its others are about the file.
    ours = ("SQLITE_ERROR", "SQLITE_MISUSE", "SQLITE_RANGE", "SQLITE_MISMATCH", "SQLITE_TOOBIG")
    if name := getattr(problem.orig, "sqlite_errorname", None):
        return None if name in ours or isinstance(problem, IntegrityError) else str(problem.orig)
    return "database unreachable" if isinstance(problem, OperationalError) else None


def known_revisions() -> list[str]:
    """Our migrations' numbers, oldest first; file names begin with them."""
    return sorted(path.name.split("_")[0] for path in MIGRATIONS.glob("versions/[0-9]*_*.py"))


def stored_revision(engine: Engine) -> str | None:
    """The version the database is at, or None for a new one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return revision


def make_ready(app: Flask) -> None:
    """Create or migrate the database if it is behind; refuse one from the future."""
    known = known_revisions()
    with app.app_context():
        if file := database_file(db.engine.url):
            keep_private(file)
        try:
            stored = stored_revision(db.engine)
            if stored is not None and stored not in known:
                raise CannotStart(
                    f"The database is of a newer version ({stored}) than this Guildbook "
                    f"({known[-1]}); update Guildbook or restore an older copy."
                )
            if stored != known[-1]:
                attach_migrations(app)
                from flask_migrate import upgrade

                upgrade()
                app.logger.info("The database went from version %s to %s", stored, known[-1])
        except SQLAlchemyError as problem:
            address = db.engine.url.render_as_string(hide_password=True)
            reason = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
            raise CannotStart(f"The database {address} cannot be used: {reason}.") from problem


def attach_migrations(app: Flask) -> None:
    """Give the app Flask-Migrate; imported here because a warm start does without."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS))


class InUse(RuntimeError):
    """Somebody has the database open."""


def database_file(url: URL) -> Path | None:
    """Where the database lies, if it is an SQLite one in a file."""
    in_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if in_file else None


def keep_private(file: Path) -> None:
    """Let only its owner read the database and the copies beside it; a new one is made so."""
    with suppress(OSError):
        if not file.exists():
            file.touch(PRIVATE)
    for one in filter(Path.is_file, file.parent.glob(f"{escape(file.name)}*")):
        with suppress(OSError):  # it is somebody else's, who has to see to it
            one.chmod(PRIVATE)


def copy_database(source: Path, target: Path) -> None:
    """A whole copy as of one moment, also while others write; it appears when it is finished."""
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    draft.touch(PRIVATE)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
        old.backup(new)
    draft.replace(target)


def fault_in(file: Path) -> str | None:
    """What SQLite's integrity check, which reads the whole file, finds wrong; None if nothing."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            told: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        return str(problem)
    return None if told == "ok" else told


@contextmanager
def held_alone(file: Path) -> Iterator[None]:
    """Hold the database exclusively, with its write-ahead log merged into it and removed.

    One that is too damaged to be locked is in nobody's use either.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            # SQLite leaves the write-ahead log only where nobody else has the file open.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as problem:
            if "locked" in str(problem):
                raise InUse from problem
        yield
