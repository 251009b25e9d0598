"""Home as people meet it: what it is, a sample to look at, a code to join by, their games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import PHONE, SMALL, WIDE, Phone
from tests.browser.looks import assert_accessible, assert_fits, assert_good, assert_good_everywhere
from tests.browser.player import Player

BOTTOM = "node => node.getBoundingClientRect().bottom"


def bottom(page: Page, selector: str) -> float:
    found: float = page.locator(selector).last.evaluate(BOTTOM)
    return found


@pytest.mark.parametrize("script", [True, False])
def test_the_first_screen_says_what_it_is_and_shows_the_books(phone: Phone, script: bool) -> None:
    page = phone(script=script)
    page.goto("/")
    assert bottom(page, ".tagline") < 160
    assert bottom(page, ".book") < PHONE["height"]
    assert bottom(page, "#sample") < PHONE["height"] and bottom(page, "#code") < PHONE["height"]
    if script:
        assert_good_everywhere(page)
    page.set_viewport_size(WIDE)
    assert bottom(page, ".colophon") <= WIDE["height"]


def test_the_latest_game_is_the_first_and_says_where_it_stands(phone: Phone) -> None:
    player = Player(phone())
    long = "Maximilian and Christophers"
    page = player.sit("tybor", [f"{name} of the Hill" for name in "ABCDEFGH"], title=long)
    page.goto("/")
    latest = page.locator(".mine .latest")
    expect(latest).to_contain_text("Chapter I, setup")
    expect(latest.locator(".primary")).to_have_count(1)
    assert_good_everywhere(page)
    page.set_viewport_size(SMALL)
    page.emulate_media(color_scheme="dark")
    assert_good(page)
    latest.locator("a").click()
    page.wait_for_url(f"{player.table}**")


def test_by_keyboard_one_comes_to_a_book_in_a_few_keys(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".book").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/newdale")


def shown_code(host: Player) -> str:
    """What the host's phone shows on Invite."""
    return host.see("people").locator(".spell").inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_a_second_phone_joins_by_the_code_on_the_first(phone: Phone, script: bool) -> None:
    host = Player(phone())
    host.sit()
    code = shown_code(host)
    assert shown_code(host) == code
    guest = phone(script=script)
    guest.goto("/")
    guest.fill("#code", "aaa aaa")
    guest.click("#join")
    expect(guest.locator("#code-error")).to_be_visible()
    expect(guest.locator("#code")).to_have_value("aaa aaa")
    if script:
        assert_good(guest)
    guest.fill("#code", code.lower().replace("-", " "))
    guest.press("#code", "Enter")
    guest.wait_for_url("**/t/**")
    expect(guest.locator("#who-are-you, #i-am-0").first).to_be_visible()


def test_a_code_dies_when_its_link_is_replaced(phone: Phone) -> None:
    host = Player(phone())
    page = host.sit()
    code = shown_code(host)
    page.click("#players-link summary")
    with page.expect_navigation():
        page.click("#players-link form[action$='/renew'] button")
    assert shown_code(host) != code
    guest = phone()
    guest.goto("/")
    guest.fill("#code", code)
    guest.click("#join")
    expect(guest.locator("#code-error")).to_be_visible()


def test_a_sample_campaign_is_looked_at_tab_by_tab(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.click("#sample")
    page.wait_for_url("**/sample/newdale/")
    for tab in ("setup", "play", "score", "story", "more"):
        page.goto("/sample/newdale/")
        page.goto(page.locator(f"#tab-{tab}").get_attribute("href") or "")
        assert "/sample/newdale/" in page.url
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "page")
        expect(page.locator("#sample-note")).to_be_visible()
        assert_accessible(page)
        assert_fits(page)
    page.goto("/")
    expect(page.locator(".mine")).to_have_count(0)


@pytest.mark.parametrize("slug", ["merchants", "ohmygoods", "tybor"])
def test_the_other_samples_are_half_played(phone: Phone, slug: str) -> None:
    page = phone(script=False)
    page.goto("/sample/")
    assert_fits(page)
    page.click(f"a[href='/sample/{slug}/']")
    for tab in ("setup", "play", "score"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-current", "page")
        assert f"/sample/{slug}/" in page.url


def test_the_log_of_the_sample_is_ready_as_a_pdf(phone: Phone) -> None:
    page = phone()
    page.goto("/sample/newdale/print")
    with page.expect_response(_is_pdf, timeout=90_000) as found:
        page.click("#print-log")
    assert "sample-campaign" in found.value.headers["content-disposition"]


def _is_pdf(response: Response) -> bool:
    return response.headers.get("content-type") == "application/pdf"


def test_settings_of_the_device_are_saved_by_a_tap(phone: Phone) -> None:
    page = phone()
    page.goto("/settings")
    assert_good_everywhere(page)
    page.check("#theme-dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("page_at", ["/about", "/open", "/move", "/join", "/sample/", "/nothing"])
def test_the_other_pages_are_as_they_should_be(phone: Phone, page_at: str) -> None:
    page = phone()
    page.goto(page_at)
    assert_good_everywhere(page)


@pytest.mark.parametrize("slug", ["newdale", "merchants", "ohmygoods", "tybor"])
def test_a_new_game_asks_in_one_screen(phone: Phone, slug: str) -> None:
    page = phone()
    page.goto(f"/new/{slug}")
    assert_good_everywhere(page)
    expect(page.locator(".dock .primary")).to_have_count(1)
    page.click("#open")  # without names it says what is missing, beside the field
    expect(page.locator("#name-0")).to_have_attribute("aria-invalid", "true")
    assert_good(page)
