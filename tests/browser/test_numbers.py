"""Typing numbers: keys for sums, a tap selects, Enter saves once, nothing is left behind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good
from tests.browser.player import LINE, REST, Player, sampled, unfold
from tests.browser.test_taps import TO, playing, slow

SELECTED = "() => getSelection().toString()"
EDGE = "node => getComputedStyle(node).borderColor"


def typed(player: Player, field: str, text: str) -> None:
    unfold(player.page, field)
    player.page.fill(field, text)
    player.page.press(field, "Tab")


def test_text_that_is_no_number_stays_marked_and_next_stops_at_it(phone: Phone) -> None:
    player = playing(phone, "merchants")
    player.must("pace", value="round")
    player.see("play")
    page, before, field = player.page, player.seq, "#to-prestige-0"
    typed(player, field, "two")
    expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".refusal")).to_contain_text("“two” isn’t a number")
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


@pytest.mark.parametrize("text", ["two", "3 5", "12+20"])
def test_a_counter_in_a_row_of_signs_is_seen_to_be_marked(phone: Phone, text: str) -> None:
    player = playing(phone, "ohmygoods")
    typed(player, "#to-ore", text)
    expect(player.page.locator(".refusal")).to_be_visible()
    marked, plain = (player.page.locator(f"#count-{key}").evaluate(EDGE) for key in ("ore", "clay"))
    assert marked != plain


def test_the_sheet_keeps_it_and_the_next_seat_waits(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page, field = player.page, "#s0-towns"
    player.type(0, towns="x")
    expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
    page.wait_for_timeout(REST)
    page.click("#on")
    expect(page.locator(field)).to_be_focused()
    expect(page.locator(field)).to_be_in_viewport()
    expect(page.locator(f"{field}-error")).to_be_in_viewport()
    expect(page.locator(".refusal")).to_have_count(0)  # it is said beside the field
    player.type(0, towns="2")
    page.wait_for_timeout(REST)
    page.click("#on")
    page.wait_for_url("**seat=1*")


@pytest.mark.parametrize("text", ["3 5", "2.5", "3+", "8−3"])
def test_the_next_seat_waits_for_what_is_not_clear_however_quick_the_tap(
    phone: Phone, text: str
) -> None:
    player = playing(phone, screen="score?seat=0")
    page, field = player.page, "#s0-coins"
    slow(page, 300)
    before = player.seq
    page.fill(field, text)
    player.press("#on")
    player.saved(before)
    expect(page.locator(f"{field}-error")).to_be_in_viewport()
    assert page.url.endswith("seat=0") and page.input_value(field) == text
    player.press("#on")
    expect(page.locator(field)).to_be_focused()
    player.type(0, coins="3+5")
    expect(page.locator("[aria-invalid], .refusal")).to_have_count(0)
    player.press("#on")
    page.wait_for_url("**seat=1*")


def test_below_0_stands_a_true_minus_and_taps_count_on_from_it(phone: Phone) -> None:
    player = playing(phone)
    page, field, before = player.page, "#to-points-0", player.seq
    typed(player, field, "-2")
    player.saved(before)
    expect(page.locator(field)).to_have_value("−2")
    page.click("#less-points-0")
    assert page.input_value(field) == "−3", "before anything is sent"
    player.saved(before, 2)
    expect(page.locator(field)).to_have_value("−3")
    page.wait_for_timeout(REST)
    page.click("#more-points-0")
    assert page.input_value(field) == "−2"


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


def test_in_a_row_of_a_list_both_readings_can_be_tapped_too(phone: Phone) -> None:
    """Of an aid, and on the sheet."""
    player = Player(phone())
    page = player.sit("newdale", screen="aid/objective")
    page.fill("#objective-options-0-points", "6")
    page.fill("#objective-options-0-coins", "3 5")
    player.press("[id^=objective-options-read]:has-text('3+5')")
    expect(page.locator("#objective-options-0-coins")).to_have_value("3+5")
    expect(page.locator(".error")).to_have_count(0)
    player.sit("merchants", screen="score?seat=0")
    player.press("#s0-deeds")
    page.locator("#s0-deeds-0-kind").wait_for()
    player.pick("#s0-deeds-0-kind", "coins")
    player.type(0, **{"deeds-0-times": "1", "deeds-0-coins": "3 5"})
    player.tap("[id^=s0-deeds-read]:has-text('3+5')")
    expect(page.locator("#s0-deeds-0-coins")).to_have_value("3+5")


def test_an_absurd_number_is_asked_about(phone: Phone) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    typed(player, TO, "9999")
    page.click(".refusal button:has-text('Yes')")
    player.saved(before)
    expect(page.locator(TO)).to_have_value("9999")
    expect(page.locator(".refusal")).to_have_count(0)


def test_a_correction_counts_at_once_and_is_not_dropped_by_back(phone: Phone) -> None:
    player = playing(phone)
    for seat in (0, 1):
        for field, value in (("track", 10), ("coins", 5), ("towns", 1), ("buildings", 3)):
            player.must("fill", seat=seat, field=field, value=value)
    player.must("finish", zeros=["fists", "objective", "spent", "chapter"])
    page = player.see("score?seat=0")
    total = page.locator(".people [aria-current] b")
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


def test_a_field_stays_under_the_finger(phone: Phone) -> None:
    """Beside a long label, too; only a sum that is being typed makes room for itself."""
    for width in (390, 320):
        player = Player(phone(width=width))
        player.sit("newdale", screen="score?seat=0")
        field = player.page.locator("#s0-coins")
        field.scroll_into_view_if_needed()
        before = field.bounding_box()
        field.click()
        expect(field).to_be_focused()
        assert field.bounding_box() == before
        player.page.keyboard.type("10+28")
        assert field.evaluate("box => box.scrollWidth <= box.clientWidth"), "the sum is cut"


def test_a_note_that_comes_above_does_not_push_the_field_away(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page, before = player.page, player.seq
    page.fill("#s0-fists", "40")
    field = page.locator("#s0-coins")
    field.click()
    at = field.bounding_box()
    player.saved(before)
    expect(page.locator("#s0-fists-error")).to_be_visible()
    expect(field).to_be_focused()
    assert at is not None and (field.bounding_box() or at)["y"] == pytest.approx(at["y"], abs=1)


def test_whoever_is_in_a_field_stays_in_it_when_the_one_above_is_told_and_goes(
    phone: Phone,
) -> None:
    """What is copied off a chapter card is asked for until it is told, field after field."""
    player = playing(phone, screen="score?seat=0")
    page, before = player.page, player.seq
    fields = [
        f"#fact-objective_{n}_{what}-value"
        for n in ("first", "second")
        for what in ("coins", "points")
    ]
    unfold(page, fields[0])
    for told, (field, value) in enumerate(zip(fields, ("10", "6", "20", "9"), strict=True)):
        page.click(field)
        if told:
            player.saved(before, told)
            below = page.locator(f".question:has({field}) ~ .question {fields[told - 1]}")
            expect(below).to_be_visible()  # what is told moves below what is left to check
        expect(page.locator(field)).to_be_focused()
        page.keyboard.type(value)
    page.keyboard.press("Tab")
    player.saved(before, 4)
    for said in ("10 coins → 6 points", "20 coins → 9 points"):
        expect(page.locator("main").get_by_text(said).first).to_be_visible()


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
    minus = page.locator("#keys >> text=−")
    expect(minus).to_be_hidden()  # there are no towns below none
    page.click("#s0-track")
    expect(minus).to_be_visible()


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


def test_what_is_asked_about_stays_as_it_was_typed_and_next_waits_for_the_answer(
    phone: Phone,
) -> None:
    player = playing(phone, "merchants")
    player.must("pace", value="round")
    player.see("play")
    page, before, field = player.page, player.seq, "#to-prestige-0"
    for text in ("9999", "3 5", "3+", "2.5"):
        unfold(page, field)
        page.fill(field, text)
        player.press("#on")  # leaves the field, which is sent first
        expect(page.locator(".refusal")).to_be_visible()
        expect(page.locator(field)).to_have_value(text)
        expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
        player.press("#on")
        expect(page.locator(field)).to_be_focused()
        assert player.seq == before
    player.must("note", text="Somebody else goes on.")
    player.saved(before)
    expect(page.locator(field)).to_have_value("2.5")
    player.press("#on")
    expect(page.locator(".refusal")).to_be_visible()
    typed(player, field, "7")
    player.saved(before, 2)
    expect(page.locator("[aria-invalid], .refusal")).to_have_count(0)
    player.tap("#on")
    page.reload()
    assert player.seq == before + 3  # what was stopped does not come later


def test_a_reading_of_the_points_on_a_card_lays_that_card_as_it_was_marked(phone: Phone) -> None:
    player = playing(phone, "tybor")
    page, before = player.page, player.seq
    points = "input[id^=points-]"
    for text, answer, worth in (("3 5", "3+5", "8"), ("999", "Yes", "999")):
        unfold(page, points)
        page.check("#mark-built")
        page.fill(points, text)
        player.press("#lay-built-yellow")
        expect(page.locator(points)).to_have_value(text)
        expect(page.locator("#mark-built")).to_be_checked()
        page.click(f".refusal button:has-text('{answer}')")
        player.saved(before)
        expect(page.locator(points)).to_have_value("")
        expect(page.locator("#mark-built")).not_to_be_checked()
        said = re.compile(f"Great side, {worth}")
        expect(page.locator("#undo")).to_have_attribute("aria-label", said)
        before = player.seq


def test_points_typed_for_a_card_are_not_left_behind_by_next(phone: Phone) -> None:
    sample = sampled("ohmygoods", "all-in", ("Ada", "Ben"), story=False)
    while sample.play.moment.phase != "producing":
        sample.moment()
    player = Player(phone())
    page = player.join(sample, screen="play?open=hired")
    before = player.seq
    points = page.locator("#points-hired")
    points.fill("5")
    player.press("#on")
    expect(page.locator(".refusal")).to_contain_text("“5” isn’t with a card yet")
    expect(points).to_be_focused()
    assert player.seq == before and points.input_value() == "5"
    player.press("#lay-hired-new")
    player.saved(before)
    expect(points).to_have_count(0)  # one is hired in a turn, so the list has closed
    expect(page.locator(".refusal")).to_have_count(0)
    player.tap("#on")


def test_several_numbers_are_saved_when_all_of_them_are_left(phone: Phone) -> None:
    """The captain table, which has a button, too; whoever goes on by Next loses nothing."""
    player = playing(phone, "tybor", "setup")
    page, before = player.page, player.seq
    boxes = page.locator(".numbers input")
    unfold(page, ".numbers input")
    boxes.nth(4).fill("14")
    page.keyboard.press("Shift+Tab")
    page.wait_for_timeout(REST)
    assert player.seq == before  # still among them
    page.click("h1")
    player.saved(before)
    expect(boxes.nth(4)).to_have_value("14")
    unfold(page, ".numbers input")
    boxes.nth(1).fill("2 4")
    for _ in range(2):  # not the second time either
        player.press("#on")
        expect(page.locator(".refusal")).to_contain_text("5 numbers are needed")
        expect(page.locator(".refusal button")).to_have_count(0)
        expect(boxes.nth(1)).to_have_attribute("aria-invalid", "true")
    boxes.nth(1).fill("3")
    boxes.nth(4).fill("")
    player.press("#on")
    expect(page.locator(".refusal")).to_be_visible()
    assert page.url.endswith("setup") and boxes.nth(3).input_value() == "10"


def test_what_is_still_in_a_field_outlives_the_browsers_own_way_back(phone: Phone) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    player.see("score?seat=0")
    for leave in (page.go_back, page.reload):
        page.click("#s0-coins")
        page.keyboard.type("10+28" if leave == page.reload else "5")
        leave()
        page.goto(f"{player.table}score?seat=0")
    expect(page.locator("#s0-coins")).to_have_value("10+28")
    player.saved(before, 2)


def test_totals_follow_as_one_types_and_nothing_is_entered_yet(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    page, before = player.page, player.seq
    page.click("#s0-track")
    page.keyboard.type("7")
    expect(page.locator(".people [aria-current] b")).to_have_text("7")
    page.keyboard.type("+3")
    expect(page.locator(".people [aria-current] b")).to_have_text("10")
    assert player.seq == before and page.input_value("#s0-track") == "7+3"
    page.keyboard.press("Tab")
    player.saved(before)


def test_a_correction_that_does_not_add_up_is_not_left_in_silence(phone: Phone) -> None:
    sample = sampled("merchants", "base", ("Ada", "Ben"), story=False)
    for seat in (0, 1):
        for field, value in {"coins": 20 - seat, "prestige": 30, "dice": 1}.items():
            sample.do("fill", seat=seat, field=field, value=value)
    sample.finish()
    player = Player(phone())
    page = player.join(sample, screen="score?seat=0")
    page.fill("#s0-dice", "99")
    page.press("#s0-dice", "Tab")
    expect(page.locator("#not-saved")).to_contain_text("already has a result")
    expect(page.locator(LINE)).to_have_text("Not saved.")
    page.click(".masthead .back")
    leave = page.locator("#not-saved a")
    expect(leave).to_be_focused()
    assert "/score" in page.url and page.input_value("#s0-dice") == "99"
    page.wait_for_timeout(REST)
    leave.click()
    page.wait_for_url("**/result*")
    expect(page.locator("main")).to_contain_text("21")


def test_the_eighth_building_is_stated_and_not_once_it_is_corrected(phone: Phone) -> None:
    sample = sampled("ohmygoods", "base", ("Ada", "Ben"), story=False)
    player, field = Player(phone()), "#to-buildings-0"
    page = player.join(sample, screen="play")
    stated = page.locator(".note", has_text="1 round left after this one")
    for number, there in (("8", 1), ("7", 0), ("8", 1)):
        typed(player, field, number)
        expect(stated).to_have_count(there)
    player.see("setup")
    player.see("play")
    expect(stated).to_have_count(1)
    expect(page.locator(".prompt")).to_have_count(0)  # there is nothing to tick
