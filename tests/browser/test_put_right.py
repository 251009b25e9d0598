"""Mistakes at the start, put right by tapping; counting at any time and going on afterwards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good, assert_good_everywhere
from tests.browser.player import Player

LONG = ("Maximilian", "Dominique", "Cleo")


def test_somebody_more_somebody_less_another_name_and_seat(phone: Phone) -> None:
    player = Player(phone())
    player.sit("newdale", LONG)
    player.press("#score-now")
    player.page.wait_for_url("**/score*")
    player.type(0, track="7")
    player.see("setup")
    player.press("#put-right")
    page = player.page
    page.fill("#name-0", "Max")
    page.click("#down-0")
    expect(page.locator("#name-1")).to_have_value("Max")
    page.click("#here-2")
    page.click("#join")
    page.fill("#name-3", "Dov")
    page.click("#open")
    expect(page.locator("[role=alert]")).to_contain_text("What was entered for Cleo is set aside.")
    assert_good_everywhere(page)
    page.click("#open")
    page.wait_for_url("**/setup*")
    page = player.see("score?seat=1")
    expect(page.locator("#s1-track")).to_have_value("7")
    page = player.see("log")
    expect(page.locator("main")).to_contain_text("At the table now: Dominique, Max and Dov.")
    expect(page.locator("main")).to_contain_text("Max, Points on the track: 7.")


def test_begin_again_leave_it_take_it_up(phone: Phone) -> None:
    player = Player(phone(width=320))
    player.sit("newdale", LONG)
    page = player.page
    page.click("#tick-board")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    page.click("#put-right")
    page.click("#restart")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "false")
    page.click("#undo")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    page.click("#put-right")
    page.click("#abandon")
    expect(page.locator("main")).to_contain_text("Left unfinished.")
    assert_good(page)
    page.click("#take-up-0")
    expect(page.locator("#onward")).to_contain_text("Set up the table")


def test_the_start_taken_back_is_started_again(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", LONG, screen="log")
    page.click("#e1 > details > summary")
    player.tap("#take-1")
    player.press("#onward")
    page.wait_for_url("**/next")
    expect(page.locator("#name-0")).to_have_value("Maximilian")
    page.fill("#name-0", "Max")
    page.click("#open")
    page.wait_for_url(re.compile("/setup"))
    expect(page.locator("main")).to_contain_text("Max")
