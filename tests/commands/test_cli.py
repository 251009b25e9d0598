"""The commands for checking games and scoring a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask

ADA = {"track": 9, "fists": 1, "coins": 14, "towns": 2, "buildings": "9+11"}
BEN = {"track": 3, "fists": 0, "coins": 4, "towns": 0, "buildings": 0}
TABLE = {"seats": [{"name": "Ada", "entry": ADA}, {"name": "Ben", "entry": BEN}]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(TABLE), encoding="utf-8")
    return path


@pytest.mark.slow
def test_check_finds_no_fault(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["games", "check", "newdale"])
    assert (result.exit_code, result.output) == (0, "Expedition to Newdale: no faults\n")


def test_check_knows_its_games(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["games", "check", "chess"])
    assert result.exit_code == 1 and "There is no game 'chess'" in result.output


def test_score_prints_a_table(app: Flask, file: Path) -> None:
    result = app.test_cli_runner().invoke(args=["score", "newdale", "I", str(file)])
    assert result.exit_code == 0
    rows = {line[:18].strip(): line[18:].split() for line in result.output.splitlines()}
    assert rows["Military"] == ["4", "0"] and rows["Total"] == ["39", "3"]
    assert "Ada wins with 39 points, 36 ahead of Ben." in result.output


def test_score_as_json_is_the_apis_answer(app: Flask, file: Path) -> None:
    result = app.test_cli_runner().invoke(args=["score", "newdale", "I", str(file), "--json"])
    answer = app.test_client().post("/api/v1/games/newdale/chapters/I/score", json=TABLE)
    assert json.loads(result.output) == answer.get_json()


def test_score_tells_every_issue(app: Flask, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"seats": [{"name": "Ada", "entry": {"towns": 12}}]}))
    result = app.test_cli_runner().invoke(args=["score", "newdale", "I", str(path)])
    assert result.exit_code == 1
    assert "seat 0, towns: At most 11 houses, so at most 11 towns. (too-high)" in result.output
    assert "seat 0, track: " in result.output


@pytest.mark.parametrize("text", ["", "[1]", "[" * 10_000])
def test_score_refuses_what_is_no_table(app: Flask, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    result = app.test_cli_runner().invoke(args=["score", "newdale", "I", str(path)])
    assert result.exit_code == 1 and "Traceback" not in result.output
