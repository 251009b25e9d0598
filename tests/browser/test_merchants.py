"""Merchants of the Dark Road at the table: turns, the wheel, deeds and the Private Concern."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled


def test_turns_the_wheel_deeds_and_a_winner(phone: Phone) -> None:
    player = Player(phone())
    player.open("merchants", NAMES[:2], "Lumi")
    page = player.page
    player.tap("#tick-board")
    player.go(".dock .primary", "play")
    expect(page.locator(".order [aria-current]")).to_contain_text("Ada")
    player.tap("#on")
    expect(page.locator(".order [aria-current]")).to_contain_text("Ben")
    wheel(player)
    told(player)
    score(player)
    expect(page.locator("#win")).to_have_text("Ada wins")
    player.go("#on", "next")
    expect(page.locator("h1")).to_have_text("Next game")


def wheel(player: Player) -> None:
    player.tap("#fact-five-2")
    expect(player.page.locator("#fact-five-2")).to_have_attribute("aria-pressed", "true")


def told(player: Player) -> None:
    sample = sampled("merchants", "base", NAMES[:2], story=False)
    sample.do("advance", moment=[1, "turn", 0])
    known = len(sample.state.log)
    sample.play_on()
    player.tell_all(sample, known)


def score(player: Player) -> None:
    page = player.see("score")
    player.type(0, coins="12", prestige="9")
    deed(player, 0, kind="coins", coins="3", times="2")
    deed(player, 1, kind="vp", vp="4")
    expect(page.locator("#undo")).to_contain_text("victory points")
    expect(page.locator("#undo")).not_to_contain_text("{")
    player.press("#on")
    player.type(1, coins="4", prestige="4")
    player.go("#finish", "result")


def deed(player: Player, row: int, kind: str, **values: str) -> None:
    page = player.page
    player.press("#s0-deeds")
    page.locator(f"#s0-deeds-{row}-kind").wait_for()
    player.pick(f"#s0-deeds-{row}-kind", kind)
    for column, value in values.items():
        player.type(0, **{f"deeds-{row}-{column}": value})


def test_the_private_concern_has_one_line_of_its_own(phone: Phone) -> None:
    player = Player(phone())
    player.open("merchants", ["Ada", "Private Concern"], **{"o-concern": "yes"})
    page = player.see("score")
    player.type(0, coins="8", prestige="6")
    player.press("#on")
    player.press("#s1-only-final")
    player.type(1, final="11")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("wins")
