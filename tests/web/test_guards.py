"""What protects a table: cookies, headers, silence in the logs, and pages for every mishap."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, abort, request, url_for
from flask.testing import FlaskClient

from companion import create_app
from companion.config import CannotStart
from companion.games import games
from companion.table import tables
from companion.table.journal import Draft
from companion.web.answers.assets import FOR_GOOD
from companion.web.guards.gate import full_address
from tests.conftest import STRONG
from tests.web.pressing import Page

ZIPPED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def token(app: Flask) -> str:
    return opened(app)


def opened(app: Flask) -> str:
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    with app.app_context():
        return tables.open_table(
            games()["newdale"], "Thursday", Draft("start", {"chapter": "I", "seats": seats})
        )


def cookie(app: Flask, address: str, **more: Any) -> str:
    answer = app.test_client().get(address, **more)
    return answer.headers["Set-Cookie"]


def made(tmp_path: Path, **config: Any) -> Flask:
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    return create_app({"SECRET_KEY": STRONG, "SQLALCHEMY_DATABASE_URI": url, **config})


def test_the_cookie_is_for_us_alone_and_lasts_a_year(app: Flask, token: str) -> None:
    said = cookie(app, f"/t/{token}/")
    assert "HttpOnly" in said and "SameSite=Lax" in said and "Secure" not in said
    assert "Expires=" in said


def test_the_cookie_stays_encrypted_where_the_page_was(app: Flask, token: str) -> None:
    assert "Secure" in cookie(app, f"/t/{token}/", base_url="https://book.example")


def test_a_stranger_cannot_claim_to_be_the_proxy(app: Flask, token: str) -> None:
    assert "Secure" not in cookie(app, f"/t/{token}/", headers={"X-Forwarded-Proto": "https"})


def test_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    app = made(tmp_path, TRUST_PROXY="1")
    app.add_url_rule("/who", "who", lambda: request.url_root)
    sent = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "book.example"}
    assert app.test_client().get("/who", headers=sent).text == "https://book.example/"


@pytest.mark.parametrize(
    ("public", "sent", "root"),
    [
        ("https://book.example/guild", "/guild", "/guild/"),
        ("https://book.example/guild", "/guild/", "/guild/"),
        ("https://book.example/guild", "/evil", "/"),
        ("https://book.example", "//evil.example", "/"),
        (None, "/evil", "/"),
    ],
)
def test_only_the_prefix_that_is_known_is_believed(
    tmp_path: Path, public: str | None, sent: str, root: str
) -> None:
    app = made(tmp_path, TRUST_PROXY="1", PUBLIC_URL=public)
    app.add_url_rule("/who", "who", lambda: url_for("home.home"))
    assert app.test_client().get("/who", headers={"X-Forwarded-Prefix": sent}).text == root


def test_an_encrypted_site_stays_encrypted(client: FlaskClient) -> None:
    name = "Strict-Transport-Security"
    assert name not in client.get("/about").headers
    assert client.get("/about", base_url="https://book.example").headers[name]


def test_links_to_hand_on_name_the_public_address(app: Flask, token: str) -> None:
    app.config["PUBLIC_URL"] = "https://book.example/"
    with app.test_request_context("/"):
        assert full_address("table.home", token=token) == f"https://book.example/t/{token}/"
    assert "Secure" in cookie(app, f"/t/{token}/")


@pytest.mark.parametrize("wrong", [{"TRUST_PROXY": "yes"}, {"PUBLIC_URL": "book.example"}])
def test_settings_that_cannot_be_meant_are_refused(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(CannotStart, match=next(iter(wrong))):
        made(tmp_path, **wrong)


def test_a_tables_page_is_not_for_others(client: FlaskClient, token: str) -> None:
    headers = client.get(f"/t/{token}/").headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in client.get("/").headers


def test_no_log_names_a_link(own_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app, token = own_app, opened(own_app)

    @app.get("/t/<token>/crash")
    def crash(token: str) -> str:
        raise LookupError(f"lost {token}")

    app.testing = False
    answer = app.test_client().get(f"/t/{token}/crash")
    assert answer.status_code == 500 and "Error 500" in answer.text
    logging.getLogger("waitress").warning("slow: %s", f"/t/{token}/play")
    assert "/t/[link]/crash" in caplog.text and "lost [link]" in caplog.text
    assert token not in caplog.text and token.partition("-")[2] not in caplog.text


@pytest.mark.parametrize("status", [400, 403, 404, 413, 429, 500])
def test_every_mishap_has_a_page_with_a_way_on(own_app: Flask, status: int) -> None:
    own_app.add_url_rule("/mishap", "mishap", lambda: abort(status))
    answer = own_app.test_client().get("/mishap")
    assert answer.status_code == status and f"Error {status}" in answer.text
    assert answer.text.count("<h1>") == 1 and 'href="/"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_form_of_a_renewed_table_leads_back_to_it(client: FlaskClient, token: str) -> None:
    answer = client.post(f"/t/{token}/do", data={"csrf_token": "old"})
    assert answer.status_code == 400 and "out of date" in answer.text
    assert f'href="/t/{token}/"' in answer.text


def test_an_error_page_that_breaks_has_a_spare(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(app.jinja_env.globals, "asset")
    answer = client.get("/no/such/page")
    assert answer.status_code == 404 and "<h1>Page not found</h1>" in answer.text


def test_static_files_are_kept_for_good_by_their_fingerprint(client: FlaskClient) -> None:
    files = Page(client.get("/").text).files
    [sheet] = [file for file in files if file.startswith("/static/style/frame.")]
    kept = client.get(sheet, headers=ZIPPED)
    assert kept.headers["Cache-Control"] == FOR_GOOD
    assert kept.headers["Content-Encoding"] == "gzip"
    plain = client.get("/static/style/frame.css")
    assert plain.headers["Cache-Control"] == "no-cache" and "@layer" in plain.text
    again = client.get("/static/style/frame.css", headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304 and not again.data
    assert client.get("/static/style/frame.000000000000.css").status_code == 404


def test_pages_are_compressed_only_for_those_who_ask(client: FlaskClient) -> None:
    assert client.get("/", headers=ZIPPED).headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get("/").headers
    refused = client.get("/", headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused.headers
    assert "Accept-Encoding" in refused.headers["Vary"]


def test_an_address_without_its_slash_leads_on_here_and_not_for_good(
    app: Flask, token: str
) -> None:
    for address in (f"/t/{token}", f"/t//{token}"):
        answer = app.test_client().get(f"{address}?play=0", headers={"Host": "evil.example"})
        assert answer.status_code == 302 and answer.location == f"/t/{token}/?play=0"
        assert "evil" not in answer.text


def test_the_way_on_stays_below_its_prefix(app: Flask, token: str) -> None:
    answer = app.test_client().get(f"/t/{token}", base_url="http://localhost/guild")
    assert answer.location == f"/guild/t/{token}/"


@pytest.mark.parametrize("address", ["/settings", "/forget", "/open", "/move", "/new/newdale"])
def test_a_foreign_form_takes_no_cookie_away(app: Flask, address: str) -> None:
    """Browsers send it without our cookie; a new one in the answer would replace the old."""
    foreign = {"Sec-Fetch-Site": "cross-site"}
    answer = app.test_client().post(address, data={"csrf_token": "guessed"}, headers=foreign)
    assert answer.status_code == 400 and "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("address", ["/settings", "/forget", "/open", "/move"])
def test_a_form_of_nobody_makes_no_device(app: Flask, address: str) -> None:
    answer = app.test_client().post(address, data={"csrf_token": "guessed"})
    assert answer.status_code == 400 and "Set-Cookie" not in answer.headers
