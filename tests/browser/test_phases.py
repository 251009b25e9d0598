"""Every phase of every game fits a phone: the tool and the dock on one screen, no page too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.games import games
from companion.rules.parts.clock import OVER
from tests.browser.conftest import Phone
from tests.browser.full_tables import LONG as LONGEST
from tests.browser.looks import assert_accessible, assert_fits
from tests.browser.player import NAMES, Player, sampled

LONG = "Wilhelmina van Oldenzaal"  # as long as names get
SHOWN, SMALL = 844, 640
LENGTH = 1200  # of a whole page, px
ROUNDS = 10  # no game has a phase that begins later
MEASURED = """() => {
  const bottom = node => node.getBoundingClientRect().bottom + scrollY;
  const tools = [...document.querySelectorAll(".stack > .tool")].map(bottom);
  const dock = document.querySelector(".dock").offsetHeight;
  return [Math.max(0, ...tools) + dock, document.documentElement.scrollWidth - innerWidth];
}"""
# By how much the keys of the tool reach below the dock on a small phone.
HIDDEN = """() => {
  const keys = [...document.querySelectorAll(".stack > .tool .key, .stack > .tool .less")];
  const shown = keys.filter(key => key.checkVisibility());
  const low = shown.map(key => key.getBoundingClientRect().bottom + scrollY);
  return Math.max(0, ...low) + document.querySelector(".dock").offsetHeight - innerHeight;
}"""
TABLES = [("newdale", "", 4), ("ohmygoods", "base", 4), ("tybor", "", 8), ("merchants", "", 4)]


def too_tall(page: Page) -> int:
    """By how much tool and dock are taller than the screen, all of a page narrower than it."""
    height, wide = page.evaluate(MEASURED)
    assert wide <= 0, f"{page.url}: {wide} px too wide"
    return max(0, round(height - SHOWN))


@pytest.mark.parametrize(("slug", "chapter", "players"), TABLES)
def test_tool_and_dock_fit_in_every_phase(
    phone: Phone, slug: str, chapter: str, players: int
) -> None:
    names = [f"{LONG[:-1]}{n}" for n in range(players)]
    player = Player(phone())
    sample = sampled(slug, chapter or games()[slug].graph.first, names, not chapter)
    player.join(sample, screen=None)
    known, tall, every = len(sample.state.log), dict[str, int](), set[str]()
    hidden, length = dict[str, int](), dict[str, int]()
    while sample.play.moment != OVER and sample.play.moment.round <= ROUNDS:
        moment, clock = sample.play.moment, sample.play.game.clock
        every |= {phase.key for phase in clock.phases_of(sample.play.situation, moment.round)}
        if moment.phase not in tall:
            player.tell_all(sample, known)
            known, page = len(sample.state.log), player.see("play")
            tall[moment.phase] = too_tall(page)
            length[moment.phase] = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": 320, "height": SMALL})
            hidden[moment.phase] = max(0, round(page.evaluate(HIDDEN)))
            assert_fits(page)
            page.set_viewport_size({"width": 390, "height": SHOWN})
        sample.do("advance", moment=moment.as_json())
    assert tall.keys() == every
    assert {phase: over for phase, over in hidden.items() if over} == {}
    assert {phase: over for phase, over in tall.items() if over} == {}
    assert {phase: long for phase, long in length.items() if long > LENGTH} == {}
    assert_accessible(page)


WHEEL = ["weapon", "book", "instrument", "potion", "staff", "armor"]
ANSWERED = {
    "tybor": ["aid=build&f-colour=red&f-points=5"],
    "merchants": [
        "aid=bazaar&f-bought.weapon=1&f-bought.book=1",
        "aid=die&f-from=weapon&f-to=armor",
        "aid=inn&f-sold.weapon=2&f-sold.book=1",
        "aid=caravan&f-joined=1&f-joined=2&f-joined=3&f-shortcut=yes&f-die=yes",
        "aid=commissions&f-commissions-0-f-goods=2",
        "aid=ruins&f-at=top-left&f-heroes=2",
        "aid=dark-market",
        "aid=building",
        "aid=move",
        "aid=travel-die",
        "aid=balance",
        "aid=deeds&f-kind=coins&f-coins_each=4",
        "aid=deeds&f-kind=choice&f-coins_each=3&f-prestige_each=2&f-times=2",
    ],
}
"""What is asked and answered in a phase, by address."""


DEEDS = [
    {"kind": "choice", "coins": 3, "prestige": 2, "times": 2},
    {"kind": "coins", "coins": 4, "times": 1},
    {"kind": "vp", "vp": 2, "times": 1},
]


def answered(player: Player, asked: list[str]) -> dict[str, int]:
    """What is too tall of what is asked on the page as it stands."""
    tall = {one: too_tall(player.see(f"play?{one}")) for one in asked}
    return {one: over for one, over in tall.items() if over}


@pytest.mark.parametrize("pace", ["phase", "round"])
def test_what_is_answered_at_a_table_of_merchants_fits(phone: Phone, pace: str) -> None:
    sample = sampled("merchants", "base", LONGEST[:4], story=False)
    sample.do("record", fact="wheel_order", value=WHEEL)
    sample.do("record", fact="five", value="weapon")
    sample.do("pace", value=pace)
    player = Player(phone())
    player.join(sample, screen=None)
    known, tall = len(sample.state.log), answered(player, ["", *ANSWERED["merchants"]])
    assert tall == {}
    for seat in range(4):
        sample.do("fill", seat=seat, field="deeds", value=DEEDS)
    while sample.play.moment.round < 13:
        sample.do("advance", moment=sample.play.moment.as_json())
    player.tell_all(sample, known)
    assert answered(player, ["", *ANSWERED["merchants"]]) == {}
    known = len(sample.state.log)
    while pace == "phase" and sample.play.moment.phase != "final-travel":
        sample.do("advance", moment=sample.play.moment.as_json())
    player.tell_all(sample, known)
    assert answered(player, ["", *ANSWERED["merchants"][-2:], "aid=commissions"]) == {}


@pytest.mark.parametrize(("names", "workers"), [(LONGEST, "3"), (LONGEST, "234"), (NAMES, "234")])
def test_what_is_answered_at_a_table_of_tybor_fits(
    phone: Phone, names: list[str], workers: str
) -> None:
    sample = sampled("tybor", "I", names, story=False)
    for strength in workers:
        sample.do("lay", pad="workers", card=strength, seat=0)
    player = Player(phone())
    player.join(sample, screen=None)
    known = len(sample.state.log)
    for _ in range(2):  # once as the tool of the phase, once opened in the place of another
        sample.do("advance", moment=sample.play.moment.as_json())
        player.tell_all(sample, known)
        known = len(sample.state.log)
        assert answered(player, ["", *ANSWERED["tybor"]]) == {}


def test_tools_fit_beside_what_has_been_set_off(phone: Phone) -> None:
    sample = sampled("ohmygoods", "base", LONGEST[:4], story=False)
    for card in ("mill", "bakery", "tannery", "sawmill", "cooperage", "tool-maker", "glassmaker"):
        sample.do("lay", pad="tableau", card=card, seat=0)
    player, seen, known = Player(phone()), dict[str, int](), 1
    page = player.join(sample, screen=None)
    while sample.play.moment.round == 1:
        known = len(sample.state.log)
        seen[sample.play.moment.phase] = too_tall(player.see("play"))
        sample.do("advance", moment=sample.play.moment.as_json())
        player.tell_all(sample, known)
    assert {phase: over for phase, over in seen.items() if over} == {}
    expect(page.get_by_text("Eighth building")).to_have_count(1)
    points = sampled("newdale", "I", LONGEST[:4], story=False)
    for seat in range(4):
        points.do("count", track="points", seat=seat, by=5)
    player.join(points, screen=None)
    assert answered(player, [""]) == {}


@pytest.mark.parametrize("pace", ["phase", "round"])
def test_twelve_cards_that_may_have_come_up_fit(phone: Phone, pace: str) -> None:
    sample = sampled("ohmygoods", "all-in", LONGEST[:4], story=False)
    sample.do("pace", value=pace)
    player = Player(phone())
    player.join(sample, screen=None)
    assert answered(player, ["", "open=tableau", "aid=produce"]) == {}


def test_cards_are_told_by_taps_and_taken_back(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("ohmygoods", "base", NAMES[:2], story=False), screen=None)
    player.must("advance", 0, moment=[1, "new-cards", None])
    page = player.see("play")
    before = player.seq
    page.click("#lay-row-wood")
    page.click("#lay-row-wood")
    expect(page.locator("[data-of=lay-row-wood]")).to_have_text("2")
    expect(page.locator("#strip [data-of=to-wood]")).to_have_text("2")
    page.check("#mark-row")
    page.click("#lay-row-clay")
    player.saved(before, 3)
    expect(page.locator("#mark-row")).not_to_be_checked()
    expect(page.locator(".told")).to_contain_text("1 of 2")
    expect(page.locator(".cards li")).to_have_count(3)
    expect(page.locator("#on")).to_contain_text("After 1 more")
    player.tap("#lift-row-wood")
    expect(page.locator("[data-of=lay-row-wood]")).to_have_text("1")
    player.tap("#without")
    expect(page.locator("#phase")).to_contain_text("Sunset")


def test_a_building_is_found_by_its_name_and_told(phone: Phone) -> None:
    for script in (True, False):
        player = Player(phone(script=script))
        player.join(sampled("ohmygoods", "base", NAMES[:2], story=False), screen=None)
        for phase in ("new-cards", "sunrise", "sunset"):
            player.must("advance", 0, moment=[1, phase, None])
        page = player.see("play")
        page.fill("[name=find]", "bak")
        page.press("[name=find]", "Enter")
        expect(page.locator("#lay-tableau-bakery-1")).to_be_visible()
        expect(page.locator("#lay-tableau-mill-1")).to_be_hidden()
        page.click("#lay-tableau-bakery-1")
        expect(page.locator("#pad-tableau-mine summary")).to_contain_text("2 cards, 3 points")
        expect(page.locator("#strip [data-of=to-buildings-0]")).to_have_text("2")
