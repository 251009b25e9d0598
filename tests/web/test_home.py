"""The front page, its headers and the error pages."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.pressing import Page


def test_the_home_page_says_what_guildbook_is(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert '<html lang="en">' in page.text
    assert page.text.count("<h1>") == 1
    [said] = Page(page.text).texts("p", ".tagline")
    assert "board games" in said and "physical game" in said


@pytest.mark.parametrize("address", ["/", "/no/such/page"])
def test_pages_hold_nothing_inline(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    assert page.count("<script") == page.count("<script src=")
    assert "<style" not in page
    assert "style=" not in page


def test_what_pages_link_to_is_there(client: FlaskClient) -> None:
    linked = Page(client.get("/").text).files
    assert {file.split("/")[2].split(".")[0] for file in linked} >= {
        "guildbook",
        "icon",
        "icons",
        "style",
    }
    for file in linked:
        assert client.get(file).status_code == 200


@pytest.mark.parametrize("address", ["/", "/healthz", "/no/such/page", "/static/style/frame.css"])
def test_every_answer_is_guarded(client: FlaskClient, address: str) -> None:
    with client.get(address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_signs_of_life_are_plain_and_never_kept(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["Cache-Control"] == "no-store"


def test_an_unknown_page_gets_a_page(client: FlaskClient) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert "<h1>Page not found</h1>" in answer.text


def test_an_unknown_api_address_gets_json(client: FlaskClient) -> None:
    answer = client.get("/api/no/such/call")
    assert answer.status_code == 404
    assert answer.json is not None
    assert set(answer.json["error"]) == {"code", "message"}


def test_a_wrong_method_is_told_the_right_ones(client: FlaskClient) -> None:
    answer = client.delete("/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_a_post_without_a_token_is_an_outdated_page(own_app: Flask) -> None:
    own_app.add_url_rule("/post", "post", lambda: "posted", methods=["POST"])
    answer = own_app.test_client().post("/post")
    assert answer.status_code == 400
    assert "This page is out of date" in answer.text


def test_a_large_body_is_refused(own_app: Flask) -> None:
    own_app.add_url_rule("/post", "post", lambda: "posted", methods=["POST"])
    answer = own_app.test_client().post("/post", data={"note": "x" * 300_000})
    assert answer.status_code == 413
    assert "Error 413" in answer.text


def test_our_own_mistakes_get_a_page_too(own_app: Flask) -> None:
    own_app.add_url_rule("/broken", "broken", lambda: {}["missing"])
    own_app.testing = False
    answer = own_app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "<h1>Something went wrong</h1>" in answer.text
