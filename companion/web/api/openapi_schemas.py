"""The shapes that the OpenAPI document names: a game, a set-up, a table as it is scored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.game import Game
from companion.rules.scoring.fields import Field, Kind

JSON = dict[str, Any]

TEXT: JSON = {"type": "string"}
WHOLE: JSON = {"type": "integer"}
STRINGS: JSON = {"type": "array", "items": TEXT}


def ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def table_name(game: Game) -> str:
    return f"Table-{game.slug}"


def aid_name(game: Game, aid: Aid) -> str:
    return f"Aid-{game.slug}-{aid.key}"


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}


def _list(item: JSON) -> JSON:
    return {"type": "array", "items": item}


def _or_null(kind: str) -> JSON:
    return {"type": [kind, "null"]}


RANGE = _object(["min", "max"], min=WHOLE, max=WHOLE)


def schemas(games: list[Game]) -> JSON:
    issue = _object(
        ["seat", "field", "code", "message"],
        seat=_or_null("integer"), field=_or_null("string"), code=TEXT, message=TEXT,
    )  # fmt: skip
    error = _object(["error"], error=_object(["code", "message"], code=TEXT, message=TEXT))
    return {
        "Issue": issue,
        "Issues": _object(["issues"], issues=_list(ref("Issue"))),
        "Error": error,
        "Games": _object(["games"], games=_list(ref("Brief"))),
        "Brief": _object(
            ["slug", "title", "players", "chapters"],
            slug=TEXT, title=TEXT, players=RANGE, chapters=STRINGS,
        ),
        "Game": _game_schema(),
        "Setup": _setup_schema(),
        "Seat": _seat_schema(),
        "Scored": _scored_schema(),
        **{table_name(game): _table_schema(game) for game in games},
        "Answer": {"type": "object"},
        **{aid_name(game, aid): _entry(aid.fields) for game in games for aid in game.aids},
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
        seats=_list(ref("Seat")), winners=STRINGS, decided_by=_or_null("string"), why=TEXT,
        warnings=_list(ref("Issue")),
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
