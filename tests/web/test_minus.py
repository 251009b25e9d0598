"""Numbers below 0: whichever sign is typed, pages and papers write a true minus."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.printing import documents
from companion.show.result import ended
from tests.web.evening import Evening
from tests.web.every_page import pages, papers
from tests.web.sheets import Sheets, sheets

HYPHEN = re.compile(r"(?<![\w.-])-\d")
UNSEEN = re.compile(
    r'<script.*?</script>|<style.*?</style>|<[^>]* type="?hidden[^>]*>|<(?!input)[^>]*>'
    r'| (?!value=")\S+="[^"]*"',
    re.S,
)


def seen(html: str) -> str:
    """What people read: the text, and what stands in fields."""
    return UNSEEN.sub(" ", html)


@pytest.fixture
def below(app: Flask, client: FlaskClient) -> Sheets:
    """A chapter of Newdale in which Ada has fallen below 0, typed in every way."""
    evening = sheets(app, client, "newdale", "I", 2)
    evening.must("count", 0, track="points", seat=0, to=-3)
    evening.must("count", 0, track="points", seat=0, to="2-5")
    evening.fill(0, track=-2, chapter="3-5")
    return evening


def assert_written(evening: Sheets) -> None:
    for page in pages(evening):
        answer = evening.client.get(page)
        assert answer.mimetype != "text/html" or HYPHEN.findall(seen(answer.text)) == [], page


def test_pages_write_a_minus_where_a_number_is_below_0(below: Sheets) -> None:
    assert_written(below)
    assert 'value="−2"' in below.get("score").text
    assert 'value="−3"' in below.get("play").text
    assert "Chapter: 3−5." in below.get("log").text


def test_results_and_papers_do_so_too(below: Sheets) -> None:
    for seat, track in enumerate((-2, 1)):
        below.fill(seat, track=track, fists=0, coins=0, towns=0, buildings=0)
    below.must("finish", 0)
    assert_written(below)
    paper = seen(papers(below))
    assert HYPHEN.findall(paper) == []
    assert "3−5 = −2" in paper


def test_charts_and_the_poster_do_so_over_several_chapters(app: Flask) -> None:
    evening = Evening(app, players=2)
    evening.finish(-2, -9)
    evening.start("II", players=2)
    evening.finish(-4, -3)
    assert_written(evening)
    assert HYPHEN.findall(seen(evening.client.get("/statistics").text)) == []
    assert ended(evening.state.plays[0]) == "Ada won by 7"
    with app.test_request_context():
        poster = documents.wall_poster("Thursday", evening.state)
        assert poster is not None
        paper = seen(papers(evening) + poster.html("a4"))
    assert HYPHEN.findall(paper) == []
    assert "−2" in paper


def test_a_sheet_sent_as_it_was_drawn_tells_nothing_new(below: Sheets) -> None:
    before = below.state.seq
    below.save(0)
    assert below.state.seq == before
    below.save(0, track="-1")
    below.save(0, track="−4")
    assert below.entry()["track"] == -4
    assert below.state.seq == before + 2
