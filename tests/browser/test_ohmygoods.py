"""Oh my Goods! at the table: a fork of the story, a tie, a new branch, a short base game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled, unfold

PAIR = NAMES[:2]


def test_a_tie_is_told_in_a_sentence_and_the_story_forks(phone: Phone) -> None:
    player = Player(phone())
    player.open("ohmygoods", PAIR, "Longsdale", kind="story")
    to_chapter_two(player)
    page = player.see("score")
    for seat in (0, 1):
        page.goto(f"{player.table}score?seat={seat}")
        player.type(seat, buildings="10+4", coins="7")
    player.press("text=Yes")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("share")
    expect(page.locator(".verdict p")).to_contain_text("Ada and Ben")
    choose_the_road(player)


def to_chapter_two(player: Player) -> None:
    """The first chapter is quickly told; the second one is just begun."""
    sample = sampled("ohmygoods", "I", PAIR, story=True)
    sample.play_on()
    sample.tell()
    sample.score()
    sample.do("finish")
    player.tell_all(sample)
    player.see("result")
    player.go("#on", "next")
    player.choose("#first-0")
    player.go("#open", "setup")
    expect(player.page.locator("#over")).to_contain_text("Change over from I")


def choose_the_road(player: Player) -> None:
    page = player.page
    expect(page.locator("#on")).to_contain_text("where it goes on")
    player.tap("#to-IIIb")
    expect(page.locator("#on")).to_contain_text("IIIb")
    player.tap("#to-IIIa")
    expect(page.locator("#on")).to_contain_text("IIIa")
    page.goto(player.table)
    expect(page.locator(".fork")).to_be_visible()
    player.go("#onward", "next**")
    player.choose("#first-0")
    player.go("#open", "setup")
    expect(page.locator(".masthead .over")).to_contain_text("Chapter IIIa")


def test_the_base_game_ends_with_the_eighth_building(phone: Phone) -> None:
    player = Player(phone())
    player.open("ohmygoods", PAIR, kind="single", chapter="base")
    page = player.page
    player.tap("#tick-supply")
    player.go(".dock .primary", "play")
    player.tap("#on")
    unfold(page, "#to-buildings-0")
    page.fill("#to-buildings-0", "8")
    page.press("#to-buildings-0", "Tab")
    said = "Ada has 8 buildings: this round, then one more."
    expect(page.locator(".note.advice")).to_have_text(said)
    for _ in range(12):
        if page.locator("#on[href]").count():
            break
        player.tap("#on")
    player.go("#on", "score")
    player.type(0, buildings="3+5+2", coins="4")
    page.click("#s0-buildings-cards summary")
    player.tap("[id^=s0-buildings-tap-]")
    assert page.input_value("#s0-buildings").startswith("3+5+2+")
    player.press("#on")
    player.type(1, buildings="9", coins="6")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_have_text("Ada wins")
    page.click(".sheet summary >> nth=0")
    expect(page.locator(".working:visible").first).to_contain_text("3+5+2")
    expect(page.locator("#on")).to_contain_text("Play again")
