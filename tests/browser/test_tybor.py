"""Tybor the Builder at the table: an evening on two phones, from the shelf to the next chapter."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.looks import assert_fits
from tests.browser.player import NAMES, Player, unfold


def test_an_evening_on_two_phones_from_the_shelf_to_the_next_chapter(phone: Phone) -> None:
    """Ada's has a script and goes without a network for a while; Ben's is small and has none."""
    page = phone(worker=True)
    page.goto("/")
    page.click("text=Tybor the Builder")
    ada = Player(page)
    ada.open("tybor", NAMES[:2], "Builders", kind="story", **{"o-scenario": "third"})
    ada.see("players").click("section:has(#this-phone) button:has-text('Ada')")
    ben = ada.guest(phone(script=False, dark=True, **SMALL), 1)
    ada.see("setup")
    set_up(ada, ben)
    deal(ada)
    first_cards(ada, ben)
    both_build(ada, ben)
    other_stages(ada)
    score(ada, ben)
    result(ada, ben)
    next_chapter(ada)


def set_up(ada: Player, ben: Player) -> None:
    """What the cards show is told beside the steps; what Ben ticks, Ada sees."""
    page = ada.page
    step = page.locator("#step-discount")
    expect(step).to_contain_text("Unconfirmed")
    ada.tap("#step-discount-discount-2")
    expect(step).not_to_contain_text("Unconfirmed")
    field, before = "#step-scenario-third-third_name-value", ada.seq
    unfold(page, field)
    page.fill(field, "The Long Wall")
    page.press(field, "Tab")
    ada.saved(before)
    expect(page.locator("#step-scenario-third")).to_contain_text("The Long Wall")
    expect(page.locator("#step-scenario-third")).not_to_contain_text("third scenario")
    ada.tap("#step-effects-effects-2")
    expect(page.locator("#step-citizens-needed")).to_contain_text("how many different Citizens")
    ada.tap("#step-objectives-objectives-1")
    step = page.locator("#step-captain-table")
    expect(step).to_contain_text("Unconfirmed")
    page.fill("#step-captain-table-captain_table-1", "1 2 4 7 11")
    ada.tap("#step-captain-table-captain_table-save")
    expect(step).to_contain_text("1, 2, 4, 7 and 11")
    expect(step).not_to_contain_text("Unconfirmed")
    expect(page.locator("#step-display")).to_contain_text("a display of 6 Buildings")
    small = ben.see("setup")
    small.click("#tick-buildings")
    expect(small.locator("#tick-buildings")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tick-buildings")).to_have_attribute("aria-pressed", "true")


def deal(ada: Player) -> None:
    """The cards to deal, what they cost, and the colours that are missing."""
    page = ada.page
    ada.go("#on", "play")
    expect(page.locator(".where")).to_contain_text("Stage I of IV")
    expect(page.locator("#strip summary")).to_contain_text("Little 3")
    expect(page.locator("#strip summary")).to_contain_text("Great 7 Strength")
    expect(page.locator("#guide")).to_contain_text("Ada goes first in stage I.")
    ada.press("#aid-missing-colours button[value='display.red']")
    expect(page.locator("#aid-missing-colours .told")).to_contain_text("Yellow, Green and Blue")
    ada.tap("#on")


def first_cards(ada: Player, ben: Player) -> None:
    """A Citizen and Workers, one tap each, which passes the turn; what Ada taps in a dead spot
    comes through."""
    page = ada.page
    expect(page.locator("#phase")).to_have_text("Ada’s card")
    ada.tap("#lay-citizens-farmer")
    expect(page.locator("#phase")).to_have_text("Ben’s card")
    expect(page.locator(".now .ok")).to_have_text("Ada: Farmer")
    lay(ben, "workers-2")
    expect(page.locator(".phases [aria-current]")).to_have_text("Card 2")
    expect(page.locator("#guide")).to_contain_text("the First Player card to Ben")
    lay(ben, "workers-2")
    expect(page.locator("#phase")).to_have_text("Ada’s card")
    expect(page.locator("li:has(#lay-citizens-farmer) .cap")).to_have_text("2 more: +5")
    page.context.set_offline(True)
    page.click("#lay-workers-4")
    before = ada.seq
    page.context.set_offline(False)
    ada.saved(before)
    expect(page.locator(".phases [aria-current]")).to_have_text("Card 3")


def lay(ben: Player, card: str) -> None:
    """A tap of Ben's, whose tools are open on his phone by themselves."""
    small = ben.see("play")
    small.click(f"#lay-{card}")
    expect(small.locator("#undo")).to_have_attribute("aria-label", re.compile("Ben has"))


def both_build(ada: Player, ben: Player) -> None:
    """A colour opens what it costs: Build lays the card, takes the Workers and passes the turn."""
    page = ada.page
    ada.tap("#lay-workers-3")
    small = ben.see("play")
    small.click("#lay-built-blue")
    expect(small.locator("#aid-build h2")).to_have_text("Ben builds Blue")
    expect(small.locator("#aid-build .gives")).to_contain_text("Hand in Workers 2 and 2")
    assert_fits(small)
    small.click("#book-build-1")
    expect(small.locator("#undo")).to_have_attribute("aria-label", re.compile("Ben built Blue"))
    lay(ben, "citizens-captain")
    ada.press("#lay-built-red")
    expect(page.locator("#aid-build .gives")).to_contain_text("Hand in Workers 3 and 4")
    ada.tap("#book-build-2-8")  # the points of the Great side
    expect(page.locator("#undo")).to_have_attribute("aria-label", re.compile("Ada built Red"))
    ada.tap("#lay-citizens-farmer")
    lay(ben, "citizens-farmer")
    end_of_stage(ada)


