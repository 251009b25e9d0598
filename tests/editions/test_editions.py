"""Journals of the first two editions keep the results they had.

``second_turns.guildbook.json`` is one of the second edition, too: by turns at the end of a stage.
``first.sql`` is a database that the first edition (4bafdcb) made with its own migrations,
``second.guildbook.json`` a file that the second one (086cc84) saved; beside them stands what those
editions made of them. Some sheets are sparse: lines filled in by counters and cards, lines left
blank, ties that rested on them. One result of the first edition is recorded as the second had it:
solo games of Oh my Goods! are not won before their goal is known (changelog, Rulings).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import create_app
from companion.database import make_ready
from companion.games import games
from companion.interchange import exports
from companion.interchange.table_file import read
from companion.rules.journal.replay import replay
from companion.rules.journal.state import State
from companion.table.store import db
from companion.table.tables import find

HERE = Path(__file__).parent
FIRST: list[dict[str, Any]] = json.loads((HERE / "first.json").read_text("utf-8"))
TURNS: list[dict[str, Any]] = json.loads((HERE / "second_turns.json").read_text("utf-8"))
SECOND: list[dict[str, Any]] = json.loads((HERE / "second.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def migrated_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app on the first edition's database, brought up to date as a start does it."""
    file = tmp_path_factory.mktemp("first") / "first.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((HERE / "first.sql").read_text("utf-8"))
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"})
    make_ready(app)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def second_states() -> dict[str, State]:
    files = read((HERE / "second.guildbook.json").read_bytes())
    return {file.name: replay(games()[file.game], file.entries) for file in files}


def results(state: State) -> dict[str, Any]:
    names = state.plays[-1].names
    plays = [_result(play.scored) if play.finished else None for play in state.plays]
    return {"plays": plays, "next_first": state.next_first(names)}


def _result(scored: Any) -> dict[str, Any] | None:
    if scored is None:
        return None
    breakdowns, result = scored
    return {
        "totals": [breakdown.total for breakdown in breakdowns],
        "lines": [[line.points for line in breakdown.lines] for breakdown in breakdowns],
        "places": [place.position for place in result.places],
        "winners": list(result.winners),
    }


@pytest.mark.parametrize("was", FIRST, ids=lambda was: was["name"])
def test_the_first_editions_results_stand(migrated_app: Flask, was: dict[str, Any]) -> None:
    with migrated_app.app_context():
        table = find(was["token"])
    assert table is not None
    assert not [row for row in table.state.log if row.refused]
    assert results(table.state) == {key: was[key] for key in ("plays", "next_first")}


@pytest.mark.parametrize("was", FIRST, ids=lambda was: was["name"])
def test_a_link_of_the_first_edition_opens_every_page(
    migrated_app: Flask, was: dict[str, Any]
) -> None:
    client: FlaskClient = migrated_app.test_client()
    for page in ("", "setup", "play", "score", "result", "log", "statistics", "print", "people"):
        answer = client.get(f"/t/{was['token']}/{page}", follow_redirects=True)
        assert answer.status_code == 200, page


@pytest.mark.parametrize("was", SECOND, ids=lambda was: was["name"])
def test_the_second_editions_results_stand(
    second_states: dict[str, State], was: dict[str, Any]
) -> None:
    state = second_states[was["name"]]
    # Onyx's assistants come out of the bag now, so one that the bag no longer held is flagged.
    refused = {(row.entry.action, row.entry.data.get("pad")) for row in state.log if row.refused}
    assert refused <= {("lay", "onyx")}
    assert results(state) == {key: was[key] for key in ("plays", "next_first")}


def test_turns_at_the_end_of_a_stage_stand() -> None:
    [file] = read((HERE / "second_turns.guildbook.json").read_bytes())
    state = replay(games()[file.game], file.entries)
    assert not [row for row in state.log if row.refused]
    assert [results(state)] == [{key: was[key] for key in ("plays", "next_first")} for was in TURNS]


def test_the_second_editions_spreadsheet_stands(second_states: dict[str, State]) -> None:
    # Its tables name no time zone, so that its days are those of the machine that wrote it.
    tables = [(name, state.but(zone="UTC")) for name, state in second_states.items()]
    assert exports.wide_spreadsheet(tables).encode() == (HERE / "second.csv").read_bytes()
