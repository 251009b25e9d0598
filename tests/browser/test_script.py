"""The script in a real browser: instant, in order, forgiving; and nothing is lost without it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.looks import assert_good
from tests.browser.player import LINE, REST, SAVED, Player, waiting

SHIFT = """
() => new Promise(done => { let sum = 0;
  const add = entry => { sum += entry.hadRecentInput ? 0 : entry.value; };
  new PerformanceObserver(list => list.getEntries().forEach(add))
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 300); })
"""


def open_table(page: Page, slug: str = "newdale", screen: str | None = "setup") -> str:
    """A table for two, that of its screens shown; its address."""
    player = Player(page)
    player.sit(slug, screen=screen)
    return player.table


def ticks(page: Page) -> list[str]:
    return page.eval_on_selector_all(
        "main form.act:has([name=action][value=tick]) button[id]", "all => all.map(b => b.id)"
    )


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_moves_while_a_page_opens(phone: Phone, width: int) -> None:
    page = phone(width=width)
    table = open_table(page)
    for address in ("/", "/new/tybor", "/new/merchants", "/settings", "/about", f"{table}next"):
        page.goto(address)
        assert page.evaluate(SHIFT) < 0.01, address


def test_what_follows_a_part_that_goes_away_stays_itself(phone: Phone) -> None:
    """Made anew it would ignore taps for a moment, and forget its place."""
    player = Player(phone())
    page = player.sit()
    player.tap("#draw-bonus-tiles")
    page.eval_on_selector("#tick-goods", "button => { button.same = true; }")
    player.tap("#undo")
    expect(page.locator(".drawn")).to_have_count(0)
    assert page.eval_on_selector("#tick-goods", "button => button.same === true")


def test_a_note_sent_by_enter_leaves_an_empty_line(phone: Phone) -> None:
    page = phone()
    open_table(page, screen="log")
    page.fill("#note", "Rain.")
    page.press("#note", "Enter")
    expect(page.locator("details.entry", has_text="Rain.")).to_be_visible()
    expect(page.locator("#note")).to_have_value("")
    expect(page.locator("#note")).to_be_focused()


def test_a_refused_form_says_why_in_place_and_is_accessible(phone: Phone) -> None:
    page = phone()
    page.goto("/new/newdale")
    page.fill("#name-0", "Ada")
    page.click("#open")
    expect(page.locator("#name-1-error")).to_contain_text("Enter a name")
    expect(page.locator("#name-1")).to_be_focused()
    assert page.input_value("#name-0") == "Ada"
    assert_good(page)


def test_a_table_opens_without_a_script(phone: Phone) -> None:
    page = phone(script=False)
    page.goto("/new/newdale")
    page.fill("#name-0", "Ada")
    page.click("#players-3")
    page.click("#down-0")
    assert page.input_value("#name-1") == "Ada"
    page.fill("#name-0", "Ben")
    page.fill("#name-2", "Cleo")
    page.press("#name-2", "Enter")
    page.wait_for_url("**/setup")
    page.goto("/settings")
    page.check("#theme-dark")
    page.click("text=Save settings")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_action_changes_the_page_in_place(phone: Phone) -> None:
    page = phone()
    open_table(page)
    page.evaluate("window.same = true; scrollTo(0, 400)")
    first = ticks(page)[3]
    page.locator(f"#{first}").scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    page.locator(f"#{first}").click()
    expect(page.locator("#undo")).to_be_visible()
    assert page.evaluate("window.same") and page.evaluate("scrollY") == top
    expect(page.locator(f"#{first}")).to_be_focused()
    expect(page.locator(SAVED)).to_be_attached()


def test_what_is_entered_offline_waits_and_arrives_in_order(phone: Phone) -> None:
    page = phone()
    open_table(page)
    page.context.set_offline(True)
    for name in ticks(page)[:3]:
        page.locator(f"#{name}").click()
    expect(page.locator(LINE)).to_have_text(waiting(3))
    page.context.set_offline(False)
    expect(page.locator(SAVED)).to_be_attached()
    page.reload()
    expect(page.locator(".where b")).to_have_text("3")


# Intercepted requests hang on a redirect if they are to outlive their page.
PLAIN_FETCH = "const old = fetch; window.fetch = (url, how) => old(url, {...how, keepalive: false})"


def test_an_answer_that_is_lost_does_not_enter_twice(phone: Phone) -> None:
    page = phone()
    page.add_init_script(PLAIN_FETCH)
    table = open_table(page)
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(route.request.post_data or "")
        if len(keys) == 1:
            route.fetch(max_redirects=0)  # it arrives, and the answer does not
            route.abort()
        else:
            route.continue_()

    page.route("**/do", lose)
    page.locator(f"#{ticks(page)[0]}").click()
    expect(page.locator(".where b")).to_have_text("1")
    assert len(keys) == 2 and keys[0] == keys[1]
    page.goto(f"{table}log")
    assert page.content().count("tick board") <= 2


def press_on(page: Page, times: int) -> None:
    """Go on in the play, each time once it has come so far."""
    for _ in range(times):
        seq = page.get_attribute(LINE, "data-seq")
        page.wait_for_timeout(REST)
        page.click("#on")
        expect(page.locator(LINE)).not_to_have_attribute("data-seq", seq or "")


def test_a_stale_button_is_answered_in_place(phone: Phone) -> None:
    one, other = phone(), phone()
    table = open_table(one, "tybor", "play")
    other.route("**/seq", lambda route: route.abort())  # it hears nothing of what others do
    other.goto(f"{table}play")
    press_on(one, 2)
    before = other.evaluate("window.same = true")
    other.click(".dock .primary")
    expect(other.locator(".refusal")).to_be_visible()
    assert before and other.evaluate("window.same") and "/play" in other.url
    assert_good(other)


def test_half_typed_words_survive_an_action(phone: Phone) -> None:
    page = phone()
    page.goto("/new/tybor")
    page.fill("#name-0", "Ad")
    page.route("**/new/tybor", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.evaluate("document.querySelector('#players-3').click()")
    page.focus("#name-0")
    page.keyboard.press("End")
    page.keyboard.type("a")
    expect(page.locator("#name-2")).to_be_visible()
    assert page.input_value("#name-0") == "Ada"
    expect(page.locator("#name-0")).to_be_focused()


def test_a_name_typed_while_the_form_asks_for_something_else_stays(phone: Phone) -> None:
    page = phone()
    page.goto("/new/ohmygoods")
    page.route("**/new/ohmygoods", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.evaluate("document.querySelector('#kind-story').click()")
    page.focus("#name-0")
    page.keyboard.type("Ada")
    expect(page.get_by_text("Solo games need")).to_have_count(0)  # the answer is there
    assert page.input_value("#name-0") == "Ada"
    page.keyboard.type("m")
    assert page.input_value("#name-0") == "Adam"


def test_settings_hold_at_once(phone: Phone) -> None:
    page = phone()
    page.goto("/settings")
    page.check("#theme-dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.check("#text-large")
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    expect(page.locator("#text-large")).to_be_focused()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    assert_good(page)


def test_the_link_can_be_copied(phone: Phone) -> None:
    page = phone()
    player = Player(page)
    player.open("newdale")
    expect(page.locator("#save-link")).to_have_count(0)
    player.tap("#tick-board")
    player.press("#save-link")
    page.wait_for_url("**/settings*")
    page.click("[data-copy=table-link]")
    expect(page.locator("[data-copy=table-link]")).to_have_text("Copied")
    assert page.input_value("#table-link") == player.table
    page = player.see("setup")
    expect(page.locator("#save-link")).to_have_count(0)
