"""Ending early: with rounds left the group is asked once whether it means the end."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.rules.parts.clock import OVER
from tests.web.evening import Evening

QUESTION = "End the game and score now?"


def ending(played: Evening) -> dict[str, list[str]]:
    """What the button says that ends the game: what nobody has touched is 0."""
    return {"zeros": [*played.play.untouched]}


@pytest.fixture
def played(app: Flask) -> Evening:
    """Three at Newdale's first chapter, everybody's sheet filled in."""
    found = Evening(app)
    found.finish(9, 8, 7)
    found.must("undo", entry=found.state.seq)
    return found


def test_finishing_with_rounds_left_asks(played: Evening) -> None:
    answer = played.act("finish", ending(played), back="result")
    assert answer.status_code == 422 and f"Round 1 of 7. {QUESTION}" in answer.text
    assert not played.play.finished


def test_the_question_is_a_plain_form_that_is_answered_once(played: Evening) -> None:
    asked = played.act("finish", ending(played), back="result").text
    found = re.findall(r'<input type="hidden" name="([^"]+)"\s+value="([^"]*)"', asked)
    fields = {name: unescape(value) for name, value in found}
    assert fields["action"] == "finish"
    answer = played.post("do", **fields, sure="yes")
    assert answer.status_code == 303 and played.play.finished


def test_no_leads_back_to_the_sheet_and_ends_nothing(played: Evening) -> None:
    asked = played.act("finish", ending(played), back="result").text
    [back] = re.findall(r'href="([^"]+)">No<', asked)
    assert played.client.get(back, follow_redirects=True).request.path.endswith("/score")
    assert not played.play.finished


def test_looking_at_the_sheet_early_ends_nothing(played: Evening) -> None:
    before = played.state.seq
    assert played.get("score").status_code == played.get("sheet").status_code == 200
    assert played.state.seq == before and played.play.moment != OVER


def test_once_the_last_round_is_over_nothing_is_asked(played: Evening) -> None:
    while played.play.moment != OVER:
        played.must("advance", moment=played.play.moment.as_json())
    assert played.act("finish", ending(played)).status_code == 303


def test_in_the_last_round_no_round_is_left(played: Evening) -> None:
    while played.play.moment.round < 7:
        played.must("advance", moment=played.play.moment.as_json())
    assert played.act("finish", ending(played)).status_code == 303


def test_whoever_does_not_follow_rounds_is_not_asked(played: Evening) -> None:
    played.must("pace", value="ends")
    assert played.act("finish", ending(played)).status_code == 303


def test_where_nobody_knows_the_last_round_it_is_asked_without_it(app: Flask) -> None:
    found = Evening(app, "ohmygoods", chapter="base", story=False)
    found.finish(9, 8, 7)
    found.must("undo", entry=found.state.seq)
    assert f"Round 1. {QUESTION}" in found.act("finish").text
    found.must("count", track="buildings", seat=0, to=8)
    assert f"Round 1 of 2. {QUESTION}" in found.act("finish").text


def test_a_play_begun_again_is_asked_again(played: Evening) -> None:
    while played.play.moment != OVER:
        played.must("advance", moment=played.play.moment.as_json())
    played.must("restart")
    played.finish(9, 8, 7)
    played.must("undo", entry=played.state.seq)
    assert QUESTION in played.act("finish").text
