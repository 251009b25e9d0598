"""A monkey at Score and Play of every game: its screen shows what everybody else would see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion.games import games
from tests.browser.monkey import SCREENS, Monkey

SEED = 1  # `python3 app.py bench monkey` tries others, for longer


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("slug", sorted(games()))
def test_whatever_is_tapped_and_typed_the_screen_is_the_tables(
    browser: Browser, server: str, slug: str, screen: str
) -> None:
    monkey = Monkey(browser, server, slug, screen, SEED)
    faults = monkey.run()
    assert not faults, "\n".join([*faults, *monkey.done[-30:]])
