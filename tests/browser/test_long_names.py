"""Full tables of people with long names: every screen of every game is good, by day and night."""

from __future__ import annotations

import pytest

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import SMALL, WIDE, Phone
from tests.browser.full_tables import FULL, LONG, FullTable
from tests.browser.looks import assert_accessible, assert_fits, everywhere
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled


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
            # Every screen by night, and those of one game by day, too.
            if screen not in table.plain and (size == SMALL or table.slug == "newdale"):
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
        player.see("statistics")
        assert page.locator("svg.lines").evaluate(PAST_THE_EDGE) == [], size
        assert size == WIDE or faults(page) == [], size


def test_who_is_who_is_asked_beside_whole_names(phone: Phone) -> None:
    player = Player(phone())
    for title in ("Thursday", "The long evening"):
        sample = Sample(games()["ohmygoods"])
        sample.chapter("I", ("Maximilian", "Bartholomew", LONG[0]))
        page = player.join(sample, title)
    page.goto("/statistics/people")
    assert page.locator("main .panel > .head").count() == 6
    for size in everywhere(page):
        assert_fits(page)
        assert size == WIDE or faults(page) == [], size


BROKEN = """all => all.filter(one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const [first, ...others] = range.getClientRects();
  return others.some(part => part.top > first.bottom - 5);
}).map(one => one.textContent)"""


def test_a_heading_shortens_a_name_and_does_not_break_it(phone: Phone) -> None:
    begun, done = (sampled("merchants", "base", LONG[:2], story=False) for _ in range(2))
    done.play_on()
    done.score()
    done.finish()
    player = Player(phone())
    page = player.page
    for sample, screen in ((begun, "play"), (begun, "watch"), (done, "result")):
        names = player.join(sample, screen=screen).locator(":is(h1, h2) .who")
        for size in everywhere(page):
            assert names.count() and names.evaluate_all(BROKEN) == [], (screen, size)
