"""The main path without a script, on a phone and on a desk: every action is a plain form."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import Player, unfold

NEEDED = {"track": "5", "fists": "0", "coins": "0", "towns": "0", "buildings": "2+3"}


def test_an_evening_without_a_script(phone: Phone) -> None:
    page = phone(script=False)
    page.goto("/new/newdale")
    page.fill("#name-0", "Ada")
    page.fill("#name-1", "Ben")
    page.check("#first-0")
    page.click("#open")
    player = Player(page, page.url.removesuffix("setup"))
    page.click("#tick-board")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    page.click("#undo")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "false")
    page.click("#on")
    page.click("#card-events-100")
    page.click("#on")
    expect(page.locator("#phase")).to_contain_text("Planning")
    unfold(page, "#more-points-1")
    page.click("#more-points-1")
    expect(page.locator("#to-points-1")).to_have_value("4")
    score(player)
    expect(page.locator("#win")).to_have_text("Ben wins by 15")
    page.click("#on")
    expect(page.locator("h1")).to_have_text("Next chapter")
    page.click("#open")
    expect(page.locator("#part-over")).to_be_visible()


def score(player: Player) -> None:
    page = player.see("score?seat=0")
    for field, value in {**NEEDED, "fists": "lots"}.items():
        page.fill(f"#s0-{field}", value)
    page.click("#save-0")
    expect(page.locator("#s0-fists-error")).to_contain_text("enter a whole number")
    assert page.input_value("#s0-fists") == "lots" and page.input_value("#s0-buildings") == "2+3"
    page.fill("#s0-fists", "0")
    page.click("#save-0")
    player.see("score?seat=1")
    for field, value in {**NEEDED, "track": "20"}.items():
        page.fill(f"#s1-{field}", value)
    page.click("#save-1")
    page.click("#finish")
    expect(page.locator("main")).to_contain_text("End the game and score now?")
    page.click("button:has-text('Yes')")
