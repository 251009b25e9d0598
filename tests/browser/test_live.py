"""Several phones at one table: they follow each other, and lose nothing in a dead spot."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import CHROMIUM, FLAGS, Phone
from tests.browser.looks import assert_fits, assert_good
from tests.browser.player import LINE, SAVED, Player, sampled, unfold, waiting
from tests.browser.test_script import open_table, press_on, ticks


def path(address: str) -> str:
    return "/t/" + address.split("/t/")[1]


def invited(host: Page, table: str, place: str = "players", make: str = "") -> str:
    """The path of a link on the host's page Invite, made there unless the table began with it."""
    host.goto(f"{table}people")
    if make:
        unfold(host, f"#{make}")
        host.click(f"#{make}")
    return path(host.locator(f"#{place} input[readonly]").first.input_value())


def tick(page: Page, step: str) -> None:
    page.locator(f"#{step}").click()


def expect_done(page: Page, step: str) -> None:
    """Shown by itself at all; how soon is measured by benchmarks/live.py."""
    expect(page.locator(f"#{step}")).to_have_attribute("aria-pressed", "true")


def fill(page: Page, field: str, value: str) -> None:
    page.fill(field, value)
    page.press(field, "Tab")


def test_four_phones_join_by_link_and_set_up_together(phone: Phone) -> None:
    host, *guests = phone(), phone(), phone(width=320, dark=True), phone()
    table = open_table(host, screen=None)
    link = invited(host, table)
    assert_good(host)
    for seat, guest in zip((1, 0, 1), guests, strict=True):
        guest.goto(link)
        guest.click(f"#i-am-{seat}")
        guest.goto(f"{link}setup")
        expect(guest.locator("#who-are-you")).to_have_count(0)
    host.goto(f"{table}setup")
    phones = [host, *guests]
    steps = ticks(host)[:4]
    for page, step in zip(phones, steps, strict=True):
        tick(page, step)
    for page in phones:
        for step in steps:
            expect_done(page, step)
    guests[0].click("#claim-decks")
    expect(guests[1].locator("#part-decks > summary")).to_contain_text("Ben")
    assert_fits(guests[1])


def test_what_others_enter_is_marked_and_told_once(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one)
    other.goto(f"{table}setup")
    first = ticks(one)[0]
    tick(one, first)
    expect(other.locator(".is-news").first).to_be_visible()
    expect(other.locator("#news")).to_contain_text("Ticked:")
    expect(other.locator(".is-news")).to_have_count(0)
    expect(other.locator(SAVED)).to_be_attached()


def test_a_page_of_an_older_version_is_opened_anew_once_and_never_while_somebody_types(
    phone: Phone,
) -> None:
    one, other = phone(), phone()
    table = open_table(one, screen="score?seat=0")
    other.goto(f"{table}score?seat=0")
    one.evaluate("document.querySelector('link[data-worker]').dataset.worker += 'older'")
    loads: list[str] = []
    one.on("domcontentloaded", lambda page: loads.append(page.url))
    one.fill("#s0-buildings", "3")
    fill(other, "#s0-towns", "7")
    expect(one.locator("#s0-towns")).to_have_value("7")
    one.wait_for_timeout(1500)
    assert loads == [], "what is half typed would be gone"
    one.press("#s0-buildings", "Tab")
    expect(other.locator("#s0-buildings")).to_have_value("3")
    one.wait_for_timeout(2500)
    assert len(loads) == 1
    expect(one.locator("#s0-buildings")).to_have_value("3")
    fill(other, "#s0-towns", "8")
    expect(one.locator("#s0-towns")).to_have_value("8")
    one.wait_for_timeout(1500)
    assert len(loads) == 1


