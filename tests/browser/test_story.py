"""Result, Story, Invite and Edit players, as people use them on a phone and on a laptop."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import SMALL, WIDE, Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.player import Player

NAMES = ("Anna", "Christopher", "Ben", "Maximilian")
TOP = "node => node.getBoundingClientRect().top"
BOX = "node => { const {x, right} = node.getBoundingClientRect(); return [x, right]; }"


def campaign(chapters: int, names: Sequence[str] = NAMES) -> Sample:
    """So many chapters of Newdale played, and the next one begun."""
    sample, chapter = Sample(games()["newdale"]), "I"
    for _ in range(chapters):
        sample.chapter(chapter, names)
        chapter = sample.go_on() or ""
    sample.open(chapter, names)
    return sample


def at(phone: Phone, sample: Sample, screen: str = "", **how: int) -> Player:
    player = Player(phone(**how))
    player.join(sample, screen=screen)
    return player


def test_the_result_begins_with_who_won_and_opens_to_its_working(phone: Phone) -> None:
    page = at(phone, campaign(2), "result?play=1").page
    assert page.locator(".verdict").evaluate(TOP) < 120
    expect(page.locator("#tab-score")).to_have_attribute("aria-current", "page")
    expect(page.locator("#undo")).to_have_count(0)
    working = page.locator(".sheet .working").first
    expect(working).to_be_hidden()
    page.locator(".sheet summary").first.click()
    expect(working).to_be_visible()
    expect(working).to_contain_text("rulebook p.")
    expect(page.locator("#bgstats")).to_be_hidden()
    page.click("#export summary")
    expect(page.locator("#bgstats")).to_be_visible()
    assert_good_everywhere(page)
    page.click("#correct")
    page.wait_for_url("**/score*")


def test_on_a_laptop_the_working_stands_beside_the_ranking(phone: Phone) -> None:
    page = at(phone, campaign(2), "result?play=1", **WIDE).page
    _, rank = page.locator(".r-rank").evaluate(BOX)
    adds, _ = page.locator(".r-adds").evaluate(BOX)
    following, _ = page.locator(".r-next").evaluate(BOX)
    assert following < rank < adds
    names = [name.strip() for name in page.locator(".sheet thead .name").all_inner_texts()]
    assert names == page.locator(".rank .name").all_inner_texts()


def test_many_are_told_apart_by_their_marks_on_the_smallest_phone(phone: Phone) -> None:
    sample = Sample(games()["tybor"])
    sample.chapter("I", (*NAMES, "Ida", "Jonas"), story=False)
    page = at(phone, sample, "result", **SMALL).page
    expect(page.locator(".sheet.many thead .mark")).to_have_count(6)
    assert_good_everywhere(page)


def test_the_story_goes_on_with_one_tap_and_shows_its_branches(phone: Phone) -> None:
    player = at(phone, campaign(2))
    page = player.page
    assert page.locator("#onward").evaluate(TOP) < 100
    expect(page.locator(".dock")).to_have_count(0)
    expect(page.locator(".stop.is-done")).to_have_count(2)
    expect(page.locator(".stop.is-now")).to_contain_text("Chapter III")
    expect(page.locator(".fork .other .stop")).to_have_count(2)
    expect(page.locator("#tab-story")).to_have_text("Story")
    assert_good_everywhere(page)
    page.click("#ahead a")
    expect(page.locator("#ahead")).to_have_count(0)
    expect(page.locator(".path")).to_contain_text("Chapter VIII")
    page.locator(".stop.is-done .words").first.click()
    page.wait_for_url("**/result?play=0")
    player.see("")
    page.click("#onward")
    page.wait_for_url("**/setup*")


def test_games_without_a_campaign_are_listed(phone: Phone) -> None:
    sample = Sample(games()["merchants"])
    sample.chapter("base", NAMES, story=False)
    sample.open("base", NAMES, story=False)
    page = at(phone, sample).page
    expect(page.locator("#tab-story")).to_have_text("Games")
    expect(page.locator(".path")).to_have_count(0)
    assert_good_everywhere(page)
    page.click("#game-0 a")
    page.wait_for_url("**/result?play=0")


def invite(host: Page) -> str:
    """The players' link as it is copied, without the network it is for."""
    link = host.locator("#players input[readonly]").input_value()
    return "/t/" + link.partition("/t/")[2]


def test_two_phones_join_and_the_host_sees_who_is_in(phone: Phone) -> None:
    player = at(phone, campaign(0), "people")
    host, ben, code = player.page, phone(), phone(width=320, dark=True)
    expect(host.locator(".qr:visible")).to_have_count(1)
    assert_good_everywhere(host)
    ben.goto(invite(host))
    ben.wait_for_url("**/who-are-you")
    assert ben.locator("#i-am-0").evaluate(TOP) < 200, "the first answer at first sight"
    assert_good_everywhere(ben)
    ben.click("#i-am-2")
    ben.wait_for_url("**/setup*")
    code.goto("/join")
    code.fill("[name=code]", host.inner_text("#join-code"))
    code.press("[name=code]", "Enter")
    code.wait_for_url("**/who-are-you")
    code.click("#i-am-nobody")
    code.wait_for_url("**/setup*")
    host.reload()
    expect(host.locator("#in-2")).to_contain_text("joined")
    expect(host.locator("#in-1")).to_contain_text("not yet")
    ben.goto(invite(host))
    expect(ben.locator("#onward")).to_be_visible()


def test_the_hosts_link_takes_two_taps(phone: Phone) -> None:
    page = at(phone, campaign(0), "people").page
    address = page.locator("#host-code input[readonly]")
    page.click("#host-link > summary")
    expect(page.locator("#host-link")).to_contain_text("delete the game")
    expect(address).to_be_hidden()
    page.click("#host-code > summary")
    expect(address).to_be_visible()
    assert_good_everywhere(page)


def test_all_of_it_works_without_the_script(phone: Phone) -> None:
    host = Player(phone(script=False))
    page = host.join(campaign(0), screen="people")
    link = invite(page)
    expect(page.locator("#players input")).to_be_visible()
    assert (page.locator("#players input").bounding_box() or {})["width"] > 200
    page.click("#host-link > summary")
    page.click("#host-code > summary")
    expect(page.locator("#host-code input[readonly]")).to_be_visible()
    guest = phone(script=False)
    guest.goto(link)
    guest.click("#i-am-1")
    guest.wait_for_url("**/setup*")
    guest.goto(f"{link}players")
    guest.wait_for_url("**/change")
    guest.locator("#this-phone ~ form #nobody").click()
    expect(guest.locator("#nobody")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("width", [390, 320, 1280])
def test_players_of_a_finished_game_are_edited(phone: Phone, width: int) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", NAMES)
    player = at(phone, sample, "players", width=width)
    page = player.page
    assert_good_everywhere(page)
    page.fill("#rename-2", "Chris")
    player.tap("form:has(#rename-2) button")
    expect(page.locator("#rename-2")).to_have_value("Chris")
    page.click("#reopen")
    page.wait_for_url("**/change")
    expect(page.locator("#name-1")).to_have_value("Chris")
