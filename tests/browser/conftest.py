"""A real server and a real Chromium for the browser tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.player import TAPS, Player
from tests.serving import served
from tools import chromium

CHROMIUM = chromium.found()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PATIENCE = 30_000  # ms; a busy machine is slow, which is no fault of the page
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}


# They come first, so that nobody waits for the last of them alone.
LONGEST = ("test_newdale.py", "test_merchants.py", "test_tybor.py", "test_ohmygoods.py",
           "test_heights.py")  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
    missing = pytest.mark.skip(reason="Chromium is not installed: apt-get install chromium")
    for item in items:
        if "tests/browser" in str(item.path) and not CHROMIUM:
            item.add_marker(missing)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app as a group runs it."""
    with served(tmp_path_factory.mktemp("browser")) as found:
        Player.server = found
        yield found.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


Phone = Callable[..., Page]


def _violations(message: ConsoleMessage) -> list[str]:
    """What a page wanted to do and our own headers forbid."""
    return [message.text] if "Content Security Policy" in message.text else []


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Phone]:
    """Opens one more device: its own cookies, its own screen; errors of its pages fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        script: bool = True,
        dark: bool = False,
        zone: str | None = None,
        worker: bool = False,  # the service worker, which fetches everything once more
        **size: int,
    ) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport={**PHONE, **size},
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
            timezone_id=zone,
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        context.add_init_script(TAPS)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda message: errors.extend(_violations(message)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
