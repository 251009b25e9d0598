"""Log lines: enough to run a server by, nothing to open a table or know a person by."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.config import CannotStart
from companion.table.store import db
from companion.web.guards.log_lines import LOGGERS, start_log
from tests.web.evening import Evening

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Loggers belong to the process, so each test leaves them as they were."""
    before = [(logging.getLogger(name), logging.getLogger(name).handlers) for name in LOGGERS]
    yield
    for logger, handlers in before:
        logger.handlers = handlers
        logger.setLevel(logging.NOTSET)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """What has been written to stderr since the last time."""
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app, name="Secret Society")


def logged(app: Flask, level: str | None = "info") -> None:
    app.config["LOG_LEVEL"] = level
    start_log(app)


def test_a_request_is_one_line_without_link_or_name(evening: Evening, lines: Lines) -> None:
    logged(evening.app)
    evening.get("score", seat=1)
    (line,) = lines()
    assert line.pop("ms") > 0 and len(line.pop("id")) == 8 and line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info", "method": "GET", "route": "/t/<token>/score", "status": 200,
    }  # fmt: skip


def test_what_machines_ask_all_the_time_is_told_only_when_debugging(
    evening: Evening, lines: Lines
) -> None:
    logged(evening.app)
    evening.get("seq")
    evening.client.get("/healthz")
    assert lines() == []
    logged(evening.app, "debug")
    evening.get("seq")
    assert [line["route"] for line in lines()] == ["/t/<token>/seq"]


def test_limits_and_refusals_are_told_at_home_too(evening: Evening, lines: Lines) -> None:
    logged(evening.app, None)
    evening.app.config["ENTRIES_A_MINUTE"] = 0
    evening.get("play")
    evening.act("note", {"text": "Ada cheats"})
    evening.client.post(f"/t/{evening.token}/do", data={"csrf_token": "old"})
    told = [(line["level"], line["status"], line["refused"]) for line in lines()]
    assert told == [("warning", 429, "TooOften"), ("warning", 400, "StaleForm")]


def test_a_public_server_tells_of_every_request(evening: Evening, lines: Lines) -> None:
    evening.app.config["PUBLIC_URL"] = "https://book.example"
    logged(evening.app, None)
    evening.client.get("/no/such/Ada")
    (line,) = lines()
    assert (line["level"], line["route"], line["status"]) == ("info", "none", 404)


def test_an_error_tells_where_it_was_and_repeats_nothing(own_app: Flask, lines: Lines) -> None:
    evening = Evening(own_app, name="Secret Society")

    @evening.app.get("/t/<token>/crash")
    def crash(token: str) -> str:
        raise ValueError(f"Ada typed {token}")

    @evening.app.get("/locked")
    def locked() -> str:
        db.session.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": "Ada"})
        return ""

    evening.app.testing = False
    logged(evening.app)
    evening.get("crash")
    error, answer = lines()
    assert error["id"] == answer["id"] and answer["status"] == 500
    assert error["error"] == "ValueError" and "test_log_lines.py" in error["at"][-1]
    evening.client.get("/locked")
    database, _ = lines()
    assert database["reason"] == "no such table: nowhere"
    assert "Ada" not in str((error, database)) and evening.token not in str((error, answer))


def test_an_error_of_the_database_hides_what_was_typed(app: Flask) -> None:
    with app.app_context(), pytest.raises(Exception, match="nowhere") as error:
        db.session.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": "Ada"})
    assert "Ada" not in str(error.value)


def test_starting_twice_writes_each_line_once(evening: Evening, lines: Lines) -> None:
    logged(evening.app)
    logged(evening.app)
    evening.get("play")
    assert len(lines()) == 1


def test_an_unknown_level_is_a_sentence(app: Flask) -> None:
    with pytest.raises(CannotStart, match="LOG_LEVEL must be one of debug, info, warning, error"):
        logged(app, "loud")
