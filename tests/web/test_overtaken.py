"""Two phones type into one field: the later number stays, and the first phone is told."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.table.links import Role
from companion.web.table.sheet_changes import FieldChange, overtaken
from tests.web.evening import Evening
from tests.web.test_people import Guest

TOLD = "changed Fists from 2 to 5, for Ada."


@pytest.fixture
def phones(app: Flask) -> tuple[Guest, Guest]:
    evening = Evening(app, players=3)
    ada, ben = Guest(evening, Role.PLAYER).sit(0), Guest(evening, Role.PLAYER).sit(1)
    assert ada.act("fill", person=1, field="fists", value=2).status_code == 303
    assert ben.act("fill", person=1, field="fists", value=5).status_code == 303
    return ada, ben


def test_the_first_phone_is_told_and_the_other_is_not(phones: tuple[Guest, Guest]) -> None:
    ada, ben = phones
    for _ in range(2):  # drawn, then kept
        assert f"Ben’s phone {TOLD}" in ada.get("score").text
        assert TOLD not in ben.get("score").text


def test_it_is_told_until_that_phone_goes_on(phones: tuple[Guest, Guest]) -> None:
    ada, _ = phones
    ada.act("fill", person=1, field="towns", value=1)
    assert TOLD not in ada.get("score").text


def test_the_same_number_changes_nothing(phones: tuple[Guest, Guest]) -> None:
    ada, ben = phones
    ada.act("fill", person=1, field="towns", value=4)
    ben.act("fill", person=1, field="towns", value=4)
    assert "changed" not in ada.get("score").text


def test_taken_back_it_is_not_told(phones: tuple[Guest, Guest]) -> None:
    ada, ben = phones
    assert ben.act("undo", entry=5).status_code == 303
    assert TOLD not in ada.get("score").text


def test_a_list_that_somebody_else_changed_is_told_in_words(app: Flask) -> None:
    play = Evening(app, "merchants", chapter="base", players=2).play
    play = play.but(entries=({"deeds": [{"kind": "vp", "vp": 2}]}, {}))
    [issue] = overtaken(play, 0, [FieldChange("deeds", None)], {})
    assert issue.message == "Ada, Deeds: someone has entered Victory points 2, you entered nothing."
