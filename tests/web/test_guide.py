"""On the page: a guide's deeds are booked by one tap, and a link of one person books its own."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion.games import games
from companion.table.links import Role
from tests.rules.test_guides import event, special
from tests.web.evening import Evening
from tests.web.pressing import Page, press
from tests.web.test_people import Guest
from tests.web.test_play import newdale, shown

__all__ = ["newdale"]


@pytest.fixture
def guided(monkeypatch: pytest.MonkeyPatch, newdale: Evening) -> Evening:
    monkeypatch.setitem(games()["newdale"].guides, "special", special)
    monkeypatch.setitem(games()["newdale"].guides, "event", event)
    return newdale


def test_the_instruction_stands_in_parts_and_is_ticked(guided: Evening) -> None:
    text = shown(guided)
    assert "Turn up the event. Done: Turn up the event." in text and "Bag to Ben" in text
    press(guided, "deed-1-1-1")
    assert "Turn up the event. , done" in shown(guided)


def test_a_deed_is_booked_by_one_tap(guided: Evening) -> None:
    guided.must("advance", moment=[1, "event", None], to=[1, "special", None])
    assert "3 cards left, then End of round" in shown(guided)
    press(guided, "deed-trade-0")
    assert guided.play.tracks["points"] == (5, 2, 2)
    assert "2 cards left, then End of round" in shown(guided)
    assert "Ada, Coal Trade: Points +2. Ben: Points −1." in Page(guided.get("log").text).said


def test_a_link_of_one_person_books_what_the_guide_asks_and_nothing_else(guided: Evening) -> None:
    guided.must("advance", moment=[1, "event", None], to=[1, "special", None])
    ben = Guest(guided, Role.PLAYER, 1)
    page = Page(ben.get("play").text)
    assert "deed-trade-1" in page.buttons and "deed-trade-0" not in page.buttons
    entry = json.loads(page.buttons["deed-trade-1"]["value"] or "")
    cheats = {**entry, "others": [{"seat": 0, "counts": {"points": -9}}]}
    assert ben.act("deed", **cheats).status_code == 403
    assert ben.act("deed", **entry).status_code == 303
    assert guided.play.tracks["points"] == (2, 5, 2)


def test_a_link_of_one_person_moves_nobody_elses_counter_without_a_seat(guided: Evening) -> None:
    ben, before = Guest(guided, Role.PLAYER, 1), guided.play.tracks["points"]
    deed = {"deed": "x", "round": 1, "phase": "event", "title": "Gift"}
    assert ben.act("deed", **deed, counts={"points": -2}).status_code == 422
    assert ben.act("deed", **deed, others=[{"seat": 0, "counts": 5}]).status_code in (403, 422)
    assert guided.play.tracks["points"] == before


def test_the_big_screen_says_the_same_and_books_nothing(guided: Evening) -> None:
    guided.must("advance", moment=[1, "event", None], to=[1, "special", None])
    page = Page(guided.get("watch").text)
    assert "Coal Trade: 2 points" in page.said
    assert not [name for name in page.buttons if name.startswith("deed-")]


def test_cards_at_the_end_of_a_stage_are_everybodys_to_look_through(app: Flask) -> None:
    evening = Evening(app, "tybor", chapter="I", players=3, story=False)
    while evening.play.moment.phase != "end":
        evening.must("advance", moment=evening.play.moment.as_json())
    assert evening.get("play").text.count('aria-label="Workers by Strength: whose"') == 1
