"""A tap shows at once, however slow the network is, and what gathers is one entry."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.player import REST, Player

MORE, TO = "#more-points-0", "#to-points-0"
START = 3  # where that counter begins
BOUND = 1500  # ms from the last of ten taps until the table's own page is shown
# Taps within the page, because a test's own taps are slower than a finger. Answers what the
# field showed in the same moment as each tap.
TAPS = """
async ([button, field, times]) => { const shown = [];
  for (let n = 0; n < times; n += 1) {
    if (n) await new Promise(done => setTimeout(done, 60));
    document.querySelector(button).click();
    shown.push(document.querySelector(field).value); }
  window.last = performance.now();
  return shown; }
"""
SETTLED = """
seq => new Promise(done => { const line = document.querySelector("[data-seq]");
  const look = () => { if (+line.dataset.seq >= seq) done(performance.now() - window.last); };
  new MutationObserver(look).observe(line, {attributes: true}); look(); })
"""
TAP_AND_UNDO = """id => { document.getElementById(id).click();
  setTimeout(() => document.getElementById("undo").click(), 100); }"""
LAST_AND_NEXT = """() => { document.querySelector("#lay-drawn-blue").click();
  const on = document.querySelector("#on"), way = on.querySelector("summary");
  way.click(); return [on.open, way.matches(".is-taken")]; }"""
PRESSED = "id => { const b = document.querySelector(id); b.click(); return b.ariaPressed; }"


def slow(page: Page, latency: int) -> None:
    """So many ms for every way there and back."""
    wire = page.context.new_cdp_session(page)
    rates = {"downloadThroughput": -1, "uploadThroughput": -1}
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **rates})


def playing(phone: Phone, slug: str = "newdale", screen: str = "play") -> Player:
    player = Player(phone())
    player.sit(slug, screen=screen)
    return player


def tap(player: Player, times: int, button: str = MORE, field: str = TO) -> list[str]:
    shown: list[str] = player.page.evaluate(TAPS, [button, field, times])
    return shown


def entries(player: Player) -> list[str]:
    player.see("log")
    return player.page.locator(".entry").all_inner_texts()


@pytest.mark.parametrize("latency", [100, 300])
def test_ten_taps_count_at_once_and_are_one_entry_and_one_undo(phone: Phone, latency: int) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    slow(page, latency)
    assert tap(player, 10) == [str(START + n) for n in range(1, 11)]
    assert page.evaluate(SETTLED, before + 1) < BOUND
    assert page.input_value(TO) == str(START + 10) and player.seq == before + 1
    player.tap("#undo")
    assert page.input_value(TO) == str(START)
    told = [line.splitlines()[1] for line in entries(player)]  # after the hour
    assert told.count("Points: Ada +10.") == 1


def test_a_form_is_answered_in_one_round_trip(phone: Phone) -> None:
    player = playing(phone)
    asked: list[tuple[str, str]] = []
    player.page.on("request", lambda r: asked.append((r.method, r.url.rsplit("/", 1)[1])))
    before = player.seq
    tap(player, 1)
    player.saved(before)
    assert ("POST", "do") in asked and ("GET", "play") not in asked


def test_taps_that_take_each_other_back_send_nothing(phone: Phone) -> None:
    player = playing(phone, "merchants")
    before, field = player.seq, "#to-prestige-0"
    more, less = "#more-prestige-0", "#less-prestige-0"
    assert tap(player, 2, more, field) + tap(player, 2, less, field) == ["3", "4", "3", "2"]
    player.page.wait_for_timeout(1500)
    assert player.seq == before
    assert tap(player, 3, less, field) == ["1", "0", "0"]
    expect(player.page.locator(less)).to_be_disabled()
    player.saved(before)
    assert player.page.input_value(field) == "0"


def test_undo_takes_back_what_still_gathers(phone: Phone) -> None:
    player = playing(phone)
    before = player.seq
    tap(player, 1)
    player.saved(before)
    player.page.wait_for_timeout(REST)
    both = f"for (const id of ['{MORE}', '{MORE}', '#undo']) document.querySelector(id).click()"
    player.page.evaluate(both)
    expect(player.page.locator(TO)).to_have_value(str(START + 1))
    player.page.wait_for_timeout(1500)
    assert player.seq == before + 1


def test_taps_after_the_first_were_sent_are_another_entry(phone: Phone) -> None:
    player = playing(phone)
    slow(player.page, 600)
    before = player.seq
    tap(player, 2)
    player.page.wait_for_timeout(800)  # the finger has rested, the answer is on its way
    assert tap(player, 3)[-1] == str(START + 5)
    player.saved(before, 2)
    assert player.page.input_value(TO) == str(START + 5)


def test_counts_of_two_phones_add_up(phone: Phone) -> None:
    one = playing(phone)
    other = Player(phone(), one.table)
    other.see("play")
    for player in (one, other):
        slow(player.page, 300)
    tap(one, 3)
    tap(other, 4)
    for player in (one, other):
        expect(player.page.locator(TO)).to_have_value(str(START + 7))


def test_a_count_on_the_score_sheet_gathers_too(phone: Phone) -> None:
    player = playing(phone, screen="score?seat=0")
    slow(player.page, 300)
    field, before = "#s0-fists", player.seq
    taps = tap(player, 4, f"{field}-more", field) + tap(player, 1, f"{field}-less", field)
    assert taps == ["1", "2", "3", "4", "3"]
    nothing = "#s0-coins"
    assert tap(player, 2, f"{nothing}-less", nothing) == ["0", "0"]
    tap(player, 2, "#s0-towns-more", "#s0-towns")
    player.saved(before, 3)
    shown = [player.page.input_value(one) for one in (field, nothing, "#s0-towns")]
    assert shown == ["3", "0", "2"] and player.seq == before + 3


def test_offline_the_number_moves_and_is_marked_as_waiting(phone: Phone) -> None:
    player = playing(phone)
    page, before = player.page, player.seq
    page.context.set_offline(True)
    assert tap(player, 3)[-1] == str(START + 3)
    expect(page.locator(f"{TO}.is-waiting")).to_have_value(str(START + 3))
    expect(page.locator("#waiting li")).to_contain_text("+3")
    assert tap(player, 2)[-1] == str(START + 5)
    page.context.set_offline(False)
    player.saved(before, 2)
    expect(page.locator(TO)).to_have_value(str(START + 5))
    expect(page.locator(".is-waiting")).to_have_count(0)


def test_what_gathers_outlives_its_page(phone: Phone) -> None:
    player = playing(phone)
    context = player.page.context
    context.set_offline(True)
    tap(player, 4)
    player.page.close()
    context.set_offline(False)
    player.page = context.new_page()
    player.see("play")
    expect(player.page.locator(TO)).to_have_value(str(START + 4))


def test_the_next_page_shows_what_was_still_gathering(phone: Phone) -> None:
    player = playing(phone)
    tap(player, 4)
    player.page.click("#tab-story")
    player.page.wait_for_url(player.table)
    assert any("+4" in line for line in entries(player))


def test_ticks_and_choices_show_at_once(phone: Phone) -> None:
    player = playing(phone, screen="setup")
    page, before = player.page, player.seq
    slow(page, 300)
    assert page.evaluate(PRESSED, "#tick-board") == "true"
    page.wait_for_timeout(310)
    assert page.evaluate(PRESSED, "#tick-board") == "false"  # not what the form was drawn for
    player.saved(before, 2)
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "false")


def test_next_shows_at_once_that_it_was_taken(phone: Phone) -> None:
    player = playing(phone, "tybor")
    slow(player.page, 300)
    taken = "() => { const on = document.querySelector('#on'); on.click(); return on.className; }"
    before = player.seq
    assert "is-taken" in player.page.evaluate(taken)
    player.saved(before)
    expect(player.page.locator(".is-taken")).to_have_count(0)


def test_next_is_taken_while_the_last_thing_it_waits_for_is_being_saved(phone: Phone) -> None:
    """With less it opens, once the answer is there, to say how to go on without."""
    player = playing(phone)
    page = player.page
    player.tap("#card-events-100")
    for _ in range(2):
        player.tap("#on")
    slow(page, 300)
    for colour in ("yellow", "green"):
        player.tap(f"#lay-drawn-{colour}")
    before = player.seq
    page.click("#lay-drawn-red")
    page.click("#on summary")
    expect(page.locator("#on[open] #without")).to_be_visible()
    assert player.seq == before + 1
    page.click("#on summary")
    assert page.evaluate(LAST_AND_NEXT) == [False, True]
    player.saved(before, 3)
    expect(page.locator("#phase")).to_contain_text("IV Actions")


def test_undo_takes_back_what_was_tapped_last_though_it_is_still_on_its_way(phone: Phone) -> None:
    player = playing(phone, screen="setup")
    page = player.page
    player.tap("#tick-board")
    slow(page, 300)
    before = player.seq
    ticks = page.locator("button.do[id^=tick-][aria-pressed=false]")
    second = ticks.first.get_attribute("id")
    page.wait_for_timeout(REST)
    page.evaluate(TAP_AND_UNDO, second)
    player.saved(before, 2)
    expect(page.locator(f"#{second}")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")


def test_turns_can_be_told_as_quickly_as_they_go(phone: Phone) -> None:
    """Whose turn it is says the same with and without its check."""
    player = Player(phone())
    page = player.sit("newdale", ["Anna", "Ben", "Clara"], screen="play")
    player.tap("#card-events-100")
    player.tap("#on")
    player.tap("#on")
    for _ in range(4):
        player.tap("#lay-drawn-yellow")
    player.tap("#on")
    for turn in (1, 2, 0, 1, 2):  # the second tokens follow the first
        player.tap("#on")
        expect(page.locator(f"#look-{turn}[aria-current]")).to_have_count(1)
    expect(player.dock).to_contain_text("V Building")


def test_what_is_taken_back_in_the_log_is_what_was_tapped_there(phone: Phone) -> None:
    """Three at once, and none of them is the last thing that this phone did."""
    player = playing(phone, screen="setup")
    page = player.page
    for _ in range(3):
        row = page.locator("button.do[id^=tick-][aria-pressed=false]").first
        player.tap(f"#{row.get_attribute('id')}")
    player.must("note", text="Rain.")
    page = player.see("log")
    slow(page, 300)
    before = player.seq
    page.evaluate("() => [2, 3, 4].forEach(n => document.getElementById(`take-${n}`).click())")
    player.saved(before, 3)
    page = player.see("setup")
    expect(page.locator("button.do[aria-pressed=true]")).to_have_count(0)
