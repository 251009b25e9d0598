"""Full tables of people with long names: every screen holds at 390 and at 320 px."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import PHONE, SMALL, free_port, serve
from tests.browser.full_tables import FULL, FullTable, laid
from tests.browser.measuring import faults


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Where each of these tables is served."""
    folder, port = tmp_path_factory.mktemp("full"), free_port()
    tokens = laid(folder)
    process = serve(folder, port)
    yield {name: f"http://127.0.0.1:{port}/t/{token}/" for name, token in tokens.items()}
    process.terminate()
    process.wait(10)


@pytest.mark.parametrize("table", FULL, ids=lambda table: table.name)
def test_nothing_overlaps_sticks_out_or_breaks_in_mid_word(
    browser: Browser, addresses: dict[str, str], table: FullTable
) -> None:
    context = browser.new_context()
    page = context.new_page()
    found = []
    for screen in table.screens:
        page.goto(addresses[table.name] + screen)
        for size in (PHONE, SMALL):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            found += [f"{screen or 'home'} at {size['width']}: {one}" for one in faults(page)]
    context.close()
    assert found == []
