"""Every row and key of a game's files as a page to read, made like the schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field
from enum import StrEnum
from typing import Any, get_type_hints

from companion.rules.game import Game
from companion.workshop.example_rows import ROWS
from companion.workshop.schema import (
    ALSO_IN_FILES,
    Schema,
    comments,
    in_files,
    is_needed,
    is_row,
    of,
    purpose,
    reached,
)


def page() -> str:
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
