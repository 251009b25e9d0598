"""What one phone tells another that takes over its shelf."""

from __future__ import annotations

from typing import Any

from flask import session

from companion.table.tokens import LinkSeed
from companion.web.visitor import device
from companion.web.visitor.sight import own_tables

# Whose a phone is it has to say itself, at each table: that is an entry which all can see.
LISTS, MAPPINGS = ("names", "apart"), ("same",)


def packed() -> dict[str, Any]:
    """What another phone is told; not who this device is, nor how it likes to read."""
    known = {key: session.get(key, []) for key in LISTS}
    known |= {key: session.get(key, {}) for key in MAPPINGS}
    return known | {"tables": [list(one.seed) for one in own_tables()]}


def unpack(shelf: dict[str, Any]) -> int:
    """Add what another phone has told to what this one knows; how many of its tables found room."""
    came = sum([device.shelve(LinkSeed(*link)) for link in reversed(shelf.get("tables", []))])
    for key in LISTS:
        theirs = shelf.get(key, [])
        mine = [one for one in session.get(key, []) if one not in theirs]
        device.keep(**{key: [*theirs, *mine][: device.MOST_TABLES]})
    device.keep(**{key: {**shelf.get(key, {}), **session.get(key, {})} for key in MAPPINGS})
    return came
