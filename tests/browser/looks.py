"""What every screen must be: accessible, never wider than the phone, easy to hit."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGETS = """
() => [...document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, summary, textarea')]
  .filter(e => e.offsetParent && !e.closest('.away, p, td, .skip') && !e.disabled)
  .filter(e => !(e.type === 'radio' || e.type === 'checkbox') || !e.closest('label'))
  .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([html, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`)
"""


def assert_good(page: Page) -> None:
    """axe finds nothing, nothing scrolls sideways, every target is at least 44 × 44."""
    found = Axe().run(page).response["violations"]
    said = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]
    assert said == [], page.url
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"
    assert page.evaluate(TARGETS) == [], page.url
