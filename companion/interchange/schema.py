"""The JSON Schema of our own files, for whoever writes or checks one."""

from __future__ import annotations

from typing import Any

from companion.interchange import reading
from companion.interchange.table_file import SHELF, TABLE, VERSION

JSON = dict[str, Any]

MOMENT: JSON = {"type": "string", "format": "date-time"}
TEXT: JSON = {"type": "string"}


def schema() -> JSON:
    """Both kinds of file; further keys are left aside by whoever reads one."""
    shelf = {"format": {"const": SHELF}, "version": {"const": VERSION},
             "tables": {"type": "array", "items": {"$ref": "#/$defs/table"}, "minItems": 1,
                        "maxItems": reading.MOST_TABLES}}  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A table of Guildbook, or a shelf of them",
        "oneOf": [{"$ref": "#/$defs/table"}, _object(shelf)],
        "$defs": {"table": _table(), "person": _person(), "entry": _entry()},
    }


def _object(properties: JSON, *optional: str) -> JSON:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "required": required, "properties": properties}


def _table() -> JSON:
    entries = {"type": "array", "items": {"$ref": "#/$defs/entry"}, "minItems": 1,
               "maxItems": reading.MOST_ENTRIES}  # fmt: skip
    return _object(
        {
            "format": {"const": TABLE},
            "version": {"const": VERSION},
            "id": {"type": "string", "pattern": f"^{reading.ID.pattern}$"},
            "game": TEXT,
            "name": {"type": "string", "minLength": 1, "maxLength": reading.LONGEST_NAME},
            "created": MOMENT,
            "people": {"type": "array", "items": {"$ref": "#/$defs/person"}},
            "entries": entries,
        },
        "people",
    )


def _person() -> JSON:
    return _object({"id": {"type": "integer", "minimum": 1}, "name": TEXT, "colour": TEXT})


def _entry() -> JSON:
    def number(low: int) -> JSON:
        return {"type": ["integer", "null"], "minimum": low, "maximum": reading.MOST}

    return _object(
        {
            "seq": {"type": "integer", "minimum": 1},
            "action": {"type": "string", "minLength": 1, "maxLength": reading.LONGEST_ACTION},
            "data": {"type": "object"},
            "play": number(0),
            "person": number(1),
            "at": MOMENT,
        },
        "play",
        "person",
    )
