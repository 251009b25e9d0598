"""The frame of a game: tabs, More, toast and Undo, by keyboard and without script, at any size."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL, WIDE, Phone
from tests.browser.looks import assert_accessible, assert_fits
from tests.browser.player import LINE, SAVED, Player, sampled, waiting

LONGEST = 6_000  # ms; a toast lasts five seconds


def playing(phone: Phone, slug: str = "newdale", script: bool = True) -> Player:
    """At the table of a game that is being played, on Play."""
    player = Player(phone(script=script))
    player.sit(slug, ("Maximilian", "Bartholomew"), screen="play")
    return player


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Press Tab until it is reached."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.locator(selector).evaluate("node => node === document.activeElement"):
            return
    raise AssertionError(f"{selector} is not reached by the keyboard")


def test_each_tab_leads_to_its_page_and_says_which_is_open(phone: Phone) -> None:
    player = playing(phone)
    page = player.page
    pages = {"setup": "setup", "play": "play", "score": "sheet", "story": ""}
    for tab, path in pages.items():
        page.click(f"#tab-{tab}")
        expect(page).to_have_url(f"{player.table}{path}")
        expect(page.locator("nav.bar [aria-current=page]")).to_have_id(f"tab-{tab}")
        expect(page.locator("h1")).to_have_count(1)
        assert page.locator(".dock .primary").count() <= 1
        expect(page.locator(SAVED)).to_have_text("")


def test_a_game_without_a_campaign_calls_its_tab_games(phone: Phone) -> None:
    page = playing(phone, "merchants").page
    expect(page.locator("#tab-story")).to_have_text("Games")
    expect(page.locator("body")).to_have_class("game cloth-plum")


def test_an_earlier_play_keeps_its_tabs(phone: Phone) -> None:
    player = playing(phone, "tybor")
    player.must("abandon", 0)
    player.must("start", chapter="I", seats=[{"name": "Ada"}, {"name": "Ben"}], first=0)
    page = player.see("setup?play=0")
    page.click("#tab-play")
    page.wait_for_url("**/play?play=0")
    page.click("#tab-setup")
    page.wait_for_url("**/setup?play=0")


def test_more_is_a_sheet_that_escape_closes(phone: Phone) -> None:
    page = playing(phone).page
    before = page.url
    page.click("#tab-more")
    sheet = page.locator("#more")
    expect(sheet).to_be_visible()
    assert page.url == before and sheet.locator("a").count() == 9
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#tab-more")).to_be_focused()
    page.click("#tab-more")
    page.mouse.click(20, 20)  # beside it
    expect(sheet).to_be_hidden()
    page.click("#tab-more")
    sheet.locator("a[href$=log]").click()
    page.wait_for_url("**/log")
    expect(page.locator("nav.bar [aria-current=page]")).to_have_id("tab-more")


def test_more_stays_open_while_others_enter_something(phone: Phone) -> None:
    player = playing(phone)
    page = player.page
    page.click("#tab-more")
    before = player.seq
    player.must("note", 0, text="Rain.")
    player.saved(before)
    expect(page.locator("#more")).to_be_visible()


def test_without_a_script_more_is_a_page_and_the_toast_a_line(phone: Phone) -> None:
    player = playing(phone, script=False)
    page = player.page
    page.click("#tab-more")
    page.wait_for_url("**/more")
    assert page.locator("main .links a").count() == 9
    assert_fits(page)
    player.see("setup")
    page.locator("[id^=tick-]").first.click()
    expect(page.locator(".toast")).to_be_visible()
    page.click("#undo-toast")
    expect(page.locator(".toast")).to_contain_text("Undone")
    page.click("#redo")
    expect(page.locator("[id^=tick-][aria-pressed=true]")).to_have_count(1)


def test_a_toast_says_what_happened_for_five_seconds(phone: Phone) -> None:
    player = playing(phone)
    page, toast = player.page, player.page.locator(".toast.is-up")
    player.see("setup")
    expect(toast).to_have_count(0)  # nothing was entered here
    step = page.locator("[id^=tick-]").first
    step.click()
    expect(toast).to_contain_text("Ticked")
    assert_accessible(page)
    player.tap("#undo-toast")
    expect(toast).to_contain_text("Undone: Ticked")
    expect(step).to_have_attribute("aria-pressed", "false")
    player.tap("#redo")
    expect(step).to_have_attribute("aria-pressed", "true")
    player.tap("#undo")
    expect(toast).to_be_visible()
    expect(toast).to_have_count(0, timeout=2 * LONGEST)
    page.reload()  # nothing has happened since
    expect(page.locator(SAVED)).to_be_attached()
    expect(toast).to_have_count(0)


def test_undo_is_offered_on_three_tabs_only(phone: Phone) -> None:
    player = playing(phone)
    player.must("count", 0, track="points", seat=0, by=1)
    page = player.see("play")
    box = page.locator("#undo").bounding_box()
    assert box and round(box["width"]) == round(box["height"]) == 44
    for screen in ("setup", "score"):
        expect(player.see(screen).locator("#undo")).to_have_count(1)
    for screen in ("", "log", "settings", "statistics", "rulings", "look-up", "more"):
        expect(player.see(screen).locator("#undo")).to_have_count(0)


def test_a_line_below_the_masthead_only_while_something_is_not_saved(phone: Phone) -> None:
    player = playing(phone)
    page, line = player.page, player.page.locator(LINE)
    assert line.evaluate("line => line.offsetHeight") == 0
    page.context.set_offline(True)
    page.click("#more-points-0, #strip > summary")
    page.locator("[id^=more-points]").first.click()
    expect(line).to_have_text(waiting(1))
    expect(line).to_have_attribute("data-state", "offline")
    assert_accessible(page)
    page.context.set_offline(False)
    expect(page.locator(SAVED)).to_be_attached()
    expect(line).to_have_text("")


def test_badges_count_what_is_left(phone: Phone) -> None:
    sample, player = sampled("newdale", "I", ("Ada", "Ben"), story=True), Player(phone())
    page = player.join(sample, screen="setup")
    expect(page.locator(".badge")).to_have_count(0)
    steps = page.locator("[id^=tick-]").count()
    sample.moment()
    player.join(sample, screen="play")
    expect(page.locator("#tab-setup .badge")).to_contain_text(str(steps))
    sample.play_on()
    player.join(sample, screen="play")
    expect(page.locator("#tab-score .badge")).to_be_visible()


def test_the_frame_is_used_by_keyboard_alone(phone: Phone) -> None:
    player = playing(phone)
    page = player.see("setup")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "[id^=tick-] >> nth=0")
    before = player.seq
    page.keyboard.press("Enter")
    player.saved(before)
    expect(page.locator("[id^=tick-]").first).to_be_focused()
    tab_to(page, "#undo", 200)
    player.rest("#undo")
    before = player.seq
    page.keyboard.press("Enter")
    player.saved(before)
    tab_to(page, "#tab-more", 20)
    page.keyboard.press("Enter")
    expect(page.locator("#more")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#tab-more")).to_be_focused()


def test_a_viewer_has_the_tabs_and_no_action(phone: Phone) -> None:
    host = playing(phone)
    token = host.server.watching(host.token)
    page = phone()
    for screen in ("setup", "play", "score", "?story=1", "more"):
        page.goto(f"/t/{token}/{screen}")
        expect(page.locator("nav.bar > a:not(.spine)")).to_have_count(5)
        expect(page.locator(".dock, #undo")).to_have_count(0)
        assert page.locator("main form.act :is(button, input):enabled:visible").count() == 0
    page.click("#tab-story")
    expect(page.locator("nav.bar [aria-current=page]")).to_have_id("tab-story")


def test_the_frame_fits_and_is_accessible_everywhere(phone: Phone) -> None:
    player = playing(phone)
    page = player.page
    for size in (PHONE, SMALL, WIDE):
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            page.set_viewport_size(size)
            for screen in ("play", "more"):
                player.see(screen)
                assert_accessible(page)
                assert_fits(page)


def test_twice_the_text_needs_no_sideways_scrolling(phone: Phone) -> None:
    player = playing(phone)
    page = player.page
    for size in (PHONE, SMALL, WIDE):
        page.set_viewport_size(size)
        for screen in ("setup", "play", "more", "log"):
            player.see(screen)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{screen} at {size} is {wide} px too wide"


def test_an_invite_page_left_open_keeps_its_join_code_alive(phone: Phone) -> None:
    player = playing(phone)
    page = player.page
    page.clock.install()
    player.see("people")
    code = page.inner_text("#join-code")
    for _ in range(4):  # a code lives fifteen minutes
        with page.expect_response("**/people"):
            page.clock.run_for(5 * 60_000 + 2_000)
    expect(page.locator("#join-code")).to_have_text(code)
