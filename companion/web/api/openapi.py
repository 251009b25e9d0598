"""The API's OpenAPI 3.1 document, made from the games themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.aids import Aid
from companion.rules.fields import Field, Kind
from companion.rules.game import Game
from companion.web.api import openapi_files

JSON = dict[str, Any]

TEXT: JSON = {"type": "string"}
WHOLE: JSON = {"type": "integer"}
STRINGS: JSON = {"type": "array", "items": TEXT}


def document(games: Iterable[Game]) -> JSON:
    """The whole document."""
    found = list(games)
    slug = _in_path("slug", [game.slug for game in found])
    keys = dict.fromkeys(chapter.key for game in found for chapter in game.chapters)
    chapter = _in_path("chapter", list(keys))
    aids = dict.fromkeys(aid.key for game in found for aid in game.aids)
    where = "/api/v1/games/{slug}/chapters/{chapter}"
    about = "Set-up, scoring and calculators of board games. Stateless, no login, no cookie."
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
            **openapi_files.paths(),
        },
        "components": {"schemas": _schemas(found)},
    }


def _call(name: str, summary: str, schema: str, parameters: Sequence[JSON] = ()) -> JSON:
    answers = {"200": _answer("The answer", _ref(schema))}
    if parameters:
        answers["404"] = _answer("No such game, chapter or aid", _ref("Error"))
    operation = {"operationId": name, "summary": summary, "responses": answers}
    return operation | ({"parameters": list(parameters)} if parameters else {})


def _setup_call(games: list[Game], parameters: list[JSON]) -> JSON:
    most = max(game.players[1] for game in games)
    number = {"type": "integer", "minimum": 1, "maximum": most}
    players = {"name": "players", "in": "query", "required": True, "schema": number}
    settings = {
        "name": "settings",
        "in": "query",
        "description": "Options and rulings under their own names, as listed for the game.",
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": TEXT},
    }
    call = _call("setup", "How to set a chapter up", "Setup", [*parameters, players, settings])
    call["responses"]["422"] = _answer("What breaks a rule", _ref("Issues"))
    return call


def _score_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("score", "Score a table", "Scored", parameters)
    return call | _asked([_table_name(game) for game in games], call)


def _aid_call(games: list[Game], parameters: list[JSON]) -> JSON:
    call = _call("aid", "Ask a calculator of a game", "Answer", parameters)
    return call | _asked([_aid_name(game, aid) for game in games for aid in game.aids], call)


def _asked(names: list[str], call: JSON) -> JSON:
    """What a call with a body adds: one of these schemas is sent, and more can go wrong."""
    schema = {"anyOf": [_ref(name) for name in names]}
    refusals = {
        "400": _answer("Not JSON", _ref("Error")),
        "413": _answer("Over 256 KiB", _ref("Error")),
        "422": _answer("Every issue of what was sent", _ref("Issues")),
    }
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {"requestBody": body, "responses": call["responses"] | refusals}


def _in_path(name: str, values: list[str]) -> JSON:
    schema = {"type": "string", "enum": values}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _answer(said: str, schema: JSON) -> JSON:
    return {"description": said, "content": {"application/json": {"schema": schema}}}


def _ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def _table_name(game: Game) -> str:
    return f"Table-{game.slug}"


def _aid_name(game: Game, aid: Aid) -> str:
    return f"Aid-{game.slug}-{aid.key}"


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}


def _list(item: JSON) -> JSON:
    return {"type": "array", "items": item}


def _or_null(kind: str) -> JSON:
    return {"type": [kind, "null"]}


RANGE = _object(["min", "max"], min=WHOLE, max=WHOLE)


def _schemas(games: list[Game]) -> JSON:
    issue = _object(
        ["seat", "field", "code", "message"],
        seat=_or_null("integer"), field=_or_null("string"), code=TEXT, message=TEXT,
    )  # fmt: skip
    error = _object(["error"], error=_object(["code", "message"], code=TEXT, message=TEXT))
    return {
        "Issue": issue,
        "Issues": _object(["issues"], issues=_list(_ref("Issue"))),
        "Error": error,
        "Games": _object(["games"], games=_list(_ref("Brief"))),
        "Brief": _object(
            ["slug", "title", "players", "chapters"],
            slug=TEXT, title=TEXT, players=RANGE, chapters=STRINGS,
        ),
        "Game": _game_schema(),
        "Setup": _setup_schema(),
        "Seat": _seat_schema(),
        "Scored": _scored_schema(),
        **{_table_name(game): _table_schema(game) for game in games},
        "Answer": {"type": "object"},
        **{_aid_name(game, aid): _entry(aid.fields) for game in games for aid in game.aids},
    }  # fmt: skip


def _game_schema() -> JSON:
    chapter = _object(["key", "title", "next"], key=TEXT, title=TEXT, next=STRINGS)
    option = _object(["key", "label", "options", "default"], key=TEXT, label=TEXT, options=STRINGS)
    ruling = _object(
        ["key", "question", "options", "default", "source"],
        key=TEXT, question=TEXT, options=STRINGS, default=TEXT, source=TEXT,
    )  # fmt: skip
    number = _or_null("integer")
    field = _object(
        ["key", "label", "kind", "low", "high"],
        key=TEXT, label=TEXT, kind=TEXT, low=number, high=number,
    )  # fmt: skip
    category = _object(["key", "label", "fields"], key=TEXT, label=TEXT, fields=_list(field))
    card = _object(
        ["key", "label", "catalogue", "copies", "points"],
        key=TEXT, label=TEXT, catalogue=TEXT, copies=WHOLE, points=number,
    )  # fmt: skip
    return _object(
        [
            "slug", "title", "players", "chapters", "options", "rulings", "sheet", "aids",
            "catalogue",
        ],
        slug=TEXT, title=TEXT, players=RANGE, chapters=_list(chapter), options=_list(option),
        rulings=_list(ruling), sheet=_object(["categories"], categories=_list(category)),
        aids=_list(category), catalogue=_list(card),
    )  # fmt: skip


def _setup_schema() -> JSON:
    step = _object(["key", "text", "count"], key=TEXT, text=TEXT, count=_or_null("integer"))
    segment = _object(
        ["label", "draw", "fixed", "choose", "pool", "shuffled"],
        label=TEXT, draw=WHOLE, fixed=_list(WHOLE), choose=WHOLE, pool=_list(WHOLE),
        shuffled={"type": "boolean"},
    )  # fmt: skip
    deck = _object(["key", "size", "segments"], key=TEXT, size=WHOLE, segments=_list(segment))
    return _object(
        ["steps", "decks", "facts", "notes"],
        steps=_list(step), decks=_list(deck), facts={"type": "object"}, notes=STRINGS,
    )  # fmt: skip


def _seat_schema() -> JSON:
    line = _object(["category", "points", "working"], category=TEXT, points=WHOLE, working=TEXT)
    return _object(
        ["name", "total", "place", "lines"],
        name=TEXT, total=WHOLE, place=WHOLE, lines=_list(line),
    )  # fmt: skip


def _scored_schema() -> JSON:
    return _object(
        ["seats", "winners", "decided_by", "why", "warnings"],
        seats=_list(_ref("Seat")), winners=STRINGS, decided_by=_or_null("string"), why=TEXT,
        warnings=_list(_ref("Issue")),
    )  # fmt: skip


def _table_schema(game: Game) -> JSON:
    entry = {**_entry(game.sheet.fields()), "required": []}
    seat = _object(["name", "entry"], name={**TEXT, "minLength": 1, "maxLength": 40}, entry=entry)
    low, high = game.players
    seats = {"type": "array", "items": seat, "minItems": low, "maxItems": high}
    first = {"type": "integer", "minimum": 0, "maximum": high - 1}
    return _object(["seats"], seats=seats, first=first, settings={"type": "object"})


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
            return {**_list(_entry(field.item)), "maxItems": field.most}
        case Kind.CHOICES:
            return {**_list({"type": "string", "enum": keys}), "maxItems": field.most}
        case Kind.NUMBERS:
            return {**_list(_number(field)), "maxItems": field.most}
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
