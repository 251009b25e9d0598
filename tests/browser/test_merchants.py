"""Merchants of the Dark Road at the table: an evening on two phones, to its result."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SMALL, Phone
from tests.browser.looks import assert_fits
from tests.browser.player import NAMES, Player, unfold

WHEEL = ("weapon", "book", "instrument", "potion", "staff", "armor")  # as the set-up tells it


def test_an_evening_on_two_phones_from_the_shelf_to_the_result(phone: Phone) -> None:
    """Ada's has a script and goes without a network for a while; Ben's is small and has none."""
    page = phone(worker=True)
    page.goto("/")
    page.click("text=Merchants of the Dark Road")
    ada = Player(page)
    ada.open("merchants", NAMES[:2], "Lumi")
    ada.see("players").click("section:has(#this-phone) button:has-text('Ada')")
    ben = ada.guest(phone(script=False, dark=True, **SMALL), 1)
    ada.see("setup")
    set_up(ada, ben)
    the_market(ada)
    bens_turn(ada, ben)
    the_road(ada)
    other_turns(ada)
    final_travel(ada)
    score(ada, ben)
    expect(page.locator("#win")).to_contain_text("Ada wins")
    small = ben.see("result")
    expect(small.locator("#win")).to_contain_text("Ada wins")
    assert_fits(small)
    ada.go("#on", "next")
    expect(page.locator("h1")).to_have_text("Next game")


AT_ONCE = "taps => { for (const tap of taps) document.querySelector(tap).click(); }"


def ask(player: Player, aid: str, key: str) -> None:
    """Tap a key of a calculator and wait for the answer: what was asked is in its address."""
    player.press(f"#aid-{aid} button[value='{key}']")
    asked = re.escape(key.replace(":", "=")) + ("" if ":" in key else "=")
    expect(player.page).to_have_url(re.compile(asked))


def set_up(ada: Player, ben: Player) -> None:
    """The wheel by numbered taps; what is drawn names people; what Ben ticks, Ada sees."""
    page, wheel = ada.page, "#step-wheel-wheel_order"
    for at in (5, 3, 6, 1, 2, 4):
        ada.tap(f"{wheel}-{at}")
    answers = page.locator(f"{wheel} .answer")
    expect(answers.nth(4)).to_contain_text("1. Weapon")
    expect(answers.nth(3)).to_contain_text("6. Armor")
    ada.tap("#step-wheel-five-5")
    for seat, name in ((1, "Ada"), (2, "Ben")):
        expect(page.locator(f"#step-seat-{seat}")).to_contain_text(name)
    ada.tap("#draw-steeds")
    drawn = page.locator("#step-steeds .drawn li")
    for at, name in enumerate(("Ada", "Ben")):
        expect(drawn.nth(at)).to_contain_text(f"{name}: ")
    small = ben.see("setup")
    small.click("#tick-board")
    expect(small.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")


def the_market(ada: Player) -> None:
    """Dice as set up, the wheel rotated, a purchase booked in a dead spot."""
    page = ada.page
    ada.go("#on", "play")
    expect(page.locator(".order [aria-current]")).to_contain_text("Ada")
    ada.press("#to-rest")
    ada.tap("#book-roll-1")
    ada.press("#all-places")
    unfold(page, "#more-dice-armor")
    for good in WHEEL:
        expect(page.locator(f"#more-dice-{good}")).to_be_disabled()  # all five lie somewhere
    page.click("#strip summary")
    before = ada.seq
    for seat in (0, 1):
        page.fill(f"#to-coins-{seat}", "9")
        page.press(f"#to-coins-{seat}", "Tab")
    ada.saved(before, 2)
    page.click("#strip summary")
    ada.press("#place-bazaar")
    expect(page.locator(".asks h2")).to_have_text("What does Ada buy?")
    dice(ada, "weapon", "●○")
    keys = page.locator("#aid-bazaar .tapkeys > li")
    ada.tap("#turn-bazaar")
    expect(keys.first).to_contain_text("armor")
    expect(keys.first).to_contain_text("$5")
    for good in ("weapon", "book"):
        ada.press(f"#aid-bazaar button[value='bought.{good}']")
    expect(page.locator("#aid-bazaar .told")).to_contain_text("book 3, weapon 4")
    expect(page.locator("#on")).to_contain_text("Buy")
    page.context.set_offline(True)
    ada.press("#on")
    before = ada.seq
    page.context.set_offline(False)
    ada.saved(before)
    expect(page.locator("#strip [data-of=to-coins-0]")).not_to_have_text("9")


def dice(ada: Player, good: str, lying: str) -> None:
    expect(ada.page.locator(".wheel li", has_text=good)).to_contain_text(lying)


def bens_turn(ada: Player, ben: Player) -> None:
    """Rest: a die is rolled and tapped; then Ben moves one and sells, without a script."""
    page = ada.page
    ada.press("#to-rest")
    dice(ada, "weapon", "○○")
    ask(ada, "roll", "rolled.staff")
    by_next(ada, "Place dice")
    ada.press("#all-places")
    small = ben.see("play")
    small.click("#place-bazaar")
    small.click("#also-die")
    small.click("#aid-die button[value='from:staff']")
    small.click("#aid-die button[value='to:armor']")
    assert_fits(small)
    small.click("#on")
    small.click("#all-places")
    small.click("#place-inn")
    for _ in range(2):
        small.click("#aid-inn button[value='sold.potion']")
    expect(small.locator("#aid-inn .told")).to_contain_text("2")
    expect(small.locator("#on")).to_contain_text("Take 2 coins")
    small.click("#on")
    expect(small.locator("#strip [data-of=to-coins-1]")).to_have_text("11")
    expect(page.locator("#strip [data-of=to-coins-1]")).to_have_text("11")


def the_road(ada: Player) -> None:
    """The other places, each one screen; the steps above lead back to all of them."""
    page = ada.page
    ada.press("#place-commissions")
    page.fill("#aid-commissions input[inputmode]", "2")
    expect(page.locator("#aid-commissions .told")).to_contain_text("+3")
    ada.press("#all-places")
    ada.press("#place-dark-market")
    expect(page.locator("#aid-dark-market .answered")).to_contain_text("West")
    ada.press("#all-places")
    ada.press("#place-caravan")
    ada.press("#also-ruins")
    ada.press("#aid-ruins button[name=more]")
    expect(page.locator("#aid-ruins .answered")).to_contain_text("Top right")
    ada.press("#all-places")
    ada.press("#place-building")
    page.check("#aid-building input[type=radio] >> nth=0")
    expect(page.locator("#aid-building .told")).to_contain_text("quartz")
    ada.press("#all-places")
    ada.press("#place-caravan")
    ada.press("#aid-caravan button[value='town:farglen']")
    expect(page.locator("#aid-caravan .told")).to_contain_text("Farglen")
    by_next(ada, "Set out")
    by_next(ada, "Arrive in Farglen")
    ask(ada, "towns", "commissions.2-0")
    expect(page.locator("#aid-towns .told")).to_contain_text("+3")
    by_next(ada, "Deliver, then good fortune")
    expect(page.locator("#strip [data-of=to-prestige-0]")).to_have_text("5")
    ask(ada, "fortune", "taken.deed")
    by_next(ada, "Take")


def by_next(player: Player, said: str) -> None:
    """In a place Next books the answer, which it repeats."""
    expect(player.page.locator("#on")).to_contain_text(said)
    player.tap("#on")


def test_the_travel_of_the_rulebook_is_tapped_through_by_four(phone: Phone) -> None:
    """Griffin leads a shortcut to Scorchborn, Susie and Brian join, Andrea stays (pp. 17, 18)."""
    player = Player(phone())
    player.sit("merchants", ("Griffin", "Susie", "Brian", "Andrea"))
    page = player.see("play")
    player.press("#place-caravan")
    player.press("#aid-caravan button[value='town:scorchborn']")
    page.check("#caravan-shortcut-yes")
    page.check("#caravan-die-yes")
    for name in ("Susie", "Brian"):
        page.check(f"#aid-caravan label:has-text('{name}') input")
    told = page.locator("#aid-caravan .told")
    expect(told).to_contain_text("4 dice")
    expect(told).to_contain_text(
        "for 3 lanterns. Others in the caravan may visit Northbreak instead."
    )
    by_next(player, "Shortcut to Scorchborn, 4 dice")
    expect(page.locator(".phases [aria-current]")).to_have_text("2 Event")
    expect(page.locator("#aid-event .gives b")).to_have_text(
        ["Susie", "Brian", "Griffin", "Lantern", "Then"]
    )
    by_next(player, "Arrive in Scorchborn")
    expect(page.locator(".asks h2")).to_have_text("What does Griffin deliver?")
    expect(page.locator("#towns-where")).to_have_count(0)  # the leader has no town to choose
    player.press("#aid-towns button[value='commissions.2-1']")
    for _ in range(2):
        player.press("#aid-towns button[name=more][value=heroes]")
    expect(page.locator("#aid-towns .told")).to_contain_text("+4")
    expect(page.locator("#aid-towns .gives")).to_contain_text("Take 4 coins")
    expect(page.locator("#on small")).to_have_text("+4 prestige, take 4 coins")
    by_next(player, "Deliver, then Susie")
    expect(page.locator(".asks h2")).to_have_text("What does Susie deliver?")
    ask(player, "towns", "where:pass")
    expect(page.locator("#aid-towns .told")).to_contain_text("Susie passes.")
    by_next(player, "Pass, then Brian")
    expect(page.locator(".asks h2")).to_have_text("What does Brian deliver?")
    ask(player, "towns", "where:partner")
    ask(player, "towns", "commissions.3-0")
    expect(page.locator("#aid-towns .told")).to_contain_text("Brian visits Northbreak.")
    by_next(player, "Deliver, then good fortune")
    for seat, prestige in enumerate(("6", "2", "8", "2")):
        expect(page.locator(f"#strip [data-of=to-prestige-{seat}]")).to_have_text(prestige)
    expect(page.locator(".asks h2")).to_have_text("Griffin’s good fortune: choose 2")
    for taken in ("die", "deed"):
        ask(player, "fortune", f"taken.{taken}")
    by_next(player, "Take, then rest")
    expect(page.locator("#aid-roll .gives b")).to_have_text(
        ["Companions back to 3", "Deeds back to 2"]
    )
    player.tap("#aid-roll .gives button >> nth=0")
    expect(page.locator("#aid-roll .gives b")).to_have_text(["Deeds back to 2"])
    player.tap("#on")
    expect(page.locator("#phase")).to_have_text("Susie’s turn")


def other_turns(ada: Player) -> None:
    """At pace “every round” a tap for all; what is due at the end of a turn is said."""
    page = ada.see("play")
    for turn in range(1, 13):
        expect(page.locator(".where")).to_contain_text(f"Turn {turn} of 13")
        if turn == 4:
            expect(page.locator("main")).to_contain_text(
                "remove 1 spent die. Roll the other 3 into"
            )
        ada.tap("#on")


def final_travel(ada: Player) -> None:
    """Towns ranked for whoever asks; a delivery is booked."""
    page = ada.page
    expect(page.locator(".where")).to_contain_text("Turn 13 of 13")
    expect(page.locator("#on")).to_contain_text("Final special travel")
    ada.tap("#on")
    coins = int(page.inner_text("#strip [data-of=to-coins-0]"))
    ask(ada, "final-travel", "heroes.northbreak")
    expect(page.locator("#aid-final-travel .told")).to_contain_text("Northbreak")
    before, asked = ada.seq, page.url
    page.evaluate(AT_ONCE, ["[name=more][value='heroes.windglass']", "#book-final-travel-1"])
    expect(page).to_have_url(re.compile("windglass=1"))
    assert ada.seq == before, "the answer from before the key is not booked"
    page.goto(asked)
    ada.tap("#book-final-travel-1")
    expect(page.locator("#strip [data-of=to-coins-0]")).to_have_text(str(coins + 2))
    ada.tap("#on")
    ada.go("#on", "score")


def score(ada: Player, ben: Player) -> None:
    """What was told in play is there; deeds are told, and Ben's correction holds."""
    page = ada.page
    expect(page.locator("#s0-prestige")).to_have_value("5")
    expect(page.locator("#s0-prestige-state")).to_contain_text("Counted until turn 1. Still 5?")
    expect(page.locator("#s1-coins")).to_have_value("11")
    deed(ada, 0, kind="coins", coins="3", times="2")
    deed(ada, 1, kind="vp", vp="4")
    undo = page.locator("#undo")
    expect(undo).to_have_attribute("aria-label", re.compile("Victory points 4"))
    expect(undo).not_to_have_attribute("aria-label", re.compile("{"))
    small = ben.see("score")
    expect(small.locator("#s1-coins")).to_have_value("11")
    small.fill("#s1-prestige", "4")
    small.click("#save-1")
    expect(small.locator("#s1-prestige")).to_have_value("4")
    expect(small.locator("#s1-prestige-note")).to_have_count(0)  # nobody has moved his
    small.click("#confirm-1")
    expect(small.locator("#confirm-1")).to_have_count(0)
    assert_fits(small)
    page = ada.see("score?seat=0")
    ada.tap("#confirm-0")
    ada.go("#finish", "result")


def deed(player: Player, row: int, kind: str, **values: str) -> None:
    page = player.page
    player.press("#s0-deeds")
    page.locator(f"#s0-deeds-{row}-kind").wait_for()
    player.pick(f"#s0-deeds-{row}-kind", kind)
    for column, value in values.items():
        player.type(0, **{f"deeds-{row}-{column}": value})
