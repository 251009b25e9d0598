"""Rules of Merchants that people stumbled over: dice, the wheel, ties, the Private Concern."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled, unfold


def test_the_wheel_is_told_by_numbered_taps_and_five_dice_lie_on_it(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("merchants", "base", NAMES[:3], story=False, first=1))
    page, wheel = player.page, "#step-wheel-wheel_order"
    for at in (5, 3, 6, 1, 2, 4):
        player.tap(f"{wheel}-{at}")
    answers = page.locator(f"{wheel} .answer")
    expect(answers.nth(4)).to_contain_text("1. Weapon")
    expect(answers.nth(3)).to_contain_text("6. Armor")
    player.tap("#step-wheel-five-5")
    for seat, name in ((1, "Ben"), (2, "Cleo"), (3, "Ada")):
        expect(page.locator(f"#step-seat-{seat}")).to_contain_text(name)
    player.tap("#draw-steeds")
    drawn = page.locator("#step-steeds .drawn li")
    expect(drawn).to_have_count(3)
    for at, name in enumerate(("Ben", "Cleo", "Ada")):
        expect(drawn.nth(at)).to_contain_text(f"{name}: ")
    page = player.see("play")
    unfold(page, "#more-dice-potion")
    for good in ("potion", "potion", "staff", "book", "armor"):
        player.tap(f"#more-dice-{good}")
    expect(page.locator("#more-dice-potion")).to_be_disabled()  # two at most on one
    expect(page.locator("#more-dice-weapon")).to_be_disabled()  # and five in all


def test_only_a_tie_asks_for_what_breaks_it(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("merchants", "base", NAMES[:2], story=False))
    page = player.see("score?seat=0")
    player.type(0, coins="8", prestige="6")
    player.press("#on")
    page.wait_for_url("**seat=1")
    player.type(1, coins="6", prestige="9")
    expect(page.locator("#s1-gifts")).to_be_visible()  # level on 6
    player.type(1, coins="7")
    expect(page.locator("#s1-gifts")).to_have_count(0)


def test_alone_from_the_shelf_level_with_the_concern_the_booklet_decides(phone: Phone) -> None:
    page = phone(width=320)
    page.goto("/")
    page.click("text=Merchants of the Dark Road")
    page.click("#players-1")
    expect(page.locator("#o-concern-no")).to_have_count(0)
    page.fill("#name-0", "Ada")
    page.click("#open")
    page.wait_for_url("**/setup")
    player = Player(page, page.url.removesuffix("setup"))
    expect(page.locator("main")).to_contain_text("Private Concern")
    expect(page.locator("#who-1")).to_have_count(0)  # a seat without chores
    page = player.see("score?seat=0")
    player.type(0, coins="8", prestige="6")
    player.press("#on")
    page.wait_for_url("**seat=1")
    player.type(1, final="6")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("level")
    expect(page.locator(".verdict")).to_contain_text("The solo booklet says who is ahead.")
