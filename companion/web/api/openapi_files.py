"""The part of the OpenAPI document about tables and their files."""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]
TEXT: JSON = {"type": "string"}
COUNT: JSON = {"type": "integer", "minimum": 0}
CHECKED: JSON = {
    "type": "object",
    "required": ["game", "name", "entries", "flagged"],
    "properties": {
        "game": TEXT,
        "name": TEXT,
        "entries": COUNT,
        "flagged": COUNT,
    },
}

PLAYER: JSON = {
    "type": "object",
    "required": ["name", "colour"],
    "properties": {"name": TEXT, "colour": TEXT},
}
PHASE: JSON = {
    "type": "object",
    "required": ["round", "label"],
    "properties": {"round": {"type": ["integer", "null"]}, "label": TEXT},
}
SEATS: JSON = {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Seat"}}
TABLE: JSON = {
    "type": "object",
    "required": ["game", "name", "chapter", "players", "phase", "finished", "seats"],
    "properties": {
        "game": TEXT,
        "name": TEXT,
        "chapter": {"type": ["string", "null"]},
        "players": {"type": "array", "items": PLAYER},
        "phase": PHASE,
        "finished": {"type": "boolean"},
        "seats": SEATS,
    },
}


def paths() -> JSON:
    """The calls, beside those about games."""
    return {
        "/api/v1/tables/{token}": {"get": _watched()},
        "/api/v1/files/check": {"post": _check()},
        "/api/v1/files/schema.json": {
            "get": {
                "operationId": "fileSchema",
                "summary": "The JSON Schema of a table's file",
                "responses": {"200": _answer("The schema", {"type": "object"})},
            }
        },
    }


def _watched() -> JSON:
    token = {"name": "token", "in": "path", "required": True, "schema": TEXT}
    return {
        "operationId": "watchedTable",
        "summary": "A table by its watcher's link",
        "parameters": [token],
        "responses": {
            "200": _answer("The table now", TABLE),
            "403": _refusal("The link of another role"),
            "404": _refusal("No such link"),
            "410": _refusal("The link was withdrawn"),
            "429": _refusal("Too many links that open nothing"),
        },
    }


def _check() -> JSON:
    several = {"type": "object", "properties": {"tables": {"type": "array", "items": CHECKED}}}
    return {
        "operationId": "checkFile",
        "summary": "What opening a file would come to; nothing is kept",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
        "responses": {
            "200": _answer("What is in it", {"anyOf": [CHECKED, several]}),
            "400": _refusal("No such file"),
            "413": _refusal("Over 10 MiB"),
            "422": _answer("Why it cannot be opened", {"$ref": "#/components/schemas/Issues"}),
            "429": _refusal("Too often"),
        },
    }


def _answer(said: str, schema: JSON) -> JSON:
    return {"description": said, "content": {"application/json": {"schema": schema}}}


def _refusal(said: str) -> JSON:
    return _answer(said, {"$ref": "#/components/schemas/Error"})
