"""Typing numbers: keys for sums, a tap selects, Enter saves once, nothing is left behind."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good
from tests.browser.player import REST, Player, unfold
from tests.browser.test_taps import TO, playing

SELECTED = "() => getSelection().toString()"


def typed(player: Player, field: str, text: str) -> None:
    unfold(player.page, field)
    player.page.fill(field, text)
    player.page.press(field, "Tab")


def test_text_that_is_no_number_stays_marked_and_next_stops_at_it(phone: Phone) -> None:
    player = playing(phone, "merchants")
    page, before, field = player.page, player.seq, "#to-prestige-0"
    typed(player, field, "two")
    expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".refusal")).to_contain_text("“two” is no number")
    assert_good(page)
    player.press("#on")
    expect(page.locator(field)).to_be_focused()
    player.must("note", text="Somebody else goes on.")
    player.saved(before)
    assert page.input_value(field) == "two"
    expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
    typed(player, field, "7")
    player.saved(before, 2)
    expect(page.locator("[aria-invalid], .refusal")).to_have_count(0)
    player.tap("#on")


def test_the_sheet_keeps_it_and_the_next_seat_waits(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page, field = player.page, "#s0-towns"
    player.type(0, towns="x")
    expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
    page.wait_for_timeout(REST)
    page.click("#on")
    expect(page.locator(field)).to_be_focused()
    player.type(0, towns="2")
    page.wait_for_timeout(REST)
    page.click("#on")
    page.wait_for_url("**seat=1")


def test_numbers_side_by_side_are_asked_about_with_both_readings(phone: Phone) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    typed(player, TO, "3 5")
    meant = page.locator(".refusal button")
    expect(meant).to_have_text(["3+5", "35"])
    assert_good(page)
    assert player.seq == before
    meant.first.click()
    player.saved(before)
    expect(page.locator(TO)).to_have_value("8")
    expect(page.locator(".refusal")).to_have_count(0)
    player.see("score?seat=0")
    player.type(0, coins="3,5")
    expect(page.locator("#s0-coins-read-2")).to_have_text("35")
    page.wait_for_timeout(REST)
    page.click("#s0-coins-read-2")
    expect(page.locator("#s0-coins")).to_have_value("35")


def test_an_absurd_number_is_asked_about(phone: Phone) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    typed(player, TO, "9999")
    page.click("text=Yes, it is right")
    player.saved(before)
    expect(page.locator(TO)).to_have_value("9999")
    expect(page.locator(".refusal")).to_have_count(0)


def test_a_correction_counts_at_once_and_is_not_dropped_by_back(phone: Phone) -> None:
    player = playing(phone)
    for seat in (0, 1):
        for field, value in (("track", 10), ("coins", 5), ("towns", 1), ("buildings", 3)):
            player.must("fill", seat=seat, field=field, value=value)
    player.must("finish")
    page = player.see("score?seat=0")
    total = page.locator(".dock .sum b")
    expect(total).to_have_text("16")
    player.type(0, buildings="3+4")
    expect(total).to_have_text("20")
    page.fill("#s0-track", "12")
    page.click("header .back")
    page.wait_for_url("**/result")
    expect(page.locator(".rank")).to_contain_text("22")


def test_a_tap_on_a_filled_field_selects_it(phone: Phone) -> None:
    player = playing(phone)
    unfold(player.page, TO)
    player.page.click(TO)
    assert player.page.evaluate(SELECTED) == "3"
    before = player.seq
    player.page.keyboard.type("8")
    player.page.keyboard.press("Enter")
    player.saved(before)
    assert player.page.input_value(TO) == "8"


def test_enter_saves_once(phone: Phone) -> None:
    player = playing(phone)
    unfold(player.page, TO)
    before = player.seq
    player.page.fill(TO, "9")
    player.page.press(TO, "Enter")
    player.saved(before)
    player.page.press(TO, "Enter")
    player.page.press(TO, "Tab")
    player.page.wait_for_timeout(1000)
    assert player.seq == before + 1


def test_a_phone_gets_keys_for_sums(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page, field = player.page, player.page.locator("#s0-towns")
    field.focus()
    expect(page.locator("#keys")).to_be_hidden()
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    player.see("score?seat=0")
    expect(field).to_have_attribute("inputmode", "tel")
    before = player.seq
    field.click()
    page.keyboard.type("3")
    page.click("#keys >> text=+")
    page.keyboard.type("5")
    expect(field).to_be_focused()
    assert_good(page)
    field.press("Enter")
    player.saved(before)
    field.blur()
    expect(page.locator("#keys")).to_be_hidden()
    field.click()
    page.click("#keys >> text=+")
    page.keyboard.type("2")
    expect(field).to_have_value("3+5+2")


def test_what_a_counter_asks_for_stays_until_done_or_taken_back(phone: Phone) -> None:
    player = playing(phone)
    unfold(player.page, TO)
    page, before = player.page, player.seq
    player.must("reveal", deck="events", card=100, position=0)
    page.fill(TO, "6")
    page.press(TO, "Enter")
    player.saved(before, 2)
    prompt = page.locator(".prompt", has_text="draw 2 cards")
    player.tap("#on")
    expect(page.locator(".due summary")).to_contain_text("draw 2 cards")
    page.click(".due summary")
    expect(prompt).to_be_visible()
    page.fill(TO, "4")
    page.press(TO, "Enter")
    expect(prompt).to_have_count(0)
