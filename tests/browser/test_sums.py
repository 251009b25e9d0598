"""Sums on a small phone: seen whole as they are typed, and not below the keys for them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.measuring import faults
from tests.browser.player import Player, unfold

WHOLE = "box => box.scrollWidth <= box.clientWidth"
TO_THE_DOCK = """box => scrollBy(0, box.getBoundingClientRect().bottom
  - document.querySelector(".dock").getBoundingClientRect().top + 4)"""
CLEAR = """field => document.querySelector(field).getBoundingClientRect().bottom
  <= document.querySelector("#keys").getBoundingClientRect().top"""
FIELDS = {
    "newdale": ("score?seat=0", "track", "fists", "coins", "chapter"),
    "merchants": ("score?seat=0", "coins", "prestige", "dice"),
    "ohmygoods": ("score?seat=0", "buildings", "coins", "paid", "chapter"),
    "tybor": ("score?seat=0", "printed", "red", "citizens"),
}
COUNTERS = {
    "newdale": ("#to-fists-0", "#to-points-0", "#to-yellow"),
    "merchants": ("#to-prestige-0", "#to-coins-0", "#to-dice-potion"),
    "ohmygoods": ("#to-strength-0", "#to-suns", "#to-owned-0", "#to-wood", "#to-cotton"),
    "tybor": ("#points-built",),
}


@pytest.mark.parametrize("slug", FIELDS)
def test_a_sum_is_seen_whole_as_it_is_typed(phone: Phone, slug: str) -> None:
    """On the sheet, and in every kind of counter during play."""
    player = Player(phone(width=320))
    screen, *keys = FIELDS[slug]
    seen = {screen: [f"#s0-{key}" for key in keys], "play": COUNTERS[slug]}
    player.sit(slug, ("Maximilian", "Dominique"), screen=None)
    for screen, fields in seen.items():
        page = player.see(screen)
        for field in fields:
            unfold(page, field)
            box = page.locator(field)
            box.click()
            page.keyboard.type("10+28")
            assert box.evaluate(WHOLE), f"{field} is cut"
            assert faults(page) == []


@pytest.mark.parametrize("text", ["12 + 20+2", "12+20+2+8"])
def test_the_coins_of_several_goods_are_seen_whole(phone: Phone, text: str) -> None:
    player = Player(phone(width=320))
    page = player.sit("ohmygoods", ("Maximilian", "Dominique"), screen="score?seat=0")
    player.type(0, coins=text)
    assert page.locator("#s0-coins").evaluate(WHOLE), "the sum is cut"
    assert faults(page) == []


def test_the_keys_for_sums_do_not_lie_on_the_field(phone: Phone) -> None:
    player = Player(phone(width=320, height=640))
    page = player.sit("newdale", screen=None)
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    player.see("score?seat=0")
    for field in ("#s0-fists", "#s0-coins", "#s0-chapter"):
        box = page.locator(field)
        box.evaluate(TO_THE_DOCK)  # as far as somebody has scrolled
        box.click()
        expect(page.locator("#keys")).to_be_visible()
        page.wait_for_function(CLEAR, arg=field, polling=50)
        page.keyboard.type("10+28")
        assert page.evaluate(CLEAR, field)
        expect(box).to_be_focused()
