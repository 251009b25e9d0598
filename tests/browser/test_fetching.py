"""Setting up together: everybody ticks their own things, and all have as much to fetch."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import Player

NAMES = ("Maximilian", "Dominique", "Cleo", "Dov")


def test_each_ticks_for_themselves_and_fetches_a_fair_share(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", NAMES)
    left = [int(page.inner_text(f"#who-{seat} .muted")) for seat in range(len(NAMES))]
    assert max(left) - min(left) <= 2
    page.click("#who-1")
    page.wait_for_url("**seat=1")
    row = page.locator("#part-player .do").first
    step = row.get_attribute("id")
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    page.click("#who-0")
    page.wait_for_url("**seat=0*")
    mine = page.locator(f"#{step}")
    expect(mine).to_have_attribute("aria-pressed", "false")
    expect(mine).to_contain_text("Dominique")
    assert_good_everywhere(page)
    for seat in (0, 2, 3):
        page.click("#who-all")
        page.wait_for_url("**/setup")
        expect(mine).to_have_attribute("aria-pressed", "false")  # somebody has not
        player.press(f"#who-{seat}")
        page.wait_for_url(f"**seat={seat}")
        player.tap(f"#{step}")
        expect(mine).to_have_attribute("aria-pressed", "true")
    page.click("#who-all")
    page.wait_for_url("**/setup")
    expect(mine).to_have_attribute("aria-pressed", "true")
