"""How much goes over the wire: a first visit at most 40 KB, later pages at most 20."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import games
from tests.web.evening import Evening
from tests.web.pressing import Page

ZIPPED = {"Accept-Encoding": "gzip, deflate, br"}
FIRST, LATER, SCRIPT = 40_000, 20_000, 8_000
REQUESTS = 8  # of a first visit: the page, its files, and the manifest
PAGES = ("", "setup", "play", "score", "log", "rulings", "next", "settings", "look-up", "watch")


def weight(client: FlaskClient, address: str) -> tuple[int, set[str]]:
    """The bytes of one answer with its headers, and the files its page needs."""
    answer = client.get(address, headers=ZIPPED)
    assert answer.status_code == 200, address
    size = len(answer.data) + len(str(answer.headers))
    text = client.get(address).text
    return size, Page(text).files if answer.mimetype == "text/html" else set()


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_page_is_light(app: Flask, slug: str) -> None:
    game = games()[slug]
    most = game.players[1]
    evening = Evening(app, slug, chapter=game.graph.first, players=most)
    addresses = ["/", "/about", "/settings", f"/new/{slug}"]
    addresses += [f"/t/{evening.token}/{page}" for page in PAGES]
    for address in addresses:
        page, files = weight(evening.client, address)
        assert page <= LATER, (address, page)
        assert len(files) + 2 <= REQUESTS, files
        whole = page + sum(weight(evening.client, file)[0] for file in files)
        assert whole <= FIRST, (address, whole)


def test_the_script_is_small(client: FlaskClient) -> None:
    scripts = [file for file in weight(client, "/")[1] if file.endswith(".js")]
    assert sum(weight(client, file)[0] for file in scripts) <= SCRIPT
