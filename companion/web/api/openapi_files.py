"""The part of the OpenAPI document about files."""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]
COUNT: JSON = {"type": "integer", "minimum": 0}
CHECKED: JSON = {
    "type": "object",
    "required": ["game", "name", "entries", "flagged"],
    "properties": {
        "game": {"type": "string"},
        "name": {"type": "string"},
        "entries": COUNT,
        "flagged": COUNT,
    },
}


def paths() -> JSON:
    """The calls, beside those about games."""
    return {
        "/api/v1/files/check": {"post": _check()},
        "/api/v1/files/schema.json": {
            "get": {
                "operationId": "fileSchema",
                "summary": "The JSON Schema of a table's file",
                "responses": {"200": _answer("The schema", {"type": "object"})},
            }
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
