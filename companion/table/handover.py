"""Moving a device's list of tables to another phone: a code that works once, for ten minutes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import delete, insert, select

from companion.table.store import Handover, db, now
from companion.table.turns import writing

LASTS = timedelta(minutes=10)


def hand_over(shelf: Mapping[str, Any]) -> str:
    """Store a shelf and return the code to fetch it with; expired ones are deleted."""
    code = secrets.token_urlsafe(24)
    with writing() as connection:
        connection.execute(delete(Handover).where(Handover.expires <= now()))
        row = {"digest": _digest(code), "shelf": dict(shelf), "expires": now() + LASTS}
        connection.execute(insert(Handover).values(**row))
    return code


def waits(code: str) -> int | None:
    """How many tables a code would bring, without fetching them; None if it no longer works."""
    with db.engine.connect() as connection:
        shelf = connection.scalar(_good(code))
    return len(shelf["tables"]) if shelf else None


def fetch(code: str) -> dict[str, Any] | None:
    """Take the shelf; a second call finds nothing."""
    with writing() as connection:
        shelf: dict[str, Any] | None = connection.scalar(_good(code))
        gone = connection.execute(delete(Handover).where(Handover.digest == _digest(code)))
    return shelf if gone.rowcount == 1 else None


def _good(code: str) -> Any:
    mine = (Handover.digest == _digest(code)) & (Handover.expires > now())
    return select(Handover.shelf).where(mine)


def _digest(code: str) -> str:
    """What is stored instead of the code, so that reading the database opens no shelf."""
    return sha256(code.encode()).hexdigest()
