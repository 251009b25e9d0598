"""One kind of apostrophe, ’, wherever people read. Keys keep that of a keyboard."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.config import PROJECT
from companion.games import games
from companion.rules.game import Game
from companion.rules.soundness.rows import rows
from companion.show.formats import plain
from companion.show.lookup import Find
from tests.journal import Journal

STRAIGHT = re.compile(r"[A-Za-z]'[a-z]|s'(?=[\s.,;:)]|$)")
UNSEEN = {"key", "src", "reason", "edition", "pool", "exclusive", "value", "default"}
"""What of a row no page shows as it stands; names among the values are shown by ``curled``."""
PAGES = (
    "show", "rules/actions", "rules/journal", "rules/parts", "rules/scoring", "interchange",
    "web/answers", "web/shelf", "web/table",
)  # fmt: skip


def texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from (text for one in value.values() for text in texts(one))
        case tuple() | list():
            yield from (text for one in value for text in texts(one))


def shown(game: Game) -> Iterator[tuple[str, str]]:
    """Every text of its data that a page can show, with where it stands."""
    for path, row in rows(game):
        for name in row.__dataclass_fields__:
            if name not in UNSEEN:
                yield from ((f"{path} {name}", text) for text in texts(getattr(row, name)))


@pytest.mark.parametrize("slug", games())
def test_games_have_it_in_all_they_say(slug: str) -> None:
    said = list(shown(games()[slug]))
    assert len(said) > 500
    assert [(where, text) for where, text in said if STRAIGHT.search(text)] == []


def strings(file: Path) -> Iterator[str]:
    """The strings of a module but for those that only its readers see."""
    tree = ast.parse(file.read_text())
    comments = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "" if id(node) in comments else node.value


def test_so_have_our_own_sentences() -> None:
    files = [file for part in PAGES for file in (PROJECT / "companion" / part).rglob("*.py")]
    found = [(file.name, text) for file in files for text in strings(file)]
    assert len(found) > 1000
    assert [(name, text) for name, text in found if STRAIGHT.search(text)] == []


def test_so_have_the_templates() -> None:
    code = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", re.S)
    files = [*(PROJECT / "templates").rglob("*.html")]
    said = [(file.name, code.sub(" ", file.read_text())) for file in files]
    assert said and [(name, m[0]) for name, text in said for m in STRAIGHT.finditer(text)] == []


def test_names_that_are_keys_are_shown_with_it_and_found_with_either() -> None:
    journal = Journal("merchants")
    journal.start("base", settings={"buildings": "chosen"})
    picked = ["Otho's Lanternworks", "Yedl's Workshop", "Frosted Filigree", "Oracle of Lumi"]
    journal.must("record", fact="buildings_in_play", add=picked)
    assert "Otho’s Lanternworks" in journal.state.log[-1].sentence(journal.state)
    assert journal.play.known()["buildings"].said.startswith("Otho’s Lanternworks, Yedl’s")
    assert Find("x", "Otho’s Lanternworks").fits("OTHO'S")
    assert plain("otho’s") == plain("Otho's")
