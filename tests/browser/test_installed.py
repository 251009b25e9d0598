"""Guildbook kept on a phone like an app: opened while its server is away, and updated."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.config import PROJECT
from tests.browser.conftest import Phone
from tests.browser.player import LINE, waiting
from tests.browser.test_live import expect_done, tick
from tests.browser.test_script import ticks
from tests.serving import Server, served

KEPT_ANEW = """
async old => { const names = await caches.keys();
  const own = names.filter(name => name !== old).map(cacheName => ({cacheName}));
  const found = await Promise.all(own.map(which => caches.match(location.href, which)));
  return !names.includes(old) && found.some(Boolean); }
"""

WORKERS = """
async () => { const own = await navigator.serviceWorker.getRegistration();
  const kept = async name => (await (await caches.open(name)).keys()).map(one => one.url);
  const names = await caches.keys();
  return {states: [own.installing, own.waiting, own.active].map(one => one?.state),
    names, kept: await Promise.all(names.map(kept))}; }
"""


def patiently(page: Page) -> Iterator[None]:
    """Ten tries a second, for as long as a page waits; a page's own waiting takes no promise."""
    for _ in range(200):
        yield
        page.wait_for_timeout(100)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the app that can be changed."""
    copy = tmp_path / "project"
    for part in ("companion", "migrations", "static", "templates"):
        shutil.copytree(PROJECT / part, copy / part)
    for file in (*PROJECT.glob("*.py"), *PROJECT.glob("requirements*.txt")):
        shutil.copy(file, copy)
    return copy


def kept(page: Page, server: Server) -> Page:
    """A table's set-up, shown by the worker, which keeps it."""
    page.goto(f"{server.address}/t/{server.opened()}/setup")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    return page


def test_a_restarted_server_and_a_page_opened_without_it(phone: Phone, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = kept(phone(worker=True), server)
        step = ticks(page)[0]
        server.stop()
        page.reload()
        expect(page.locator("#tab-setup")).to_have_attribute("aria-current", "page")
        expect(page.locator(f"#{step}")).to_be_visible()
        expect(page.locator(LINE)).to_have_text("Offline.")
        tick(page, step)
        expect(page.locator(LINE)).to_have_text(waiting(1))
        server.start()
        expect_done(page, step)


def test_an_updated_app_is_never_mixed_with_the_old_one(
    phone: Phone, project: Path, tmp_path: Path
) -> None:
    with served(tmp_path, project) as server:
        page = kept(phone(worker=True), server)
        [before] = page.evaluate("caches.keys()")
        server.stop()
        sheet = project / "static" / "style" / "frame.css"
        sheet.write_text(f"{sheet.read_text('utf-8')}\nh1 {{ letter-spacing: 3px; }}\n", "utf-8")
        server.start()
        page.reload()
        expect(page.locator("h1")).to_have_css("letter-spacing", "3px")
        anew = any(page.evaluate(KEPT_ANEW, before) for _ in patiently(page))
        assert anew, (before, page.evaluate(WORKERS))
        server.stop()
        page.reload()  # offline, and still the new app
        expect(page.locator("h1")).to_have_css("letter-spacing", "3px")
