"""The secret: strong where strangers come, and changed without losing a link."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import companion
from companion import create_app, ready_app
from companion.config import CannotStart, kept_secrets
from tests.conftest import STRONG
from tests.web.evening import Evening, guard

WEAK = ("", "test", "short-but-various-0123456789", "a" * 64, "passwordpasswordpasswordpassword")
PUBLIC = ({"PUBLIC_URL": "https://book.example"}, {"TRUST_PROXY": "1"})


def made(secret: str, **config: Any) -> Flask:
    url = "sqlite://"
    return create_app({"SECRET_KEY": secret, "SQLALCHEMY_DATABASE_URI": url, **config})


@pytest.mark.parametrize("secret", WEAK)
@pytest.mark.parametrize("public", PUBLIC)
def test_a_weak_secret_is_refused_where_strangers_come(secret: str, public: dict[str, str]) -> None:
    with pytest.raises(CannotStart, match="SECRET_KEY can be guessed") as refused:
        made(secret, **public)
    assert not secret or secret not in str(refused.value)


@pytest.mark.parametrize("public", [*PUBLIC, {}])
def test_a_strong_secret_is_taken(public: dict[str, str]) -> None:
    assert made(STRONG, **public).config["SECRET_KEY"] == STRONG


@pytest.mark.parametrize(("secret", "lines"), [("test", 1), (STRONG, 0)])
def test_at_home_a_weak_secret_is_told(
    secret: str,
    lines: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    url = f"sqlite:///{tmp_path / 'home.sqlite3'}"
    monkeypatch.setattr(companion, "create_app", lambda: made(secret, SQLALCHEMY_DATABASE_URI=url))
    with caplog.at_level(logging.WARNING, "companion"):
        ready_app()
    assert caplog.text.count("SECRET_KEY can be guessed") == lines


def test_a_weak_secret_from_before_is_told_and_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'public.sqlite3'}"
    app = made(STRONG, SECRET_KEY_FALLBACKS=["weak"], SQLALCHEMY_DATABASE_URI=url,
               PUBLIC_URL="https://book.example")  # fmt: skip
    monkeypatch.setattr(companion, "create_app", lambda: app)
    with caplog.at_level(logging.WARNING, "companion"):
        ready_app()
    assert caplog.text.count("A previous secret can be guessed") == 1 and "weak" not in caplog.text


def changed(app: Flask, **config: Any) -> Flask:
    """The same server, started again with another secret."""
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    return made(STRONG, SQLALCHEMY_DATABASE_URI=url, TESTING=True, **config)


@pytest.fixture
def evening(app: Flask) -> Evening:
    found = Evening(app)
    found.post("who", person=2)
    return found


def test_links_cookies_and_open_pages_outlive_a_changed_secret(evening: Evening) -> None:
    old, waiting = evening.token, guard(evening.app, evening.token)
    cookie = evening.client.get_cookie("session")
    assert cookie is not None
    evening.app = changed(evening.app, SECRET_KEY_FALLBACKS=["test"])
    evening.client = evening.app.test_client()
    evening.client.set_cookie("session", cookie.value)
    assert evening.token != evening.table.token  # pages go on with an address of the new secret
    assert f"/t/{evening.table.token}/" in evening.client.get("/").text
    assert 'id="nobody" aria-pressed="false"' in evening.get("change").text
    form = {"csrf_token": waiting, "action": "tick", "data": '{"step": "board"}'}
    assert evening.client.post(f"/t/{old}/do", data=form).status_code == 303
    assert evening.client.get(f"/t/{old}/seq").status_code == 200


def test_without_the_previous_secret_nothing_of_it_is_believed(evening: Evening) -> None:
    client = changed(evening.app).test_client()
    assert client.get(f"/t/{evening.token}/").status_code == 404


def test_the_kept_secret_may_stand_above_those_before_it(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text(f"{STRONG}\nan older öne\n\n", encoding="utf-8")
    assert kept_secrets(tmp_path) == [STRONG, "an older öne"]


def test_previous_secrets_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY_PREVIOUS", "the one\ntwo")
    assert made(STRONG).config["SECRET_KEY_FALLBACKS"] == ["the one", "two"]
