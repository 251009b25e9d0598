"""What the next evening needs, for the last page and for the lid of the box."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import games
from companion.printing import documents
from companion.printing.sample_tables import NAMES, Sample, sample_state
from companion.show.consequences import follows
from companion.show.paper.log import campaign_log, next_time
from tests.printing.conftest import html
from tests.printing.test_prints import fake
from tests.web.evening import Evening


def test_a_story_that_goes_on_says_who_begins_and_what_moves() -> None:
    state = sample_state(games()["newdale"], 4, 2)
    play = state.plays[-1]
    page = next_time(state)
    assert page is not None
    assert page.lines == follows(state, play).lines
    first = state.next_first(play.names)
    assert first is not None
    assert f"{play.names[first]} goes first" in {line.text for line in page.lines}
    board = {"IIIa": "B", "IIIb": "C"}[page.title.removeprefix("Chapter ")]
    assert (page.facts[0].label, page.facts[0].text) == ("Game board", board)
    assert not page.brief and next(one for one in page.lines if one.icon == "fork").hint == ""
    assert {"Put away", "Set out"} <= {verb for verb, _ in page.moves}


def test_a_chapter_left_in_the_middle_says_where_it_stands() -> None:
    sample = Sample(games()["newdale"])
    sample.open("I", NAMES[:3])
    sample.set_up()
    sample.moment()
    page = next_time(sample.state)
    assert page is not None and page.title == "Chapter I" and not page.moves and page.brief
    assert page.lines[-1].text.startswith("Round 1")
    assert page.lines[-1].hint


def test_a_story_that_is_told_and_a_game_without_one_need_nothing() -> None:
    assert next_time(sample_state(games()["newdale"], 2)) is None
    assert next_time(sample_state(games()["merchants"], 3, 1)) is None


def test_a_named_town_is_a_line_of_its_chapter_and_not_its_title() -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", NAMES[:3])
    sample.do("record", fact="town", value="Emberford")
    [page] = campaign_log(sample.state).chapters
    assert page.title == "Chapter I"
    assert ("Town named by the winner", "Emberford") in [(p.label, p.text) for p in page.told_facts]
    words = html(documents.log("Thursday", sample.state, journal=False))
    assert words.count("Emberford") == 1


@pytest.mark.parametrize(("slug", "status"), [("newdale", 202), ("merchants", 404)])
def test_the_lid_is_offered_where_a_story_goes_on(app: Flask, slug: str, status: int) -> None:
    fake(app)
    evening = Evening(app, slug, chapter=games()[slug].graph.first)
    assert evening.get("print/next.pdf").status_code == status
    assert ("print/next.pdf" in evening.get("print").text) == (status == 202)
