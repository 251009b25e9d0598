"""Full tables of people with long names: every screen of every game is good, by day and night."""

from __future__ import annotations

import pytest

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


def test_ordinary_names_are_whole_or_end_in_an_ellipsis_in_the_statistics(phone: Phone) -> None:
    sample = Sample(games()["tybor"])
    sample.chapter("I", ("Bartholomew", "Wilhelmina", "Christopher"))
    player = Player(phone(width=320))
    page = player.join(sample, screen="statistics")
    assert faults(page) == []
