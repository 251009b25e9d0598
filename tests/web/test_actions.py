"""The one route through which a group acts: guarded, repeatable, never losing anything."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games import games
from companion.table import tables
from companion.table.journal import Draft
from tests.web.evening import guard
from tests.web.pressing import Page


@pytest.fixture
def token(app: Flask) -> str:
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    with app.app_context():
        start = Draft("start", {"chapter": "I", "seats": seats, "story": True})
        return tables.open_table(games()["newdale"], "Thursday", start)


def send(app: Flask, client: FlaskClient, token: str, kind: str, **more: Any) -> TestResponse:
    data = more.pop("data", {})
    form = {"csrf_token": guard(app, token), "action": kind, "data": json.dumps(data), **more}
    return client.post(f"/t/{token}/do", data=form)


def seq(app: Flask, token: str) -> int:
    with app.app_context():
        found = tables.find(token)
        assert found is not None
        return found.state.seq


def test_an_action_is_taken_and_leads_back(app: Flask, client: FlaskClient, token: str) -> None:
    answer = send(app, client, token, "tick", data={"step": "board"}, play="0")
    assert answer.status_code == 303 and seq(app, token) == 2


def test_a_form_without_its_token_is_refused(app: Flask, client: FlaskClient, token: str) -> None:
    answer = client.post(f"/t/{token}/do", data={"action": "tick", "data": '{"step":"board"}'})
    assert answer.status_code == 400 and seq(app, token) == 1


def test_forms_work_without_the_session(app: Flask, token: str) -> None:
    fresh = app.test_client(use_cookies=False)
    assert send(app, fresh, token, "tick", data={"step": "board"}).status_code == 303


def test_a_repeated_key_is_the_same_entry(app: Flask, client: FlaskClient, token: str) -> None:
    for _ in range(2):
        answer = send(app, client, token, "tick", data={"step": "board"}, key="k1")
        assert answer.status_code == 303
    assert seq(app, token) == 2
    other = send(app, client, token, "tick", data={"step": "goods"}, key="k1")
    assert other.status_code == 409 and seq(app, token) == 2


def test_the_same_note_from_a_page_loaded_again_is_told(
    app: Flask, client: FlaskClient, token: str
) -> None:
    client.get("/new/newdale")  # gives the device its name
    for key in ("k1", "k1"):
        assert send(app, client, token, "note", key=key, **{"d-text": "Rain"}).status_code == 303
    again = send(app, client, token, "note", key="k2", **{"d-text": "Rain"})
    assert again.status_code == 422 and "already in the log" in again.text
    assert seq(app, token) == 2
    assert send(app, client, token, "note", key="k3", **{"d-text": "Sun"}).status_code == 303


def test_the_same_note_about_another_play_is_one_more(
    app: Flask, client: FlaskClient, token: str
) -> None:
    client.get("/new/newdale")
    again = {"chapter": "I", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    assert send(app, client, token, "start", data=again).status_code == 303
    for play in (0, 1):
        sent = send(app, client, token, "note", play=play, **{"d-text": "Rain"})
        assert sent.status_code == 303


def test_a_refusal_names_the_rule_and_keeps_what_was_typed(
    app: Flask, client: FlaskClient, token: str
) -> None:
    answer = send(app, client, token, "note", **{"d-text": "x" * 2001})
    assert answer.status_code == 422
    assert "at most 2000 characters" in answer.text and "x" * 2001 in answer.text


@pytest.mark.parametrize(
    ("kind", "data"),
    [("dance", "{}"), ("tick", "[]"), ("tick", "{"), ("tick", "[" * 9000), ("tick", '{"step": 5}'),
     ("reveal", '{"deck": "events", "card": 100}'), ("undo", '{"entry": 99}'), ("", "")],
)  # fmt: skip
def test_nonsense_is_answered_with_words(
    app: Flask, client: FlaskClient, token: str, kind: str, data: str
) -> None:
    form = {"csrf_token": guard(app, token), "action": kind, "data": data}
    answer = client.post(f"/t/{token}/do", data=form)
    assert answer.status_code in (409, 422) and seq(app, token) == 1


def test_a_counter_takes_a_sum_and_the_log_says_what_it_comes_to(
    app: Flask, client: FlaskClient, token: str
) -> None:
    count = {"track": "points", "seat": 0}
    assert send(app, client, token, "count", data=count, **{"d-to": "12 + 20"}).status_code == 303
    assert "3 → 12 + 20 = 32" in client.get(f"/t/{token}/log").text


@pytest.mark.parametrize("typed", ["3 5", "3,5"])
def test_numbers_side_by_side_in_a_counter_are_asked_about(
    app: Flask, client: FlaskClient, token: str, typed: str
) -> None:
    count = {"track": "points", "seat": 0}
    answer = send(app, client, token, "count", data=count, **{"d-to": typed})
    assert answer.status_code == 422 and seq(app, token) == 1
    assert 'name="d-to" value="3+5"' in answer.text and 'name="d-to" value="35"' in answer.text


@pytest.mark.parametrize("typed", ["", "two", "3+", "1.5"])
def test_what_is_no_number_for_a_counter_is_said_in_its_words(
    app: Flask, client: FlaskClient, token: str, typed: str
) -> None:
    count = {"track": "points", "seat": 0}
    answer = send(app, client, token, "count", data=count, **{"d-to": typed})
    assert answer.status_code == 422
    assert "Points: enter a whole number, or a sum" in answer.text


def test_an_absurd_number_is_asked_about_and_taken_when_it_is_right(
    app: Flask, client: FlaskClient, token: str
) -> None:
    count, typed = {"track": "points", "seat": 0}, {"d-to": "999"}
    answer = send(app, client, token, "count", data=count, **typed)
    assert answer.status_code == 422 and seq(app, token) == 1
    assert "999 is unusually high" in answer.text
    assert 'name="sure"' in answer.text and 'value="999"' in answer.text
    assert send(app, client, token, "count", data=count, **typed, sure="yes").status_code == 303


def test_a_stale_page_is_told_apart(app: Flask, client: FlaskClient, token: str) -> None:
    moment = {"moment": [1, "event", None]}
    assert send(app, client, token, "advance", data=moment).status_code == 303
    assert send(app, client, token, "tick", data={"step": "board"}).status_code == 303
    answer = send(app, client, token, "advance", data=moment)
    assert answer.status_code == 409 and "This page is out of date" in answer.text


def test_two_phones_that_press_the_same_get_the_same(
    app: Flask, client: FlaskClient, token: str
) -> None:
    revealed = {"deck": "events", "card": 100, "position": 0}
    for kind, data in (("reveal", revealed), ("advance", {"moment": [1, "event", None]})):
        before = seq(app, token)
        for phone in (client, app.test_client()):
            assert send(app, phone, token, kind, data=data).status_code == 303
        assert seq(app, token) == before + 1


def test_a_note_without_words_is_told_so(app: Flask, client: FlaskClient, token: str) -> None:
    answer = send(app, client, token, "note", **{"d-text": " "})
    assert answer.status_code == 422 and "A note needs a few words" in answer.text


@pytest.mark.parametrize("wrong", ["1-", "1-abc", "x", "9" * 30 + "-a", "-", "1" + "-A" * 40])
def test_a_wrong_link_opens_nothing(client: FlaskClient, token: str, wrong: str) -> None:
    answer = client.get(f"/t/{wrong}/")
    assert answer.status_code == 404 and "data-said" in answer.text
    assert client.post(f"/t/{wrong}/do").status_code == 404


def test_a_link_carries_more_than_128_bits(token: str) -> None:
    secret = token.partition("-")[2]
    assert re.fullmatch(r"[A-Za-z0-9_-]{24}", secret)


def test_what_was_taken_back_can_be_brought_back_one_by_one(
    app: Flask, client: FlaskClient, token: str
) -> None:
    def offered() -> tuple[bool, bool]:
        page = client.get(f"/t/{token}/setup").text
        return 'id="undo"' in page, 'id="redo"' in page

    def press(button: str) -> None:
        form = Page(client.get(f"/t/{token}/setup").text).sent(button, {})
        send(app, client, token, "undo", data=json.loads(form["data"][0]))

    for step in ("board", "goods"):
        send(app, client, token, "tick", data={"step": step})
    assert offered() == (True, False)
    press("undo")
    assert offered() == (True, True)
    press("undo")
    assert offered() == (False, True)
    press("redo")
    assert offered() == (True, True)
    press("redo")
    assert offered() == (True, False)
