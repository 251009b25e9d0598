"""Health checks for monitoring."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Lock

from flask import Blueprint, Response, current_app
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from companion.database import trouble
from companion.table.store import Busy, StoredEntry, db, writing
from companion.web.guards.gate import unkept

pages = Blueprint("health", __name__)

FRESH = 2.0  # seconds for which an answer is cached: anybody may ask, and a check writes
SOUND = 600.0  # seconds until the whole file is checked again


@dataclass
class Health:
    """The result of the last checks."""

    reason: str = ""
    checked: float = 0.0
    looked_through: float = 0.0
    lock: Lock = field(default_factory=Lock)


@pages.get("/healthz")
def healthz() -> Response:
    """200 while the server is alive, whatever the database does."""
    return plain("ok", 200)


@pages.get("/readyz")
def readyz() -> Response:
    """200 while the database can be read and written, else 503 with the reason."""
    health: Health = current_app.extensions.setdefault("health", Health())
    if time.monotonic() - health.checked > FRESH and health.lock.acquire(not health.checked):
        try:
            health.reason, health.checked = find_out(health), time.monotonic()
        finally:
            health.lock.release()
    return plain(health.reason or "ok", 503 if health.reason else 200)


def find_out(health: Health) -> str:
    """Why the database cannot be used, or "". It commits a write, as only that proves it."""
    try:
        with writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            connection.execute(select(func.max(StoredEntry.id)))
        return look_through(health) if db.engine.dialect.name == "sqlite" else ""
    except Busy:
        return "database is locked"
    except DBAPIError as problem:
        return trouble(problem) or "database error"


def look_through(health: Health) -> str:
    """What is broken in the database file; checked rarely, because it reads all of it."""
    if health.looked_through and time.monotonic() - health.looked_through < SOUND:
        return ""
    with db.engine.connect() as connection:
        found = str(connection.scalar(text("PRAGMA quick_check(1)")))
    if found != "ok":
        return f"database is corrupt: {found}"
    health.looked_through = time.monotonic()
    return ""


def plain(word: str, status: int) -> Response:
    return unkept(Response(f"{word}\n", mimetype="text/plain"), status)
