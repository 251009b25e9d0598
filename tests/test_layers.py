"""The dependency rule, as a test."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
OWN = {
    "rules": {"companion.rules"},
    "games": {"companion.rules", "companion.games"},
}
FILES = [(layer, path) for layer in OWN for path in sorted((PACKAGE / layer).rglob("*.py"))]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "companion.rules" if node.level else node.module or ""


def allowed(layer: str, path: Path, name: str) -> bool:
    top = name.split(".")[0]
    if top in sys.stdlib_module_names:
        return True
    if top == "cattrs" and path.name == "load.py":
        return True
    return any(name == own or name.startswith(f"{own}.") for own in OWN[layer])


@pytest.mark.parametrize(("layer", "path"), FILES, ids=lambda value: getattr(value, "name", value))
def test_rules_and_games_import_only_what_they_may(layer: str, path: Path) -> None:
    assert [name for name in imported(path) if not allowed(layer, path, name)] == []


def test_the_store_knows_no_game() -> None:
    names = list(imported(PACKAGE / "table/store.py"))
    assert [n for n in names if n.startswith(("companion.rules", "companion.games"))] == []


def test_no_code_outside_the_games_asks_which_game_it_is() -> None:
    slugs = [path.name for path in (PACKAGE / "games").iterdir() if (path / "game.toml").exists()]
    names = "|".join(slugs)
    word = re.compile(rf"""["']({names})["']""")
    files = [p for p in PACKAGE.rglob("*.py") if "games" not in p.parts]
    files += list((ROOT / "templates").rglob("*.html"))
    assert [p for p in files if word.search(p.read_text(encoding="utf-8"))] == []
