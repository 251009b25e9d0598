"""SQLite databases as files: copied while in use, checked, and held alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path

from sqlalchemy import URL

PRIVATE = 0o600


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
    """What is wrong with the database, as SQLite itself tells it after reading all of it."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            told: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        return str(problem)
    return None if told == "ok" else told


@contextmanager
def held_alone(file: Path) -> Iterator[None]:
    """Nobody else can open the database meanwhile; its write-ahead log is worked in and gone.

    A database too damaged to be held is nobody's.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            # Only whoever has it alone may leave the write-ahead log.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as problem:
            if "locked" in str(problem):
                raise InUse from problem
        yield
