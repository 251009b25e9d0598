"""`games check`: all that is demanded of a game, each fault on a line that begins with its file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.games import HERE, opened
from companion.rules.data import files
from companion.workshop.check import faults
from companion.workshop.example_rows import ROWS, shape_faults
from companion.workshop.examples import Example, examples
from tests.conftest import forget_games
from tests.web.evening import Evening

STATIC = HERE.parent.parent / "static"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game from elsewhere, with its examples beside it."""
    folder = shutil.copytree(HERE / "merchants", tmp_path / "carters")
    shutil.copytree(HERE.parent.parent / "tests/games/merchants", folder / "examples")
    return folder


def changed(file: Path, right: str, wrong: str) -> list[str]:
    data = file.read_text("utf-8")
    assert right in data
    file.write_text(data.replace(right, wrong, 1), "utf-8")
    folder = file.parent.parent if file.parent.name == "examples" else file.parent
    return list(faults(opened(folder)))


@pytest.fixture
def registered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GAMES_PATH", str(folder.parent))
    forget_games()
    yield folder
    monkeypatch.undo()
    forget_games()


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("scores.toml", "winners =", "winer =", "no key 'winer'; there are advice"),
        ("scores.toml", "total = ", "totl = ", "no key 'totl'; there are detail"),
        ("scores.toml", "total = ", "total = 1", "total: wanted 1"),
        ("play.toml", 'phase = "', 'phase = "un', "no phase 'un"),
        (
            "setups.toml",
            "players = 2",
            'players = "two"',
            "players: 'two' should be a whole number",
        ),
        (
            "scores.toml",
            "winners = [",
            "winners = 3 # [",
            "winners: 3 should be a list in brackets",
        ),
        ("scores.toml", "[[score]]", "[[scor]]", "no kind of example 'scor'; there are aid"),
        ("scores.toml", "[[score]]", "[[score]", "scores.toml line"),
    ],
)
def test_a_wrong_example_is_a_fault(
    folder: Path, file: str, right: str, wrong: str, said: str
) -> None:
    found = changed(folder / "examples" / file, right, wrong)
    assert [fault for fault in found if said in fault], found
    assert all(fault.startswith(f"examples/{file} line ") for fault in found), found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("score = 7", "line 1, score: examples are rows in braces, or [[score]] above each"),
        ('setup = ["two"]', "line 1, setup: examples are rows in braces"),
        (
            '[[score]]\nname = "x"\nchapter = "base"\nseat = [{ name = "Ada", entry = 5 }]',
            "score 'x': entry: 5 should be a table in braces",
        ),
        (
            '[[score]]\nname = "x"\nchapter = "base"\nseat = ["Ada"]',
            "score 'x': seat: 'Ada' should be a table in braces",
        ),
    ],
)
def test_an_example_of_another_shape_is_a_fault(folder: Path, text: str, said: str) -> None:
    (folder / "examples" / "odd.toml").write_text(text, "utf-8")
    found = list(faults(opened(folder)))
    assert [f for f in found if f.startswith("examples/odd.toml line 1") and said in f], found


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('yield Result(signed(answer["prestige"])', 'yield Result(signed(answer["prestge"])',
         "KeyError: 'prestge'"),
        ('t.sheet("coins")', 't.sheet("coin")', "no field 'coin'"),
    ],
)  # fmt: skip
def test_a_slip_in_a_calculator_is_told_by_its_line(
    folder: Path, right: str, wrong: str, said: str
) -> None:
    file = next(file for file in sorted(folder.glob("*.py")) if right in file.read_text("utf-8"))
    found = changed(file, right, wrong)
    assert [fault for fault in found if said in fault and f"{file.name} line" in fault], found


def test_what_no_example_shows_is_a_fault(folder: Path) -> None:
    (folder / "examples" / "setups.toml").unlink()
    said = "examples: chapter base: no example of its set-up with "
    assert [fault for fault in faults(opened(folder)) if fault.startswith(said)]


def test_a_verb_that_fails_is_told_by_its_line(registered: Path) -> None:
    found = changed(registered / "scoring.py", "def base(", "def base(x, y, z): 1 / 0\ndef _base(")
    assert all(fault.startswith(("scoring.py line ", "examples/")) for fault in found)
    assert any("ZeroDivisionError" in fault for fault in found)


def test_check_of_all_names_each_game(app: Flask, registered: Path) -> None:
    (registered / "game.toml").write_text("title = 7\n", "utf-8")
    result = app.test_cli_runner().invoke(args=["games", "check", "carters"])
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert result.output.startswith("game.toml line 1, title: 7 should be text in quotes\n")


def test_the_shelf_shows_a_broken_game_with_the_reason(app: Flask, registered: Path) -> None:
    (registered / "game.toml").write_text("title = 7\n", "utf-8")
    page = app.test_client().get("/").text
    assert "carters can’t be opened" in page
    assert "game.toml line 1, title: 7 should be text in quotes" in page
    assert page.count('class="book cloth-') == 4


def test_a_table_of_a_broken_game_waits_and_says_so(app: Flask, registered: Path) -> None:
    evening = Evening(app, "carters", chapter="base", players=2)
    right = (registered / "game.toml").read_text("utf-8")
    assert evening.get("").status_code == 200
    (registered / "game.toml").write_text("title = 7\n", "utf-8")
    forget_games()
    shut = evening.get("play")
    assert shut.status_code == 503 and "<h1>This game can’t be opened right now</h1>" in shut.text
    assert app.test_client().get("/t/1-nobody/").status_code == 404
    page = evening.client.get("/").text
    assert "can’t be opened right now" in page and "no longer opens" not in page
    (registered / "game.toml").write_text(right, "utf-8")
    forget_games()
    assert evening.get("play").status_code == 200
    assert "waits for its game" not in evening.client.get("/").text


def test_a_game_from_elsewhere_stands_on_the_shelf(app: Flask, registered: Path) -> None:
    assert "/new/carters" in app.test_client().get("/").text


def test_the_shape_of_ours_is_sound() -> None:
    game = opened(HERE / "newdale").game
    assert game
    assert [f for e in examples(game) for f in shape_faults(ROWS[e.kind], e.row)] == []
    assert Example(game, "cup", {"name": "x", "holder": []}).mismatches() == ["chapters is missing"]


def test_the_palette_is_what_is_drawn() -> None:
    css = (STATIC / "style" / "frame.css").read_text("utf-8")
    sprite = (STATIC / "icons.svg").read_text("utf-8")
    assert [c for c in files.COLOURS if c != "white" and f".mark.{c}{{" not in css] == []
    shelf = (STATIC / "style/frame.css").read_text("utf-8")
    assert [c for c in files.CLOTHS if f".cloth-{c}{{" not in shelf] == []
    assert [s for s in files.SHAPES if f'id="shape-{s}"' not in sprite] == []
    assert len(files.plates()) == sprite.count('id="plate-') >= 4
