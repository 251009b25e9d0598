"""Runs migrations on the app's own engine, in one transaction that other processes wait for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from alembic import context
from alembic.operations import MigrationScript
from flask import current_app
from sqlalchemy import Connection
from sqlalchemy.types import TypeDecorator

from companion.config import CannotStart
from companion.database import copy_database, database_file, known_revisions

db = current_app.extensions["migrate"].db


def number(_context: Any, _revision: Any, scripts: Iterable[MigrationScript]) -> None:
    """New migrations count up, so that file names stand in order and the last one is the head."""
    for script in scripts:
        script.rev_id = f"{int(max(known_revisions(), default='0')) + 1:04}"


def plain_types(kind: str, item: Any, _context: Any) -> str | bool:
    """Write our column types as the plain ones they are kept in, so that old migrations stand."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl!r}"
    return False


def alone(connection: Connection) -> None:
    """Let one process migrate at a time; the others find the work done."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20160)")


def keep_copy(connection: Connection) -> None:
    """Before an SQLite database changes, it is copied beside itself, named by its version."""
    version = context.get_context().get_current_revision()
    file = database_file(connection.engine.url)
    if file and version and version != known_revisions()[-1]:
        try:
            copy_database(file, file.with_name(f"{file.name}.{version}"))
        except (OSError, sqlite3.Error) as problem:
            raise CannotStart(f"No copy of the database could be made: {problem}.") from problem


def migrate(connection: Connection) -> None:
    """Bring this connection's database to the version asked for."""
    with connection.begin():  # first: a context that did not see it would end it between two
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            process_revision_directives=number,
            render_as_batch=True,
            render_item=plain_types,
        )
        alone(connection)
        keep_copy(connection)
        context.run_migrations()


with db.engine.connect().execution_options(immediate=True) as connection:
    sqlite = connection.dialect.name == "sqlite"
    # SQLite changes a table by replacing it; with foreign keys on, that would empty its children.
    if sqlite:
        connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
    try:
        migrate(connection)
    finally:
        if sqlite:
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")
