"""Only what matters here, seen by those who tap: alone or together, with a story or without."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import NAMES, Player, sampled, unfold

TOGETHER = ("Clockwise", "Each player", "others discard", "See who won", "one seat to the left")


def said(page: Page, screen: str, player: Player) -> str:
    """Every word of a page, what is folded away as well."""
    player.see(screen)
    return " ".join(page.locator("main, .dock").all_text_contents())


def test_whoever_is_alone_reads_nothing_about_others(phone: Phone) -> None:
    page = phone(width=320)
    player = Player(page)
    page.goto("/new/newdale")
    player.choose("#kind-single")
    page.click("#players-1")
    expect(page.locator("#up-0")).to_have_count(0)  # nobody to change places with
    assert "Clockwise" not in page.inner_text("main")
    player.answer("chapter", "II")
    page.fill("#name-0", "Ada")
    page.click("#open")
    page.wait_for_url("**/setup")
    player.table = page.url.removesuffix("setup")
    player.tap("#draw-characters")
    for screen in ("setup", "play", "score", "look-up?kind=all"):
        text = said(page, screen, player)
        assert not [word for word in TOGETHER if word in text], screen
    page = player.see("look-up?kind=all&q=Welton")
    expect(page.locator("[data-find]:visible")).to_contain_text("draw 3 cards")
    player.see("score")
    player.type(0, track="9", coins="5", towns="1", buildings="4")
    unfold(page, "#fact-target-value")
    page.fill("#fact-target-value", "50")
    page.press("#fact-target-value", "Tab")
    player.finish()
    expect(page.locator("#win")).to_have_text("Missed by 34")
    assert "named by the winner" not in page.inner_text("main")


def test_several_read_nothing_about_one_alone_or_who_is_not_there(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "II", NAMES, story=False))
    expect(page.locator("main")).to_contain_text("Each player")
    assert "play alone" not in said(page, "look-up?kind=all", player)
    player.join(sampled("merchants", "base", NAMES, story=False))
    for screen in ("setup", "play", "score", "look-up?kind=all"):
        assert "Private Concern" not in said(page, screen, player), screen


def test_an_objective_is_spoken_of_where_it_is_in_play_and_named(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", NAMES[:2], story=False), screen="score")
    line = page.locator("#line-chapter th")
    expect(line).not_to_contain_text("objective")
    player.join(sampled("newdale", "II", NAMES[:2], story=False), screen="rulings")
    unfold(page, "#fact-side_objective-2")
    player.tap("#fact-side_objective-2")
    player.see("score")
    expect(line).to_contain_text("side objective A02")


def test_a_sheet_for_a_number_that_cannot_be_says_why(phone: Phone) -> None:
    player = Player(phone(width=320))
    page = player.join(sampled("ohmygoods", "base", NAMES[:3], story=False), screen="print")
    page.click("#other-prints > summary")
    page.select_option("#setup-players", "1")
    page.click("form:has(#setup-players) .button")
    expect(page.locator("#press")).to_contain_text("Solo games need the expansion")
    assert_good_everywhere(page)
    page.click("#press .button")
    page.wait_for_url("**/print")


def test_a_name_that_is_noted_is_used_wherever_the_number_stood(phone: Phone) -> None:
    sample = sampled("ohmygoods", "I", NAMES[:2], story=True)
    player = Player(phone())
    page = player.join(sample, screen="rulings")
    unfold(page, "#fact-introduced-1")
    player.tap("#fact-introduced button:has-text('Building 38')")
    unfold(page, "#fact-building_38")
    named = page.locator("#fact-building_38")
    if named.locator("select").count():
        player.pick("#fact-building_38 select", "armory")
    else:
        player.tap("#fact-building_38 button:has-text('Armory')")
    expect(page.locator("#fact-introduced")).to_contain_text("38 Armory")
    player.see("score")
    for seat in (0, 1):
        player.see(f"score?seat={seat}")
        player.type(seat, buildings=str(5 + seat), coins="4")
    player.finish()
    player.press("#on")
    page.wait_for_url("**/next")
    page.click("#open")
    page.wait_for_url("**/setup*")
    text = page.locator("main").text_content() or ""
    assert "Buildings: 38 Armory" in text
    assert text.count("uilding 38") == text.count("Kind of building 38")


def test_a_stage_and_a_chapter_have_one_name(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("tybor", "I", NAMES[:3], story=False), screen="play")
    for screen in ("setup", "play", "look-up?kind=all", "log"):
        text = said(page, screen, player).lower()
        assert "stage 1" not in text and "stage: 1" not in text, screen
    player.join(sampled("newdale", "IIIa", NAMES[:3], story=False))
    for screen in ("setup", "play", "log", "rulings"):
        assert "III a" not in said(page, screen, player), screen
