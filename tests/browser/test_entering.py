"""Entering: nothing is 0, told once, and what is told after the end."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, sampled, unfold

PAIR = NAMES[:2]


def test_a_track_suggests_its_field_and_what_is_usually_nothing_needs_no_tap(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("newdale", "I", PAIR, story=False), screen="play")
    unfold(page, "#more-points-0")
    player.tap("#more-points-0")
    unfold(page, "#more-fists-1")
    player.tap("#more-fists-1")
    player.see("score")
    expect(page.locator("#s0-track")).to_have_value("4")
    expect(page.locator("#s0-track-state")).to_contain_text("From play")
    expect(page.locator("#s0-towns-state")).to_have_text("Needed")
    expect(page.locator("#s0-spent-state")).to_have_text("0 if blank")
    player.type(0, track="9")
    expect(page.locator("#s0-track-note")).to_contain_text("the track says 4, but you entered 9")
    player.type(0, coins="10+28", towns="2", buildings="3+5")
    player.press("#on")
    page.wait_for_url("**seat=1*")
    expect(page.locator("#s1-fists")).to_have_value("1")
    player.type(1, track="3", coins="5", towns="1", buildings="9")
    expect(page.locator("#finish")).to_have_count(0)  # nobody stands for the fist yet
    player.tap("#confirm-1")
    player.finish()  # no 0 was typed


def test_typing_the_very_number_that_play_suggests_enters_it(phone: Phone) -> None:
    sample = sampled("newdale", "I", PAIR, story=False)
    sample.do("count", track="points", seat=0, to=14)
    sample.do("count", track="fists", seat=0, by=2)
    page = Player(phone()).join(sample, screen="score?seat=0")
    page.locator("#s0-fists").focus()  # only looked at
    page.click("#s0-track")  # selects what stands there
    page.keyboard.type("14")
    expect(page.locator("#s0-track")).to_have_value("14")
    page.locator("#s0-coins").focus()
    expect(page.locator("#s0-track-confirm")).to_have_count(0)
    expect(page.locator("#s0-track-state")).not_to_contain_text("From play")
    expect(page.locator("#s0-fists-confirm")).to_have_count(1)


def test_a_card_told_after_the_end_counts_and_the_log_says_so(phone: Phone) -> None:
    sample = Sample(games()["tybor"])
    seats = [{"name": name} for name in PAIR]
    sample.do("start", chapter="I", seats=seats, story=True)
    sample.do("record", fact="objectives", value=[])
    told = {"printed": 6, "red": 1, "citizens": 5, "farmers": 5, "secret": "red+yellow+green"}
    for seat in (0, 1):
        for field, value in told.items():
            there = {"citizens": 4, "farmers": 4}.get(field, value) if seat else value
            sample.do("fill", seat=seat, field=field, value=there)
    sample.finish()
    player = Player(phone())
    page = player.join(sample, screen="result")
    before = page.locator(".rank").first.inner_text()
    page = player.see("rulings")
    unfold(page, "#fact-objectives-1")
    player.tap("#fact-objectives button:has-text('5 Citizens')")
    page = player.see("result")
    assert page.locator(".rank").first.inner_text() != before
    expect(page.locator("#win")).to_contain_text("Ada")
    page = player.see("log")
    expect(page.locator("main")).to_contain_text("Scored again: Chapter I.")
