"""Questions to the group: a tap is an answer, with nothing to press afterwards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import Player, unfold

BROUGHT = [f"#fact-introduced-{number}" for number in (1, 2, 10)]


def opened(phone: Phone, script: bool = True) -> Player:
    player = Player(phone())
    player.sit(screen=None)
    if not script:
        player = Player(phone(script=False), player.table)
    return player


def test_quick_ticks_are_kept_when_next_is_tapped_at_once(phone: Phone) -> None:
    player = opened(phone)
    page = player.see("play")
    unfold(page, BROUGHT[0])
    before = player.seq
    for box in BROUGHT:
        page.click(box)
    player.press("#on")
    player.saved(before, 4)
    for box in BROUGHT:
        expect(page.locator(box)).to_have_attribute("aria-pressed", "true")
    page = player.see("rulings")
    for box in BROUGHT:
        expect(page.locator(box)).to_have_attribute("aria-pressed", "true")


def test_what_is_typed_is_kept_when_a_link_is_tapped_at_once(phone: Phone) -> None:
    player = opened(phone)
    page = player.see("rulings")
    expect(page.locator("#fact-objective_first_coins-save")).to_be_hidden()
    page.fill("#fact-objective_first_coins-value", "12")
    player.press("#tab-setup")
    page.wait_for_url("**/setup")
    page = player.see("rulings")
    expect(page.locator("#fact-objective_first_coins-value")).to_have_value("12")


def test_without_a_script_a_button_saves(phone: Phone) -> None:
    player = opened(phone, script=False)
    page = player.see("rulings")
    page.fill("#fact-objective_first_coins-value", "12")
    page.click("#fact-objective_first_coins-save")
    expect(page.locator("#fact-objective_first_coins-value")).to_have_value("12")
    page.click("#place-play > summary")
    page.click("#fact-introduced-all > summary")
    page.click(BROUGHT[0])
    expect(page.locator(BROUGHT[0])).to_have_attribute("aria-pressed", "true")
