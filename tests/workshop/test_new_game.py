"""`games new` begins a game that meets every demand as it is."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.commands import cli as watching
from companion.commands.cli import stamp
from companion.config import PROJECT
from companion.games import everything
from companion.workshop.check import faults
from tests.conftest import forget_games


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    place = tmp_path / "games"
    place.mkdir()
    monkeypatch.setenv("GAMES_PATH", str(place))
    forget_games()
    yield place
    monkeypatch.undo()
    forget_games()


def new(app: Flask, *args: str) -> tuple[int, str]:
    result = app.test_cli_runner().invoke(args=["games", "new", *args])
    forget_games()
    return result.exit_code, result.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "more"), [("3-7", ()), ("1-2", ()), ("2-12", ("--story",)), ("4-4", ("--story",))]
)
def test_a_new_game_meets_every_demand(
    app: Flask, place: Path, players: str, more: tuple[str, ...]
) -> None:
    code, said = new(app, "hats", "--title", 'The "Hat" Fair', "--players", players, *more)
    assert code == 0, said
    mine = next(one for one in everything() if one.slug == "hats")
    assert list(faults(mine)) == []
    assert mine.game is not None
    turns = mine.game.clock.phases[1]
    assert (mine.game.clock.strip, turns.shows, turns.folds) == (
        ("guests",),
        ("guests",),
        ("hand",),
    )
    assert app.test_client().get("/new/hats").status_code == 200


@pytest.mark.slow
def test_the_walkthrough_of_the_docs_is_a_game(app: Flask, place: Path) -> None:
    """Written from the page as it stands: TOML and examples, no Python."""
    page = (PROJECT / "docs" / "adding-a-game.md").read_text("utf-8")
    files = re.findall(r"`(picnic/[\w./]+)`:[^`]*?(?:`[^`]+`[^`]*?)*```\w+\n(.*?)\n```", page, re.S)
    assert [name for name, _ in files] == [
        "picnic/game.toml", "picnic/README.md", "picnic/examples/all.toml"
    ]  # fmt: skip
    for name, text in files:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text + "\n", "utf-8")
    lines = sum(len(text.splitlines()) for _, text in files)
    assert f"## A game of {lines} lines" in page and lines <= 60
    forget_games()
    mine = next(one for one in everything() if one.slug == "picnic")
    assert list(faults(mine)) == []
    assert app.test_client().get("/new/picnic").status_code == 200


@pytest.mark.slow
def test_the_campaign_of_the_docs_is_a_game(app: Flask, place: Path) -> None:
    """All win or all lose, in 40 lines."""
    page = (PROJECT / "docs" / "adding-a-game.md").read_text("utf-8")
    files = re.findall(r"`(rowers/[\w./]+)`:[^`]*?```\w+\n(.*?)\n```", page, re.S)
    for name, text in files:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text + "\n", "utf-8")
    assert len(files) == 3 and len(files[0][1].splitlines()) <= 40
    forget_games()
    mine = next(one for one in everything() if one.slug == "rowers")
    assert list(faults(mine)) == []


@pytest.mark.parametrize(
    ("slug", "title", "players", "said"),
    [
        ("Hat Fair", "Hat Fair", "2-4", "cannot be a slug"),
        ("class", "Hat Fair", "2-4", "cannot be a slug"),
        ("tybor", "Hat Fair", "2-4", "There is a game 'tybor' already."),
        ("hats", "Hat Fair", "4-2", "--players is something like 2-4"),
        ("hats", "Hat Fair", "many", "--players is something like 2-4"),
        ("hats", " ", "2-4", "--title needs a line of text."),
    ],
)
def test_what_cannot_be_a_game_is_refused(
    app: Flask, place: Path, slug: str, title: str, players: str, said: str
) -> None:
    code, output = new(app, slug, "--title", title, "--players", players)
    assert code == 1 and said in output and not list(place.iterdir())


def test_watching_knows_when_a_file_has_changed(app: Flask, place: Path) -> None:
    new(app, "hats", "--title", "Hats", "--players", "2-4")
    folder = place / "hats"
    before = stamp(folder)
    assert stamp(folder) == before
    (folder / "game.toml").write_text("title = 7\n", "utf-8")
    assert stamp(folder) != before


class Served:
    """A server that only knows whether it was ended."""

    ended = False

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> None:
        assert self.ended


def test_watching_serves_anew_after_a_change_and_leaves_no_server_behind(
    app: Flask, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new(app, "hats", "--title", "Hats", "--players", "2-4")
    servers: list[Served] = []

    def popen(*_: object, **__: object) -> Served:
        servers.append(Served())
        return servers[-1]

    def wait(_: float) -> None:
        if len(servers) > 1:
            signal.raise_signal(signal.SIGTERM)
        (place / "hats/game.toml").write_text("title = 7\n", "utf-8")

    monkeypatch.setattr(watching.subprocess, "Popen", popen)
    monkeypatch.setattr(watching.time, "sleep", wait)
    before = signal.getsignal(signal.SIGTERM)
    try:
        result = app.test_cli_runner().invoke(args=["games", "watch", "hats"])
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [server.ended for server in servers] == [True, True]
    assert result.output.startswith("Hats: no faults in its data\n")
    assert "game.toml line 1, title: 7 should be text in quotes" in result.output


def test_an_example_that_is_wrong_is_told(app: Flask, place: Path) -> None:
    new(app, "hats", "--title", "Hats", "--players", "2-4")
    scores = place / "hats/examples/scores.toml"
    scores.write_text(scores.read_text("utf-8").replace("total = 17", "total = 18", 1), "utf-8")
    result = app.test_cli_runner().invoke(args=["games", "check", "hats"])
    assert result.exit_code == 1
    assert "examples/scores.toml line 2, score 'points, coins and guests in base'" in result.output
