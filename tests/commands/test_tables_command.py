"""The operator's commands for tables: told by number, never opened."""

from __future__ import annotations

from datetime import timedelta

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import select, update

from companion.printing.files import owned_by
from companion.table.store import StoredEntry, StoredTable, db, now
from companion.web.answers.downloads import prints_here
from tests.web.evening import Evening


@pytest.fixture
def evening(app: Flask) -> Evening:
    """One table in use, and one whose last entry is a hundred days old."""
    Evening(app, "tybor", name="Forgotten")
    aged = update(StoredEntry).values(at=now() - timedelta(days=100))
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(aged)
    return Evening(app, name="Secret Society")


def run(evening: Evening, *args: str, typed: str = "") -> Result:
    return evening.app.test_cli_runner().invoke(args=["tables", *args], input=typed)


def left(evening: Evening) -> list[int]:
    with evening.app.app_context():
        return list(db.session.scalars(select(StoredTable.id).order_by(StoredTable.id)))


def test_tables_are_listed_by_number_and_weight_without_a_name(evening: Evening) -> None:
    evening.must("note", text="x" * 1000)
    told = run(evening, "list").output
    rows = [line.split() for line in told.splitlines()[1:]]
    assert [row[:3] for row in rows] == [["2", "newdale", "2"], ["1", "tybor", "1"]]
    assert int(rows[0][3]) > 1000 > int(rows[1][3]) > 0
    assert rows[0][4] == f"{now():%Y-%m-%d}" > rows[1][4]
    assert "Secret Society" not in told and "Ada" not in told


def test_a_lost_host_link_is_made_anew(evening: Evening) -> None:
    evening.app.config["PUBLIC_URL"] = "https://book.example/"
    address = run(evening, "link", "2").output.strip()
    assert address.startswith("https://book.example/t/")
    path = address.removeprefix("https://book.example")
    assert 'id="delete-it"' in evening.app.test_client().get(f"{path}settings").text
    assert evening.get().status_code == 200  # the links that were given out stay valid


def test_a_table_is_deleted_after_a_question(evening: Evening) -> None:
    asked = run(evening, "delete", "2", typed="n\n")
    assert asked.exit_code == 1 and "Permanently delete 1 game with 1 change?" in asked.output
    assert left(evening) == [1, 2]
    assert run(evening, "delete", "2", "--yes").output == "1 game deleted.\n"
    assert left(evening) == [1] and evening.get().status_code == 404


def test_prints_of_a_deleted_table_are_deleted_with_it(evening: Evening) -> None:
    with evening.app.app_context():
        prints_here().ready()
        file = prints_here().path(f"{owned_by(evening.table.uid)}-log")
    file.write_bytes(b"%PDF")
    run(evening, "delete", "1", "--yes")
    assert file.exists()
    run(evening, "delete", "2", "--yes")
    assert not file.exists()


def test_tables_long_unused_expire(evening: Evening) -> None:
    assert run(evening, "expire", "101", "--yes").output == "0 games deleted.\n"
    assert run(evening, "expire", "99", typed="y\n").exit_code == 0
    assert left(evening) == [2]


@pytest.mark.parametrize("command", ["link", "delete"])
def test_a_table_that_is_not_there_is_a_sentence(evening: Evening, command: str) -> None:
    refused = run(evening, command, "7")
    assert refused.exit_code == 1 and "There is no game 7" in refused.output
