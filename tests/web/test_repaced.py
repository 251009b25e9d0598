"""Another pace: what Play says or asks once about what was counted before."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.table.links import Role
from tests.web.evening import Evening, link_for
from tests.web.pressing import Page, press


@pytest.fixture
def counted(app: Flask) -> Evening:
    """Newdale in round 5, Ada’s 7 and Ben’s 8 points counted in round 2."""
    evening = Evening(app, "newdale", chapter="II", players=3, story=False)
    evening.must("pace", value="round")
    for number in range(1, 5):
        if number == 2:
            evening.must("count", track="points", seat=0, to=7)
            evening.must("count", track="points", seat=1, to=8)
        while evening.play.moment.round == number:
            evening.must("advance", moment=evening.play.moment.as_json())
    return evening


def shown(evening: Evening, **query: object) -> Page:
    return Page(evening.get("play", **query).text)


def test_a_slower_pace_asks_where_everyone_is_and_next_confirms_the_rest(counted: Evening) -> None:
    assert press(counted, "pace-phase", "play?steps=1").status_code == 303
    page = shown(counted)
    assert "Where is everyone now? You now step through every phase." in page.said
    assert "3 unchanged Save, then I Event" in page.said
    assert "deck-events" not in page.ids, "one screen, one job"
    press(counted, "more-points-0")
    assert "1 entered, 2 unchanged" in shown(counted).said
    press(counted, "on")
    assert counted.play.tracks["points"] == (8, 8, 3)
    assert set(counted.play.moved.values()) == {5}
    assert counted.play.moment.round == 5
    assert "Where is everyone now?" not in shown(counted).said


def test_one_undo_takes_back_all_that_next_has_confirmed(counted: Evening) -> None:
    counted.must("pace", value="phase")
    press(counted, "on")
    assert set(counted.play.moved.values()) == {5}
    press(counted, "undo")
    assert set(counted.play.moved.values()) == {2}
    assert "Where is everyone now?" in shown(counted).said
    press(counted, "redo")
    assert set(counted.play.moved.values()) == {5}
    assert "Where is everyone now?" not in shown(counted).said


def test_a_table_may_go_on_without_counting(counted: Evening) -> None:
    counted.must("pace", value="phase")
    assert "Don’t count points" in shown(counted).said
    press(counted, "not-counted")
    page = shown(counted)
    assert "Where is everyone now?" not in page.said and "I Event" in page.said
    assert "Points: last counted in round 2" in page.said


def test_a_faster_pace_says_once_how_old_counts_are(counted: Evening) -> None:
    counted.must("pace", value="ends")
    page = shown(counted)
    assert "Points last counted in round 2" in page.said and "They stay as they are." in page.said
    opened = shown(counted, open="points")
    assert "Close" in opened.said and "They stay as they are." not in opened.said
    answer = press(counted, "more-points-0", "play?open=points")
    assert "open=points" in answer.location, "it stays open without the script"
    press(counted, "count-later")
    assert "They stay as they are." not in shown(counted).said
    assert counted.play.tracks["points"] == (8, 8, 3)


def test_what_is_asked_of_the_table_is_not_shown_to_those_who_only_watch(counted: Evening) -> None:
    counted.must("pace", value="phase")
    link = link_for(counted, Role.WATCHER)
    watched = Page(counted.client.get(f"/t/{link}/play").text).said
    assert "Where is everyone now?" not in watched and "I Event" in watched
