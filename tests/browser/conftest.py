"""A real server and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from companion.config import PROJECT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PATIENCE = 20_000  # ms; a busy machine is slow, which is no fault of the page
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
WIDE = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = pytest.mark.skip(reason="Chromium is not installed: apt-get install chromium")
    for item in items:
        if "tests/browser" in str(item.path) and not CHROMIUM:
            item.add_marker(missing)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(folder: Path, port: int, home: Path = PROJECT) -> subprocess.Popen[str]:
    """The app as a group runs it, from its folder, on a database of its own."""
    environment = {
        **os.environ,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{folder / 'browser.sqlite3'}",
        "SECRET_KEY": "browser",
    }
    process = subprocess.Popen(
        [sys.executable, "app.py"], cwd=home, env=environment, text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("the server did not start")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    process = serve(tmp_path_factory.mktemp("browser"), port)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)


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
        script: bool = True, dark: bool = False, zone: str | None = None, **size: int
    ) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport={**PHONE, **size},  # type: ignore[arg-type]
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
            timezone_id=zone,
        )
        contexts.append(context)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda message: errors.extend(_violations(message)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