def test_a_half_typed_number_keeps_focus_caret_and_its_place(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, screen="score?seat=0")
    other.goto(f"{table}score?seat=0")
    one.fill("#s0-buildings", "3+5")
    one.evaluate("document.querySelector('#s0-buildings').setSelectionRange(1, 1)")
    place = "document.querySelector('#s0-buildings').getBoundingClientRect().top"
    top = one.evaluate(place)
    fill(other, "#s0-towns", "7")
    expect(one.locator("#s0-towns")).to_have_value("7")
    expect(one.locator("#s0-buildings")).to_be_focused()
    caret = one.evaluate("document.activeElement.selectionStart")
    assert (one.input_value("#s0-buildings"), caret) == ("3+5", 1)
    assert abs(one.evaluate(place) - top) <= 1, "pages scroll by whole pixels"
    # A field somebody is merely in is not changed under the finger, and not sent back either.
    one.focus("#s0-towns")
    expect(one.locator("[name=was]").first).to_have_value('{"towns":7,"buildings":"3+5"}')
    fill(other, "#s0-towns", "8")
    expect(one.locator("[name=was]").first).to_have_value('{"towns":8,"buildings":"3+5"}')
    assert one.input_value("#s0-towns") == "7"
    one.focus("#s0-fists")
    assert one.input_value("#s0-towns") == "8"


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange", {bubbles: true}));
}"""


def test_a_visible_page_asks_every_second_and_a_hidden_one_not_at_all(phone: Phone) -> None:
    page = phone()
    open_table(page)
    page.clock.install()
    with page.expect_request("**/seq"):  # from here on by the clock of the test
        page.clock.run_for(1000)

    def seconds_of(polls: int) -> float:
        """How long so many take by the page's clock, which a busy machine lets run on."""
        began = page.evaluate("Date.now()")
        for _ in range(polls):
            with page.expect_response("**/seq"):
                page.clock.run_for(1000)
        return (page.evaluate("Date.now()") - began) / 1000

    assert seconds_of(polls=5) < 25
    page.clock.fast_forward("10:00")  # nobody has touched it for long
    assert seconds_of(polls=5) < 25
    page.evaluate(HIDE, True)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/seq" in request.url else None)
    page.clock.run_for(5000)
    assert len(asked) <= 1  # one was on its way
    with page.expect_request("**/seq"):
        page.evaluate(HIDE, False)
        page.clock.run_for(50)


def test_two_taps_on_next_are_one(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, "tybor", "play")
    other.goto(f"{table}play")
    before = one.inner_text("main [role=status] >> nth=0")
    for page in (one, other):
        page.evaluate("document.querySelector('#on').click()")
    for page in (one, other):
        Player(page, table).saved(1)
        expect(page.locator("main [role=status]").first).not_to_have_text(before)
    # Whose entry it is nobody knows; that phone alone may take it back.
    assert sum(page.locator("#undo").count() for page in (one, other)) == 1
    assert len({page.inner_text("main [role=status] >> nth=0") for page in (one, other)}) == 1
    one.goto(f"{table}log")
    assert one.locator(".entry").count() == 2
    assert other.locator(".refusal").count() == 0  # it got what it wanted


def test_both_are_offline_for_a_while(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one)
    other.goto(f"{table}setup")
    steps = ticks(one)[:4]
    for page, mine in ((one, steps[:2]), (other, steps[2:])):
        page.context.set_offline(True)
        for step in mine:
            tick(page, step)
        expect(page.locator(LINE)).to_have_text(waiting(2))
        expect(page.locator("#waiting li")).to_have_count(2)
    assert_good(one)
    for page in (one, other):
        page.context.set_offline(False)
    for page in (one, other):
        for step in steps:
            expect_done(page, step)
        expect(page.locator("#waiting")).to_be_hidden()


def test_a_closed_tab_keeps_what_waits(phone: Phone) -> None:
    page = phone()
    table = open_table(page)
    step, context = ticks(page)[0], page.context
    context.set_offline(True)
    tick(page, step)
    expect(page.locator("#waiting li")).to_have_count(1)
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"{table}log")  # any page of that table sends it
    expect(page.locator(".entry").first).to_contain_text("Ticked")
    page.goto(f"{table}setup")
    expect_done(page, step)


def test_two_tabs_of_one_phone_send_each_entry_once(phone: Phone) -> None:
    page = phone()
    table = open_table(page, screen="play")
    tab = page.context.new_page()
    tab.goto(f"{table}play")
    page.context.set_offline(True)
    for one, text in ((page, "first"), (tab, "second")):
        unfold(one, "#note")
        one.fill("#note", text)
        one.click("#note-add")
        expect(one.locator(LINE)).to_have_text(waiting(1))
    page.close()
    tab.context.set_offline(False)
    tab.reload()
    expect(tab.locator("main")).to_contain_text("“first”")
    expect(tab.locator("main")).to_contain_text("“second”")
    unfold(tab, "#note")
    assert tab.inner_text("main").count("“first”") == 1


