"""Large type, chosen in the settings of the device: nothing is cut, and no page grows wider."""

from __future__ import annotations

import pytest

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.measuring import faults
from tests.browser.player import Player

NAMES = ("Maximilian", "Dominique", "Anna")


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=lambda size: str(size["width"]))
def test_large_text_has_its_room(phone: Phone, size: dict[str, int]) -> None:
    sample = Sample(games()["tybor"])
    for chapter in ("I", "II"):
        sample.chapter(chapter, NAMES)
    sample.open("III", NAMES)
    sample.set_up()
    sample.moment()
    player = Player(phone(**size))
    page = player.join(sample, screen="")
    page.goto("/settings")
    page.check("#text-large")
    page.wait_for_selector("html[data-text=large]")
    found = []
    for screen in ("/", "/statistics", *(player.table + one for one in ("play", "settings"))):
        page.goto(screen)
        found += [f"{screen}: {one}" for one in faults(page) if "broken" not in one]
    page.goto("/")
    books = [one for one in faults(page) if "<h3>" in one]
    assert (found, books) == ([], [])
