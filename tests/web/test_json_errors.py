"""Programs are refused in JSON, people on a page."""

from __future__ import annotations

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

JSON = {"Accept": "application/json"}


@pytest.mark.parametrize("status", [400, 403, 404, 405, 410, 413, 429, 503])
def test_programs_are_refused_in_json(own_app: Flask, status: int) -> None:
    own_app.add_url_rule("/mishap", "mishap", lambda: abort(status), methods=["GET", "POST"])
    client = own_app.test_client()
    asked = client.get("/mishap", headers=JSON)
    assert asked.status_code == status
    assert asked.json["error"]["code"] and asked.json["error"]["message"]
    assert client.get("/mishap").mimetype == "text/html"


def test_whoever_sends_json_gets_json(client: FlaskClient) -> None:
    answer = client.post("/about", json={})
    assert (answer.status_code, answer.json["error"]["code"]) == (405, "method-not-allowed")
    assert answer.headers["Allow"]


def test_too_much_is_named_in_json(client: FlaskClient) -> None:
    answer = client.post("/settings", data=b"x" * 300_000, headers=JSON)
    assert answer.status_code == 413 and "256 KiB" in answer.json["error"]["message"]


def test_the_question_for_news_is_answered_in_json(client: FlaskClient) -> None:
    answer = client.get("/t/1-nothing/seq")
    assert answer.status_code == 404 and answer.json["error"]["code"] == "not-found"
