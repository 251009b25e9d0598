"""Moving a shelf to another phone: once, for ten minutes, and nothing is lost on either."""

from __future__ import annotations

from datetime import timedelta
from secrets import token_urlsafe
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from companion.rules.journal.secrecy import waiting
from companion.table import care
from companion.table.links import Role
from companion.table.store import Handover, db
from tests.web.evening import Evening
from tests.web.pressing import Page, guard_of
from tests.web.test_people import Guest


@pytest.fixture
def address(app: Flask) -> str:
    """What the code of a shelf with one table says."""
    evening = Evening(app)
    evening.get()
    answer = evening.client.post("/move", data={"csrf_token": guard_of(evening.client, "/move")})
    assert answer.headers["Cache-Control"] == "no-store"
    return code(answer)


def code(answer: TestResponse) -> str:
    """The address that the code on a page stands for."""
    boxes = (box.given.get("value") or "" for box in Page(answer.text).all("input"))
    [found] = [urlsplit(value).path for value in boxes if "/move/" in value]
    return found


def test_a_shelf_comes_along_once(app: Flask, address: str) -> None:
    client, late = app.test_client(), app.test_client()
    assert "1 game " in client.get(address).get_data(as_text=True)
    assert late.get(address).status_code == 200  # looking does not use it up
    form = {"csrf_token": guard_of(client, address)}
    other = {"csrf_token": guard_of(late, address)}
    assert client.post(address, data=form).location == "/"
    assert "Thursday" in client.get("/").get_data(as_text=True)
    assert late.post(address, data=other).status_code == 410
    assert "Thursday" not in late.get("/").get_data(as_text=True)


def test_after_ten_minutes_it_is_good_no_more(
    app: Flask, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    then = care.now() + timedelta(minutes=10, seconds=1)
    monkeypatch.setattr(care, "now", lambda: then)
    assert client.get(address).status_code == 410


def test_this_phone_keeps_what_it_has(app: Flask, address: str) -> None:
    mine = Evening(app, name="Sunday")
    mine.get()
    mine.client.post(address, data={"csrf_token": guard_of(mine.client, address)})
    shelf = mine.client.get("/").get_data(as_text=True)
    assert "Thursday" in shelf and "Sunday" in shelf


def test_the_database_does_not_hold_the_code(app: Flask, address: str) -> None:
    with app.app_context():
        row = db.session.scalars(select(Handover)).one()
    assert address.rsplit("/", 1)[1] not in repr((row.digest, row.shelf))


def test_the_installed_app_takes_files(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest").get_json(force=True)
    assert manifest["share_target"]["action"] == "/open/shared"
    assert manifest["file_handlers"][0]["action"] == "/open"
    assert client.post("/open/shared").location == "/open"


def test_two_full_phones_together_fit_into_one_cookie(app: Flask) -> None:
    """A browser drops a cookie that is too large, and the whole shelf with it."""
    full = {"names": [token_urlsafe(27) for _ in range(12)],
            "same": {token_urlsafe(18): token_urlsafe(18) for _ in range(30)},
            "apart": [[token_urlsafe(16), token_urlsafe(18)] for _ in range(30)]}  # fmt: skip
    evening = Evening(app)
    evening.get()
    with evening.client.session_transaction() as session:
        session.update(full)
        session["tables"] += [[n, 1, token_urlsafe(9)] for n in range(100, 139)]
        session["people"] = {nonce: 1 for _, _, nonce in session["tables"]}
    cookie = evening.client.get_cookie("session")
    assert cookie and 3000 < len(cookie.value) < 4000
    with evening.client.session_transaction() as session:
        assert len(session["tables"]) == 40 and len(session["names"]) < 12
    assert "Thursday" in evening.client.get("/").get_data(as_text=True)


def test_whose_the_other_phone_is_it_says_itself(app: Flask) -> None:
    evening = Evening(app)
    old = Guest(evening, Role.PLAYER).sit(0)
    answer = old.client.post("/move", data={"csrf_token": guard_of(old.client, "/move")})
    there = code(answer)
    new = Guest(evening, Role.PLAYER)
    new.client.post(there, data={"csrf_token": guard_of(new.client, there)})
    assert "Thursday" in new.client.get("/").get_data(as_text=True)
    before = evening.state.seq
    assert 'id="i-am-0"' in new.get("who-are-you").text
    new.sit(0)
    assert evening.state.seq == before + 1 and evening.state.log[-1].entry.action == "sit"
    assert len(waiting(evening.state)) == 1  # for the host to let in
