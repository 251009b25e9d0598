"""A card is taken away as quickly as it is told: every tap counts at once, and none is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, REST, Player, sampled, unfold
from tests.browser.test_taps import slow

# Taps within the page, quicker than a finger; answers what a figure says right after each.
TAPS = """
async ([buttons, figure]) => { const shown = [];
  for (const button of buttons) {
    document.querySelector(button).click();
    shown.push(document.querySelector(figure).textContent);
    await new Promise(done => setTimeout(done, 60)); }
  return shown; }
"""
WOOD, CLAY = "[data-of=lay-row-wood]", "[data-of=lay-row-clay]"
LIES = ".cards > li"


def market(phone: Phone, *cards: str) -> Player:
    """At the sunrise row of Oh my Goods!, these cards turned up."""
    player, sample = Player(phone()), sampled("ohmygoods", "base", NAMES[:2], story=False)
    sample.do("advance", moment=[1, "new-cards", None])
    for card in cards:
        sample.do("lay", pad="row", card=card.rstrip("*"), mark="sun" if card[-1] == "*" else "")
    player.join(sample, screen="play")
    return player


def taps(player: Player, buttons: Sequence[str], figure: str = WOOD) -> list[str]:
    shown: list[str] = player.page.evaluate(TAPS, [buttons, figure])
    return shown


def row(player: Player) -> list[str]:
    """As it lies, once the table has answered."""
    lying = player.page.locator(LIES).all_text_contents()
    return [text.strip().replace("half sun", "*") for text in lying]


@pytest.mark.parametrize("latency", [0, 300])
def test_every_tap_on_a_minus_counts_at_once(phone: Phone, latency: int) -> None:
    player = market(phone, *["wood"] * 6, "clay")
    slow(player.page, latency)
    before = player.seq
    assert taps(player, ["#lift-row-wood"] * 5) == ["5", "4", "3", "2", "1"]
    player.saved(before, 5)
    expect(player.page.locator(WOOD)).to_have_text("1")
    expect(player.page.locator("#strip [data-of=to-wood]")).to_have_text("1")
    assert row(player) == ["wood", "clay"] and player.seq == before + 5
    assert taps(player, ["#lift-row-wood"] * 3) == ["0", "0", "0"]
    player.saved(before, 6)
    expect(player.page.locator("#lift-row-wood")).to_be_disabled()


def test_a_wrong_card_that_filled_the_row_is_swapped_before_the_answer(phone: Phone) -> None:
    """What the card counted for comes back with it: its half sun, and room for another."""
    player = market(phone, "wood*", "ore", "clay*")
    page, before = player.page, player.seq
    slow(page, 300)
    unfold(page, "#lift-row-clay")  # full, so the row has given way to worker and plan
    expect(page.locator(".told")).to_contain_text("2 of 2")
    assert page.locator("#lay-row-wood").is_disabled()
    assert taps(player, ["#lift-row-clay", "#lay-row-wood"]) == ["1", "2"]
    assert "1 of 2" in page.inner_text(".told")
    player.saved(before, 2)
    assert row(player) == ["wood*", "ore", "wood"]
    expect(page.locator(".told")).to_contain_text("1 of 2")


def test_what_is_told_and_taken_away_again_counts_for_nothing(phone: Phone) -> None:
    player = market(phone, "wood*")
    page, before = player.page, player.seq
    slow(page, 300)
    assert page.locator("#lift-row-clay").is_disabled()
    assert taps(player, ["#lay-row-clay", "#lift-row-clay"], CLAY) == ["1", "0"]
    assert "1 of 2" in page.inner_text(".told") and page.locator("#lift-row-clay").is_disabled()
    player.saved(before, 2)
    assert row(player) == ["wood*"] and "1 of 2" in page.inner_text(".told")


def test_the_last_one_is_taken_back_at_once_with_its_half_sun(phone: Phone) -> None:
    """A nervous finger takes one, whatever lies before it."""
    player = market(phone, "wood*", "clay", "clay*")
    page, before = player.page, player.seq
    slow(page, 300)
    unfold(page, "#back-row")
    assert taps(player, ["#back-row"] * 2, CLAY) == ["1", "1"]
    assert "1 of 2" in page.inner_text(".told")
    player.saved(before)
    assert row(player) == ["wood*", "clay"] and player.seq == before + 1


def test_offline_a_card_is_missing_until_the_table_has_it(phone: Phone) -> None:
    player = market(phone, "wood", "clay")
    page, before = player.page, player.seq
    page.context.set_offline(True)
    assert taps(player, ["#lay-row-wood", "#lift-row-wood", "#lift-row-wood"]) == ["2", "1", "0"]
    expect(page.locator("#lay-row-wood.is-waiting")).to_be_visible()
    assert page.locator("#lift-row-wood").is_disabled()
    page.context.set_offline(False)
    player.saved(before, 3)
    expect(page.locator(LIES)).to_have_count(1)
    assert row(player) == ["clay"]


def test_two_phones_each_take_one_away(phone: Phone) -> None:
    one = market(phone, "wood", "wood", "wood")
    other = Player(phone(), one.table)
    other.see("play")
    for player in (one, other):
        slow(player.page, 300)
    for player in (one, other):
        assert taps(player, ["#lift-row-wood"]) == ["2"]
    for player in (one, other):
        expect(player.page.locator(WOOD)).to_have_text("1")


def test_undo_takes_back_a_tap_that_is_not_sent_yet(phone: Phone) -> None:
    player = market(phone, "wood", "wood")
    player.tap("#lay-row-wood")
    slow(player.page, 300)
    player.page.wait_for_timeout(REST)
    before = player.seq
    assert taps(player, ["#lift-row-wood", "#lift-row-wood", "#undo"]) == ["2", "1", "2"]
    player.saved(before)
    player.page.wait_for_timeout(700)
    assert player.seq == before + 1
    expect(player.page.locator(WOOD)).to_have_text("2")


def test_of_a_list_the_very_rows_that_are_tapped_go(phone: Phone) -> None:
    """Two rows before the first answer; a second tap on one of them is one too many."""
    player, sample = Player(phone()), sampled("tybor", "I", NAMES[:2], story=False)
    for points in (3, 4, 5, 6):
        sample.do("lay", pad="built", card="red", seat=0, points=points)
    page = player.join(sample, screen="play?seat=0&open=built")
    slow(page, 300)
    before, rows = player.seq, "[id^=lift-built-]"
    page.locator("#fold-rest summary, #fold-built-mine summary").first.click()
    buttons = ["#lift-built-0", "#lift-built-0", "#lift-built-2"]
    assert taps(player, buttons, "[data-of=lay-built-red]") == ["3", "3", "2"]
    player.saved(before, 2)
    expect(page.locator(rows)).to_have_count(2)
    left = page.locator("li.row", has=page.locator(rows)).all_text_contents()
    assert [int(text.split()[0][0]) for text in left] == [4, 6] and player.seq == before + 2
