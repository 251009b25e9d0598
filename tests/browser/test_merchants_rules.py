"""Rules of Merchants that people stumbled over: ties, the Private Concern."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Phone
from tests.browser.measuring import faults
from tests.browser.player import NAMES, REST, Player, sampled


def test_a_tie_asks_those_who_are_level_for_one_thing_after_the_other(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("merchants", "base", NAMES[:3], story=False))
    page = player.see("score?seat=0")
    for seat, (coins, prestige) in enumerate((("8", "6"), ("5", "9"), ("6", "9"))):
        player.type(seat, coins=coins, prestige=prestige)
        if seat < 2:
            player.press("#on")
            page.wait_for_url(f"**seat={seat + 1}*")
    expect(page.locator("#finish")).to_have_text("Yes, 0 for everyone")  # 14 against 15
    player.type(2, prestige="8")
    expect(page.locator("#s2-gifts")).to_be_visible()
    expect(page.locator("#before-result h2").first).to_have_text("Ada and Cleo are tied on 6")
    expect(page.locator("#s1-gifts")).to_have_count(0)
    player.tap("#s2-gifts-same")  # none
    expect(page.locator("#on")).to_contain_text("Answer the question")
    player.press("#on")
    expect(page.locator("#s0-gifts")).to_be_in_viewport(ratio=1)
    expect(page.locator("#s0-commissions")).to_have_count(0)
    player.type(0, gifts="0")
    expect(page.locator("#s0-commissions")).to_be_visible()
    player.type(0, commissions="3")
    player.type(2, commissions="4")
    player.finish()
    expect(page.locator("#why")).to_contain_text("Cleo wins on commissions delivered (4 to 3)")


def test_one_too_many_with_the_concern_is_told_in_sight(phone: Phone) -> None:
    page = phone(width=320, height=640)
    page.goto("/new/merchants")
    page.click("#players-4")
    for seat, name in enumerate(LONG):
        page.fill(f"#name-{seat}", name)
    page.check("#o-concern-yes")
    expect(page.locator("#o-concern-error")).to_contain_text("at most 3 of you can play")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_timeout(REST)
    page.click("#open")
    expect(page.locator("#o-concern-error")).to_be_in_viewport()
    player = Player(page)
    player.choose("#o-concern-no")
    expect(page.locator("#o-concern-error")).to_have_count(0)
    player.press("#open")
    page.wait_for_url("**/setup")


def test_alone_from_the_shelf_level_with_the_concern_the_booklet_decides(phone: Phone) -> None:
    page = phone(width=320)
    page.goto("/")
    page.click("text=Merchants of the Dark Road")
    page.click("#players-1")
    expect(page.locator("#o-concern-no")).to_have_count(0)
    page.fill("#name-0", "Ada")
    page.click("#open")
    page.wait_for_url("**/setup")
    player = Player(page, page.url.removesuffix("setup"))
    expect(page.locator("main")).to_contain_text("Private Concern")
    expect(page.locator("#who-1")).to_have_count(0)  # a seat without chores
    expect(page.locator("#step-seat-1")).to_be_visible()
    expect(page.locator("#step-seat-2")).to_have_count(0)  # what it would get
    page = player.see("score?seat=0")
    player.type(0, coins="8", prestige="6")
    player.press("#on")
    page.wait_for_url("**seat=1*")
    player.type(1, final="6")
    expect(page.locator("#s0-gifts")).to_have_count(0)  # nothing there could break this tie
    player.finish()
    expect(page.locator("#win")).to_contain_text("tied")
    expect(page.locator("#why")).to_contain_text("The solo booklet says who is ahead.")
    page = player.see("")
    expect(page.locator("main")).to_contain_text("Ada and Private Concern are tied")
    expect(page.locator("main")).not_to_contain_text("share the win")


def test_the_wheel_keeps_its_shape_on_the_smallest_phone(phone: Phone) -> None:
    player = Player(phone(width=320, height=640))
    player.sit("merchants", NAMES[:4])
    player.must("record", 0, fact="wheel_order", value="potion,staff,book,armor,weapon,instrument")
    player.must("record", 0, fact="five", value="potion")
    player.must("pace", value="round")
    page = player.see("play")
    places = page.locator(".places .key").all()
    assert len(places) == 7 and faults(page) == [], "six places, and Rest below them"
    foot = max(lower_edge(place) for place in places)
    assert foot <= upper_edge(page.locator(".dock")), "all of them stand above the dock"
    names = page.locator("[id^=seat-] .name").all()
    assert len(names) == 4 and all((n.bounding_box() or {})["width"] > 20 for n in names)
    page.click("#place-bazaar")
    for step in ("#all-places", "#to-rest"):
        box = page.locator(step).bounding_box() or {}
        assert min(box["width"], box["height"]) >= 44, step
    keys = page.locator(".wheel > li:not(.hub)").all()
    wide = {round((key.bounding_box() or {})["width"]) for key in keys}
    assert len(keys) == 6 and max(wide) - min(wide) <= 1, "six sections, all alike"
    assert faults(page) == []


LONG = ("Maximilian", "Dominique", "Cleo", "Ben")
OUT = "nodes => nodes.filter(n => n.scrollWidth > n.clientWidth || n.scrollHeight > n.clientHeight)"


def test_ordinary_long_names_have_room_in_every_tool_of_the_smallest_phone(phone: Phone) -> None:
    player = Player(phone(width=320, height=640))
    player.sit("merchants", LONG)
    player.must("record", 0, fact="wheel_order", value="potion,staff,book,armor,weapon,instrument")
    player.must("record", 0, fact="five", value="potion")
    for person in range(1, 5):
        player.must("count", 0, track="coins", person=person, to=9)
    player.must("count", 0, track="dice-book", by=1)
    page = player.see("play")
    page.click("#place-bazaar")
    expect(page.locator("#places")).to_be_in_viewport(ratio=1)
    foot = max(lower_edge(key) for key in page.locator(".wheel > li").all())
    assert foot <= upper_edge(page.locator(".dock")), "all of the wheel stands above the dock"
    page.click("#to-rest")
    expect(page.locator("#all-places")).to_be_in_viewport(ratio=1)
    page.click("#all-places")
    page.click("#place-dark-market")
    figures = page.locator("#aid-dark-market .gives .figure")
    expect(figures).to_have_text(["$1", "$2", "$3", "$4"])
    assert max((f.bounding_box() or {})["height"] for f in figures.all()) < 30, "no word is broken"
    page.click("#all-places")
    page.click("#place-caravan")
    assert page.locator("#aid-caravan .choice.boxes span").evaluate_all(f"{OUT}.length") == 0
    assert page.locator("#aid-caravan .seg span").evaluate_all(f"{OUT}.length") == 0
    page.click("#all-places")
    page.click("#fold-rest > summary")
    page.click("#fold-aids > summary")
    page.click("#aid-of-countdown")
    assert page.locator("#aid-countdown .gives").evaluate_all(f"{OUT}.length") == 0
    player.must("pace", value="round")
    for turn in range(1, 14):
        player.must("advance", 0, moment=[turn, "turn", 0])
    page = player.see("play")
    assert upper_edge(page.locator(".phases")) >= lower_edge(page.locator("h1"))
    page.select_option("#aid-final-travel select[name=seat]", label="Maximilian")
    for town in ("northbreak", "windglass"):
        player.press(f"#aid-final-travel button[value='heroes.{town}']")
    second = page.locator("#aid-final-travel .gives b")
    expect(second).to_have_text("Northbreak")
    assert round((second.bounding_box() or {})["height"]) < 30, "in one line"
    assert faults(page) == []


def test_a_sum_leaves_the_name_of_its_field_whole(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("merchants", "base", NAMES[:2], story=False))
    page = player.see("score?seat=0")
    player.type(0, coins="30+7", prestige="28+1")
    assert faults(page) == []
    page = player.see("score?seat=1")
    player.type(1, coins="37", prestige="29", gifts="1+1")
    assert page.locator("#s1-gifts").is_visible() and faults(page) == []


def test_an_opened_deck_is_called_once(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("merchants", screen="play")
    page.click("#fold-rest > summary")
    page.click("#fold-highway > summary")
    expect(page.locator("#one-highway")).to_be_visible()
    assert (page.locator("#pile-highway > .head").bounding_box() or {})["height"] <= 1
    page.click("#fold-five > summary")
    assert (page.locator("#fold-five h2").bounding_box() or {})["height"] <= 1


def upper_edge(it: Locator) -> float:
    return (it.bounding_box() or {})["y"]


def lower_edge(it: Locator) -> float:
    return upper_edge(it) + (it.bounding_box() or {})["height"]
