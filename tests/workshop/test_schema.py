"""The schemas and the reference that are made from the dataclasses."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import HERE, games
from companion.workshop.schema import files

ROOT = HERE.parent.parent
OURS = [path for slug in games() for path in sorted((ROOT / "tests/games" / slug).glob("*.toml"))]
GAME, EXAMPLES = (json.loads(text) for name, text in files().items() if name.endswith(".json"))
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
}


def test_the_command_writes_the_schemas_and_the_reference(app: Flask, tmp_path: Path) -> None:
    result = app.test_cli_runner().invoke(args=["games", "schema", str(tmp_path / "schema")])
    assert result.exit_code == 0
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "schema").iterdir()}
    assert made == files()
    assert "| `players` |" in made["reference.md"]


def wrong(value: Any, schema: dict[str, Any], whole: dict[str, Any], way: str) -> Iterator[str]:
    """Where a value is not as the schema says; as much of JSON Schema as ours use."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in schema:
        tries = [list(wrong(value, one, whole, way)) for one in schema["anyOf"]]
        yield from min(tries, key=len)
    kind = TYPES.get(schema.get("type", ""), object)
    if not isinstance(value, kind) or ("enum" in schema and value not in schema["enum"]):
        yield f"{way}: {value!r}"
    elif kind is dict:
        known, further = schema.get("properties", {}), schema.get("additionalProperties", {})
        yield from (
            f"{way}.{key} is missing" for key in schema.get("required", []) if key not in value
        )
        for key, inner in value.items():
            if key not in known and further is False:
                yield f"{way}: no key {key}"
            else:
                yield from wrong(inner, known.get(key, further or {}), whole, f"{way}.{key}")
    elif kind is list and "items" in schema:
        for number, inner in enumerate(value):
            yield from wrong(inner, schema["items"], whole, f"{way}.{number}")


@pytest.mark.parametrize("path", sorted(HERE.glob("*/*.toml")), ids=lambda p: p.parent.name)
def test_the_files_of_our_games_fit_the_schema(path: Path) -> None:
    assert list(wrong(tomllib.loads(path.read_text("utf-8")), GAME, GAME, path.stem)) == []


@pytest.mark.parametrize("path", OURS, ids=lambda p: p.parent.name)
def test_our_examples_fit_the_schema(path: Path) -> None:
    assert list(wrong(tomllib.loads(path.read_text("utf-8")), EXAMPLES, EXAMPLES, path.stem)) == []


@pytest.mark.parametrize(
    "data",
    [
        {"titel": "x"}, {"title": 7}, {"colours": [{"key": "brown"}]}, {"players": 4},
        {"sheet": {"categories": [{"key": "a", "label": "b", "src": "c", "rule": 7}]}},
    ],
)  # fmt: skip
def test_the_schema_refuses_what_the_loader_refuses(data: dict[str, Any]) -> None:
    assert list(wrong(data, GAME, GAME, ""))


def test_the_schema_of_examples_refuses_what_is_misspelt() -> None:
    row = {"name": "x", "chapter": "I", "seat": [], "winer": ["Ada"]}
    assert list(wrong({"score": [row]}, EXAMPLES, EXAMPLES, "")) == [".score.0: no key winer"]
