"""The API's OpenAPI 3.1 document, made from the games themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.aids.calculator import Aid
from companion.rules.data.json_schema import object_schema, schema_of
from companion.rules.fields import Field, Kind
from companion.rules.game import WON, Game
from companion.rules.parts.settings import CardFact
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


def list_of(item: JSON) -> JSON:
    return {"type": "array", "items": item}


def schemas(games: list[Game]) -> JSON:
    return {
        **{kind.__name__: object_schema(kind, _named) for kind in NAMED},
        **{table_name(game): _table_schema(game) for game in games},
        "Answer": {"type": "object"},
        **{aid_name(game, aid): _entry(aid.fields) for game in games for aid in game.aids},
    }


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
    asked = [f for f in game.card_facts if f.key in (WON, *game.sheet.asks)]
    together = any(game.is_together(chapter.key) for chapter in game.chapters)
    group = {fact.key: _told(fact) for fact in asked} if together else {}
    return _object(["seats"], seats=seats, first=first, settings={"type": "object"}, **group)


def _told(fact: CardFact) -> JSON:
    """What the sheet of a game played together asks the group."""
    return {"type": "boolean"} if fact.kind is Kind.FLAG else {}


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
            return {**list_of(_entry(field.item)), "maxItems": field.most}
        case Kind.CHOICES:
            return {**list_of({"type": "string", "enum": keys}), "maxItems": field.most}
        case Kind.NUMBERS:
            return {**list_of(_number(field)), "maxItems": field.most}
        case Kind.COUNTS | Kind.RECORD:
            return _object([], **dict.fromkeys(keys, _number(field)))
    return _number(field)


def _number(field: Field) -> JSON:
    number: JSON = {"type": "integer"}
    if field.least is not None:
        number["minimum"] = field.least
    if field.high is not None:
        number["maximum"] = field.high
    return number if field.kind is Kind.COUNT else {"anyOf": [number, TEXT]}


def paths() -> JSON:
    """The calls, beside those about games."""
    return {
        "/api/v1/tables/{token}": {"get": _watched()},
        "/api/v1/files/check": {"post": _check()},
        "/api/v1/files/schema.json": {
            "get": {
                "operationId": "fileSchema",
                "summary": "The JSON Schema of a saved game",
                "responses": {"200": answer("The schema", {"type": "object"})},
            }
        },
    }


def _watched() -> JSON:
    token = {"name": "token", "in": "path", "required": True, "schema": TEXT}
    return {
        "operationId": "watchedTable",
        "summary": "A game by its viewer link",
        "parameters": [token],
        "responses": {
            "200": answer("The game as it is now", ref("Table")),
            "403": refusal("The link of another role"),
            "404": refusal("No such link"),
            "410": refusal("The link was turned off"),
            "429": refusal("Too many links that don’t work"),
        },
    }


def _check() -> JSON:
    found = schema_of(shapes.Checked | shapes.SeveralChecked, _named)
    return {
        "operationId": "checkFile",
        "summary": "What a file would open; nothing is saved",
        "requestBody": {"required": True, "content": in_json({"type": "object"})},
        "responses": {
            "200": answer("What is in it", found),
            "400": refusal("Not a Guildbook file"),
            "413": refusal("Over 10 MiB"),
            "422": answer("Why it can’t be opened", ref("Issues")),
            "429": refusal("Too many requests"),
        },
    }


def answer(said: str, schema: JSON) -> JSON:
    return {"description": said, "content": in_json(schema)}


def refusal(said: str) -> JSON:
    return answer(said, ref("Error"))


def in_json(schema: JSON) -> JSON:
    return {"application/json": {"schema": schema}}


def document(games: Iterable[Game]) -> JSON:
    """The whole document."""
    found = list(games)
    slug = _in_path("slug", [game.slug for game in found])
    keys = dict.fromkeys(chapter.key for game in found for chapter in game.chapters)
    chapter = _in_path("chapter", list(keys))
    aids = dict.fromkeys(aid.key for game in found for aid in game.aids)
    where = "/api/v1/games/{slug}/chapters/{chapter}"
    about = "Setup, scoring and calculators for board games. No state, login or cookie."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Guildbook", "version": "1", "description": about},
        "paths": {
            "/api/v1/games": {"get": _call("games", "Every game", "Games")},
            "/api/v1/games/{slug}": {"get": _call("game", "One game", "Game", [slug])},
            f"{where}/setup": {"get": _setup_call(found, [slug, chapter])},
            f"{where}/score": {"post": _score_call(found, [slug, chapter])},
            "/api/v1/games/{slug}/aids/{key}": {
                "post": _aid_call(found, [slug, _in_path("key", list(aids))])
            },
            **paths(),
        },
        "components": {"schemas": schemas(found)},
    }


def _call(name: str, summary: str, schema: str, parameters: Sequence[JSON] = ()) -> JSON:
    answers = {"200": answer("The answer", ref(schema))}
    if parameters:
        answers["404"] = refusal("No such game, chapter or aid")
    operation = {"operationId": name, "summary": summary, "responses": answers}
    return operation | ({"parameters": list(parameters)} if parameters else {})


def _setup_call(games: list[Game], parameters: list[JSON]) -> JSON:
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
    call = _call("setup", "Setup of a chapter", "Setup", [*parameters, players, settings])
    call["responses"]["422"] = answer("The rules that were broken", ref("Issues"))
    return call


def _score_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("score", "Score a game", "Scored", parameters)
    return call | _asked([table_name(game) for game in games], call)


def _aid_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("aid", "Ask a calculator of a game", "Answer", parameters)
    return call | _asked([aid_name(game, aid) for game in games for aid in game.aids], call)


def _asked(names: list[str], call: JSON) -> JSON:
    """What a call with a body adds: one of these schemas is sent, and more can go wrong."""
    schema = {"anyOf": [ref(name) for name in names]}
    refusals = {
        "400": refusal("Not JSON"),
        "413": refusal("Over 256 KiB"),
        "422": answer("Every issue with what was sent", ref("Issues")),
    }
    body = {"required": True, "content": in_json(schema)}
    return {"requestBody": body, "responses": call["responses"] | refusals}


def _in_path(name: str, values: list[str]) -> JSON:
    schema = {"type": "string", "enum": values}
    return {"name": name, "in": "path", "required": True, "schema": schema}
