"""The database models, which know a game's slug, never a Game; and limits on who writes at once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import BoundedSemaphore, local
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    JSON,
    Connection,
    DateTime,
    Dialect,
    ForeignKey,
    MetaData,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

# Ids of deleted rows are never reused, because caches are keyed by them.
NEVER_REUSED = {"sqlite_autoincrement": True}

LARGEST_ENTRY = 64 * 1024  # bytes of one entry's data: far more than any form sends
ROW_BYTES = 160  # what an entry takes besides its data, in the database and in a file

WRITERS = 3  # half of the server's threads
PATIENCE = 1.0  # seconds to wait for a slot


class UtcMoment(TypeDecorator[datetime]):
    """A moment in UTC on every database: SQLite forgets the zone, PostgreSQL answers in its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


def now() -> datetime:
    return datetime.now(UTC)


def data_size(data: Any) -> int:
    """The bytes of an entry's data, as the database keeps it."""
    return len(json.dumps(data))


def new_uid() -> str:
    """A table's id in files, unique across servers."""
    return secrets.token_urlsafe(16)


def new_nonce() -> str:
    """A random value for a link, because its id may be used again after a restore."""
    return secrets.token_urlsafe(9)


class Base(DeclarativeBase):
    # Names let a later migration find a constraint on every database.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)


class StoredTable(Base):
    """A group's run through one game: all its plays share one journal."""

    __tablename__ = "campaign"  # the name of a table in the first edition, kept for old databases
    __table_args__ = NEVER_REUSED

    id: Mapped[int] = mapped_column(primary_key=True)
    # Never changes, not even when the table moves to another server by a file.
    uid: Mapped[str] = mapped_column(String(64), default=new_uid, index=True, unique=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    created: Mapped[datetime] = mapped_column(UtcMoment, default=now)
    archived: Mapped[datetime | None] = mapped_column(UtcMoment)
    # The key of the form that opened the table, so that sending it again opens no second one.
    key: Mapped[str | None] = mapped_column(String(96), index=True, unique=True)


class StoredEntry(Base):
    """One entry of a journal; never updated, deleted only with its table."""

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("campaign_id", "seq"),
        UniqueConstraint("campaign_id", "key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    seq: Mapped[int]
    play: Mapped[int | None]
    action: Mapped[str] = mapped_column(String(40))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    key: Mapped[str] = mapped_column(String(64))
    seat: Mapped[int | None]  # who made it, in entries from before there were people
    person: Mapped[int | None]
    device: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(UtcMoment, default=now)


NONCES = 260  # room for the twenty last ones of a link


class Link(Base):
    """A link to a table with a role; its token is computed, and changes when it is renewed."""

    __tablename__ = "link"
    __table_args__ = NEVER_REUSED

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(
        ForeignKey("campaign.id", ondelete="CASCADE"), index=True
    )
    role: Mapped[str] = mapped_column(String(20))
    seat: Mapped[int | None]  # whom it is for, before there were people
    person: Mapped[int | None]
    generation: Mapped[int] = mapped_column(default=1)
    # Its random value and earlier ones, newest first; links of the first editions have none.
    nonces: Mapped[str] = mapped_column(String(NONCES), default=new_nonce)
    created: Mapped[datetime] = mapped_column(UtcMoment, default=now)
    revoked: Mapped[datetime | None] = mapped_column(UtcMoment)


class Handover(Base):
    """A list of tables on its way to another phone; its code is not stored."""

    __tablename__ = "handover"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    shelf: Mapped[dict[str, Any]] = mapped_column(JSON)
    expires: Mapped[datetime] = mapped_column(UtcMoment)


class StoredJoinCode(Base):
    """The join code of a players' link, as a hash; it can be worked out again from the salt."""

    __tablename__ = "join_code"

    link_id: Mapped[int] = mapped_column(
        ForeignKey("link.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    salt: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64), index=True, unique=True)
    ends: Mapped[datetime] = mapped_column(UtcMoment)


class DatabaseIdentity(Base):
    """The id of this database: one row, made with it and kept in its backups."""

    __tablename__ = "identity"

    uid: Mapped[str] = mapped_column(String(64), primary_key=True)


class Busy(Exception):
    """All slots are taken; the client should try again."""


class BoundedGate:
    """Lets a number of threads in at once. After one has waited in vain, others fail at once."""

    def __init__(self, number: int, patience: float = PATIENCE) -> None:
        self._free, self.patience = BoundedSemaphore(number), patience
        self._full_until = 0.0

    @contextmanager
    def taken(self) -> Iterator[None]:
        hopeful = time.monotonic() > self._full_until
        if not self._free.acquire(timeout=self.patience if hopeful else 0):
            self._full_until = time.monotonic() + self.patience
            raise Busy
        try:
            yield
        finally:
            self._free.release()


WRITE_SLOTS = BoundedGate(WRITERS)
HEAVY_THREADS = 2  # threads that may work on something long: a huge journal, a costly table
HEAVY_SLOTS = BoundedGate(HEAVY_THREADS, PATIENCE / 4)  # heavy work is rarely done soon
# Opening a file takes much memory, and strangers may do it, too: one at a time, with its own slot.
FILES = BoundedGate(1, PATIENCE / 4)
_thread = local()


@contextmanager
def heavy_work_slot() -> Iterator[None]:
    """Take a slot for heavy work; a thread that has one already keeps it."""
    if getattr(_thread, "has_slot", False):
        yield
        return
    with HEAVY_SLOTS.taken():
        _thread.has_slot = True
        try:
            yield
        finally:
            _thread.has_slot = False


@contextmanager
def writing() -> Iterator[Connection]:
    """A write transaction; it waits for the write lock at its start instead of failing later."""
    with (
        WRITE_SLOTS.taken(),
        db.engine.connect().execution_options(immediate=True) as connection,
        connection.begin(),
    ):
        yield connection


def begin_sqlite(connection: Connection) -> None:
    """A transaction that will write says so (`immediate=True`) and queues for its turn at once.

    Where each statement reads on its own (`single=True`) none is needed around them.
    """
    options = connection.get_execution_options()
    if not options.get("single"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("immediate") else "BEGIN")
