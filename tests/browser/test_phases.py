"""The tools of a phase, by taps: cards told and taken back, a building found by its name."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled, unfold


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
    expect(page.locator("#on")).to_contain_text("1 more half sun, then")
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
        page.click("#open-tableau")
        page.fill("[name=find]", "bak")
        page.press("[name=find]", "Enter")
        expect(page.locator("#lay-tableau-bakery-1")).to_be_visible()
        expect(page.locator("#lay-tableau-mill-1")).to_be_hidden()
        page.click("#lay-tableau-bakery-1")
        expect(page.locator("#guide")).to_contain_text("Ada built Bakery.")
        expect(page.locator("#open-tableau")).to_contain_text("2 cards")
        expect(page.locator("#strip summary [data-of=to-buildings-0]")).to_have_text("2")


def test_a_market_typed_over_in_the_strip_is_pointed_out_where_its_cards_lie(phone: Phone) -> None:
    player, sample = Player(phone()), sampled("ohmygoods", "base", NAMES[:2], story=False)
    sample.do("advance", moment=[1, "new-cards", None])
    page = player.join(sample, screen="play")
    for _ in range(3):
        player.tap("#lay-row-cotton")
    before = player.seq
    page.click("#strip summary")
    page.fill("#to-cotton", "1+1")
    page.press("#to-cotton", "Tab")
    player.saved(before)
    page.click("#strip summary")
    said = page.get_by_text("Changed by hand: Cotton 2 (3 tapped).")
    expect(said).to_be_visible()
    player.tap("#undo")
    expect(said).to_have_count(0)


def test_keys_in_a_fold_say_whose_they_are(phone: Phone) -> None:
    """Also where the order of turns says it, which is out of sight further down."""
    player, sample = Player(phone()), sampled("tybor", "I", NAMES, story=False, first=2)
    for phase in ("deal", *(f"pick-{n}" for n in range(1, 6))):
        sample.do("advance", moment=[1, phase, None])
    page = player.join(sample, screen="play")
    unfold(page, "#lay-citizens-farmer")
    expect(page.locator("#pad-citizens .chip")).to_have_text("D Dov")
    player.tap("#lay-citizens-farmer")
    expect(page.locator("#fold-citizens summary")).to_contain_text("Dov 1")
    page.goto(f"{player.table}play?open=shown")
    expect(page.locator("#pad-shown .chip").first).to_contain_text("Dov")
