"""The API's OpenAPI 3.1 document, made from the games themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.aids.calculator import Aid
from companion.rules.data.json_schema import object_schema, schema_of
from companion.rules.fields import Field, Kind
from companion.rules.game import WON, Game
from companion.web.api import shapes

JSON = dict[str, Any]
TEXT: JSON = {"type": "string"}
# Shapes that the document describes once, under their own name.
NAMED = (
    shapes.Issue, shapes.Issues, shapes.Error, shapes.Games, shapes.Brief, shapes.Game,
    shapes.Setup, shapes.Seat, shapes.Scored, shapes.Table, shapes.Checked,
)  # fmt: skip


def ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def table_name(game: Game) -> str:
    return f"Table-{game.slug}"


def aid_name(game: Game, aid: Aid) -> str:
    return f"Aid-{game.slug}-{aid.key}"


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}


def _named(kind: Any) -> JSON | None:
    """A shape that has a name is described once."""
    return ref(kind.__name__) if kind in NAMED else None


def _table_schema(game: Game) -> JSON:
    entry = {**_entry(game.sheet.fields()), "required": []}
    name = {**TEXT, "minLength": 1, "maxLength": 40}
    seat = _object(["name", "entry"], name=name, entry=entry)
    low, high = game.players
    seats = {"type": "array", "items": seat, "minItems": low, "maxItems": high}
    first = {"type": "integer", "minimum": 0, "maximum": high - 1}
    found: JSON = {"seats": seats, "first": first, "settings": {"type": "object"}}
    if any(game.is_together(chapter.key) for chapter in game.chapters):
        asked = (WON, *game.sheet.asks)  # of the group
        facts = [fact for fact in game.card_facts if fact.key in asked]
        found |= {f.key: {"type": "boolean"} if f.kind is Kind.FLAG else {} for f in facts}
    return _object(["seats"], **found)


def _entry(fields: Iterable[Field]) -> JSON:
    known = list(fields)
    needed = [f.key for f in known if f.default is None and not f.kinds]
    return _object(needed, **{field.key: _value(field) for field in known})


def _value(field: Field) -> JSON:
    keys = [choice.key for choice in field.choices]
    match field.kind:
        case Kind.CHOICE if field.picks == 1:
            return {"type": "string", "enum": keys}
        case Kind.CHOICE:
            return TEXT
        case Kind.FLAG:
            return {"type": "boolean"}
        case Kind.LIST:
            return _list(_entry(field.item), field)
        case Kind.CHOICES:
            return _list({"type": "string", "enum": keys}, field)
        case Kind.NUMBERS:
            return _list(_number(field), field)
        case Kind.COUNTS | Kind.RECORD:
            return _object([], **dict.fromkeys(keys, _number(field)))
    return _number(field)


def _list(item: JSON, field: Field) -> JSON:
    return {"type": "array", "items": item, "maxItems": field.most}


def _number(field: Field) -> JSON:
    number: JSON = {"type": "integer"}
    if field.least is not None:
        number["minimum"] = field.least
    if field.high is not None:
        number["maximum"] = field.high
    return number if field.kind is Kind.COUNT else {"anyOf": [number, TEXT]}


def document(every: Iterable[Game]) -> JSON:
    games = list(every)
    slug = _in_path("slug", (game.slug for game in games))
    chapter = _in_path("chapter", (chapter.key for game in games for chapter in game.chapters))
    aid = _in_path("key", (aid.key for game in games for aid in game.aids))
    most = max(game.players[1] for game in games)
    number = {"type": "integer", "minimum": 1, "maximum": most}
    players = {"name": "players", "in": "query", "required": True, "schema": number}
    settings = {
        "name": "settings",
        "in": "query",
        "description": "Options and rulings by their keys, as listed for the game.",
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": TEXT},
    }
    token = {"name": "token", "in": "path", "required": True, "schema": TEXT}
    tables = {"anyOf": [ref(table_name(game)) for game in games]}
    aids = {"anyOf": [ref(aid_name(game, aid)) for game in games for aid in game.aids]}
    checked = schema_of(shapes.Checked | shapes.SeveralChecked, _named)

    schemas = {
        **{kind.__name__: object_schema(kind, _named) for kind in NAMED},
        **{table_name(game): _table_schema(game) for game in games},
        "Answer": {"type": "object"},
        **{aid_name(game, aid): _entry(aid.fields) for game in games for aid in game.aids},
    }
    unknown = {"404": "No such game, chapter or aid"}
    not_taken = {"400": "Not JSON", "413": "Over 256 KiB", "422": "Every issue with what was sent"}
    link = {
        "403": "The link of another role",
        "404": "No such link",
        "410": "The link was turned off",
        "429": "Too many links that don’t work",
    }
    file = {
        "400": "Not a Guildbook file",
        "413": "Over 10 MiB",
        "422": "Why it can’t be opened",
        "429": "Too many requests",
    }
    calls = {
        "games": _call("get", "games", "Every game", ref("Games")),
        "games/{slug}": _call("get", "game", "One game", ref("Game"), unknown, parameters=[slug]),
        "games/{slug}/chapters/{chapter}/setup": _call(
            "get", "setup", "Setup of a chapter", ref("Setup"),
            unknown | {"422": "The rules that were broken"},
            parameters=[slug, chapter, players, settings],
        ),
        "games/{slug}/chapters/{chapter}/score": _call(
            "post", "score", "Score a game", ref("Scored"), unknown | not_taken,
            parameters=[slug, chapter], requestBody=_body(tables),
        ),
        "games/{slug}/aids/{key}": _call(
            "post", "aid", "Ask a calculator of a game", ref("Answer"), unknown | not_taken,
            parameters=[slug, aid], requestBody=_body(aids),
        ),
        "tables/{token}": _call(
            "get", "watchedTable", "A game by its viewer link", ref("Table"), link,
            said="The game as it is now", parameters=[token],
        ),
        "files/check": _call(
            "post", "checkFile", "What a file would open; nothing is saved", checked, file,
            said="What is in it", requestBody=_body({"type": "object"}),
        ),
        "files/schema.json": _call(
            "get", "fileSchema", "The JSON Schema of a saved game", {"type": "object"},
            said="The schema",
        ),
    }  # fmt: skip
    about = "Setup, scoring and calculators for board games. No state, login or cookie."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Guildbook", "version": "1", "description": about},
        "paths": {f"/api/v1/{path}": call for path, call in calls.items()},
        "components": {"schemas": schemas},
    }


def _in_path(name: str, values: Iterable[str]) -> JSON:
    schema = {"type": "string", "enum": list(dict.fromkeys(values))}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _call(
    method: str,
    name: str,
    summary: str,
    answer: JSON,
    refusals: Mapping[str, str] | None = None,
    said: str = "The answer",
    **more: Any,
) -> JSON:
    """A call with the schema of its answer, and the reasons for each status of a refusal."""
    responses = {"200": {"description": said, "content": _json(answer)}}
    for status, why in (refusals or {}).items():
        schema = ref("Issues" if status == "422" else "Error")
        responses[status] = {"description": why, "content": _json(schema)}
    return {method: {"operationId": name, "summary": summary, "responses": responses, **more}}


def _body(schema: JSON) -> JSON:
    return {"required": True, "content": _json(schema)}


def _json(schema: JSON) -> JSON:
    return {"application/json": {"schema": schema}}
