"""Mistakes at the start, put right by tapping; counting at any time and going on afterwards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good, assert_good_everywhere
from tests.browser.player import NAMES, Player, sampled

LONG = ("Maximilian", "Dominique", "Cleo")


def test_somebody_more_somebody_less_another_name_and_seat(phone: Phone) -> None:
    player = Player(phone())
    player.sit("newdale", LONG)
    player.see("score?seat=0")
    player.type(0, track="7")
    player.see("score?seat=2")
    player.type(2, track="5")
    player.see("change")
    page = player.page
    page.fill("#name-0", "Max")
    page.click("#down-0")
    expect(page.locator("#name-1")).to_have_value("Max")
    page.click("#here-2")
    page.click("#join")
    page.fill("#name-3", "Dov")
    page.click("#open")
    expect(page.locator("[role=alert]")).to_contain_text("What was entered for Cleo is cleared.")
    assert_good_everywhere(page)
    page.click("#open")
    page.wait_for_url("**/setup*")
    page = player.see("score?seat=1")
    expect(page.locator("#s1-track")).to_have_value("7")
    page = player.see("log")
    expect(page.locator("main")).to_contain_text("Playing now: Dominique, Max and Dov.")
    expect(page.locator("main")).to_contain_text("Max, Points on the track: 7.")


def test_begin_again_leave_it_take_it_up(phone: Phone) -> None:
    player = Player(phone(width=320))
    player.sit("newdale", LONG)
    page = player.page
    page.click("#tick-board")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    player.see("change")
    page.click("#restart")
    expect(page.locator(".refusal")).to_contain_text("goes back to setup")
    page.click(".refusal button")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "false")
    page.click("#undo")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    player.see("change")
    page.click("#abandon")
    page.click(".refusal button")
    expect(page.locator("#take-up-0")).to_be_visible()
    assert_good(page)
    page.click("#take-up-0")
    expect(page.locator("#onward")).to_contain_text("Continue")


def test_the_start_taken_back_is_started_again(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", LONG, screen="log")
    page.click("#e1 > details > summary")
    player.tap("#take-1")
    player.press("#tab-story")
    page.wait_for_url("**/next")
    expect(page.locator("#name-0")).to_have_value("Maximilian")
    page.fill("#name-0", "Max")
    page.click("#open")
    page.wait_for_url(re.compile("/setup"))
    expect(page.locator("main")).to_contain_text("Max")


def test_another_colour_first_player_and_chapter(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", LONG[:2], story=False), screen="play")
    player.tap("#more-points-1")
    player.see("change")
    page.select_option("#colour-0", "white")
    player.choose("#first-1")
    player.press("#open")  # nothing is lost, so nothing is asked
    page.wait_for_url("**/setup*")
    expect(page.locator("#undo")).to_have_attribute(
        "aria-label", re.compile("Dominique goes first. Colours: Maximilian White")
    )
    player.see("play")
    expect(page.locator(".masthead")).to_contain_text("Dominique")
    expect(page.locator("#to-points-1")).to_have_value("4")
    player.see("change")
    player.answer("chapter", "II")
    player.press("#open")
    said = page.locator("[role=alert]")
    expect(said).to_contain_text("What you entered for Chapter I is cleared")
    player.press("#open")
    page.wait_for_url("**/setup*")
    expect(page.locator(".masthead")).to_contain_text("Chapter II")
    expect(page.locator("#step-characters")).to_be_visible()
    player.press("#undo")
    expect(page.locator("#step-characters")).to_have_count(0)
    player.see("play")
    expect(page.locator("#to-points-1")).to_have_value("4")


def test_another_scenario_and_nobody_more_at_a_full_table(phone: Phone) -> None:
    player = Player(phone(width=320))
    page = player.join(sampled("tybor", "I", LONG, story=False))
    player.see("change")
    player.choose("#o-scenario-escape")
    player.press("#open")
    page.wait_for_url("**/setup*")
    expect(page.locator("#undo")).to_have_attribute(
        "aria-label", re.compile("Scenario: Escape from the City")
    )
    player.see("play")
    expect(page.locator("main")).to_contain_text("7 Characters")
    player.join(sampled("ohmygoods", "base", NAMES, story=False))
    player.see("change")
    expect(page.locator("#join")).to_have_count(0)
    page.click("#here-3")
    player.press("#join")
    page.fill("#name-4", "Eve")
    expect(page.locator("#join")).to_have_count(0)
    player.press("#open")  # nothing was entered for Dov, so nothing is asked
    page.wait_for_url("**/setup*")
    expect(page.locator("#undo")).to_have_attribute(
        "aria-label", re.compile("Playing now: Ada, Ben, Cleo and Eve")
    )


def test_counting_now_from_anywhere_and_going_on_with_the_game(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("newdale", LONG, screen="setup")
    for seat, screen in enumerate(("setup", "", "play")):
        player.see(screen)
        player.press("#tab-score")
        page.wait_for_url(re.compile("/(score|sheet)"))
        player.see(f"score?seat={seat}")
        player.type(seat, towns=str(seat + 1))
        player.press("#tab-play")  # nothing has ended
        page.wait_for_url("**/play")
        if seat == 0:
            player.tap("[id^=card-events-]")
        before = page.inner_text(".phases [aria-current]")
        player.tap("#without" if seat == 2 else "#on")  # no figure of III is told
        expect(page.locator(".phases [aria-current]")).not_to_have_text(before)
    player.see("score?seat=1")
    expect(page.locator("#s1-towns")).to_have_value("2")


def test_a_finished_game_is_opened_again_put_right_and_finished(phone: Phone) -> None:
    sample = sampled("ohmygoods", "base", NAMES[:3], story=False)
    for seat in range(3):
        sample.do("fill", seat=seat, field="buildings", value=20 + seat)
        sample.do("fill", seat=seat, field="coins", value=0)
    sample.finish()
    assert sample.play.finished
    player = Player(phone(width=320))
    page = player.join(sample, screen="players")
    assert_good(page)
    player.press("#reopen")
    page.wait_for_url("**/change")
    page.fill("#name-0", "Adele")
    page.click("#here-2")
    player.press("#open")
    expect(page.locator("[role=alert]")).to_contain_text("What was entered for Cleo is cleared.")
    player.press("#open")
    page.wait_for_url("**/setup*")
    player.see("score?seat=1")
    player.finish()
    expect(page.locator("#win")).to_contain_text("Ben wins")
    expect(page.locator(".rank")).to_contain_text("Adele")
    expect(page.locator(".rank")).not_to_contain_text("Cleo")


THREE = ("Ada", "Ben", "Cleo")


def seated(player: Player, *names: str) -> None:
    """The others, or in other seats, told from another phone."""
    seats = [{"name": name} for name in names]
    player.must("reseat", 0, chapter="I", seats=seats, first=0, story=True)


def swap_while_typing(player: Player) -> None:
    """Coins are typed for Ben, who has another seat before their field is left."""
    page, before = player.page, player.seq
    page.click("#s1-coins")
    page.keyboard.type("12")
    seated(player, "Ada", "Cleo", "Ben")
    player.saved(before, 2)
    player.see("score?seat=2")
    expect(page.locator("#s2-coins")).to_have_value("12")
    expect(page.locator("#s1-coins")).to_have_value("")


def test_a_number_goes_to_whom_it_was_typed_for_though_the_page_is_drawn_first(
    phone: Phone,
) -> None:
    """Without the totals that follow typing, which take the field away before."""
    player = Player(phone())
    page = player.sit("newdale", THREE, screen="score?seat=1")
    page.route("**/score", lambda route: (
        route.abort() if "look=yes" in (route.request.post_data or "") else route.continue_()
    ))  # fmt: skip
    swap_while_typing(player)


def test_what_somebody_types_stays_theirs_when_people_change_seats(phone: Phone) -> None:
    """On the sheet and on a counter; of somebody who left nothing is entered for another."""
    player = Player(phone())
    page = player.sit("newdale", THREE, screen="score?seat=1")
    swap_while_typing(player)
    page = player.see("play")
    page.click("#strip summary")
    before = player.seq
    page.click("#to-points-2")
    page.keyboard.type("7")
    seated(player, *THREE)
    player.saved(before, 2)
    expect(page.locator("#to-points-1")).to_have_value("7")
    expect(page.locator("#to-points-2")).to_have_value("3")
    page = player.see("score?seat=1")
    page.click("#s1-towns")
    page.keyboard.type("4")
    seated(player, "Ada", "Cleo")
    expect(page.locator(".refusal")).to_contain_text("Ben isn’t playing any more")
    expect(page.locator("#s1-towns")).to_have_value("")
    page.reload()
    expect(page.locator("#s1-towns")).to_have_value("")
