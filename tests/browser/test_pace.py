"""A table's pace, and phases that take a tap."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import Player


def test_a_phase_is_gone_to_with_a_question_when_something_lies_between(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit(screen="play")
    now = page.locator(".phases [aria-current]")
    player.press("#phase-planning")
    expect(now).to_contain_text("II Planning")
    player.press("#phase-building")
    expect(page.locator("#go-there")).to_contain_text(
        "On to V Building without III Assistants and IV Actions?"
    )
    assert_good_everywhere(page)
    player.press("#go-building")
    expect(now).to_contain_text("V Building")
    player.press("#phase-planning")
    expect(now).to_contain_text("II Planning")
    player.press("#undo")
    expect(now).to_contain_text("V Building")


def test_a_table_chooses_how_often_it_taps_next(phone: Phone) -> None:
    player = Player(phone())
    player.sit()
    page = player.page
    player.tap("#pace-round")
    page = player.see("play")
    player.tap("[id^=card-events-]")
    expect(player.dock).to_contain_text("Round 2")
    player.press("#on")
    expect(page.locator("h1")).to_contain_text("Round 2 of 7")
    page = player.see("settings")
    player.tap("#pace-ends")
    page = player.see("play")
    expect(player.dock).to_contain_text("The game ends Scoring")
    assert_good_everywhere(page)
    player.press("#on")
    expect(player.dock).to_contain_text("Score")
