"""The smallest phone in use: what is asked, set off and taken back is read there, too."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.player import Player, sampled

PEOPLE = ("Maximilian", "Anna", "Bartholomew", "Dominique")
IS_CUT = (
    "all => all.some(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)"
)
ON_TOP = """all => all.map(one => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


def small(phone: Phone) -> Player:
    return Player(phone(width=320, height=640, dark=True))


def seen(of: Locator) -> list[bool]:
    """Whether each of them lies above everything else, as far as one has scrolled."""
    found: list[bool] = of.evaluate_all(ON_TOP)
    return found


def at_the_top(page: Page) -> None:
    page.evaluate("scrollTo(0, 0)")


def test_what_is_drawn_or_printed_is_headed(phone: Phone) -> None:
    """Both pads of figures look alike, so each says what it is for."""
    sample, player = sampled("newdale", "I", PEOPLE, story=True), small(phone)
    sample.do("reveal", deck="events", card=100, position=0)
    page = player.join(sample, screen="play")
    tool = page.locator(".stack > .tool:has(> .pad)").first
    for heading in ("Printed on the event", "Drawn from the bag"):
        expect(tool.locator("h2")).to_have_text(heading)
        assert seen(tool.locator("h2")) == [True]
        assert seen(tool.locator(".key, .less")) == [True] * 8
        while sample.play.moment.phase != "assistants":
            sample.moment()
        player.join(sample, screen="play")


def test_undo_beside_redo_says_what_it_takes_back(phone: Phone) -> None:
    player = small(phone)
    page = player.join(sampled("newdale", "I", PEOPLE, story=True), screen=None)
    for _ in range(2):
        player.must("count", 0, track="points", seat=2, by=1)
    for screen in ("play", "setup", "score"):
        player.see(screen)
        player.tap("#undo")
        expect(page.locator("#redo")).to_be_visible()
        expect(page.locator("#undo")).to_have_text("Undo Points: Bartholomew +1")
        assert not page.locator("#undo > span, #undo .who").evaluate_all(IS_CUT), screen
        assert not page.locator(".dock .ahead b").evaluate_all(IS_CUT), screen
        player.tap("#redo")


def test_what_a_counter_sets_off_stands_above_the_dock(phone: Phone) -> None:
    sample, player = sampled("newdale", "I", PEOPLE, story=True), small(phone)
    while sample.play.moment.phase != "actions":
        sample.moment()
    page = player.join(sample, screen="play")
    at_the_top(page)
    player.must("count", 0, track="points", seat=0, to=6)
    page.reload()
    at_the_top(page)
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("passed 5")
    assert seen(prompt) == seen(prompt.locator("button")) == [True]
