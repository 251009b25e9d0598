"""Tybor at the table: what is opened closes again, and what a stage takes can be given up."""

from __future__ import annotations

from flask import Flask

from tests.web.evening import Evening


def stage(app: Flask, phases: int) -> Evening:
    """In stage I, so many phases on."""
    evening = Evening(app, "tybor", chapter="I", players=4)
    for _ in range(phases):
        evening.must("advance", moment=evening.play.moment.as_json())
    return evening


def test_an_aid_that_was_asked_can_still_be_closed(app: Flask) -> None:
    evening = stage(app, 1)
    assert 'id="close-build"' in evening.get("play", aid="build").text
    asked = {"to": "play", "part": "1", "take": "colour:red"}
    assert 'id="close-build"' in evening.get("aid/build", apart="1", **asked).text
    assert 'id="close-build"' not in evening.get("aid/build", **asked).text


def test_after_a_building_the_next_person_s_keys_are_there(app: Flask) -> None:
    """Not those of whoever has just built, who has no card left to use."""
    evening = stage(app, 1)
    page = evening.get("play", aid="build", **{"f-colour": "blue"}).text
    form = page.partition('id="book-of-build"')[2].partition("</form>")[0]
    assert 'value="play"' in form and "back-seat" not in form


def test_an_opened_list_of_cards_can_be_closed(app: Flask) -> None:
    evening = stage(app, 1)
    assert 'id="close-shown"' in evening.get("play", open="shown").text
    assert 'id="close-' not in evening.get("play").text
    assert "No one has more</button>" in evening.get("play", open="shown").text


def test_what_an_effect_takes_is_given_up_at_the_end_of_a_stage(app: Flask) -> None:
    evening = stage(app, 6)
    evening.must("lay", pad="workers", card="3", seat=0)
    evening.must("lay", pad="citizens", card="priest", seat=0)
    page = evening.get("play", seat=0).text
    assert 'id="lift-workers-0"' in page
    assert 'id="lift-citizens-0"' in page


def test_what_the_next_card_is_worth_belongs_to_score(app: Flask) -> None:
    evening = stage(app, 1)
    assert "aid-of-thresholds" not in evening.get("play").text
    assert "1 more: +6" in evening.get("sheet").text


def test_an_effect_can_still_be_told_from_the_score_page(app: Flask) -> None:
    """And an objective that was told wrongly can be put right from there."""
    evening = stage(app, 1)
    evening.must("record", fact="objectives", value=["five-citizens"])
    assert f'/t/{evening.token}/rulings?seat=0" id="all-cards"' in evening.get("score").text
    page = evening.get("rulings").text
    assert 'id="fact-effects-4"' in page and 'id="fact-objectives-1"' in page
