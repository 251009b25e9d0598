"""Paper from the browser: a print that is waited for, and any page by its own print command."""

from __future__ import annotations

import re
from io import BytesIO

from playwright.sync_api import Response, expect
from pypdf import PdfReader

from tests.browser.conftest import WIDE, Phone
from tests.browser.looks import assert_accessible, assert_good
from tests.browser.player import Player
from tests.browser.test_files import finished

MARK = "tick => getComputedStyle(tick, '::before').borderBottomColor"


def test_a_print_is_waited_for_and_handed_over(phone: Phone) -> None:
    player = finished(phone)
    page = player.see("print")
    assert_good(page)
    with page.expect_response(_is_pdf, timeout=90_000) as found:
        page.click("#print-log")
        expect(page.locator("[data-press] progress")).to_be_visible()
        assert_accessible(page)
    assert "thursday-campaign-log" in found.value.headers["content-disposition"]


def test_a_phone_that_keeps_the_file_says_that_it_is_ready(phone: Phone) -> None:
    """A headless browser downloads PDFs, as phones do: the page stays."""
    player = finished(phone)
    page = player.see("print")
    page.click("#print-score")
    expect(page.locator("#open-pdf")).to_be_visible(timeout=90_000)
    expect(page.locator("#press h2")).to_have_text("Your PDF is ready")
    expect(page.locator("#about")).to_contain_text(re.compile(r"A4, \d+ kB"))
    expect(page.locator("progress")).to_have_count(0)
    assert_good(page)


def test_without_a_script_the_page_turns_into_one_that_opens_the_file(phone: Phone) -> None:
    player = finished(phone)
    page = Player(phone(script=False), player.table).see("print")
    page.select_option("#paper", "letter")
    page.click(".size button")
    page.wait_for_url("**/print?paper=letter")
    page.click("#print-score")
    ready = page.locator("#open-pdf:visible")
    expect(ready).to_be_visible(timeout=90_000)
    expect(page.locator("#about")).to_contain_text("Letter")
    with page.expect_response(_is_pdf), page.expect_download():
        ready.click()


def test_another_paper_counts_for_every_print_at_once(phone: Phone) -> None:
    player = finished(phone)
    page = player.see("print")
    with page.expect_response("**/print?paper=letter"):
        page.select_option("#paper", "letter")
    links = page.locator("main a[href*='.pdf']")
    addresses = links.evaluate_all("all => all.map(link => link.href)")
    assert len(addresses) > 8 and all("paper=letter" in one for one in addresses)
    expect(player.see("print").locator("#paper")).to_have_value("letter")  # the device knows


def test_blank_sheets_are_chosen_by_chapter_and_players(phone: Phone) -> None:
    page = phone()
    for address in ("/print/", "/print/newdale"):
        page.goto(address)
        assert_good(page)
    page.select_option("#chapter", "V")
    page.select_option("#players", "4")
    page.click("#show-sheets")
    sheet = re.compile("chapter=V&players=4")
    expect(page.locator("#print-setup")).to_have_attribute("href", sheet)
    page.set_viewport_size(WIDE)
    page.click(".back")
    page.wait_for_url("**/print/")


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
    whose = page.locator(".people :visible[aria-current]").bounding_box()  # the others stay away
    assert whose and whose["height"] > 12 and whose["width"] > 30
    expect(page.locator(".people > :visible")).to_have_count(1)
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
