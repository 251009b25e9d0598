"""Expedition to Newdale at the table, as a group plays it: two chapters of the story."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_fits
from tests.browser.player import NAMES, Player, sampled, unfold

NEEDED = {"track": "5", "fists": "0", "coins": "0", "towns": "0", "buildings": "0"}


def test_a_chapter_from_the_shelf_to_its_winner(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.click("text=Expedition to Newdale")
    player = Player(page)
    player.open("newdale", NAMES[:3], "Thursday")
    page.click("text=Done")
    expect(page.locator("#keep")).to_have_count(0)
    set_up(player)
    first_round(player)
    expect(page.locator("#undo")).to_contain_text("Ada hurries.")
    player.tap("#undo")
    expect(page.locator(".quote, .noted + .hint")).to_have_count(0)
    player.tap("#redo")
    expect(page.locator("#redo")).to_have_count(0)
    over(player)
    score(player)
    expect(page.locator("#win")).to_have_text("Ada wins")
    name_the_town(player)
    correct_a_score(player)
    next_chapter(player)


def set_up(player: Player) -> None:
    page = player.page
    player.tap("#tick-board")
    player.tap("#tick-action-board")
    expect(page.locator(".progress")).to_contain_text("2")
    player.tap("#tick-board")
    expect(page.locator(".progress")).to_contain_text("1")
    player.tap("#draw-bonus-tiles")
    kept = page.locator(".drawn li label > span:nth-child(2)").first
    tile = kept.inner_text().partition(" ×")[0]
    page.check("#keep-bonus-tiles-1")
    player.tap("#draw-bonus-tiles")
    expect(kept).to_contain_text(tile)
    page.click("#who-1")
    expect(page.locator("#part-decks")).to_be_visible()
    page.click("#who-all")


def first_round(player: Player) -> None:
    page = player.page
    player.go(".dock .primary", "play")
    expect(page.locator("h1")).to_have_text("Round 1 of 7")
    offered = page.locator(".deal .event b")
    assert offered.all_inner_texts() == ["100", "101", "102"]
    player.tap("#card-events-101")
    expect(page.locator(".event.is-up")).to_contain_text("101")
    player.tap("#lay-printed-yellow")
    player.tap("#more-draws")
    expect(page.locator("#strip [data-of=to-yellow]")).to_have_text("1")
    expect(page.locator("#to-draws")).to_have_value("6")
    player.tap("#on")
    expect(page.locator("#phase")).to_contain_text("Planning")
    for _ in range(2):
        player.tap("#more-points-0")
    expect(page.locator("#to-points-0")).to_have_value("5")
    page.fill("#to-points-0", "6")
    page.press("#to-points-0", "Tab")
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("Ada")
    player.tap(".prompt button")
    expect(prompt).to_have_count(0)
    unfold(page, "#note")
    page.fill("#note", "Ada hurries.")
    player.tap("#note-add")
    expect(page.locator("#note")).to_have_value("")


def over(player: Player) -> None:
    """The other rounds are quickly told."""
    sample = sampled("newdale", "I", NAMES[:3], story=True)
    sample.do("reveal", deck="events", card=101, position=0)
    sample.do("advance", moment=[1, "event", None])
    known = len(sample.state.log)
    sample.play_on()
    player.tell_all(sample, known)
    page = player.see("play")
    expect(page.locator("h1")).to_have_text("All played")
    player.go("#on", "score")


def score(player: Player) -> None:
    page = player.page
    player.type(0, **{**NEEDED, "track": "many"})
    expect(page.locator("#s0-track-error")).to_contain_text("a whole number is needed")
    assert page.input_value("#s0-track") == "many"
    player.type(0, track="20")
    expect(page.locator("#s0-track-error")).to_have_count(0)
    player.type(0, buildings="3+5+2")
    expect(page.locator(".dock .sum b")).to_have_text("30")
    for seat in (1, 2):
        player.press("#on")
        expect(page.locator(f"#s{seat}-track")).to_be_visible()
        player.type(seat, **NEEDED)
    facts(player)
    player.go("#finish", "result")


def facts(player: Player) -> None:
    """What stands on the chapter card is asked for on the sheet."""
    asked = [box.get_attribute("id") for box in player.page.locator(".asks input.field").all()]
    for box in asked:
        before = player.seq
        player.page.fill(f"#{box}", "5")
        player.page.press(f"#{box}", "Tab")
        player.saved(before)


def name_the_town(player: Player) -> None:
    page = player.page
    before = player.seq
    page.fill("#fact-town-value", "Emberford")
    page.press("#fact-town-value", "Tab")
    player.saved(before)
    page.goto(player.table)
    expect(page.locator(".path")).to_contain_text("Emberford")


def correct_a_score(player: Player) -> None:
    page = player.see("log?kind=scores")
    line = page.locator("li", has_text="Ben, Points on the track: 5").first
    line.locator("summary").click()
    line.locator("text=Correct it").click()
    page.wait_for_url("**/score**")
    page.fill("#s1-track", "40")
    player.tap("#tab-0")  # a look at somebody else's line keeps it
    expect(page.locator("#s0-track")).to_be_visible()
    player.press("#tab-1")
    expect(page.locator("#s1-track")).to_have_value("40")
    player.go("#on", "result**")
    expect(page.locator("#win")).to_have_text("Ben wins")


def next_chapter(player: Player) -> None:
    page = player.page
    player.go("#on", "next")
    page.uncheck("#here-2")
    player.press("#join")
    page.fill("#name-3", "Dov")
    player.go("#open", "setup")
    expect(page.locator("#over")).to_have_text(re.compile("Change over from I"))
    player.tap("[id^=tick-over-]")
    expect(page.locator("#who-2")).to_contain_text("Dov")


def test_a_round_is_tapped_on_two_phones_and_nothing_of_it_is_asked_again(phone: Phone) -> None:
    """One phone has a script and a dead spot, the other, a small one, has neither."""
    ada = Player(phone())
    ada.join(sampled("newdale", "I", NAMES[:2], story=False))
    ben = phone(script=False, width=320, height=640, dark=True)
    event_and_plan(ada, ben)
    the_draw(ada, ben)
    actions(ada, ben)
    to_the_end(ada)
    for name, value in {"first_coins": 10, "first_points": 6}.items():
        ada.must("record", fact=f"objective_{name}", value=value)
    what_is_left(ada, ben)
    page = ada.see("score?seat=0")
    for seat, fists, track, buildings in ((0, "0", "6", "0"), (1, "2", "3", "4")):
        expect(page.locator(f"#s{seat}-fists")).to_have_value(fists)
        expect(page.locator(f"#s{seat}-track")).to_have_value(track)
        expect(page.locator(f"#s{seat}-buildings")).to_have_value(buildings)
        ada.type(seat, towns="1")
        if seat == 0:
            ada.press("#on")
    ada.go("#finish", "result")
    expect(page.locator("#win")).to_have_text("Ben wins")


def to_the_end(player: Player) -> None:
    """Nothing more happens in this chapter."""
    for number in range(1, 8):
        begins = "event" if number > 1 else "actions"
        last = "end" if number < 7 else "final-production"
        player.must("advance", 0, moment=[number, begins, None], to=[number, last, None])
        player.must("advance", 0, moment=[number, last, None])


def event_and_plan(ada: Player, ben: Page) -> None:
    page = ada.see("play")
    ada.tap("#card-events-100")
    ada.tap("#lay-printed-yellow")
    ada.tap("#on")
    ada.press("button[name=more][value='needs.yellow']")
    expect(page.locator("#aid-production .gives")).to_contain_text("100 %")
    ben.goto(f"{ada.table}play")
    ben.click("button[name=more][value='needs.blue']")
    expect(ben.locator("#aid-production .gives")).to_contain_text("Orderly")
    assert "needs.blue=1" in ben.url and ada.seq == 4  # nothing of it was entered
    assert_fits(ben)
    ada.tap("#on")


def the_draw(ada: Player, ben: Page) -> None:
    page = ada.page
    page.context.set_offline(True)
    for colour in ("yellow", "green"):
        ada.press(f"#lay-drawn-{colour}")
    expect(page.locator("#strip [data-of=to-yellow]")).to_have_text("2")
    expect(page.locator(".masthead .status")).to_have_text("Offline, 2 waiting")
    page.context.set_offline(False)
    expect(page.locator("#pad-drawn .cards li")).to_have_count(2)
    ben.goto(f"{ada.table}play")
    for colour in ("red", "blue"):
        ben.click(f"#lay-drawn-{colour}")
    for one in (ben, page):
        expect(one.locator("#lay-drawn-green")).to_be_disabled()
        expect(one.locator(".told")).to_contain_text("4 of 4")
    assert_fits(ben)
    ada.tap("#on")


def actions(ada: Player, ben: Page) -> None:
    """Ada buys Token 4, Ben builds a Fortress of 4 points; the second tokens follow the first."""
    page = ada.page
    ada.tap(".order button")
    ada.tap("#lay-growth-token-4")
    expect(page.locator("#to-points-0")).to_have_value("6")
    ada.tap(".prompt button")
    ada.tap(".order li:nth-child(2) button")
    expect(page.locator(".order")).to_contain_text("Token 2")
    ben.goto(f"{ada.table}play?seat=1&aid=built")
    ben.fill("#points-built", "4")
    ben.click("#lay-built-fortress")
    expect(ben.locator("#strip")).to_contain_text("3")
    assert_fits(ben)


def what_is_left(ada: Player, ben: Page) -> None:
    """Goods by kind: the better objective stands on the sheet, too."""
    page = ada.see("aid/worth?seat=0&f-goods.bread=3")
    expect(page.locator("#aid-worth .told")).to_contain_text("with the first option")
    ada.go("#give-worth", "sheet**")
    expect(page.locator("#s0-coins")).to_have_value("15")
    expect(page.locator("#s0-objective-first, #s0-objective[value=first]")).to_be_checked()
    ben.goto(f"{ada.table}score?seat=1")
    ben.click("#s1-coins-aid")
    ben.select_option("[name=more]", "goods.flour")
    ben.click("noscript button")
    ben.fill("[name='f-values.flour']", "30")
    ben.click("noscript button")
    expect(ben.locator("#aid-worth .told")).to_contain_text("points")
    assert_fits(ben)
    ben.click("#give-worth")
    expect(ben.locator("#s1-coins")).to_have_value("30")