def end_of_stage(ada: Player) -> None:
    """Who gets the effect, and why the other does not."""
    page = ada.page
    expect(page.locator(".phases [aria-current]")).to_have_text("End of stage")
    expect(page.locator("#guide")).to_contain_text("If you have enough of them, draw 2")
    ada.must("record", 0, fact="citizens_needed", value=2)
    page = ada.see("play")
    expect(page.locator(".deeds .due")).to_contain_text("Ben, with 2")
    expect(page.locator(".deeds .none")).to_contain_text("Not Ada (1)")
    ada.tap(".deeds .due .button")
    expect(page.locator("#guide")).to_contain_text("Ben goes first in stage II.")
    ada.tap("#on")


def other_stages(ada: Player) -> None:
    """The other stages at pace “every round”: one tap each."""
    page = ada.see("setup")
    ada.tap("#pace-round")
    page = ada.see("play")
    for stage, little in (("II", 4), ("III", 5), ("IV", 6)):
        expect(page.locator(".where")).to_contain_text(f"Stage {stage} of IV")
        expect(page.locator("#strip summary")).to_contain_text(f"Little {little}")
        ada.tap("#on")


def score(ada: Player, ben: Player) -> None:
    """Nothing is asked again that was tapped: the secrets are left, each on their own phone."""
    page = ada.see("score?seat=0")
    asked = page.locator("#card-details")
    expect(asked.locator("#fact-objectives, [id^=fact-captain_table]")).to_have_count(0)
    expect(page.locator("#fact-objectives")).to_be_hidden()  # folded, with what was told
    expect(page.locator("#line-captains th")).to_contain_text("1, 2, 4, 7 and 11")
    expect(page.locator("#s0-farmers-state")).to_contain_text("Counted until stage I. Still 2?")
    told = {"printed": "8", "red": "1", "farmers": "2", "citizens": "2"}
    for field, value in told.items():
        expect(page.locator(f"#s0-{field}")).to_have_value(value)
    expect(page.locator("#s0-most_red")).to_be_hidden()  # nothing of it was told
    secret(ada)
    small = ben.see("score")
    expect(small.locator("#s1-blue")).to_have_value("1")
    small.fill("#s1-printed", "4")  # of a Building whose points he did not tell
    for colour in ("", "-green", "-blue"):
        small.check(f"#s1-secret{colour}")
    small.click("#save-1")
    expect(small.locator("#s1-secret-blue")).to_be_checked()
    small.click("#confirm-1")
    expect(small.locator("#confirm-1")).to_have_count(0)
    assert_fits(small)


def secret(ada: Player) -> None:
    page = ada.page
    page.check("#s0-secret")
    expect(page.locator("#s0-secret-error")).to_contain_text("choose 3 of")
    ada.mark("#s0-secret-yellow")
    ada.mark("#s0-secret-green")
    expect(page.locator("#s0-secret-error")).to_have_count(0)
    ada.tap("#confirm-0")


def result(ada: Player, ben: Player) -> None:
    """1 Building beside 2 Citizens: the objective tapped in the set-up pays nobody."""
    page = ada.page
    ada.go("#finish", "result")
    expect(page.locator("#win")).to_have_text(re.compile(r"^Ada wins by \d+$"))
    small = ben.see("result")
    expect(small.locator("#win")).to_have_text(re.compile(r"^Ada wins by \d+$"))
    assert_fits(small)


def next_chapter(ada: Player) -> None:
    """Its scenario is drawn anew."""
    page = ada.page
    ada.go("#on", "next")
    expect(page.locator("#o-scenario-open")).to_be_checked()
    ada.choose("#first-1")
    ada.go("#open", "setup")
    expect(page.locator("h1")).to_have_text("Chapter II")
    expect(page.locator("#step-scenario")).to_contain_text("Draw a Scenario")
    expect(page.locator("main")).not_to_contain_text("Nothing to change")
    ada.tap("#draw-scenario")
    expect(page.locator("[id^=step-scenario]").first).to_contain_text("on the table with stage I")


def test_a_colour_named_twice_is_entered_where_the_group_plays_so(phone: Phone) -> None:
    player = Player(phone())
    player.sit("tybor")
    player.must("rule", ruling="repeated-colour", value="allowed")
    page = player.see("score?seat=0")
    for box, colour in (("", "red"), ("-1", "red"), ("-2", "blue")):
        player.pick(f"#s0-secret{box}", colour)
    expect(page.locator("#s0-secret-error")).to_have_count(0)
    page.reload()
    assert [page.input_value(f"#s0-secret{box}") for box in ("", "-1", "-2")] == [
        "red", "red", "blue",
    ]  # fmt: skip


def test_the_seventh_card_is_in_sight_on_the_smallest_phone(phone: Phone) -> None:
    player = Player(phone(**SMALL))
    player.open("tybor", NAMES[:2], "Builders", kind="story", **{"o-scenario": "escape"})
    page = player.see("play")
    for _ in range(1 + 6 * 2):  # Next skips one person's card after the other
        player.tap("#on")
    expect(page.locator(".phases [aria-current]")).to_contain_text("7")
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport(ratio=1)
    player.see("play")
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport(ratio=1)
