"""The shapes that the OpenAPI document names: a game, a set-up, a table as it is scored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.fields import Field, Kind
from companion.rules.game import Game

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


def whole(**properties: JSON) -> JSON:
    """An object that always has all of its properties."""
    return _object(list(properties), **properties)


def _object(required: list[str], **properties: JSON) -> JSON:
    return {"type": "object", "required": required, "properties": properties}


def list_of(item: JSON) -> JSON:
    return {"type": "array", "items": item}


def or_null(kind: str) -> JSON:
    return {"type": [kind, "null"]}


RANGE = whole(min=WHOLE, max=WHOLE)


def schemas(games: list[Game]) -> JSON:
    number = or_null("integer")
    line = whole(category=TEXT, points=WHOLE, working=TEXT)
    return {
        "Issue": whole(seat=number, field=or_null("string"), code=TEXT, message=TEXT),
        "Issues": whole(issues=list_of(ref("Issue"))),
        "Error": whole(error=whole(code=TEXT, message=TEXT)),
        "Games": whole(games=list_of(ref("Brief"))),
        "Brief": whole(slug=TEXT, title=TEXT, players=RANGE, chapters=STRINGS),
        "Game": _game_schema(),
        "Setup": _setup_schema(),
        "Seat": whole(name=TEXT, total=WHOLE, place=WHOLE, lines=list_of(line)),
        "Scored": whole(
            seats=list_of(ref("Seat")), winners=STRINGS, decided_by=or_null("string"), why=TEXT,
            warnings=list_of(ref("Issue")),
        ),
        **{table_name(game): _table_schema(game) for game in games},
        "Answer": {"type": "object"},
        **{aid_name(game, aid): _entry(aid.fields) for game in games for aid in game.aids},
    }  # fmt: skip


def _game_schema() -> JSON:
    number = or_null("integer")
    option = _object(["key", "label", "options", "default"], key=TEXT, label=TEXT, options=STRINGS)
    ruling = whole(key=TEXT, question=TEXT, options=STRINGS, default=TEXT, source=TEXT)
    field = whole(key=TEXT, label=TEXT, kind=TEXT, low=number, high=number)
    category = whole(key=TEXT, label=TEXT, fields=list_of(field))
    card = whole(key=TEXT, label=TEXT, catalogue=TEXT, copies=WHOLE, points=number)
    return whole(
        slug=TEXT, title=TEXT, players=RANGE,
        chapters=list_of(whole(key=TEXT, title=TEXT, next=STRINGS)), options=list_of(option),
        rulings=list_of(ruling), sheet=whole(categories=list_of(category)),
        aids=list_of(category), catalogue=list_of(card),
    )  # fmt: skip


def _setup_schema() -> JSON:
    segment = whole(
        label=TEXT, draw=WHOLE, fixed=list_of(WHOLE), choose=WHOLE, pool=list_of(WHOLE),
        shuffled={"type": "boolean"},
    )  # fmt: skip
    deck = whole(key=TEXT, size=WHOLE, segments=list_of(segment))
    step = whole(key=TEXT, text=TEXT, count=or_null("integer"))
    return whole(steps=list_of(step), decks=list_of(deck), facts={"type": "object"}, notes=STRINGS)


def _table_schema(game: Game) -> JSON:
    entry = {**_entry(game.sheet.fields()), "required": []}
    seat = whole(name={**TEXT, "minLength": 1, "maxLength": 40}, entry=entry)
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
