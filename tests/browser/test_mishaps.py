"""What goes wrong at a table: sent twice, tapped twice, old pages, lost cookies, regrets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.player import NAMES, Player, unfold

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def sending(page: Page) -> list[tuple[str, str]]:
    """Where this page posts to, and what, from now on."""
    sent: list[tuple[str, str]] = []
    page.on(
        "request", lambda r: sent.append((r.url, r.post_data or "")) if r.method == "POST" else None
    )
    return sent


def test_a_form_sent_again_opens_the_same_table(phone: Phone) -> None:
    page = phone()
    sent, player = sending(page), Player(page)
    player.open("newdale", title="Thursday")
    again = page.request.post(sent[-1][0], data=sent[-1][1], headers=FORM)
    assert again.url.removesuffix("setup") == player.table
    page.goto("/")
    assert page.locator("a.row").count() == 1


def test_a_form_sent_again_is_the_same_entry(phone: Phone) -> None:
    """What a browser sends that brings the page back as it was."""
    page = phone(script=False)
    player = Player(page)
    opened(player, screen="play")
    sent = sending(page)
    unfold(page, "#note")
    page.fill("#note", "Once.")
    with page.expect_navigation():
        page.click("#note-add")
    page.request.post(sent[-1][0], data=sent[-1][1], headers=FORM)
    page.goto(f"{player.table}log?kind=notes")
    assert page.locator("ol.ledger li", has_text="Once.").count() == 1


def test_a_browser_that_loads_the_page_anew_on_back_shows_what_was_sent(phone: Phone) -> None:
    page = phone(script=False)
    player = Player(page)
    opened(player)
    page.click("#tick-board")
    page.goto(f"{player.table}play")
    page.click("#card-events-100")
    expect(page.locator(".event.is-up")).to_contain_text("100")
    page.go_back()
    expect(page.locator(".event.is-up")).to_contain_text("100")


@pytest.mark.parametrize("script", [True, False])
def test_back_to_the_form_and_sent_again_makes_no_second_table(phone: Phone, script: bool) -> None:
    """The browser loads the page anew, with another key, and keeps what was typed."""
    page = phone(script=script)
    filled(page)
    page.click("#open")
    page.wait_for_url("**/setup")
    filled(page)
    page.click("#open")
    expect(page.locator("#twin")).to_be_visible()
    page.goto("/")
    assert page.locator("a.row").count() == 1


def test_back_to_a_note_and_sent_again_is_answered(phone: Phone) -> None:
    page = phone(script=False)
    player = Player(page)
    opened(player, screen=None)
    for _ in range(2):
        page.goto(f"{player.table}play")
        unfold(page, "#note")
        page.fill("#note", "Once.")
        with page.expect_navigation():
            page.click("#note-add")
    expect(page.locator("main")).to_contain_text("already in the log")
    expect(page.locator("main")).to_contain_text("Once.")


def test_sent_again_with_something_else_is_answered(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = opened(player, screen=None)
    assert player.tell("note", key="k", text="This.").status == 303
    answer = player.tell("note", key="k", text="That.")
    assert answer.status == 409 and "already sent with other entries" in answer.text()
    page.goto(f"{player.table}log?kind=notes")
    expect(page.locator("main")).to_contain_text("This.")


def test_two_taps_on_one_button_are_one(phone: Phone) -> None:
    player = Player(phone())
    page = opened(player, "tybor", "play")
    page.dblclick("#on", delay=5)
    player.saved(1)
    page.wait_for_timeout(600)
    assert page.locator(".refusal").count() == 0
    assert page.request.get(f"{player.table}play").text().count('data-seq="2"') == 1


def test_the_link_works_without_the_cookie(phone: Phone) -> None:
    player = Player(phone())
    page = opened(player)
    player.tap("#tick-board")
    page.context.clear_cookies()
    page.goto("/")
    assert page.locator("a.row").count() == 0
    page.goto(player.table)
    player.see("setup")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    player.tap("#tick-goods")
    page.goto("/")
    assert page.locator("a.row").count() == 1


def test_a_form_works_long_after_its_session_is_gone(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = opened(player)
    page.context.clear_cookies()
    page.click("#tick-board")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")


def test_an_old_page_cannot_undo_what_it_does_not_show(phone: Phone) -> None:
    player = Player(phone(script=False))
    page = opened(player, screen="play")
    player.must("reveal", deck="events", card=100, position=0)
    page.click("#card-events-101")
    expect(page.locator("h1")).to_contain_text("out of date")
    page.click("main .primary")
    expect(page.locator(".event.is-up")).to_contain_text("100")


def test_an_earlier_entry_is_taken_back_from_the_log(phone: Phone) -> None:
    player = Player(phone())
    opened(player, screen=None)
    for step in ("board", "goods", "action-board"):
        player.must("tick", step=step)
    page = player.see("log?kind=setup")
    line = page.locator("li", has_text="point track beside it").first
    line.locator("summary").click()
    line.locator("[id^=take-]").click()
    player.saved(4)
    player.see("setup")
    expect(page.locator("#tick-action-board")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#tick-goods")).to_have_attribute("aria-pressed", "true")


def test_a_table_is_forked_from_an_entry_archived_and_deleted(phone: Phone) -> None:
    player = Player(phone())
    page = opened(player)
    player.tap("#tick-board")
    player.tap("#tick-goods")
    forked(player, page)
    page.goto(f"{player.table}settings")
    page.click("#put-away")
    page.goto("/")
    expect(page.locator("#archived summary")).to_contain_text("1 archived game")
    page.goto(f"{player.table}settings")
    page.fill("#typed", "something else")
    page.click("#delete-it")
    expect(page.locator("#delete-wrong")).to_be_visible()
    page.fill("#typed", "Thursday")
    page.click("#delete-it")
    page.wait_for_url("**/")
    page.goto(f"{player.table}play")
    expect(page.locator("h1")).to_have_text("Page not found")


def forked(player: Player, page: Page) -> None:
    page.goto(f"{player.table}log")
    line = page.locator("li", has_text="Set out game board A").first
    line.locator("summary").click()
    line.locator("[id^=copy-]").click()
    expect(page.locator("h1")).to_have_text("Thursday (copy)")
    page.goto(f"{page.url}setup")
    expect(page.locator("#tick-board")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tick-goods")).to_have_attribute("aria-pressed", "false")


def filled(page: Page) -> None:
    page.goto("/new/newdale")
    for seat, name in enumerate(NAMES[:2]):
        page.fill(f"#name-{seat}", name)
    page.check("#first-0")
    page.fill("#title", "Thursday")


def opened(player: Player, slug: str = "newdale", screen: str | None = "setup") -> Page:
    return player.sit(slug, title="Thursday", screen=screen)


def test_a_new_phase_is_in_sight(phone: Phone) -> None:
    player = Player(phone())
    opened(player, screen=None)
    player.must("reveal", deck="events", card=100, position=0)
    page = player.see("play")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    player.tap("#on")
    expect(page.locator(".phases [aria-current]")).to_have_text("II Planning")
    expect(page.locator(".phases [aria-current]")).to_be_in_viewport()
