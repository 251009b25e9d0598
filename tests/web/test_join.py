"""Joining by a code: it leads to the players' link, guessing is limited, nothing is logged."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.table.joining import join_code_for
from companion.table.links import Role
from companion.web.guards import limits
from tests.web.evening import Evening, link_for
from tests.web.pressing import Page, guard_of


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def code_of(evening: Evening) -> str:
    with evening.app.app_context():
        found = join_code_for(evening.table)
    assert found is not None
    return found


def typed(app: Flask, code: str, address: str = "192.0.2.1", **more: Any) -> TestResponse:
    """What a new phone at that address is answered."""
    client = app.test_client()
    form = {"csrf_token": guard_of(client, "/join"), "code": code, **more}
    return client.post("/join", data=form, environ_base={"REMOTE_ADDR": address})


def test_a_code_leads_to_the_players_link(evening: Evening) -> None:
    answer = typed(evening.app, f" {code_of(evening).lower()} ")
    assert answer.status_code == 303
    assert answer.location == f"/t/{link_for(evening, Role.PLAYER)}/"


def test_a_wrong_one_is_shown_again_with_what_is_wrong(app: Flask) -> None:
    answer = typed(app, "aaa-aaa")
    assert answer.status_code == 422 and answer.headers["Cache-Control"] == "no-store"
    [field] = [one for one in Page(answer.text).all("input") if one.given.get("id") == "code"]
    assert field.given["value"] == "aaa-aaa" and field.given["aria-invalid"] == "true"


def test_a_form_of_another_site_is_refused(evening: Evening) -> None:
    assert typed(evening.app, code_of(evening), csrf_token="").status_code == 400


def test_ten_wrong_ones_a_minute_and_address(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, code = evening.app, code_of(evening)
    assert typed(app, "").status_code == 422  # nothing typed is no guess
    for _ in range(10):
        assert typed(app, "AAAAAA").status_code == 422
    for late in ("AAAAAA", code):  # a right one would tell a guesser that it is right
        answer = typed(app, late)
        assert answer.status_code == 429 and "10 codes" in answer.text
        assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert typed(app, code, address="192.0.2.2").status_code == 303
    start = limits.time.monotonic()
    monkeypatch.setattr(limits.time, "monotonic", lambda: start + 61)
    assert typed(app, code).status_code == 303


def test_right_ones_are_never_too_many(evening: Evening) -> None:
    code = code_of(evening)
    assert {typed(evening.app, code).status_code for _ in range(15)} == {303}


def test_beyond_so_many_in_all_answers_are_slower_and_none_is_refused(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(limits.time, "sleep", waits.append)
    evening.app.config.update(CODES_A_MINUTE=4, WRONG_CODES_A_MINUTE=100)
    code = code_of(evening)
    assert {typed(evening.app, code, f"192.0.2.{n}").status_code for n in range(12)} == {303}
    assert waits == [0.5, 1.0, 1.5, 2.0, 2.0, 2.0, 2.0]


def test_few_threads_are_held_back_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(limits.time, "sleep", waits.append)
    evening.app.config["CODES_A_MINUTE"] = 1
    with limits.HOLDING, limits.HOLDING:
        assert {typed(evening.app, "AAAAAA").status_code for _ in range(4)} == {422}
    assert waits == []


def test_no_code_is_ever_logged(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = code_of(evening)
    for sent in (code, "QQQ-QQQ"):
        typed(evening.app, sent)
    evening.app.config["WRONG_CODES_A_MINUTE"] = 1
    typed(evening.app, code, csrf_token="")
    said = caplog.text + "".join(repr(vars(record)) for record in caplog.records)
    for secret in (code, code.replace("-", ""), "QQQ-QQQ", "QQQQQQ"):
        assert secret.lower() not in said.lower()
    assert "/join" in said
