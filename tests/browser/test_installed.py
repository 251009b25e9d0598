"""Guildbook kept on a phone like an app: opened while its server is away, and updated."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.config import PROJECT
from tests.browser.conftest import Phone, free_port, serve
from tests.browser.test_live import LATER, expect_done, tick
from tests.browser.test_script import ticks

KEPT_ANEW = """
async old => { const names = await caches.keys();
  const own = names.filter(name => name !== old).map(cacheName => ({cacheName}));
  const found = await Promise.all(own.map(which => caches.match(location.href, which)));
  return !names.includes(old) && found.some(Boolean); }
"""


def patiently(page: Page) -> Iterator[None]:
    """Ten tries a second, for as long as a page waits; a page's own waiting takes no promise."""
    for _ in range(80):
        yield
        page.wait_for_timeout(100)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the app that can be changed."""
    copy = tmp_path / "project"
    for part in ("companion", "migrations", "static", "templates"):
        shutil.copytree(PROJECT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*PROJECT.glob("*.py"), *PROJECT.glob("requirements*.txt")):
        shutil.copy(file, copy)
    return copy


def kept(page: Page, port: int) -> Page:
    """A table's set-up, shown by the worker, which keeps it."""
    page.goto(f"http://127.0.0.1:{port}/new/newdale")
    page.fill("#name-0", "Ada")
    page.fill("#name-1", "Ben")
    page.click("#open")
    page.wait_for_url("**/setup")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    return page


def end(process: subprocess.Popen[str]) -> None:
    """As Ctrl-C does; the port is free afterwards."""
    process.terminate()
    process.wait(10)


def test_a_restarted_server_and_a_page_opened_without_it(phone: Phone, tmp_path: Path) -> None:
    port = free_port()
    process = serve(tmp_path, port)
    try:
        page = kept(phone(), port)
        step = ticks(page)[0]
        end(process)
        page.reload()
        expect(page.locator("h1")).to_have_text("Set up")
        expect(page.locator(".masthead .status")).to_have_text("Offline", timeout=5000)
        tick(page, step)
        expect(page.locator(".masthead .status")).to_have_text("Offline, 1 waiting")
        process = serve(tmp_path, port)
        expect_done(page, step, LATER)
    finally:
        end(process)


def test_an_updated_app_is_never_mixed_with_the_old_one(
    phone: Phone, project: Path, tmp_path: Path
) -> None:
    port = free_port()
    process = serve(tmp_path, port, project)
    try:
        page = kept(phone(), port)
        [before] = page.evaluate("caches.keys()")
        end(process)
        sheet = project / "static" / "guildbook.css"
        sheet.write_text(f"{sheet.read_text('utf-8')}\nh1 {{ letter-spacing: 3px; }}\n", "utf-8")
        process = serve(tmp_path, port, project)
        page.reload()
        expect(page.locator("h1")).to_have_css("letter-spacing", "3px")
        assert any(page.evaluate(KEPT_ANEW, before) for _ in patiently(page))
        end(process)
        page.reload()  # offline, and still the new app
        expect(page.locator("h1")).to_have_css("letter-spacing", "3px")
    finally:
        end(process)
