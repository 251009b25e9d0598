"""How much goes over the wire; `python3 app.py bench weight` prints the figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import games
from tests.web.evening import Evening
from tests.web.pressing import Page

ZIPPED = {"Accept-Encoding": "gzip, deflate, br"}
FIRST, LATER, SCRIPT = 45_000, 20_000, 8_500  # bytes we aim at, held by the benchmark
SLACK = 1.2  # so much more fails a test: nobody moves a style between files for ten bytes
REQUESTS = 8  # of a first visit: the page, its files, and the manifest
PAGES = ("", "setup", "play", "score", "log", "rulings", "next", "settings", "look-up", "watch")


def weight(client: FlaskClient, address: str) -> tuple[int, set[str]]:
    """The bytes of one answer with its headers, and the files its page needs."""
    answer = client.get(address, headers=ZIPPED)
    assert answer.status_code == 200, address
    size = len(answer.data) + len(str(answer.headers))
    text = client.get(address).text
    return size, Page(text).files if answer.mimetype == "text/html" else set()


@dataclass(frozen=True)
class Weight:
    """One page of a game: its own bytes, those of a first visit, and how many files it asks for."""

    name: str
    page: int
    first: int
    files: int


def weights(app: Flask, slug: str) -> Iterator[Weight]:
    """Every page of a full table."""
    game = games()[slug]
    evening = Evening(app, slug, chapter=game.graph.first, players=game.players[1])
    outside = {name: f"/{name}" for name in ("", "about", "settings", f"new/{slug}")}
    inside = {f"t/{page}": f"/t/{evening.token}/{page}" for page in PAGES}
    for name, address in (outside | inside).items():
        page, files = weight(evening.client, address)
        first = page + sum(weight(evening.client, file)[0] for file in files)
        yield Weight(name, page, first, len(files) + 2)


def script_weight(client: FlaskClient) -> int:
    scripts = [file for file in weight(client, "/")[1] if file.endswith(".js")]
    return sum(weight(client, file)[0] for file in scripts)


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_page_is_light(app: Flask, slug: str) -> None:
    for one in weights(app, slug):
        assert one.page <= LATER * SLACK, one
        assert one.first <= FIRST * SLACK, one
        assert one.files <= REQUESTS, one


def test_the_script_is_small(client: FlaskClient) -> None:
    assert script_weight(client) <= SCRIPT * SLACK
