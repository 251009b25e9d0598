"""Rules of Newdale that people stumbled over: alone, between chapters, the last round."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.looks import assert_fits
from tests.browser.player import NAMES, Player, sampled, unfold

TRIO = NAMES[:3]


def test_alone_points_goods_and_the_further_task_decide_together(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("newdale", "I", NAMES[:1], story=False))
    page = player.see("score")
    player.type(0, track="26", coins="24", towns="3", buildings="18")
    note(player, "#fact-target-value", "50")
    player.tap("#fact-solo_goods_met-2")
    assert "See who won" not in player.dock.inner_text()
    player.finish()
    expect(page.locator("#why")).to_contain_text("the goods were not delivered")
    player.see("score")
    player.tap("#fact-solo_goods_met-1")
    player.tap("#fact-solo_task_met-2")
    player.see("result")
    expect(page.locator("#why")).to_contain_text("the further task was not met")
    player.see("score")
    player.tap("#fact-solo_task_met-1")
    player.see("result")
    expect(page.locator("#win")).to_have_text("Reached, 4 points to spare")


def note(player: Player, field: str, text: str) -> None:
    before = player.seq
    unfold(player.page, field)
    player.page.fill(field, text)
    player.page.press(field, "Tab")
    player.saved(before)


def test_a_change_over_says_each_thing_once(phone: Phone) -> None:
    sample = Sample(games()["newdale"])
    sample.chapter("I", TRIO)
    sample.open("II", TRIO)
    player = Player(phone())
    page = player.join(sample)
    over, whole = page.locator("#part-over"), page.locator("main")
    for once in ("Read out the Epilogue", "Clear the table"):
        expect(over).to_contain_text(once)
    said = whole.inner_text()
    assert said.count("all copies of 200") == 1
    assert said.count("Keep side objectives A01 and A02 nearby") == 1
    expect(page.locator("#draw-first")).to_have_count(0)  # the last winner decides it
    assert "face down on top" in said
    player.tap("#deck-events-shuffle")
    expect(whole).not_to_contain_text("face down on top")
    expect(page.locator("[id^=tick-events-]")).to_have_count(0)


def test_round_seven_still_counts_and_the_bag_goes_on(phone: Phone) -> None:
    sample = sampled("newdale", "I", TRIO, story=False)
    while (sample.play.moment.round, sample.play.moment.phase) != (7, "end"):
        sample.moment()
    player = Player(phone())
    player.join(sample)
    page = player.see("play")
    assert_fits(page)  # eight phases, too
    expect(page.locator("main")).to_contain_text(
        "bonus tiles that count assistants count round 7’s market"
    )
    expect(page.locator(".masthead")).to_contain_text("Ada")  # began round 1, so round 7 too
    player.tap("#on")
    expect(page.locator("#phase")).to_have_text("Final production")
    expect(page.locator(".masthead")).to_contain_text("Ben")
    assert page.locator("main .recalls:visible > li").count() <= 2


def test_what_rabbit_brings_is_tapped_for_whoever_has_it(phone: Phone) -> None:
    sample = sampled("newdale", "II", NAMES, story=False)
    for person, thing in ((1, "P03"), (3, "P02")):
        sample.do("hold", draw="characters", person=person, thing=thing)
    while sample.play.moment.phase != "assistants":
        sample.do("advance", moment=sample.play.moment.as_json())
    player = Player(phone(width=320))
    player.join(sample)
    page = player.see("play")
    player.press("#fold-rabbit summary")
    whose = page.locator("#fold-rabbit .order li")
    expect(whose).to_have_count(1)
    expect(whose).to_contain_text("Cleo")
    player.tap("#lay-rabbit-green")
    expect(page.locator("#undo")).to_have_attribute(
        "aria-label", "Undo: Cleo drew for Rabbit: green"
    )
    expect(page.locator("#fold-onyx .order li")).to_have_count(2)  # who have not told theirs
    assert_fits(page)
