"""The dependency rule and the figures of the house, as tests."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
# What each part may know of the others; the web's guards know no visitor, and neither knows a page.
OWN = {
    "rules": ("rules",),
    "games": ("games", "rules"),
    "table": ("table", "games", "rules", "config"),
    "show": ("show", "rules"),
    "interchange": ("interchange", "show", "table", "games", "rules", "config"),
    "printing": ("printing", "show", "games", "rules", "config"),
    "web/guards": ("web.guards", "table", "rules", "database", "config"),
    "web/visitor": ("web.visitor", "web.guards", "show", "table", "rules", "config"),
    "web/answers": (
        "web.answers", "web.visitor", "web.guards", "printing", "show", "table", "games", "rules",
        "config",
    ),
    "workshop": ("workshop", "printing", "table", "games", "rules", "database", "config"),
    "web": ("web", "interchange", "printing", "show", "table", "games", "rules", "database",
            "config"),
    "commands": (
        "commands", "workshop", "web", "interchange", "printing", "table", "games", "rules",
        "database", "config",
    ),
}  # fmt: skip
PURE = ("rules", "games")  # of other packages the standard library only
FILES = [(layer, path) for layer in OWN for path in sorted((PACKAGE / layer).rglob("*.py"))]


def test_every_part_has_its_rule() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms == {layer for layer in OWN if "/" not in layer}


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, relative ones by their whole name."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join([*start, *filter(None, [node.module])])


def allowed(layer: str, path: Path, name: str) -> bool:
    top = name.split(".")[0]
    if top != "companion":
        known = top in sys.stdlib_module_names or (top == "cattrs" and path.name == "load.py")
        return known or layer not in PURE
    if name == "companion":
        return layer in ("workshop", "commands")  # these make an app of their own
    owners = (f"companion.{own}" for own in OWN[layer])
    return any(name == own or name.startswith(f"{own}.") for own in owners)


@pytest.mark.parametrize(("layer", "path"), FILES, ids=lambda value: getattr(value, "name", value))
def test_each_part_imports_only_what_it_may(layer: str, path: Path) -> None:
    assert [name for name in imported(path) if not allowed(layer, path, name)] == []


def test_the_store_knows_no_game() -> None:
    names = list(imported(PACKAGE / "table/store.py"))
    assert [n for n in names if n.startswith(("companion.rules", "companion.games"))] == []


def test_in_one_place_a_table_becomes_what_a_visitor_may_see() -> None:
    ways = re.compile(r"\b(redacted_for|find_all|NOBODY)\b")
    knowing = {p.name for p in (PACKAGE / "web").rglob("*.py") if ways.search(p.read_text("utf-8"))}
    assert knowing == {"visit.py"}


def test_no_code_outside_the_games_asks_which_game_it_is() -> None:
    slugs = [path.name for path in (PACKAGE / "games").iterdir() if (path / "game.toml").exists()]
    names = "|".join(slugs)
    word = re.compile(rf"""["']({names})["']""")
    files = [p for p in PACKAGE.rglob("*.py") if "games" not in p.parts]
    files += list((ROOT / "templates").rglob("*.html"))
    assert [p for p in files if word.search(p.read_text(encoding="utf-8"))] == []


MOST_LINES = 400
MOST_IN_A_ROW = 6
"""Arguments without a name: with more, nobody sees that two are swapped."""


def test_no_file_is_longer_than_a_chapter() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert [path for path, length in lengths.items() if length > MOST_LINES] == []


def test_a_call_with_many_arguments_names_them() -> None:
    calls = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and len(node.args) > MOST_IN_A_ROW
    ]
    assert calls == []


def private(path: Path) -> Iterator[str]:
    """Names with a leading underscore that a file takes from another one, or puts in its place."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name):
                names = [name]
            case ast.ImportFrom(module=module, names=aliases):
                names = [*(module or "").split("."), *(alias.name for alias in aliases)]
            case ast.Call(
                func=ast.Attribute(attr="setattr"), args=[*_, ast.Constant(str(name)), _]
            ):
                names = name.split(".")
        yield from (name for name in names if re.match(r"_(?!_)", name))


def test_no_test_reads_a_private_name() -> None:
    found = {path.name: list(private(path)) for path in sorted((ROOT / "tests").rglob("*.py"))}
    assert {name: names for name, names in found.items() if names} == {}