def test_an_old_value_asks_before_it_replaces_a_newer_one(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, screen="score?seat=0")
    other.goto(f"{table}score?seat=0")
    one.context.set_offline(True)
    fill(one, "#s0-towns", "6")
    fill(one, "#s0-fists", "2")
    fill(other, "#s0-towns", "5")
    expect(other.locator("#undo")).to_be_visible()
    one.context.set_offline(False)
    refused = one.locator("#waiting [data-refused]").first
    expect(refused).to_contain_text("Towns, Ada: 6")
    expect(refused).to_contain_text("Someone has entered 5 here since.")
    assert_good(one)
    refused.get_by_text("Replace", exact=True).click()
    expect(other.locator("#s0-towns")).to_have_value("6")


def test_what_has_become_impossible_can_be_dropped(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, "tybor", "play")
    other.goto(f"{table}play")
    one.context.set_offline(True)
    one.click("#on")
    expect(one.locator(LINE)).to_have_text(waiting(1))
    press_on(other, 2)
    one.context.set_offline(False)
    refused = one.locator("#waiting [data-refused]")
    expect(refused).to_have_count(1)
    one.reload()
    expect(refused).to_have_count(1)  # never discarded in silence
    refused.get_by_text("Discard").click()
    expect(one.locator("#waiting")).to_be_hidden()


def test_a_renewed_link_shuts_open_pages_and_keeps_what_waited(phone: Phone) -> None:
    host, guest = phone(), phone()
    table = open_table(host, screen=None)
    link = invited(host, table)
    guest.goto(f"{link}setup")
    step = ticks(guest)[0]
    guest.context.set_offline(True)
    tick(guest, step)
    expect(guest.locator("#waiting li")).to_have_count(1)
    unfold(host, "#players-link button")
    host.click("#players-link [id^=replace]")
    host.wait_for_load_state()
    guest.context.set_offline(False)
    expect(guest.locator("h1")).to_have_text("This link was turned off")
    expect(guest.locator("#waiting li")).to_have_count(1)
    guest.goto(path(host.locator("#players input[readonly]").input_value()) + "setup")
    guest.get_by_text("Send now").click()
    expect_done(guest, step)


def test_secret_scores_show_when_all_are_done(phone: Phone) -> None:
    host, ben, screen = phone(), phone(width=320, dark=True), phone(width=1280)
    table = open_table(host, screen=None)
    link = invited(host, table, "own-links", "make-player-2")
    watching = invited(host, table, "viewer-link", "make-watcher")
    host.goto(f"{table}players")
    host.click("#this-phone ~ form button:has-text('Ada')")
    host.goto(f"{table}score")
    ben.goto(f"{link}score")
    screen.goto(watching)
    assert screen.url.endswith("/watch")
    assert_good(screen)
    screen.goto(f"{watching}score?seat=0")
    host.click("#enter-in-secret")
    expect(ben.locator("#secret")).to_be_visible()
    fill(host, "#s0-towns", "7")
    fill(ben, "#s1-towns", "4")
    expect(ben.locator("#tab-0")).to_contain_text("hidden")
    for page in (ben, screen):
        expect(page.locator("#s0-towns")).to_have_count(0)
    assert_good(ben)
    host.click("#ready")
    expect(ben.locator("#tab-0")).to_contain_text("done")
    ben.click("#ready")
    expect(screen.locator("#s0-towns")).to_have_value("7")
    expect(host.locator("#secret")).to_have_count(0)
    ben.click("#tab-0")
    expect(ben.locator("#line-towns .is-mine .read")).to_have_text("7")  # no field
    expect(ben.locator("#s0-towns, #save-0")).to_have_count(0)
    assert_fits(ben)


def test_the_back_button_shows_the_table_as_it_is_now(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one)
    other.goto(f"{table}setup")
    one.goto(f"{table}play")
    step = ticks(other)[0]
    tick(other, step)
    expect(other.locator("#undo")).to_be_visible()
    one.go_back()
    expect_done(one, step)


