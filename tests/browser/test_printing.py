"""Paper from the browser: a print that is waited for, and any page by its own print command."""

from __future__ import annotations

import re
from io import BytesIO

from playwright.sync_api import Response, expect
from pypdf import PdfReader

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good
from tests.browser.test_files import finished

MARK = "tick => getComputedStyle(tick, '::before').borderBottomColor"


def test_a_print_is_waited_for_and_handed_over(phone: Phone) -> None:
    player = finished(phone)
    page = player.see("print")
    assert_good(page)
    with page.expect_response(_is_pdf, timeout=90_000) as found:
        page.click("text=Print the log")
        expect(page.locator("[data-press]")).to_contain_text(re.compile("made|laid out"))
    assert "thursday-campaign-log" in found.value.headers["content-disposition"]


def _is_pdf(answer: Response) -> bool:
    return answer.headers.get("content-type") == "application/pdf"


def test_any_page_prints_without_what_is_only_to_be_tapped(phone: Phone) -> None:
    player = finished(phone)
    for name in ("setup", "score", "result", "log", "statistics", "rulings", "people", "look-up"):
        page = player.see(name)
        page.emulate_media(media="print")
        expect(page.locator(".dock")).to_be_hidden()
        assert page.locator(".button:not(.answer):visible, .stepper button:visible").count() == 0
        assert page.locator(".answer[aria-pressed=false]:visible, search:visible").count() == 0
        expect(page.locator(".of-host")).to_be_hidden()  # who finds the paper is no host
        pages = PdfReader(BytesIO(page.pdf(format="A4"))).pages
        assert pages[-1].extract_text().strip(), f"{name} ends with an empty page"
        page.emulate_media(media="screen")
    page = player.see("score")
    page.emulate_media(media="print")
    # Whose sheet it is stood on the tabs alone, and a link's room for a finger fills a page.
    whose = page.locator(".seat.is-here h2").bounding_box()
    assert whose and whose["height"] > 12 and whose["width"] > 30
    expect(page.locator(".inline-link").last).to_have_css("padding-bottom", "0px")
    page.emulate_media(media="screen")
    page = player.see("rulings")
    page.emulate_media(media="print")
    chosen = page.locator(".rulings .answer[aria-pressed=true]")
    assert chosen.count() > 5 and chosen.first.is_visible()
    page.emulate_media(media="screen")
    page = player.see("")
    page.emulate_media(media="print")
    # What is drawn beside or hidden inside something stays there instead of across the page.
    expect(page.locator(".stop").first).to_have_css("position", "relative")
    expect(page.locator("main .away").first).to_have_css("position", "absolute")
    page = player.sit(screen="play")
    page.emulate_media(media="print")
    expect(page.locator(".aid").first).to_be_hidden()
    assert page.locator(":is(.dock, .aid, .button, .less):visible").count() == 0
    page = player.see("setup")
    page.locator("[aria-pressed]:has(> .tick)").first.click()
    expect(page.locator("[aria-pressed=true]:has(> .tick)").first).to_be_visible()
    ticked = page.locator("[aria-pressed=true] > .tick").first
    assert ticked.evaluate(MARK) == "rgb(0, 0, 0)"  # paper has no ground to set it off
