"""What a game's files may say: JSON Schema for editors, and a page to read."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.rules.data.json_schema import Schema, schema_of
from companion.rules.fields import Choice
from companion.rules.game import Game
from companion.rules.parts.facts import ByPlayers, Ladder
from companion.rules.situation import When
from companion.workshop.example_rows import ROWS, key_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"
NUMBERED: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}
SPECIAL: dict[Any, Schema] = {
    When: {"type": "object", "description": "chapter, players, round or any setting"},
    ByPlayers: {**NUMBERED, "description": "a number for each number of players: { 2 = 4, 3 = 5 }"},
    Ladder: {
        "anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "object"}],
        "description": "points for 0, 1, 2, …; { rungs = […], more = 4 }: 4 for each further one",
    },
}
NOT_IN_FILES = {"Game": {"slug", "aids", "guides"}}
ALSO_IN_FILES: dict[str, dict[str, Schema]] = {
    "Game": {
        "chapter_sets": {
            "type": "object",
            "description": "lists of chapters that a condition can name",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "choice_sets": {
            "type": "object",
            "description": "lists of choices that fields can name",
            "additionalProperties": {"type": "array", "items": {"$ref": "#/$defs/Choice"}},
        },
    },
    "DeckPlan": {"copies": {**NUMBERED, "description": "cards of which there are several"}},
}


def files() -> dict[str, str]:
    """By file name: the schemas for the files of a game and for those of its examples, and a page
    that says the same to people."""
    game = {"$schema": DRAFT, "title": "A file of a game", **table(Game), "$defs": _defs(Game)}
    rows = {kind: {"type": "array", "items": _ref(row)} for kind, row in ROWS.items()}
    examples: Schema = {
        "$schema": DRAFT, "title": "Worked examples of a game", "type": "object",
        "properties": rows, "additionalProperties": False, "$defs": _defs(*ROWS.values()),
    }  # fmt: skip
    page = "\n".join(_page(game, examples)) + "\n"
    game.pop("required")  # together they hold everything; each holds what it likes
    both = {"game.schema.json": game, "examples.schema.json": examples}
    written = {name: json.dumps(one, indent=1, ensure_ascii=False) for name, one in both.items()}
    return {**{name: f"{text}\n" for name, text in written.items()}, "reference.md": page}


def _defs(*kinds: type) -> dict[str, Schema]:
    """Every row that is reached from these, and those of these that are rows themselves."""
    named = {kind.__name__: kind for kind in kinds if kind is not Game} | {"Choice": Choice}
    for kind in kinds:
        named |= reached(kind)
    return {name: table(named[name]) for name in sorted(named)}


def reached(kind: type) -> dict[str, type]:
    """Every kind of row inside of this one, by name, in the order in which they are met."""
    found: dict[str, type] = {}
    todo = [kind]
    while todo:
        row = todo.pop(0)
        hints = get_type_hints(row)
        for hint in (hints[one.name] for one in in_files(row)):
            for part in _parts(hint):
                if is_row(part) and part.__name__ not in found:
                    found[part.__name__] = part
                    todo.append(part)
    return found


def _parts(hint: Any) -> list[Any]:
    inside = () if get_origin(hint) is Callable else get_args(hint)  # a file only names a verb
    return [hint, *(inner for arg in inside for inner in _parts(arg))]


def is_row(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind) and kind not in SPECIAL


def table(kind: type) -> Schema:
    """One row: its keys, what each takes, and those it cannot do without."""
    hints, said = get_type_hints(kind), comments(kind)
    properties: dict[str, Schema] = {}
    needed = []
    for one in in_files(kind):
        row = properties[key_of(one.name)] = dict(schema_of(hints[one.name], _in_a_file))
        if isinstance(one.default, str | int) and one.default != "":
            row["default"] = one.default
        if one.name in said:
            row["description"] = said[one.name]
        if one.default is one.default_factory is MISSING:
            needed.append(key_of(one.name))
    return {
        "type": "object",
        "description": purpose(kind),
        "properties": properties | ALSO_IN_FILES.get(kind.__name__, {}),
        "required": needed,
        "additionalProperties": False,
    }


def purpose(kind: type) -> str:
    """What a row is for; the doc string that a dataclass makes for itself says nothing."""
    said = inspect.getdoc(kind) or ""
    return "" if said.startswith(f"{kind.__name__}(") else said.split("\n\n")[0]


def in_files(kind: type) -> list[Field[Any]]:
    hidden = NOT_IN_FILES.get(kind.__name__, set())
    return [one for one in fields(kind) if one.name not in hidden]


def comments(kind: type) -> dict[str, str]:
    """What stands beside each field in the source: the only place where it is explained."""
    lines = inspect.getsource(kind).splitlines()
    found = (re.match(r"    (\w+): [^#]*?(?:  # (.*))?$", line) for line in lines)
    return {one[1]: one[2] for one in found if one and one[2]}


def _in_a_file(hint: Any) -> Schema | None:
    """What looks different in TOML, and rows, which are named."""
    if hint in SPECIAL:
        return SPECIAL[hint]
    if hint == tuple[Choice, ...]:
        named = {"type": "string", "description": "a choice set or a catalogue"}
        return {"anyOf": [{"type": "array", "items": _ref(Choice)}, named]}
    kinds = get_args(hint)
    if NoneType in kinds:  # TOML has no null
        some: Any = Union[tuple(kind for kind in kinds if kind is not NoneType)]  # noqa: UP007
        return schema_of(some, _in_a_file)
    return _ref(hint) if is_row(hint) else None


def _ref(kind: type) -> Schema:
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _page(game: Schema, examples: Schema) -> Iterator[str]:
    """The reference, as Markdown."""
    yield "# What a game's files may say\n"
    yield "Made by `python3 app.py games schema` from the dataclasses."
    yield "A key without a default is needed. How to begin: `docs/adding-a-game.md`."
    for title, row in {"The game": game, **game["$defs"]}.items():
        yield from _row(title, row)
    yield "\n# What an example may say"
    for title, row in {"A file of examples": examples, **examples["$defs"]}.items():
        yield from _row(title, row)


def _row(title: str, row: Schema) -> Iterator[str]:
    yield f"\n## {title}\n"
    if said := row.get("description"):
        yield f"{said}\n"
    yield "| key | takes | default | |\n|---|---|---|---|"
    for key, one in row["properties"].items():
        default = f"`{json.dumps(one['default'])}`" if "default" in one else "none"
        held = "**needed**" if key in row.get("required", ()) else default
        yield f"| `{key}` | {_takes(one)} | {held} | {one.get('description', '')} |"


def _takes(schema: Schema) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_takes(one) for one in schema["anyOf"])
    if "prefixItems" in schema:
        return f"a list of {len(schema['prefixItems'])}: {_takes(schema['prefixItems'][0])}"
    if schema.get("type") == "array":
        return f"a list: {_takes(schema['items'])}"
    plain = {"string": "text", "integer": "a whole number", "boolean": "true or false"}
    return plain.get(schema.get("type", ""), "a table" if schema else "anything")
