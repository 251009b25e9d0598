"""Screens beside those of full tables: accessible, nothing too wide, easy to hit."""

from __future__ import annotations

from tests.browser.conftest import WIDE, Phone
from tests.browser.looks import assert_fits, assert_good_everywhere
from tests.browser.player import NAMES, Player

TRIO = NAMES[:3]


def test_the_other_screens_are_good(phone: Phone) -> None:
    player = Player(phone())
    title = "A rather long name for a table that meets on Thursdays"
    player.sit("newdale", TRIO, title, screen=None)
    page = player.page
    for screen in ("people", "settings", "print", "next", "nothing"):
        assert_good_everywhere(player.see(screen))
    for address in ("/", "/new/tybor", "/new/merchants", "/settings", "/about", "/nowhere"):
        page.goto(address)
        assert_good_everywhere(page)
    page.goto("/t/1-nothing/play")
    assert_good_everywhere(page)


def test_a_refusal_without_a_script_is_a_good_page(phone: Phone) -> None:
    one, other = Player(phone()), phone(script=False)
    one.sit("tybor", TRIO, screen="play")
    other.goto(f"{one.table}play")
    one.tap("#on")
    one.tap("#on")
    other.click("#on")
    assert "out of date" in other.inner_text("h1")
    assert_fits(other)
    other.click("text=Show latest")
    assert other.url.endswith("/play")


def test_what_the_rules_refuse_is_told_on_a_good_page(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit("merchants", TRIO, screen="play")
    page.eval_on_selector("#note", "field => { field.value = 'x'.repeat(2001); }")
    with page.expect_navigation():
        page.eval_on_selector("#note", "field => field.form.submit()")  # past the script
    assert "can’t be saved" in page.inner_text("h1")
    assert_good_everywhere(page)


def test_wide_screens_show_nothing_sideways(phone: Phone) -> None:
    player = Player(phone(**WIDE))
    player.sit("tybor", [f"Guest number {n} of all" for n in range(1, 9)], screen=None)
    for screen in ("setup", "play", "score", ""):
        page = player.see(screen)
        for width in (768, WIDE["width"]):
            page.set_viewport_size({**WIDE, "width": width})
            assert_fits(page)
