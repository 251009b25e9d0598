"""What every screen must be: accessible, never wider than the phone, easy to hit."""

from __future__ import annotations

from collections.abc import Iterator

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import PHONE, SMALL, WIDE

# Folds are measured as wide as they open.
TARGETS = """
() => {
  const folds = [...document.querySelectorAll('.folds details:not([open])')];
  const open = on => folds.forEach(fold => { fold.open = on; });
  open(true);
  const small = [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, summary, textarea')]
  .filter(e => e.offsetParent && !e.closest('.away, p, td, thead, .skip') && !e.disabled)
  .filter(e => !(e.type === 'radio' || e.type === 'checkbox') || !e.closest('label'))
  .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([html, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`);
  open(false);
  return small;
}
"""


WIDEST = """() => [...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".where, svg"))
  .map(one => one.outerHTML.slice(0, 90)).slice(0, 5)"""
HAS_AXE = "'axe' in window"
# Where something is, is told by its HTML: to work out a selector for everything takes a third more.
ONLY = "{resultTypes: ['violations'], selectors: false, preload: false}"
VIOLATIONS = f"axe.run({ONLY}).then(found => found.violations)"


def assert_good(page: Page) -> None:
    """axe finds nothing, nothing scrolls sideways, every target is at least 44 × 44."""
    assert_accessible(page)
    assert_fits(page)


def assert_accessible(page: Page) -> None:
    page.wait_for_load_state()  # a form that was just sent may still be on its way
    if not page.evaluate(HAS_AXE):  # to load and warm it takes longer than to look
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(VIOLATIONS)
    said = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]
    assert not said, f"{page.url}: {said}"


def assert_fits(page: Page) -> None:
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide: {page.evaluate(WIDEST)}"
    small = page.evaluate(TARGETS)
    assert small == [], f"{page.url}: {small}"


def everywhere(page: Page) -> Iterator[ViewportSize]:
    """The page on a phone in daylight, on the smallest one at night, and on a desk."""
    for size in (PHONE, SMALL, WIDE):
        page.emulate_media(color_scheme="dark" if size == SMALL else "light")
        page.set_viewport_size(size)
        yield size
    page.set_viewport_size(PHONE)


def assert_good_everywhere(page: Page) -> None:
    """As it should be on each of them."""
    for size in everywhere(page):
        if size != WIDE:
            assert_accessible(page)
        assert_fits(page)
