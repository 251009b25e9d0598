"""What must hold for every game, whoever added it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import HERE, games
from companion.rules.game import Game
from companion.rules.soundness import faults, rows
from companion.workshop.check import CODES, file_faults, uncovered
from tests.examples import examples


@pytest.fixture(params=games().values(), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_data_is_sound(game: Game) -> None:
    assert list(faults(game)) == []


def test_every_row_names_its_source(game: Game) -> None:
    sources = [(path, row.src) for path, row in rows(game) if hasattr(row, "src")]
    assert [path for path, src in sources if not src.strip()] == [] and len(sources) > 20


def test_its_examples_show_all_of_it(game: Game) -> None:
    """Every field, category, tie-break, issue, chapter, table, aid and answer to a ruling."""
    assert list(uncovered(game, list(examples(game)))) == []


def test_every_issue_code_has_a_worked_example(game: Game) -> None:
    """Ours have all of them; a smaller game need not."""
    rows = [example.row for example in examples(game) if example.kind == "score"]
    said = {
        i.rsplit(": ", 1)[1] for r in rows for k in ("issues", "warnings") for i in r.get(k, [])
    }
    assert set(CODES) - said == set()


@pytest.mark.parametrize("kind", ["score", "setup"])
def test_without_its_examples_much_is_missing(game: Game, kind: str) -> None:
    others = [example for example in examples(game) if example.kind != kind]
    assert len(list(uncovered(game, others))) >= len(game.chapters)


def test_its_files_are_as_they_should_be(game: Game) -> None:
    """A README, rows on one line each, as many events as rounds."""
    assert list(file_faults(game, HERE / game.slug)) == []


def test_no_file_of_another_game_speaks_of_it(game: Game) -> None:
    mine = {game.slug, "__pycache__"}
    others = [p for p in Path(HERE).glob("*/*") if p.is_file() and p.parent.name not in mine]
    address = re.compile(rf"games[./]{game.slug}\b")
    assert [p for p in others if address.search(p.read_text(encoding="utf-8"))] == []
