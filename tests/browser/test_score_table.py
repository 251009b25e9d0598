"""The score sheet all evening: one table, one person on a phone, everybody on a laptop."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.printing.sample_tables import Sample
from tests.browser.conftest import SMALL, WIDE, Phone
from tests.browser.looks import assert_accessible, assert_fits
from tests.browser.player import Player, sampled

FOUR = ("Anna", "Ben", "Christopher", "Maximilian")
STATES = "td => td.className.match(/is-(\\w+)/)[1]"
ABOVE = """() => {
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  const total = box("#line-total");
  return [box(".scores tbody tr:last-child").bottom, total.top, total.bottom, box(".dock").top];
}"""


def newdale(ended: bool = True, names: tuple[str, ...] = FOUR) -> Sample:
    """Newdale's second chapter: counted for Anna, entered for the others but for one line."""
    sample = sampled("newdale", "II", names, story=False)
    sample.do("count", track="points", seat=0, to=12)
    sample.do("count", track="fists", seat=0, to=2)
    if not ended:
        return sample
    sample.do("advance", moment=sample.play.moment.as_json(), to=[0, "over", None])
    for option, coins, points in (("first", 20, 8), ("second", 12, 5)):
        sample.do("record", fact=f"objective_{option}_coins", value=coins)
        sample.do("record", fact=f"objective_{option}_points", value=points)
    sample.do("rule", ruling="starting-cards", value="nothing")
    sheet = {"track": 15, "coins": 7, "towns": 3, "buildings": 11, "chapter": -2}
    for seat in range(1, len(names)):
        for field, value in sheet.items():
            if (seat, field) != (3, "towns"):
                sample.do("fill", seat=seat, field=field, value=value)
    sample.do("fill", seat=0, field="towns", value=4)
    sample.do("fill", seat=0, field="buildings", value="3+5+6")
    return sample


def test_the_end_opens_final_scoring_on_every_phone_and_undo_takes_it_back(phone: Phone) -> None:
    host = Player(phone())
    page = host.join(newdale(ended=False, names=FOUR[:2]), screen="play")
    page.click("#tab-score")
    other = phone()
    other.goto(f"{host.table}sheet")
    expect(other.locator("h2", has_text="Points so far")).to_be_visible()
    expect(other.locator("#later")).to_contain_text("added at the end")
    expect(other.locator("#s0-coins")).to_have_count(0)
    page.click("#end")
    expect(page.locator("#end-now")).to_contain_text("Round 1 of 7. End the game and score now?")
    expect(page.locator("#end-now .primary")).to_have_text("Keep playing")
    assert_accessible(page)
    page.click("#keep-playing")
    expect(page.locator("#end-now")).to_have_count(0)
    host.press("#end")
    host.press("#end-game")
    for one in (page, other):
        expect(one.locator("h1")).to_have_text("Final scoring")
        expect(one.locator("#s0-coins")).to_be_visible()
    host.press("#undo")
    for one in (page, other):
        expect(one.locator("#s0-coins")).to_have_count(0)
        expect(one.locator("#s0-track")).to_be_visible()


