"""Expedition to Newdale: a whole evening by tapping, and on to the next chapter of the story."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_fits
from tests.browser.player import LINE, NAMES, Player, unfold, waiting

TRIO = NAMES[:3]
FITS = """() => {
  const tools = [...document.querySelectorAll(".stack > .tool")];
  const low = Math.max(...tools.map(tool => tool.getBoundingClientRect().bottom + scrollY));
  return low + document.querySelector(".foot").offsetHeight <= innerHeight; }"""


def test_an_evening_on_two_phones_from_the_shelf_to_the_next_chapter(phone: Phone) -> None:
    """One phone has a script and a dead spot, the other, a small one, has neither."""
    page = phone(worker=True)
    page.goto("/")
    page.click("text=Expedition to Newdale")
    ada, ben = Player(page), phone(script=False, width=320, height=640, dark=True)
    ada.open("newdale", TRIO, "Thursday")
    set_up(ada)
    at = ada.guest(ben, 1).table.rstrip("/")
    the_event(ada)
    plan(ada, ben, at)
    the_draw(ada, ben, at)
    actions(ada, ben, at)
    the_rest_of_the_round(ada)
    other_rounds(ada)
    what_is_left(ada, ben, at)
    score(ada, ben, at)
    expect(page.locator("#win")).to_have_text("Ada wins by 2")
    name_the_town(ada)
    correct_a_score(ada)
    next_chapter(ada)


def set_up(player: Player) -> None:
    page = player.page
    player.tap("#tick-board")
    player.tap("#tick-action-board")
    expect(page.locator(".where b")).to_have_text("2")
    player.tap("#tick-board")
    expect(page.locator(".where b")).to_have_text("1")
    player.tap("#draw-bonus-tiles")
    kept = page.locator(".drawn li label > span:nth-child(2)").first
    tile = kept.inner_text().splitlines()[0].partition(" ×")[0]
    page.check("#keep-bonus-tiles-1")
    player.tap("#draw-bonus-tiles")
    expect(kept).to_contain_text(tile)
    page.click("#who-1")
    expect(page.locator("#part-decks")).to_be_visible()
    page.click("#who-all")


def the_event(player: Player) -> None:
    """102 is told, with what it brought in, and put right: it was 101."""
    page = player.see("setup")
    player.go("#on", "play")
    expect(page.locator(".where")).to_contain_text("Round 1 of 7")
    assert page.locator(".deal .event b").all_inner_texts() == ["100", "101", "102"]
    player.tap("#card-events-102")
    player.tap("main button:has-text('Yes')")
    unfold(page, "#fact-introduced-1")
    expect(page.locator("#fact-introduced-1")).to_have_attribute("aria-pressed", "true")
    player.press("#change-events")
    page.wait_for_url("**change=events**")
    page.select_option("#was-0", "101")
    player.tap("#set-0")
    page = player.see("play")
    expect(page.locator("#fact-introduced-1")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".event.is-up")).to_contain_text("101")
    player.tap("#lay-printed-yellow")
    player.tap("#set-draws-6")
    expect(page.locator("#strip [data-of=to-yellow]")).to_have_text("1")
    expect(page.locator("#set-draws-6")).to_have_attribute("aria-pressed", "true")
    player.tap("#set-draws-4")
    assert page.evaluate(FITS)  # the event, its figures and how many are drawn
    player.tap("#on")


def plan(ada: Player, ben: Page, at: str) -> None:
    page, before = ada.page, ada.seq
    ada.press("button[name=more][value='needs.yellow']")
    expect(page.locator("#aid-production .gives")).to_contain_text("100%")
    assert page.evaluate(FITS)  # the answer, too
    ben.goto(f"{at}/play")
    ben.click("button[name=more][value='needs.blue']")
    expect(ben.locator("#aid-production .gives")).to_contain_text("Orderly")
    assert "needs.blue=1" in ben.url and ada.seq == before  # nothing of it was entered
    assert_fits(ben)
    ada.tap("#on")


def the_draw(ada: Player, ben: Page, at: str) -> None:
    """Two figures in a dead spot, one on the other phone; the fourth is the last, however quick."""
    page = ada.page
    page.context.set_offline(True)
    for colour in ("yellow", "green"):
        ada.press(f"#lay-drawn-{colour}")
    expect(page.locator("#strip [data-of=to-yellow]")).to_have_text("2")
    expect(page.locator(LINE)).to_have_text(waiting(2))
    page.context.set_offline(False)
    expect(page.locator("#pad-drawn .cards li")).to_have_count(2)
    ben.goto(f"{at}/play")
    ben.click("#lay-drawn-red")
    expect(page.locator("#pad-drawn .cards li")).to_have_count(3)  # seen by itself
    before = ada.seq
    page.evaluate("for (const _ of '12') document.querySelector('#lay-drawn-blue').click()")
    ada.saved(before)
    expect(page.locator("#lay-drawn-blue [data-of]")).to_have_text("1")
    ben.goto(f"{at}/play")
    for one in (ben, page):
        expect(one.locator("#lay-drawn-green")).to_be_disabled()
        expect(one.locator(".told")).to_contain_text("4 of 4")
    assert_fits(ben)
    ada.tap("#on")


def actions(ada: Player, ben: Page, at: str) -> None:
    """Ada buys Token 4, Ben builds a Fortress of 4 points; the second tokens follow the first."""
    page = ada.page
    for _ in range(2):
        ada.tap("#more-points-0")
    expect(page.locator("#to-points-0")).to_have_value("5")
    ada.tap("#lay-growth-token-4")
    expect(page.locator("#to-points-0")).to_have_value("8")
    expect(page.locator(".prompt")).to_contain_text("Ada")
    ada.tap(".prompt button")
    expect(page.locator(".prompt")).to_have_count(0)
    ada.tap("#undo")
    expect(page.locator(".prompt")).to_have_count(1)
    ada.tap("#redo")
    expect(page.locator("#redo")).to_have_count(0)
    for _ in range(2):
        ada.tap("#on")
    expect(page.locator("#on")).to_contain_text("Token 2")
    page.fill("#to-points-2", "51")
    page.press("#to-points-2", "Tab")
    expect(page.locator(".due summary")).to_contain_text("2 to do")
    page.click(".due summary")
    expect(page.locator(".prompt", has_text="50+")).to_be_visible()
    ada.tap("#undo")
    ben.goto(f"{at}/play?seat=1&open=built")
    ben.fill("#points-built", "4")
    ben.click("#lay-built-fortress")
    expect(ben.locator("#strip")).to_contain_text("3")
    assert_fits(ben)


def the_rest_of_the_round(ada: Player) -> None:
    """What a building costs, My sheet and Look up are a tap away, and so is the way back."""
    page = ada.page
    ada.press("#aid-of-cost")
    ada.press("button[name=more][value=printed]")
    expect(page.locator("#aid-cost .told")).to_contain_text("to pay")
    page.goto(f"{ada.table}play")
    go_on_to(ada, "V Building")
    ada.press("#tab-score")
    expect(page.locator("#s0-track")).to_have_value("8")
    page.go_back()
    expect(page.locator("#phase")).to_contain_text("V Building")  # not as it first came: Actions
    go_on_to(ada, "VI Special")
    ada.see("look-up")
    expect(page.locator("main")).to_contain_text("Growth: token 3")
    page.go_back()
    expect(page.locator("#phase")).to_contain_text("VI Special")
    unfold(page, "#note")
    page.fill("#note", "Ada hurries.")
    ada.tap("#note-add")
    expect(page.locator("#note")).to_have_value("")
    for phase in ("End of round", "I Event"):
        ada.tap("#on")
        expect(page.locator("#phase")).to_contain_text(phase)


def go_on_to(player: Player, phase: str) -> None:
    """Passes the turn on until everybody has had theirs."""
    for _ in range(2 * len(TRIO)):
        if phase in player.page.locator("#phase").inner_text():
            break
        player.tap("#on")
    expect(player.page.locator("#phase")).to_contain_text(phase)


def other_rounds(ada: Player) -> None:
    """From here on only every round is told."""
    page = ada.see("settings")
    ada.tap("#pace-round")
    page = ada.see("play")
    for number in range(2, 8):
        expect(page.locator(".where")).to_contain_text(f"Round {number} of 7")
        if page.locator("[id^=card-events-]").count():  # else the only one left, which Next enters
            ada.tap("[id^=card-events-]")
        ada.tap("#on")
    expect(page.locator(".where")).to_have_text("All rounds played")
    ada.go("#on", "score")


def what_is_left(ada: Player, ben: Page, at: str) -> None:
    """Options are copied once; goods by kind: the better one stands on the sheet, too."""
    page = ada.page
    for option, coins, points in (("first", "10", "6"), ("second", "35", "8")):
        for what, text in (("coins", coins), ("points", points)):
            before = ada.seq
            unfold(page, f"#fact-objective_{option}_{what}-value")
            page.fill(f"#fact-objective_{option}_{what}-value", text)
            page.press(f"#fact-objective_{option}_{what}-value", "Tab")
            ada.saved(before)
    sheet = page.locator(".score-page")
    expect(sheet).to_contain_text("First option: 10 coins → 6 points")
    expect(sheet).to_contain_text("Second option: 35 coins → 8 points")
    ada.type(0, coins="38")
    ada.press("#s0-objective-take")
    expect(page.locator("#s0-spent")).to_have_value("10")  # the better one takes its coins
    ada.press("#s0-coins-aid")
    for _ in range(3):
        ada.press("button[name=more][value='goods.bread']")
    expect(page.locator("#aid-worth .told")).to_contain_text("with the first option")
    expect(page.locator("#aid-worth .told")).to_contain_text("15")
    ada.press("#give-worth")
    expect(page.locator("#s0-coins")).to_have_value("15")
    expect(page.locator("#s0-objective")).to_have_value("first")
    ben.goto(f"{at}/score?seat=1")
    expect(ben.locator("#card-more")).to_contain_text("10 coins → 6 points")
    ben.click("#s1-coins-aid")
    ben.click("button[name=more][value='goods.flour']")
    ben.fill("[name='f-values.flour']", "60")
    ben.click("noscript button")
    expect(ben.locator("#aid-worth .told")).to_contain_text("points")
    assert_fits(ben)
    ben.click("#give-worth")
    expect(ben.locator("#s1-coins")).to_have_value("60")


def score(ada: Player, ben: Page, at: str) -> None:
    """Points, fists and buildings were told while playing, buildings by Ben only; a sum and a slip
    are not lost."""
    page = ada.see("score?seat=0")
    for seat, told in enumerate((("8", "", ""), ("", "2", "4"), ("", "", ""))):
        for field, value in zip(("track", "fists", "buildings"), told, strict=True):
            expect(page.locator(f"#s{seat}-{field}")).to_have_value(value)
        ada.type(seat, towns="1")
        if seat == 1:
            ada.tap("#confirm-1")
        if seat:
            ada.type(seat, track="3")
        else:
            ada.type(0, track="many")
            expect(page.locator("#s0-track-error")).to_contain_text("enter a whole number")
            assert page.input_value("#s0-track") == "many"
            ada.type(0, track="8", buildings="3+5+2")
            expect(page.locator("#s0-track-error")).to_have_count(0)
            expect(page.locator(".people [aria-current] b")).to_have_text("27")
        if seat < 2:
            ada.press("#on")
    ada.type(2, coins="0", buildings="0")
    ada.go("#finish", "result")
    ben.goto(f"{at}/result")
    expect(ben.locator("#win")).to_have_text("Ada wins by 2")
    assert_fits(ben)


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
    line = page.locator("li", has_text="Ben, Towns: 1").first
    line.locator("summary").click()
    line.locator("text=Edit").click()
    page.wait_for_url("**/score**")
    page.fill("#s1-track", "40")
    player.tap("#tab-0")  # a look at somebody else's line keeps it
    expect(page.locator("#s0-track")).to_be_visible()
    player.press("#tab-1")
    expect(page.locator("#s1-track")).to_have_value("40")
    player.go("#on", "result**")
    expect(page.locator("#win")).to_contain_text("Ben wins")


def next_chapter(player: Player) -> None:
    page = player.page
    player.go("#on", "next")
    page.uncheck("#here-2")
    player.press("#join")
    page.fill("#name-3", "Dov")
    player.go("#open", "setup")
    expect(page.locator("#part-over")).to_be_visible()
    player.tap("[id^=tick-over-]")
    expect(page.locator("#who-2")).to_contain_text("Dov")
