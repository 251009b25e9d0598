"""Rules of Tybor that people stumbled over: what the set-up did not tell is told later."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled, unfold

TRIO = NAMES[:3]


def test_they_can_be_told_in_play_and_scoring_asks_for_what_is_missing(phone: Phone) -> None:
    player = Player(phone(width=320))
    player.join(sampled("tybor", "III", TRIO, story=False))
    page = player.see("play")
    player.tap("#fact-effects-4")
    expect(page.locator("#told")).to_contain_text("Everyone discards a Citizen or Worker")
    page = player.see("score?seat=0")
    expect(page.locator("#fact-objectives")).to_contain_text("Enter it to see what this scores.")
    expect(page.locator("#line-captains th")).to_contain_text("15?")
    expect(page.locator("#s0-symbols, #s0-great")).to_have_count(0)
    page.click("#fact-objectives-all summary")
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []
    player.tap("#fact-objectives button:has-text('colour symbol')")
    expect(page.locator("#s0-symbols")).to_be_visible()
    unfold(page, "#fact-captain_table")
    page.fill("#fact-captain_table-1", "1 2 4 7 11")
    player.press("#on")  # side by side is clear there, so nothing holds it up
    page.wait_for_url("**seat=1*")
    page = player.see("score?seat=0")
    expect(page.locator("#line-captains th")).not_to_contain_text("?")
    player.type(0, captains="2")
    expect(page.locator("#s0-captains")).to_have_value("2")


def test_a_scenario_drawn_from_the_box_is_told_by_one_tap_wherever_it_is_missing(
    phone: Phone,
) -> None:
    player = Player(phone(width=320))
    player.join(sampled("tybor", "III", TRIO, story=False))
    page = player.see("setup")
    expect(page.locator("#draw-scenario")).to_have_text("Draw in the app")
    player.tap("#tick-scenario")  # laid out, and nobody has said which
    assert faults(page) == []
    player.tap("#step-scenario-scenario-1")
    expect(page.locator("#tick-scenario-escape")).to_be_visible()
    expect(page.get_by_label(re.compile("^Undo: .*Escape from the City"))).to_be_visible()
    page = player.see("play")
    expect(page.locator("#guide")).to_contain_text("7 Characters")
    expect(page.locator("#told")).to_contain_text("Escape from the City")
    expect(page.locator("#fact-scenario")).to_have_count(0)
    player.tap("#undo")
    expect(page.locator("#fold-scenario summary")).to_contain_text("Scenario not entered yet")
    player.press("#fold-scenario summary")
    assert faults(page) == []
    player.tap("#fact-scenario-2")
    expect(page.locator("#told")).to_contain_text("Size Matters")
    player.tap("#undo")
    page = player.see("score?seat=0")
    expect(page.locator("#fact-scenario")).to_contain_text("Which Scenario did you draw?")
    assert faults(page) == []
    player.tap("#fact-scenario-4")
    expect(page.locator("#fact-scenario")).to_have_count(0)
    page = player.see("setup")
    expect(page.locator("#step-scenario-fourth")).to_contain_text("Fourth scenario")


def test_the_next_game_under_another_scenario_asks_again_what_both_cards_do(phone: Phone) -> None:
    sample = sampled("tybor", "III", TRIO, story=False)
    sample.do("record", fact="effects", value=["discard-one"])
    sample.do("record", fact="objectives", value=["great-fours"])
    seats, told = [{"name": name} for name in TRIO], {"scenario": "escape"}
    sample.do("start", chapter="III", seats=seats, settings=told)
    player = Player(phone(width=320))
    player.join(sample)
    page = player.see("setup")
    expect(page.locator("#draw-scenario")).to_have_count(0)  # it was told at the start
    step = page.locator("#step-objectives")
    expect(step.locator("details")).to_have_count(1)  # one fold is enough
    page.click("#step-objectives-objectives-all > summary")
    expect(page.locator("#step-objectives-objectives-12")).to_contain_text("last time")
    assert faults(page) == []
    player.tap("#step-objectives-objectives-11")
    expect(step.locator("[aria-pressed=true]")).to_contain_text("5 Citizens (5 points)")
    page = player.see("play")
    expect(page.locator("#remember")).not_to_contain_text("discards")
    player.tap("#fact-effects-4")
    expect(page.locator("#told")).to_contain_text("Everyone discards a Citizen or Worker")


def test_building_and_taking_back_fit_the_smallest_phone(phone: Phone) -> None:
    sample = sampled("tybor", "I", TRIO, story=False)
    sample.do("advance", moment=sample.state.play.moment.as_json())
    player = Player(phone(width=320, height=640))
    player.join(sample)
    page = player.see("play")
    player.press("#lay-built-yellow")
    expect(page.locator("#close-build")).to_be_visible()
    right, edge = (
        page.locator(one).last.bounding_box() or {} for one in ("#aid-build .stepper", ".dock")
    )
    assert right["x"] + right["width"] <= edge["x"] + edge["width"] - 12, "within the margin"
    for key in page.locator("#aid-build .one .key").all():
        assert key.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
    player.press("#close-build")
    player.tap("#lay-workers-3")
    player.tap("#lay-workers-4")
    player.tap("#undo")
    expect(page.locator("#phase")).to_have_text("Ben’s card")
    expect(page.locator("#redo")).to_be_visible()
    assert high(page, "#redo") <= 44, "the word Redo stands in one line"
    assert faults(page) == []


def test_what_comes_next_belongs_to_score(phone: Phone) -> None:
    """The end of a stage says what to do; what the next card is worth stands on the sheet."""
    sample = sampled("tybor", "I", TRIO, story=False)
    for _ in range(6):
        sample.do("advance", moment=sample.state.play.moment.as_json())
    player = Player(phone(width=320, height=640))
    player.join(sample)
    page = player.see("play")
    expect(page.locator("#guide")).to_contain_text("Then, all together")
    expect(page.locator("#aid-thresholds")).to_have_count(0)
    assert faults(page) == []
    page = player.see("sheet")
    expect(page.locator("main")).to_contain_text("3 more: +5")
    assert faults(page) == []


def test_colours_ticked_for_the_next_card_move_no_key_and_go_with_it(phone: Phone) -> None:
    for width in (390, 320):
        player = Player(phone(width=width))
        sample = sampled("tybor", "I", TRIO, story=False)
        sample.do("advance", moment=sample.state.play.moment.as_json())
        player.join(sample)
        page = player.see("play")
        key = page.locator("#lay-citizens-soldier")
        before = key.bounding_box()
        page.check("#along-symbols-red")
        assert key.bounding_box() == before
        player.tap("#lay-citizens-soldier")
        expect(page.locator(".now .ok")).to_have_text("Ada: Soldier, red")
        expect(page.locator("#along-symbols-red")).not_to_be_checked()


def test_words_are_whole_beside_a_sum(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("tybor", "I", ("Maximilian", "Dominique", "Bartholomew"), story=False))
    page = player.see("score?seat=2")
    player.type(2, craftsmen="1+2", strength="3+4")
    assert faults(page) == []


def high(page: Page, selector: str) -> float:
    return (page.locator(selector).bounding_box() or {})["height"]
