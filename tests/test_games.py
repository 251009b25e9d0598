"""What must hold for every game, whoever added it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.games import HERE, games
from companion.rules.game import Game
from companion.rules.soundness import rows, seats, situations
from tests.examples import Example, examples

CODES = {
    "missing", "not-a-number", "too-low", "too-high", "supply", "conflict", "unknown-field",
    "unknown-choice", "players",
}  # fmt: skip


@pytest.fixture(params=games().values(), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def scores(game: Game) -> list[Example]:
    return [example for example in examples(game) if example.kind == "score"]


def test_data_is_sound(game: Game) -> None:
    assert list(game.faults()) == []


def test_every_row_names_its_source(game: Game) -> None:
    assert [(name, row) for name, row in rows(game) if not row.src.strip()] == []


def test_every_field_has_a_worked_example(game: Game) -> None:
    used = {
        key
        for example in scores(game)
        for seat in example.row["seat"]
        if "total" in seat
        for key, value in seat["entry"].items()
        if value
    }
    assert {field.key for field in game.sheet.fields()} - used == set()


def test_every_category_has_a_worked_example_with_points(game: Game) -> None:
    scored = {
        key
        for example in scores(game)
        for seat in example.row["seat"]
        for key, points in seat.get("lines", {}).items()
        if points
    }
    assert {category.key for category in game.sheet.categories} - scored == set()


def test_every_tiebreak_decides_an_example(game: Game) -> None:
    decided = {example.row.get("decided_by") for example in scores(game)}
    assert {tie.label for tie in game.tiebreaks} - decided == set()


def test_every_issue_code_has_a_worked_example(game: Game) -> None:
    said = {
        issue.rsplit(": ", 1)[1]
        for example in scores(game)
        for issue in (*example.row.get("issues", []), *example.row.get("warnings", []))
    }
    assert CODES - said == set()


def test_every_chapter_and_player_count_has_a_set_up_example(game: Game) -> None:
    shown = {
        (example.row["chapter"], example.row["players"])
        for example in examples(game)
        if example.kind == "setup"
    }
    wanted = {(c.key, players) for c in game.chapters for players in seats(game, c)}
    assert wanted - shown == set()


def test_every_chapter_has_a_scored_example(game: Game) -> None:
    shown = {e.row["chapter"] for e in scores(game) if any("total" in s for s in e.row["seat"])}
    assert {chapter.key for chapter in game.chapters} - shown == set()


def test_every_other_answer_to_a_ruling_changes_an_example(game: Game) -> None:
    """An alternative counts as exercised only if some example fails without it."""
    unproven = []
    for ruling in game.rulings:
        for option in ruling.options:
            if option.key != ruling.default and not _matters(game, ruling.key, option.key):
                unproven.append(f"{ruling.source} {ruling.key} = {option.key}")
    assert unproven == []


def _matters(game: Game, ruling: str, option: str) -> bool:
    told = [e for e in examples(game) if e.settings.get(ruling) == option]
    return any(
        e.with_settings({k: v for k, v in e.settings.items() if k != ruling}).mismatches()
        for e in told
    )


def test_every_aid_has_a_worked_example(game: Game) -> None:
    shown = {e.row["aid"] for e in examples(game) if e.kind == "aid" and "answer" in e.row}
    assert {aid.key for aid in game.aids} - shown == set()


def test_every_deck_has_as_many_cards_as_rounds(game: Game) -> None:
    for situation in situations(game):
        rounds = game.rounds(situation)
        for deck in game.decks(situation):
            if rounds and deck.key == "events" and deck.segments[0].numbered:
                assert deck.size == rounds, situation


def test_its_readme_says_what_is_not_modelled(game: Game) -> None:
    text = (HERE / game.slug / "README.md").read_text(encoding="utf-8")
    assert "not modelled" in text.lower()


def test_no_file_of_another_game_speaks_of_it(game: Game) -> None:
    others = [p for p in Path(HERE).glob("*/*") if p.is_file() and p.parent.name != game.slug]
    address = re.compile(rf"games[./]{game.slug}\b")
    assert [p for p in others if address.search(p.read_text(encoding="utf-8"))] == []


def test_every_row_of_its_tables_stands_on_one_line(game: Game) -> None:
    """So that a change of one fact is a change of one line."""
    for path in (HERE / game.slug).glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        tomllib.loads(text)
        broken = [line for line in text.splitlines() if re.match(r"\s*\{[^}]*[^\[}]$", line)]
        assert broken == [], path
