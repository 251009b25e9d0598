"""Oh my Goods! at the table: a fork of the story, a tie, a new branch, a short base game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_fits
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
    said = "Buildings: Ada has 8; this round, then one more."
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


def test_a_round_is_tapped_on_two_phones_and_nothing_of_it_is_asked_again(phone: Phone) -> None:
    """One phone has a script and a dead spot, the other, a small one, has neither."""
    ada = Player(phone())
    ada.join(sampled("ohmygoods", "base", PAIR, story=False))
    ben = phone(script=False, width=320, height=640, dark=True)
    the_market(ada, ben)
    what_is_built(ada, ben)
    ada.must("count", 0, track="buildings", seat=0, to=8)
    ada.must("advance", 0, moment=[1, "producing", None])
    ada.must("advance", 0, moment=[1, "end", None])
    ada.must("advance", 0, moment=[2, "new-cards", None], to=[2, "end", None])
    page = ada.see("play")
    ada.tap("#on")
    ada.go("#on", "score")
    expect(page.locator("#s0-buildings")).to_have_value("2")
    expect(page.locator("label[for=s0-buildings]")).to_contain_text("from the tableau")
    goods_by_kind(ada, ben)
    page = ada.see("score")
    ada.go("#finish", "result")
    expect(page.locator("#win")).to_have_text("Ben wins")


def the_market(ada: Player, ben: Page) -> None:
    page = ada.see("play")
    ada.tap("#on")
    page.context.set_offline(True)
    page.check("#mark-row")
    ada.press("#lay-row-wood")
    ada.press("#lay-row-clay")
    expect(page.locator("#strip [data-of=to-wood]")).to_have_text("1")
    expect(page.locator(".masthead .status")).to_have_text("Offline, 2 waiting")
    page.context.set_offline(False)
    expect(page.locator(".cards li")).to_have_count(2)
    ben.goto(f"{ada.table}play")
    expect(ben.locator(".cards li")).to_have_count(2)
    ben.check("#mark-row")
    ben.click("#lay-row-ore")
    expect(ben.locator("#lay-row-wood")).to_be_disabled()
    expect(page.locator("#lay-row-wood")).to_be_disabled()  # the other phone has seen it
    ben.click("#back-row")
    expect(ben.locator("#lay-row-wood")).to_be_enabled()
    ben.check("#mark-row")
    ben.click("#lay-row-ore")
    assert_fits(ben)
    ben.click("#on")
    expect(ben.locator("#phase")).to_contain_text("Sunset")
    for card in ("grain", "cotton"):
        expect(ben.locator(f"li:has(#lay-row-{card}) .cap")).to_contain_text("–")
        ben.check("#mark-row")
        ben.click(f"#lay-row-{card}")
    ben.click("#on")


def what_is_built(ada: Player, ben: Page) -> None:
    expect(ben.locator("#phase")).to_contain_text("Producing")
    ben.goto(f"{ada.table}play?seat=1")
    ben.click("#lay-tableau-tannery-1")
    expect(ben.locator("#pad-tableau-mine summary")).to_contain_text("2 cards, 3 points")
    page = ada.see("play?seat=0")
    ada.tap("#lay-tableau-mill-1")
    expect(page.locator("#strip [data-of=to-buildings-1]")).to_have_text("2")
    page.goto(f"{ada.table}play?aid=produce&seat=0")
    expect(page.locator("#aid-produce .gives")).to_contain_text("Mill")
    page.goto(f"{ada.table}play?aid=hire&seat=1")
    expect(page.locator("#aid-hire .gives")).to_contain_text("still wanted: 1 red")


def goods_by_kind(ada: Player, ben: Page) -> None:
    """Ada's after the best chains, Ben's as they are."""
    page = ada.see("aid/chains?seat=0&f-goods.flour=2&f-cards.grain=3")
    expect(page.locator("#aid-chains .told")).to_contain_text("coins with these chains, +2 points")
    ada.go("#give-chains", "sheet**")
    expect(page.locator("#s0-coins")).to_have_value("10")
    ben.goto(f"{ada.table}score?seat=1")
    ben.click("#s1-coins-aid")
    ben.select_option("[name=more]", "goods.leather")
    ben.click("noscript button")
    ben.click("button[name=more][value='goods.leather']")
    expect(ben.locator("#aid-worth .told")).to_contain_text("your goods are worth 12 coins")
    assert_fits(ben)
    ben.click("#give-worth")
    expect(ben.locator("#s1-coins")).to_have_value("12")
