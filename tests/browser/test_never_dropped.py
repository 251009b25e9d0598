"""Nothing that is sent is dropped in silence, and nothing is called saved that is not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.player import REST, Player, sampled

STATUS = ".masthead .status"


def unforeseen(page: Page) -> None:
    """The page hears nothing of what it would show while somebody types."""

    def answered(route: Route) -> None:
        looks = "look=yes" in (route.request.post_data or "")
        route.abort() if looks else route.continue_()

    page.route("**/score", answered)


def goods(phone: Phone, **size: int) -> Player:
    """Oh my Goods! for two, Sam's sheet filled in and handed over to Priya."""
    player = Player(phone(**size))
    sample = sampled("ohmygoods", "base", ("Sam", "Priya"), story=False)
    player.join(sample, screen="score")
    player.type(0, buildings="12", coins="13")
    player.press("#on")
    player.page.wait_for_url("**seat=1*")
    return player


@pytest.mark.parametrize("width", [390, 1280])
def test_the_sheet_goes_on_sending_after_the_way_to_what_is_open(phone: Phone, width: int) -> None:
    """The last number is typed, the cursor stays in its field, and the button still says it is open."""
    player = goods(phone, width=width)
    page = player.page
    unforeseen(page)
    player.type(1, buildings="9")
    before = player.seq
    page.click("#s1-coins")
    page.keyboard.type("17")
    page.wait_for_timeout(1000)
    page.click("#on:has-text('Still open')")
    player.saved(before)
    player.type(1, buildings="20")
    fresh = Player(phone(), player.table)
    expect(fresh.see("score?seat=1").locator("#s1-buildings")).to_have_value("20")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Priya")
