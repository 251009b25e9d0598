"""Full tables of people with long names: every screen of every game is good, by day and night."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import WIDE, Phone
from tests.browser.full_tables import FULL, LONG, FullTable
from tests.browser.looks import assert_accessible, assert_fits, everywhere
from tests.browser.measuring import faults
from tests.browser.player import Player


@pytest.mark.parametrize("table", FULL, ids=lambda table: table.name)
def test_nothing_overlaps_sticks_out_or_is_hard_to_use(phone: Phone, table: FullTable) -> None:
    player = Player(phone())
    page = player.join(table.told(), "An evening among old friends", screen=None)
    found = []
    for screen in table.screens:
        player.see(screen)
        for size in everywhere(page):
            assert_fits(page)
            if size == WIDE:
                continue
            found += [f"{screen or 'home'} at {size['width']}: {one}" for one in faults(page)]
            if screen not in table.plain:
                assert_accessible(page)
    assert not found, "\n".join(found)


def test_a_story_of_long_names_fits_its_statistics_and_totals(phone: Phone) -> None:
    sample = Sample(games()["ohmygoods"])
    for chapter in ("I", "II", "IIIa"):
        sample.chapter(chapter, LONG[:4])
    player = Player(phone())
    page = player.join(sample, screen=None)
    for screen in ("", "statistics", "result"):
        player.see(screen)
        for size in everywhere(page):
            assert_fits(page)
            assert size == WIDE or faults(page) == [], (screen, size)


PAST_THE_EDGE = """chart => [...chart.querySelectorAll(".who")]
  .filter(who => who.getBoundingClientRect().right > chart.getBoundingClientRect().right)
  .map(who => who.textContent)"""


def test_ordinary_long_names_are_whole_in_statistics_and_end_within_the_chart(phone: Phone) -> None:
    sample = Sample(games()["ohmygoods"])
    for chapter in ("I", "II"):
        sample.chapter(chapter, ("Maximilian", "Dominique", "Bartholomew", "Anna"))
    player = Player(phone())
    page = player.join(sample, screen=None)
    for size in everywhere(page):
        player.see("")
        assert page.locator("svg.lines").evaluate(PAST_THE_EDGE) == [], size
        player.see("statistics")
        assert size == WIDE or faults(page) == [], size


# On how many lines the first word of a button stands.
FIRST_WORD = """button => {
  const text = document.createTreeWalker(button.querySelector("b"), 4 /* text */).nextNode();
  const range = document.createRange();
  range.setStart(text, text.data.search(/\\S/));
  range.setEnd(text, text.data.search(/[^\\s]\\s/) + 1);
  return [...range.getClientRects()].filter(part => part.width).length }"""


def test_a_name_that_undo_cuts_short_is_not_broken_besides(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("ohmygoods", ("Wilhelmina", "Bartholomew"), screen="score?seat=1")
    player.type(1, buildings="8")
    expect(page.locator("#undo")).to_contain_text("…, Points on buildings")
    for size in everywhere(page):
        assert page.locator("#undo").evaluate(FIRST_WORD) == 1, size