def test_a_phone_shows_one_person_whose_lines_say_what_they_are(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(newdale(), screen="sheet?seat=0")
    wanted = {
        "track": "play",
        "fists": "play",
        "spent": "blank",
        "coins": "open",
        "towns": "entered",
    }
    shown = {key: page.locator(f"td:has(#s0-{key})").evaluate(STATES) for key in wanted}
    assert shown == wanted
    expect(page.locator("#s1-track")).to_be_hidden()
    expect(page.locator("#s0-track-confirm")).to_contain_text("From play. Tap to confirm")
    expect(page.locator("#s0-coins-state")).to_have_text("Needed")
    expect(page.locator("#total-0 .pts")).to_have_text("–")
    needs = page.locator("#needs a")
    assert needs.all_inner_texts() == [
        "2 from play (Anna)",
        "Goods in coins (Anna)",
        "Towns (Maximilian)",
    ]
    assert_accessible(page)
    assert_fits(page)
    player.tap("#confirm-0")
    expect(page.locator("#s0-track-confirm, #s0-fists-confirm, #confirm-0")).to_have_count(0)
    player.type(0, coins="12")
    expect(page.locator("#tab-0")).to_contain_text("waiting")  # for the fists of others
    expect(page.locator("#on")).to_contain_text("Pass to Maximilian")
    player.press("#on")
    expect(page.locator("#tab-3")).to_have_attribute("aria-current", "true")
    player.type(3, towns="2")
    expect(page.locator("#needs")).to_have_count(0)
    expect(page.locator("#tab-0")).to_contain_text("complete")
    expect(page.locator("#total-3 .pts")).not_to_have_text("–")
    expect(page.locator("#before-result")).to_contain_text("0 for everyone?")
    assert_accessible(page)
    player.press("#finish")
    page.wait_for_url("**/result")


def test_whose_sheet_it_is_stays_in_sight_on_a_tall_phone(phone: Phone) -> None:
    page = Player(phone()).join(newdale(), screen="score?seat=0")
    page.locator("#line-total").scroll_into_view_if_needed()
    expect(page.locator("#tab-0")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(SMALL)
    page.locator("#line-total").scroll_into_view_if_needed()
    expect(page.locator("#tab-0")).not_to_be_in_viewport()
    assert_fits(page)


def test_a_laptop_has_everybodys_sheet_in_one_table_without_scrolling(phone: Phone) -> None:
    player = Player(phone(**WIDE))
    page = player.join(newdale(), screen="score?seat=0")
    last, top, bottom, dock = page.evaluate(ABOVE)
    assert last <= top + 1 and bottom <= dock + 1, "all lines and the total are in sight at once"
    assert page.locator(".scores .label:visible", has_text="Towns").count() == 1
    expect(page.locator(".people")).to_be_hidden()
    assert_accessible(page)
    before = player.seq
    page.fill("#s0-coins", "12")
    page.fill("#s3-towns", "2")
    page.press("#s3-towns", "Tab")
    player.saved(before, 2)
    entered = player.server.table(player.token).state.plays[0].entries
    assert entered[0]["coins"] == 12 and entered[3]["towns"] == 2


def test_on_a_laptop_the_main_action_leads_into_the_next_needed_field(phone: Phone) -> None:
    player = Player(phone(**WIDE))
    page = player.join(newdale(), screen="score?seat=0")
    main = page.locator(".dock .primary:visible")
    assert main.all_inner_texts() == ["Go to 2 from play (Anna)"]
    player.press("#on-wide")
    expect(page.locator("#confirm-0")).to_be_focused()
    player.press("#confirm-0")
    expect(main).to_have_text("Go to Goods in coins (Anna)")
    player.press("#on-wide")
    expect(page.locator("#s0-coins")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    expect(main).to_have_text("Go to Towns (Maximilian)")


def test_without_a_script_it_works_by_buttons(phone: Phone) -> None:
    for size in ({}, WIDE):
        player = Player(phone(script=False, **size))
        page = player.join(newdale(ended=False, names=FOUR[:2]), screen="sheet?seat=0")
        page.click("#end")
        page.click("#end-game")
        expect(page.locator("h1")).to_have_text("Final scoring")
        expect(page.locator("#s1-coins")).to_be_hidden()  # one at a time: nothing typed is lost
        page.fill("#s0-coins", "5")
        page.click("#confirm-0")
        expect(page.locator("#s0-coins")).to_have_value("5")
        expect(page.locator("#s0-track-confirm")).to_have_count(0)
        page.fill("#s0-towns", "3")
        page.click("#on-bare")
        expect(page.locator("#s1-coins")).to_be_visible()
        page.click("#tab-0")
        expect(page.locator("#s0-towns")).to_have_value("3")


def test_a_tie_is_asked_above_the_sheet_of_both_with_what_it_means(phone: Phone) -> None:
    sample = sampled("merchants", "base", FOUR[:2], story=False)
    sample.do("pace", value="ends")
    for seat in (0, 1):
        sheet = {"coins": 20, "prestige": 30, "dice": 0, "upgrade_vp": False}
        for field, value in sheet.items():
            sample.do("fill", seat=seat, field=field, value=value)
    player = Player(phone())
    page = player.join(sample, screen="score?seat=0")
    asked = page.locator("#before-result")
    expect(asked).to_contain_text("Anna and Ben are tied on 20")
    assert_accessible(page)
    player.type(0, gifts="2")
    expect(asked).to_contain_text("If Ben has more than 2, Ben wins.")
    page.fill("#s1-gifts", "3")
    page.press("#s1-gifts", "Tab")
    expect(asked).not_to_contain_text("tied")
    expect(page.locator("#tab-0")).to_have_attribute("aria-current", "true")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Ben")


def test_a_tie_is_broken_by_the_whole_number_typed_slowly_and_sent_by_enter(phone: Phone) -> None:
    sample = sampled("merchants", "base", FOUR[:2], story=False)
    sample.do("pace", value="ends")
    for seat in (0, 1):
        for field, value in {"coins": 20, "prestige": 30, "dice": 0, "upgrade_vp": False}.items():
            sample.do("fill", seat=seat, field=field, value=value)
    sample.do("fill", seat=0, field="gifts", value=2)
    player = Player(phone())
    page = player.join(sample, screen="score?seat=0")
    page.locator("#s1-gifts").press_sequentially("1")
    page.wait_for_timeout(900)  # the sheet has been drawn as if that were all
    page.locator("#s1-gifts").press_sequentially("2")
    page.press("#s1-gifts", "Enter")
    expect(page.locator("#before-result")).not_to_contain_text("tied")
    player.go("#finish", "result")
    expect(page.locator("#win")).to_contain_text("Ben wins")


def test_long_names_and_eight_people_have_room(phone: Phone) -> None:
    names = ("Wilhelmina-Charlotte XXI", *FOUR, "Eve", "Gus", "Hal")
    sample = sampled("tybor", "I", names, story=False)
    sample.do("lay", pad="citizens", seat=0, card="farmer")
    player = Player(phone())
    page = player.join(sample, screen="score?seat=0")
    for size in ({"width": 390, "height": 844}, SMALL, WIDE):
        page.set_viewport_size(size)
        assert_fits(page)
    assert_accessible(page)
