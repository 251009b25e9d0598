"""What moves from one phone to another along with its list of tables."""

from __future__ import annotations

from typing import Any

from flask import session

from companion.table.tokens import LinkSeed
from companion.web.visitor import device
from companion.web.visitor.sight import own_tables

# Not whose the phone is: it chooses that at each table, by an entry that all can see.
LISTS, MAPPINGS = ("names", "apart"), ("same",)


def session_to_transfer() -> dict[str, Any]:
    """The data for another phone: tables and names, without this device's id and settings."""
    known = {key: session.get(key, []) for key in LISTS}
    known |= {key: session.get(key, {}) for key in MAPPINGS}
    return known | {"tables": [list(one.seed) for one in own_tables()]}


def merge_transferred(shelf: dict[str, Any]) -> int:
    """Add the data of another phone to this one's; returns how many of its tables found room."""
    came = sum([device.shelve(LinkSeed(*link)) for link in reversed(shelf.get("tables", []))])
    for key in LISTS:
        theirs = shelf.get(key, [])
        mine = [one for one in session.get(key, []) if one not in theirs]
        device.keep(**{key: [*theirs, *mine][: device.MOST_TABLES]})
    device.keep(**{key: {**shelf.get(key, {}), **session.get(key, {})} for key in MAPPINGS})
    return came
