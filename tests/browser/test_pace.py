"""A table's pace, and phases that take a tap."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled


def test_another_phase_is_gone_to_by_the_steps(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit(screen="play")
    now = page.locator(".phases [aria-current]")
    player.press("#change-pace")
    assert_good_everywhere(page)
    player.press("#phase-building")
    expect(now).to_contain_text("V Building")
    expect(page.locator("#steps")).to_have_count(0)
    player.press("#change-pace")
    player.press("#phase-planning")
    expect(now).to_contain_text("II Planning")
    player.press("#undo")
    expect(now).to_contain_text("V Building")


def test_a_table_chooses_how_often_it_taps_next(phone: Phone) -> None:
    player = Player(phone())
    player.sit()
    page = player.page
    page = player.see("play")
    player.press("#change-pace")
    player.tap("#pace-round")
    expect(page.locator(".phases")).to_contain_text("Step through: every round")
    player.tap("[id^=card-events-]")
    expect(player.dock).to_contain_text("Round 2")
    player.press("#on")
    expect(page.locator(".where")).to_contain_text("Round 2 of 7")
    page = player.see("settings")
    player.tap("#pace-ends")
    page = player.see("play")
    expect(player.dock).to_contain_text("Next: Scoring")
    assert_good_everywhere(page)
    player.press("#on")
    expect(player.dock).to_contain_text("Enter scores")


def test_a_stage_told_as_one_step_has_its_cards_and_what_to_remember_at_hand(phone: Phone) -> None:
    sample = sampled("tybor", "I", NAMES, story=False)
    sample.do("pace", value="round")
    sample.do("record", fact="effects", value=["discard-one"])
    player = Player(phone(width=320))
    player.join(sample)
    page = player.see("play")
    expect(page.locator("#phase")).to_have_text("Play stage I")
    expect(page.locator("#guide")).to_contain_text("Everyone discards")
    expect(page.locator("#remember")).to_contain_text("End of stage: Do only the effects")
    player.press("#fold-citizens summary")
    player.tap("#lay-citizens-farmer")
    expect(page.locator("#fold-citizens summary")).to_contain_text("Ada 1")
    assert faults(page) == []
    player.press("#on")
    expect(page.locator("#guide")).to_contain_text("Turn the Scenario over")
