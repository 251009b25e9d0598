"""Oh my Goods!: a whole evening of the base game by tapping; a tie, a fork of the story."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_fits
from tests.browser.player import LINE, NAMES, Player, sampled, waiting

PAIR = NAMES[:2]
TOLD_OF_THE_STORY = ("story", "chapter", "campaign", "expansion", "conspiracy", "in secret")


def test_an_evening_of_the_base_game_on_two_phones(phone: Phone) -> None:
    """One phone has a script and a dead spot, the other, a small one, has neither."""
    page = phone(worker=True)
    page.goto("/")
    page.click("text=Oh my Goods!")
    expect(page.locator("#kind-single")).to_be_checked()
    expect(page.locator("#chapter")).to_have_value("base")
    expect(page.locator("#players-1, select[name=colour]")).to_have_count(0)
    ada, ben = Player(page), phone(script=False, width=320, height=640, dark=True)
    ada.open("ohmygoods", PAIR)
    nothing_of_the_story(ada)
    ada.see("setup")
    ada.tap("#tick-supply")
    at = ada.guest(ben, 1).table.rstrip("/")
    page = ada.see("play")
    expect(page.locator("#strip")).to_have_count(0)  # nothing is counted at the pace of this game
    ada.press("#change-pace")
    ada.tap("#pace-phase")
    ada.tap("#on")
    the_market(ada, ben, at)
    what_is_built(ada, ben, at)
    the_last_round(ada)
    goods_by_kind(ada, ben, at)
    result(ada, ben, at)


def nothing_of_the_story(player: Player) -> None:
    for screen in (
        "setup",
        "play",
        "score",
        "rulings",
        "log",
        "look-up?kind=all",
        "statistics",
        "",
    ):
        said = player.see(screen).inner_text("body").lower()
        for word in TOLD_OF_THE_STORY:
            assert word not in said, (screen, word)
    said = player.see("print").inner_text("main")
    assert "Print log" in said and "Uncover" not in said and "Change-over" not in said


def the_market(ada: Player, ben: Page, at: str) -> None:
    page = ada.page
    page.context.set_offline(True)
    page.check("#mark-row")
    ada.press("#lay-row-wood")
    ada.press("#lay-row-clay")
    expect(page.locator("#strip [data-of=to-wood]")).to_have_text("1")
    expect(page.locator(LINE)).to_have_text(waiting(2))
    page.context.set_offline(False)
    expect(page.locator(".cards li")).to_have_count(2)
    ben.goto(f"{at}/play")
    expect(ben.locator(".cards li")).to_have_count(2)
    ben.check("#mark-row")
    ben.click("#lay-row-ore")
    expect(ben.locator("#lay-row-wood")).to_be_disabled()
    expect(page.locator("#lay-row-wood")).to_be_disabled()  # the other phone has seen it
    ben.click("#back-row")  # in the fold that the row has gone to
    expect(ben.locator("#lay-row-wood")).to_be_enabled()
    expect(page.locator(".cards li")).to_have_count(2)
    before = ada.seq
    page.check("#mark-row")
    page.evaluate("for (const _ of '12') document.querySelector('#lay-row-ore').click()")
    ada.saved(before)
    expect(page.locator("#guide")).to_contain_text("Market is open")  # at once, however quick
    expect(page.locator(".cards li")).to_have_count(3)
    ben.goto(f"{at}/play")
    assert_fits(ben)
    ben.click("#on")
    expect(ben.locator("#phase")).to_contain_text("Sunset")
    for card in ("grain", "cotton"):
        expect(ben.locator(f"li:has(#lay-row-{card}) .cap")).to_contain_text("–")
        ben.check("#mark-row")
        ben.click(f"#lay-row-{card}")
    ben.click("#on")
    expect(ben.locator("#phase")).to_contain_text("Producing")


def what_is_built(ada: Player, ben: Page, at: str) -> None:
    """Ada builds on her turn and sees what she can make; Ben for himself; no card twice."""
    page = ada.see("play")
    expect(page.locator("#guide")).to_contain_text("Ada’s turn")
    ada.press("#open-tableau")
    ada.press(".sorts [value=yellow]")
    ada.tap("#lay-tableau-mill-1")
    expect(page.locator("#guide")).to_contain_text("Ada built Mill.")
    ada.press("#aid-of-produce")
    expect(page.locator("#aid-produce .gives")).to_contain_text("Mill")
    ada.press("#aid-of-payment")
    expect(page.locator("#payment-costs")).to_have_value("2")  # of the Mill
    ada.press("button[name=more][value='goods.flour']")
    expect(page.locator("#aid-payment .told")).to_contain_text("Hand in 1 flour. Exact.")
    expect(page.locator("button[name=more]:visible")).to_have_count(2)  # what her buildings make
    ada.see("play")
    ada.tap("#on")
    expect(page.locator("#guide")).to_contain_text("Ben’s turn")
    ben.goto(f"{at}/play")
    ben.click("#open-tableau")
    ben.click(".sorts [value=red]")
    ben.click("#lay-tableau-tannery-1")
    expect(ben.locator("#guide")).to_contain_text("Ben built Tannery.")
    who_can_be_hired(ben)
    assert_fits(ben)


def who_can_be_hired(page: Page) -> None:
    """What lies out is entered once; only that is offered."""
    page.click("#open-hired")
    hired = page.locator("button[id^=lay-hired-]")
    said = hired.all_inner_texts()
    assert len(said) > 10 and sum("costs" in text for text in said) > 10  # told apart by that
    page.click("text=Enter what is on offer")
    for card in ("brick-layer", "tailor"):
        page.click(f"#lay-on-offer-{card}")
    page.click("#close-on-offer")
    page.click("#open-hired")
    expect(hired).to_have_count(2)
    expect(page.locator("#lay-hired-brick-layer")).to_contain_text("Missing: 1 red")
    page.click("#close-hired")


def the_last_round(ada: Player) -> None:
    """The eighth building: this round to its end, then one more with all chains."""
    page = ada.see("play")
    expect(page.locator("#on")).to_contain_text("End of round")
    ada.tap("#on")
    expect(page.locator("#more-buildings-0")).to_have_count(0)  # her tapped cards are the count
    for card in ("mill-2", "mill-3", "mill-4", "mill-5", "mill-6", "sawmill-1"):
        ada.must("lay", pad="tableau", card=card, seat=0)
    page = ada.see("play")
    expect(page.locator("#guide")).to_contain_text("Ada has 8 buildings, so round 2 is the last.")
    for _ in range(2):
        ada.tap("#on")
    for suns in (2, 4):  # neither row of the market is entered any more
        expect(page.locator("#on")).to_contain_text(f"{suns} more half suns, then")
        ada.press("#on summary")
        ada.tap("#without")
    expect(page.locator(".now .last")).to_contain_text("The last round")
    expect(page.locator("#guide")).to_contain_text("use all your chains")
    expect(page.locator("#guide + section .tool, #guide + .tool").first).to_have_id("aid-chains")
    for _ in range(3):
        ada.tap("#on")
    ada.go("#on", "score")


def goods_by_kind(ada: Player, ben: Page, at: str) -> None:
    """Ada's after the best chains, Ben's as they are; nothing told while playing is asked again."""
    page = ada.page
    expect(page.locator("#s0-buildings")).to_have_value("14")
    expect(page.locator("#s0-buildings-state")).to_contain_text("Counted until round 1. Still 14?")
    page = ada.see("aid/chains?seat=0&f-goods.flour=2&f-cards.grain=3")
    expect(page.locator("#aid-chains .told")).to_contain_text("4 → 10 coins: 2 points")
    ada.press("#give-chains")
    expect(page.locator("#s0-coins")).to_have_value("10")
    ben.goto(f"{at}/score?seat=1")
    expect(ben.locator("#s1-buildings")).to_have_value("3")
    ben.click("#s1-coins-aid")
    for _ in range(3):
        ben.click("button[name=more][value='goods.leather']")
    ben.click("button[name=less][value='goods.leather']")
    expect(ben.locator("#aid-worth .told")).to_contain_text("12 coins: 2 points, 2 coins over")
    assert_fits(ben)
    ben.click("#give-worth")
    expect(ben.locator("#s1-coins")).to_have_value("12")
    ben.click("#confirm-1")
    expect(ben.locator("#confirm-1")).to_have_count(0)


def result(ada: Player, ben: Page, at: str) -> None:
    page = ada.see("score?seat=0")
    page.click("#s0-buildings-cards")
    ada.press(".sorts [value=red]")
    expect(page.locator("#lay-tableau-tannery-1")).to_be_disabled()  # it lies before Ben
    ada.tap("#lay-tableau-tannery-2")
    expect(page.locator("#lay-tableau-tannery-2")).to_be_disabled()
    ada.go("#on", "score*")
    page = ada.see("score?seat=0")
    expect(page.locator("#s0-buildings")).to_have_value("17")
    ada.type(0, buildings="3+5+2")
    ada.go("#finish", "result")
    expect(page.locator("#win")).to_have_text("Ada wins by 7")
    page.click(".sheet summary >> nth=0")
    expect(page.locator(".working:visible").first).to_contain_text("3+5+2")
    expect(page.locator("#on")).to_contain_text("Play again")
    assert "Chapter" not in page.inner_text(".sheet")
    ben.goto(f"{at}/result")
    expect(ben.locator("#win")).to_have_text("Ada wins by 7")
    assert_fits(ben)


def test_a_tie_is_told_in_a_sentence_and_the_story_forks(phone: Phone) -> None:
    player = Player(phone())
    player.open("ohmygoods", PAIR, "Longsdale", kind="story")
    to_chapter_two(player)
    page = player.see("score")
    for seat in (0, 1):
        page.goto(f"{player.table}score?seat={seat}")
        player.type(seat, buildings="10+4", coins="7")
    player.press('text="Yes"')
    player.finish()
    expect(page.locator("#win")).to_have_text("Ada and Ben share the win")
    choose_the_road(player)


def to_chapter_two(player: Player) -> None:
    """The first chapter is quickly told; the second one is just begun."""
    sample = sampled("ohmygoods", "I", PAIR, story=True)
    sample.play_on()
    sample.tell()
    sample.score()
    sample.finish()
    player.must("pace", 0, value="phase")
    player.tell_all(sample)
    player.see("result")
    player.go("#on", "next")
    player.choose("#first-0")
    player.go("#open", "setup")
    expect(player.page.locator("#part-over")).to_be_visible()
    expect(player.page.locator("#part-over")).not_to_contain_text("back")  # that was asked before


def choose_the_road(player: Player) -> None:
    """The buttons name the chapters, the lines beside them the cards."""
    page = player.page
    expect(page.locator("#on")).to_have_text("Choose chapter")
    for card in ("Card 66", "Card 67"):
        expect(page.locator("main")).to_contain_text(card)
    expect(page.locator("#to-IIIa")).to_contain_text("Chapter IIIa")
    coming = page.locator("section:has(> #h-next)")
    player.tap("#to-IIIb")
    expect(coming).to_contain_text("Chapter IIIb is next")
    player.tap("#to-IIIa")
    expect(coming).to_contain_text("Chapter IIIa is next")
    expect(page.locator("#on")).to_have_text("Next chapter")
    page.goto(player.table)
    expect(page.locator(".fork")).to_be_visible()
    player.go("#onward", "next**")
    expect(page.locator("main")).to_contain_text("Chapter IIIa, card 66")
    player.choose("#first-0")
    player.go("#open", "setup")
    expect(page.locator("h1")).to_contain_text("Chapter IIIa")