def test_over_plain_http_entries_wait_too_and_the_screen_is_spoken_of_once(
    browser: Browser, server: str
) -> None:
    at_home = [*FLAGS, "--host-resolver-rules=MAP book.test 127.0.0.1"]
    plain = browser.browser_type.launch(executable_path=CHROMIUM, args=at_home)
    try:
        page = plain.new_context(base_url=server.replace("127.0.0.1", "book.test")).new_page()
        table = path(open_table(page, screen=None))
        page.goto(f"{table}setup")
        assert not page.evaluate("isSecureContext || 'serviceWorker' in navigator")
        step, context = ticks(page)[0], page.context
        context.set_offline(True)
        tick(page, step)
        expect(page.locator("#waiting li")).to_have_count(1)
        page.close()
        context.set_offline(False)
        page = context.new_page()
        page.goto(f"{table}setup")
        expect_done(page, step)
        page.goto(f"{table}play")
        page.click("#plain-http button")
        page.reload()
        expect(page.locator("#plain-http")).to_be_hidden()
    finally:
        plain.close()


def test_a_page_that_holds_an_unsent_form_is_left_alone(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, screen="next")
    other.goto(f"{table}setup")
    one.click("#down-0")
    expect(one.locator("#name-1")).to_have_value("Ada")
    tick(other, ticks(other)[0])
    expect(one.locator(LINE)).to_contain_text("out of date")
    assert one.input_value("#name-1") == "Ada"


def test_what_is_drawn_offline_is_drawn_when_back_online(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("tybor", "III", ("Ada", "Ben", "Cleo"), story=False), screen="setup")
    page.context.set_offline(True)
    page.click("#draw-scenario")
    expect(page.locator("#waiting")).to_contain_text("Drawn when back online.")
    page.context.set_offline(False)
    expect(page.locator("#draw-scenario")).to_contain_text("Draw again")


def test_a_refused_number_returns_over_one_that_the_page_before_left(phone: Phone) -> None:
    page = phone()
    # Through a service worker, not every Chromium lets a test hold a request back.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    Player(page).join(sampled("newdale", "I", ["Ann", "Ben"], story=True), screen="play")
    unfold(page, "#to-yellow")
    fill(page, "#to-yellow", "88")
    expect(page.locator("#to-yellow")).to_have_attribute("aria-invalid", "true")
    page.reload()
    unfold(page, "#to-yellow")
    held = list[Route]()
    page.route("**/do", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/do"):
        fill(page, "#to-yellow", "99")
    page.wait_for_timeout(800)  # what the page before left is taken over by now
    held[0].continue_()
    expect(page.locator("#to-yellow")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#to-yellow")).to_have_value("99")


def test_a_page_that_comes_late_does_not_stand_over_the_one_that_a_tap_has_led_to(
    phone: Phone,
) -> None:
    ada, held = Player(phone()), list[Route]()
    page = ada.sit("merchants")
    ada.see("play")
    ada.press("#on")
    expect(page.locator("#phase")).to_have_text("Before Ada’s turn ends")
    page.route("**/play?aid=roll*", lambda route: held.append(route))
    with page.expect_request("**/play?aid=roll*"):
        ada.must("tick", step="wheel", on=True)  # as another phone does
    ada.tap("#on")
    expect(page.locator("#phase")).to_have_text("Ben’s turn")
    with page.expect_response("**/play?aid=roll*"):
        held.pop().continue_()
    with page.expect_response("**/seq"):  # by then it would have been drawn
        pass
    expect(page.locator("#phase")).to_have_text("Ben’s turn")
    assert page.url.endswith("/play")


def test_an_answer_that_comes_once_the_turn_has_gone_on_leaves_the_page_alone(
    phone: Phone,
) -> None:
    ada, entered, asked = Player(phone()), list[Route](), list[Route]()
    page = ada.sit("merchants")
    ada.see("play")
    ada.press("#on")
    expect(page.locator("#phase")).to_have_text("Before Ada’s turn ends")
    page.route("**/do", lambda route: entered.append(route))
    page.route(re.compile("potion=1"), lambda route: asked.append(route))
    with page.expect_request("**/do"):
        ada.press("#on")
    with page.expect_request(re.compile("potion=1")):
        page.click("#roll-rolled [name=more] >> nth=0")
    entered.pop().continue_()
    expect(page.locator("#phase")).to_have_text("Ben’s turn")
    with page.expect_response(re.compile("roll&f-rolled.potion=1$")):
        asked.pop().continue_()
    with page.expect_response("**/seq"):  # by then it would have changed the address
        pass
    assert page.url.endswith("/play")
    ada.press("#on")  # Next waits for no answer any more
    expect(page.locator("#phase")).to_have_text("Before Ben’s turn ends")
