"""The part of the OpenAPI document about tables and their files."""

from __future__ import annotations

from companion.web.api.openapi_schemas import JSON, TEXT, list_of, or_null, ref, whole

COUNT: JSON = {"type": "integer", "minimum": 0}
CHECKED = whole(game=TEXT, name=TEXT, entries=COUNT, flagged=COUNT)
TABLE = whole(
    game=TEXT,
    name=TEXT,
    chapter=or_null("string"),
    players=list_of(whole(name=TEXT, colour=TEXT)),
    phase=whole(round=or_null("integer"), label=TEXT),
    finished={"type": "boolean"},
    seats={"type": ["array", "null"], "items": ref("Seat")},
)


def paths() -> JSON:
    """The calls, beside those about games."""
    return {
        "/api/v1/tables/{token}": {"get": _watched()},
        "/api/v1/files/check": {"post": _check()},
        "/api/v1/files/schema.json": {
            "get": {
                "operationId": "fileSchema",
                "summary": "The JSON Schema of a table's file",
                "responses": {"200": answer("The schema", {"type": "object"})},
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
            "200": answer("The table now", TABLE),
            "403": refusal("The link of another role"),
            "404": refusal("No such link"),
            "410": refusal("The link was withdrawn"),
            "429": refusal("Too many links that open nothing"),
        },
    }


def _check() -> JSON:
    several = {"type": "object", "properties": {"tables": list_of(CHECKED)}}
    return {
        "operationId": "checkFile",
        "summary": "What opening a file would come to; nothing is kept",
        "requestBody": {"required": True, "content": in_json({"type": "object"})},
        "responses": {
            "200": answer("What is in it", {"anyOf": [CHECKED, several]}),
            "400": refusal("No such file"),
            "413": refusal("Over 10 MiB"),
            "422": answer("Why it cannot be opened", ref("Issues")),
            "429": refusal("Too often"),
        },
    }


def answer(said: str, schema: JSON) -> JSON:
    return {"description": said, "content": in_json(schema)}


def refusal(said: str) -> JSON:
    return answer(said, ref("Error"))


def in_json(schema: JSON) -> JSON:
    return {"application/json": {"schema": schema}}
