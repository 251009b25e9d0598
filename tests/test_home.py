"""The front page, its headers and the error pages."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import db


def test_the_home_page_says_what_guildbook_is(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert '<html lang="en">' in page.text
    assert page.text.count("<h1>") == 1
    assert "you need the physical game" in page.text


def test_pages_hold_nothing_inline(client: FlaskClient) -> None:
    for address in ("/", "/no/such/page"):
        page = client.get(address).text
        assert "<script" not in page
        assert "<style" not in page
        assert "style=" not in page
