"""Aids on a phone: an answer as one taps and types, kept in the address, entered nowhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.games import games
from tests.browser.conftest import SMALL, Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import Player


def figures(page: Page) -> list[str]:
    return page.locator(".gives .figure").all_inner_texts()


def test_taps_and_keys_are_answered_live_and_stay_in_the_address(phone: Phone) -> None:
    player = Player(phone(**SMALL))
    page, before = player.sit("newdale", screen="aid/production"), player.seq
    expect(page.locator(".answered")).to_contain_text("Still missing")
    for _ in range(2):
        page.click("button[value='needs.yellow'][name=more]")
    page.click("button[value='needs.red'][name=more]")
    expect(page.locator("li:has([value='needs.yellow']) b").first).to_have_text("2")
    expect(page.locator(".gives .row")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"aid/production\?f-needs\.yellow=2&f-needs\.red=1$"))
    shown = figures(page)
    page.click("#aid-production-more summary")
    page.fill("#production-draws", "6")
    expect(page).to_have_url(re.compile("f-draws=6"))
    assert figures(page) != shown and page.locator("#aid-production-more[open]").count() == 1
    expect(page.locator("#production-draws")).to_be_focused()
    answered = figures(page)
    page.reload()
    assert figures(page) == answered
    page.click("button[value='needs.red'][name=less]")
    expect(page).not_to_have_url(re.compile("needs.red"))
    assert player.seq == before
    other = Player(phone(), player.table)
    other.page.goto(player.table)
    other.must("count", play=0, track="yellow", by=2)
    expect(page.locator(".gives .figure").first).to_have_text("100%")
    expect(page.locator("#production-needs b").first).to_have_text("2")


def test_an_open_aid_keeps_its_question_while_something_else_is_told(phone: Phone) -> None:
    """Done of a prompt and its undo leave it; the next phase asks anew."""
    player = Player(phone())
    page = player.sit("newdale", screen="play")
    player.must("count", play=0, track="points", seat=0, by=6)
    page.goto(f"{player.table}play?aid=production")
    page.click("button[value='needs.yellow'][name=more]")
    expect(page).to_have_url(re.compile("needs.yellow=1"))
    asked = page.url
    for button in ("[id^=done-]", "#undo", "[id^=done-]"):
        player.tap(button)
        expect(page.locator("#production-needs b").first).to_have_text("1")
        assert page.url == asked
    player.tap("#on")
    expect(page.locator("#production-needs b").first).to_have_text("0")
    assert page.url == f"{player.table}play"


def test_rows_and_picked_goods_grow_as_they_are_told(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", screen="aid/objective")
    page.fill("#objective-goods-0-value", "5")
    page.fill("#objective-goods-0-count", "4")
    expect(page.locator("#objective-goods-1-value")).to_be_visible()
    expect(page.locator(".told")).to_contain_text("if you give nothing")
    page.fill("#objective-options-0-coins", "12")
    page.fill("#objective-options-0-points", "6")
    expect(page.locator(".told")).to_contain_text("with the first option")


def test_without_a_script_a_button_answers(phone: Phone) -> None:
    player = Player(phone())
    player.sit("tybor", ["Ada", "Ben", "Cleo"], screen=None)
    bare = phone(script=False)
    bare.goto(f"{player.table}/aid/build")
    bare.click("button[value='workers.3'][name=more]")
    bare.click("button[value='workers.4'][name=more]")
    bare.fill("#build-symbols", "1+1")
    bare.click("button.primary")
    expect(bare.locator(".gives .row").first).to_contain_text("Little: 1 Strength")
    expect(bare.locator(".gives .row").first).to_contain_text("Hand in Worker 3")


@pytest.mark.parametrize("slug", games())
def test_every_aid_is_a_good_page(phone: Phone, slug: str) -> None:
    player = Player(phone())
    player.sit(slug, [f"{name:x<24}" for name in ("Ada", "Ben", "Cleo", "Dov")], screen=None)
    for aid in games()[slug].aids:
        if player.page.request.get(f"{player.table}/aid/{aid.key}").ok:
            assert_good_everywhere(player.see(f"aid/{aid.key}"))
