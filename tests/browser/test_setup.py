"""The Setup screen: the first step at once, rows that tick, groups that close, steady phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from companion.games import games
from tests.browser.conftest import PHONE, SMALL, WIDE, Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled

NAMES = ("Anna", "Ben", "Christopher", "Maximilian")
EIGHT = (*NAMES, "Bartholomea", "Konstantin", "Wilhelmina", "Bartholomea Konstantina")
AT = "id => document.getElementById(id).getBoundingClientRect().top"
FIRST = "() => document.querySelector('.step').getBoundingClientRect().top"


def at_setup(player: Player, slug: str = "newdale", chapter: str = "II") -> Page:
    return player.join(sampled(slug, chapter, NAMES, story=False))


@pytest.mark.parametrize("slug", sorted(games()))
def test_the_first_step_is_seen_at_once(phone: Phone, slug: str) -> None:
    for size in (PHONE, SMALL, WIDE):
        page = at_setup(Player(phone(**size)), slug, games()[slug].graph.first)
        top = page.evaluate(FIRST)
        print(f"{slug}, {size['width']} x {size['height']}: the first step begins at {top:.0f} px")
        assert top <= 200


@pytest.mark.parametrize("size", (PHONE, SMALL, WIDE), ids=lambda size: str(size["width"]))
def test_eight_people_have_room(phone: Phone, size: ViewportSize) -> None:
    page = Player(phone(**size)).join(sampled("tybor", "I", EIGHT, story=False))
    expect(page.locator(".chips > a")).to_have_count(9)
    assert faults(page) == []
    top = page.evaluate(FIRST)
    print(f"eight people, {size['width']} px: the first step begins at {top:.0f} px")
    assert top <= 200


@pytest.mark.parametrize("slug", sorted(games()))
def test_setup_is_good_everywhere(phone: Phone, slug: str) -> None:
    page = at_setup(Player(phone()), slug, games()[slug].chapters[-1].key)
    assert_good_everywhere(page)


def test_a_row_ticks_anywhere_and_the_next_one_is_tinted(phone: Phone) -> None:
    player = Player(phone())
    page = at_setup(player)
    row = page.locator("#tick-board")
    box = row.bounding_box()
    assert box is not None and box["width"] > 340 and box["height"] >= 44
    before = player.seq
    row.click(position={"x": box["width"] - 8, "y": box["height"] - 8})
    player.saved(before)
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".masthead .where")).to_have_text("1 of 26 done")
    player.tap("#tick-side-objective")
    expect(page.locator(".step.is-here")).to_have_attribute("id", "step-action-board")


def test_a_group_closes_for_whoever_did_the_last_of_it(phone: Phone) -> None:
    player = Player(phone())
    page = at_setup(player)
    other = Player(phone(), player.table)
    other.see("setup")
    for page_of in (page, other.page):
        expect(page_of.locator("#part-board")).to_have_attribute("open", "")
    for step in ("board", "action-board", "bonus-tiles", "bonus-spaces", "goods"):
        player.tap(f"#tick-{step}")
    expect(page.locator("#part-board")).not_to_have_attribute("open", "")
    expect(page.locator("#part-board > summary")).to_be_in_viewport()
    expect(page.locator("#part-board > summary")).to_contain_text("Done")
    expect(other.page.locator("#part-board > summary")).to_contain_text("Done")
    expect(other.page.locator("#part-board")).to_have_attribute("open", "")
    player.tap("#undo")
    expect(page.locator("#part-board")).to_have_attribute("open", "")
    page.click("#part-decks > summary")  # what somebody closes stays closed
    player.tap("#tick-goods")
    expect(page.locator("#part-decks")).not_to_have_attribute("open", "")


def test_an_answer_ticks_its_step_and_one_undo_takes_back_both(phone: Phone) -> None:
    player = Player(phone())
    page = at_setup(player)
    before = player.seq
    page.click("#step-side-objective-side_objective-2")
    expect(page.locator("#tick-side-objective")).to_have_attribute("aria-pressed", "true")
    player.saved(before, 2)
    page.click("#part-box > summary")
    expect(page.locator("#step-side-objective-side_objective-d > summary")).to_contain_text("A02")
    player.press("#undo")
    player.saved(before, 4)
    expect(page.locator("#tick-side-objective")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#step-side-objective-side_objective-2")).to_be_visible()


def test_four_phones_tick_at_once_and_stay_where_they_are(phone: Phone) -> None:
    """Rows grow and shrink above what three of them look at: nothing moves under a finger."""
    first = Player(phone())
    at_setup(first)
    players = [first, *(Player(phone(), first.table) for _ in range(3))]
    for player in players[1:]:
        player.see("setup")
    looked_at = ("step-side-objective", "step-pile-numbered", "step-tokens", "step-characters")
    for player, step in zip(players, looked_at, strict=True):
        player.page.locator(f"#{step}").evaluate("e => e.scrollIntoView({block: 'center'})")
    before = [p.page.evaluate(AT, step) for p, step in zip(players, looked_at, strict=True)]
    total = first.seq
    for player, step in zip(players, looked_at, strict=True):
        player.page.click(f"#{step} .do")
    entries = len(looked_at)
    for others in ("board", "action-board", "bonus-tiles", "goods", "progress", "hand"):
        first.must("tick", step=others, on=True, **({"seat": 1} if others == "hand" else {}))
        entries += 1
    first.must("draw", draw="bonus-tiles", seed=5)  # a long list, above what most of them look at
    for player in players:
        player.saved(total, entries + 1)
    after = [p.page.evaluate(AT, step) for p, step in zip(players, looked_at, strict=True)]
    moved = [now - then for now, then in zip(after[1:], before[1:], strict=True)]
    print(f"steps moved by {[round(by, 2) for by in moved]} px")
    assert all(abs(by) <= 1 for by in moved)
    assert players[0].page.evaluate("scrollY") == 0


def test_without_a_script_steps_tick_and_questions_are_answered(phone: Phone) -> None:
    player = Player(phone())
    at_setup(player)
    page = Player(phone(script=False), player.table).see("setup")
    page.click("#tick-board")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    page.click("#step-side-objective-side_objective-1")
    expect(page.locator("#part-box > summary")).to_contain_text("Done")
    page.click("#on")
    page.wait_for_url("**/play")


def test_steps_are_ticked_by_keyboard(phone: Phone) -> None:
    player = Player(phone())
    page = at_setup(player)
    page.focus("#tick-board")
    before = player.seq
    page.keyboard.press("Enter")
    player.saved(before)
    expect(page.locator("#tick-board")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#tick-action-board")).to_be_focused()
