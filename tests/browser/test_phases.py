"""The tools of a phase, by taps: cards told and taken back, a building found by its name."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled


def test_cards_are_told_by_taps_and_taken_back(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("ohmygoods", "base", NAMES[:2], story=False), screen=None)
    player.must("advance", 0, moment=[1, "new-cards", None])
    page = player.see("play")
    before = player.seq
    page.click("#lay-row-wood")
    page.click("#lay-row-wood")
    expect(page.locator("[data-of=lay-row-wood]")).to_have_text("2")
    expect(page.locator("#strip [data-of=to-wood]")).to_have_text("2")
    page.check("#mark-row")
    page.click("#lay-row-clay")
    player.saved(before, 3)
    expect(page.locator("#mark-row")).not_to_be_checked()
    expect(page.locator(".told")).to_contain_text("1 of 2")
    expect(page.locator(".cards li")).to_have_count(3)
    expect(page.locator("#on")).to_contain_text("After 1 more")
    player.tap("#lift-row-wood")
    expect(page.locator("[data-of=lay-row-wood]")).to_have_text("1")
    player.tap("#without")
    expect(page.locator("#phase")).to_contain_text("Sunset")


def test_a_building_is_found_by_its_name_and_told(phone: Phone) -> None:
    for script in (True, False):
        player = Player(phone(script=script))
        player.join(sampled("ohmygoods", "base", NAMES[:2], story=False), screen=None)
        for phase in ("new-cards", "sunrise", "sunset"):
            player.must("advance", 0, moment=[1, phase, None])
        page = player.see("play")
        page.fill("[name=find]", "bak")
        page.press("[name=find]", "Enter")
        expect(page.locator("#lay-tableau-bakery-1")).to_be_visible()
        expect(page.locator("#lay-tableau-mill-1")).to_be_hidden()
        page.click("#lay-tableau-bakery-1")
        expect(page.locator("#pad-tableau-mine summary")).to_contain_text("2 cards, 3 points")
        expect(page.locator("#strip [data-of=to-buildings-0]")).to_have_text("2")
