"""Full tables of people with long names: every screen holds at 390 and at 320 px."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.full_tables import FULL, FullTable
from tests.browser.measuring import faults
from tests.browser.player import Player


@pytest.mark.parametrize("table", FULL, ids=lambda table: table.name)
def test_nothing_overlaps_sticks_out_or_breaks_in_mid_word(phone: Phone, table: FullTable) -> None:
    player = Player(phone())
    page = player.join(table.told(), "An evening among old friends")
    found = []
    for screen in table.screens:
        player.see(screen)
        for size in (PHONE, SMALL):
            page.set_viewport_size(size)
            found += [f"{screen or 'home'} at {size['width']}: {one}" for one in faults(page)]
    assert not found, "\n".join(found)
