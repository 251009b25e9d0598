"""The pages under More: good on every screen, back to where one came from, what matters first."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, Phone
from tests.browser.looks import assert_fits, assert_good_everywhere, everywhere
from tests.browser.player import NAMES, Player, sampled

PAGES = ("log", "rulings", "settings", "statistics", "print", "look-up?kind=all")
LONG = ("Maximilian Bartholomew", "Dominique", "Christopher Columbus I", "Bo")
OPEN_ALL = "() => document.querySelectorAll('main details').forEach(one => { one.open = true; })"
BUTTONS = "all => all.map(one => one.className)"


@pytest.mark.parametrize("slug", ["newdale", "tybor", "merchants"])
def test_they_are_good_folded_and_open(phone: Phone, slug: str) -> None:
    player = Player(phone())
    chapter = "base" if slug == "merchants" else "I"
    page = player.join(sampled(slug, chapter, LONG, story=slug != "merchants"), screen=None)
    for name in PAGES:
        player.see(name)
        for _ in everywhere(page):
            assert_fits(page)
        page.evaluate(OPEN_ALL)
        assert_good_everywhere(page)  # axe sees only what is unfolded


def test_buttons_are_of_three_kinds_and_one_is_the_main_one(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", LONG, story=True), screen=None)
    for name in PAGES:
        player.see(name)
        looks = page.locator("main .button").evaluate_all(BUTTONS)
        assert sum("primary" in look.split() for look in looks) <= 1, name
        expect(page.locator(".bar [aria-current]")).to_have_id("tab-more")
        expect(page.locator("#undo")).to_have_count(0)


def test_back_is_where_one_came_from_else_the_story(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", NAMES[:3], story=True), screen="play")
    page.goto(player.table + "settings")
    page.click("text=Copy an earlier point")
    page.wait_for_url("**/log#entries")
    page.click(".back")
    page.wait_for_url("**/settings")
    page.click(".back")
    page.wait_for_url("**/play")
    bare = phone(script=False)
    bare.goto(player.table + "settings")
    bare.click(".back")
    bare.wait_for_url(player.table)


def test_a_house_rule_moves_to_the_top_and_back_into_the_fold(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", NAMES[:3], story=True), screen="rulings")
    expect(page.locator("#r-overpay")).to_be_hidden()
    page.click("#usual > summary")
    player.tap("#r-overpay-2")
    expect(
        page.locator("section:has(> #rulings) > .asked > li:has(.tag.house) #r-overpay")
    ).to_be_visible()
    player.tap("#r-overpay-1")
    expect(page.locator("#usual #r-overpay")).to_have_count(1)


def test_an_entry_opens_and_everything_after_it_is_undone(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = player.join(sampled("newdale", "I", NAMES[:3], story=True), screen=None)
    player.must("note", text="Rain.")
    player.must("note", text="Sun.")
    player.see("log")
    expect(page.locator("#all-notes p")).to_have_text(["Rain.", "Sun."])
    line = page.locator("details.entry:has-text('Rain.')")
    line.locator("summary").click()
    line.locator("[id^=rewind-]").click()
    page.wait_for_url("**/log")
    expect(page.locator("#all-notes p")).to_have_text(["Rain."])
    expect(page.locator("details.entry.is-undone")).to_have_count(1)


def test_a_game_is_copied_from_settings(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", NAMES[:3], story=True), screen="settings")
    page.click("#fork")
    page.wait_for_url(lambda address: not address.startswith(player.table))


def small_steps(page: Page) -> list[str]:
    """Who of the headings is as large as the page's title or larger."""
    measure = (
        """all => all.map(one => [parseFloat(getComputedStyle(one).fontSize), one.textContent])"""
    )
    [(title, _)] = page.locator("h1").evaluate_all(measure)
    headings = page.locator("main h2:visible").evaluate_all(measure)
    return [text for size, text in headings if size > title]


def test_headings_are_no_larger_than_the_title(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", NAMES[:3], story=True), screen=None)
    for name in PAGES:
        player.see(name)
        for size in (PHONE, WIDE):
            page.set_viewport_size(size)
            assert small_steps(page) == [], name
