"""What a game's files may say: JSON Schema for editors, and a page to read."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.rules.data.json_schema import Schema, schema_of
from companion.rules.fields import Choice
from companion.rules.game import Game
from companion.rules.parts.facts import ByPlayers, Ladder
from companion.rules.situation import When
from companion.workshop.example_rows import RENAMED, ROWS

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
    """The schemas by file name: for the files of a game, and for those of its examples."""
    game = {"$schema": DRAFT, "title": "A file of a game", **table(Game), "$defs": _defs(Game)}
    game.pop("required")  # together they hold everything; each holds what it likes
    rows = {kind: {"type": "array", "items": _ref(row)} for kind, row in ROWS.items()}
    examples: Schema = {
        "$schema": DRAFT, "title": "Worked examples of a game", "type": "object",
        "properties": rows, "additionalProperties": False, "$defs": _defs(*ROWS.values()),
    }  # fmt: skip
    for kind, more in RENAMED.items():
        named = examples["$defs"][ROWS[kind].__name__]
        named["properties"] |= {key: {"type": "string"} for key in sorted(more)}
        named["required"] += sorted(more)
    both = {"game.schema.json": game, "examples.schema.json": examples}
    return {
        name: json.dumps(one, indent=1, ensure_ascii=False) + "\n" for name, one in both.items()
    }


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
    keys = in_files(kind)
    properties = {}
    for one in keys:
        comment = {"description": said[one.name]} if one.name in said else {}
        properties[one.name] = {**of(hints[one.name]), **comment}
    needed = [one.name for one in keys if is_needed(one)]
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


def is_needed(one: Field[Any]) -> bool:
    return one.default is one.default_factory is MISSING


def comments(kind: type) -> dict[str, str]:
    """What stands beside each field in the source: the only place where it is explained."""
    lines = inspect.getsource(kind).splitlines()
    found = (re.match(r"    (\w+): [^#]*?(?:  # (.*))?$", line) for line in lines)
    return {one[1]: one[2] for one in found if one and one[2]}


def of(hint: Any) -> Schema:
    """What a value of this type looks like in a file."""
    return schema_of(hint, _in_a_file)


def _in_a_file(hint: Any) -> Schema | None:
    """What looks different in TOML, and rows, which are named."""
    if hint in SPECIAL:
        return SPECIAL[hint]
    if hint == tuple[Choice, ...]:
        named = {"type": "string", "description": "a choice set or a catalogue"}
        return {"anyOf": [{"type": "array", "items": _ref(Choice)}, named]}
    kinds = get_args(hint)
    if NoneType in kinds:  # TOML has no null
        return of(Union[tuple(kind for kind in kinds if kind is not NoneType)])  # noqa: UP007
    return _ref(hint) if is_row(hint) else None


def _ref(kind: type) -> Schema:
    return {"$ref": f"#/$defs/{kind.__name__}"}


def reference_page() -> str:
    """The reference, as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# What a game's files may say"
    yield ""
    yield "Made by `python3 app.py games schema` from the dataclasses."
    yield "A key without a default is needed. How to begin: `docs/adding-a-game.md`."
    yield from _row("The game", Game)
    for name, kind in reached(Game).items():
        yield from _row(name, kind)
    yield ""
    yield "# What an example may say"
    for name, kind in ROWS.items():
        yield from _row(f"[[{name}]]", kind)


def _row(title: str, kind: type) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    if said := purpose(kind):
        yield from (said, "")
    yield from ("| key | takes | default | |", "|---|---|---|---|")
    hints, notes = get_type_hints(kind), comments(kind)
    for one in in_files(kind):
        takes, default = _takes(of(hints[one.name])), _default(one)
        yield f"| `{one.name}` | {takes} | {default} | {notes.get(one.name, '')} |"
    for key, schema in ALSO_IN_FILES.get(kind.__name__, {}).items():
        yield f"| `{key}` | a table | none | {schema.get('description', '')} |"


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
    kind = plain.get(schema.get("type", ""), "a table" if schema else "anything")
    return f"{kind} ({schema['description']})" if "description" in schema else kind


def _default(one: Field[Any]) -> str:
    if is_needed(one):
        return "**needed**"
    value = one.default
    if value is MISSING or value is None or value == () or is_row(type(value)):
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return f"`{value}`" if isinstance(value, StrEnum | str | int) and value != "" else "none"
