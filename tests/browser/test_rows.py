"""Rows on a phone: they keep their height, say whose they are, and hold what is typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.full_tables import LONG
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled

SIZES = pytest.mark.parametrize("size", (PHONE, SMALL), ids=("390", "320"))
EIGHT = ("Maximilian", "Dominique", "Bartholomea", "Konstantin", "Wilhelmina", "Alexandra",
         "Friedrich", "Ben")  # fmt: skip
CUT = "e => e.scrollWidth > e.clientWidth"


def middle(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


@SIZES
def test_a_key_stays_under_the_thumb_when_the_next_token_is_offered(
    phone: Phone, size: dict[str, int]
) -> None:
    sample = sampled("newdale", "I", LONG[:4], story=False)
    while sample.play.moment.phase != "actions":
        sample.moment()
    player = Player(phone(**size))
    page = player.join(sample, screen="play")
    more = middle(page, "#more-points-0")
    for seat in (1, 2, 3):
        player.tap("#on")
        assert middle(page, f"#more-points-{seat}") == more
        assert faults(page) == []
    expect(player.dock).to_contain_text("Token 2")
    player.tap("#on")
    assert middle(page, "#more-points-0") == more


def test_among_eight_on_a_small_phone_the_row_shows_and_names_whose_turn_it_is(
    phone: Phone,
) -> None:
    sample = sampled("tybor", "I", EIGHT, story=False)
    sample.do("advance", moment=sample.play.moment.as_json())
    player = Player(phone(**SMALL))
    page = player.join(sample, screen="play")
    for seat in range(3):
        now = page.locator(".order [aria-current] .name")
        expect(now).to_have_text(sample.play.names[seat])
        expect(now).to_be_in_viewport(ratio=0.9)
        player.tap("#on")


@pytest.mark.parametrize("phase", ("actions", "building"))
def test_beside_long_names_a_short_one_is_whole_when_its_turn_comes(
    phone: Phone, phase: str
) -> None:
    sample = sampled("newdale", "I", ("Anna", *EIGHT[:3]), story=False)
    while sample.play.moment.phase != phase:
        sample.moment()
    player = Player(phone())
    page = player.join(sample, screen="play")
    name = page.locator("#look-0 .name")
    for _ in range(2):  # in her turn and after it
        assert not name.evaluate(CUT)
        player.tap("#on")


def test_on_a_small_phone_the_header_names_who_starts(phone: Phone) -> None:
    sample = sampled("newdale", "I", EIGHT[:3], story=False, first=1)
    sample.moment()
    page = Player(phone(**SMALL)).join(sample, screen="play")
    name = page.locator(".masthead .first .name")
    expect(name).to_have_text("Dominique")
    assert name.evaluate("e => e.clientWidth") > 64  # room for seven letters of a wide font


def test_where_there_is_room_names_are_whole(phone: Phone) -> None:
    for names in (EIGHT[:2], ("Ada", "Maximilian", "Ben", "Cy")):
        sample = sampled("newdale", "I", names, story=False, first=names.index("Maximilian"))
        while sample.play.moment.phase != "building":
            sample.moment()
        page = Player(phone()).join(sample, screen="play")
        cut = page.locator(".now .order .name").evaluate_all(f"all => all.filter({CUT}).length")
        assert cut == 0, names


@SIZES
def test_who_took_which_and_short_answers_have_room(phone: Phone, size: dict[str, int]) -> None:
    sample = sampled("newdale", "II", EIGHT[:4], story=False)
    sample.do("hold", draw="characters", person=1, thing="P03")
    page = Player(phone(**size)).join(sample)
    page.click("#dealt-characters summary")
    took = page.locator("#deal-characters-0")
    wide = took.evaluate("e => e.offsetWidth")
    assert took.evaluate("e => { e.style.width = 'max-content'; return e.offsetWidth; }") <= wide
    assert not page.locator("[for=deal-characters-0] .name").evaluate(CUT)
    answers = page.locator("#step-display .answers > .button")
    tops = answers.evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(tops) == 2 and len(set(tops)) == 1  # two in a row


def test_where_one_person_acts_the_instruction_names_them(phone: Phone) -> None:
    sample = sampled("newdale", "I", EIGHT[:3], story=False)
    while sample.play.moment.phase != "assistants":
        sample.moment()
    page = Player(phone(**SMALL)).join(sample, screen="play")
    expect(page.locator(".now .order > li")).to_have_count(0)
    expect(page.locator(".guide")).to_contain_text("Maximilian draws 4 figures")


def test_five_sorts_of_figures_have_room_for_their_names(phone: Phone) -> None:
    sample = sampled("newdale", "VII", EIGHT[:4], story=False)
    while sample.play.moment.phase != "assistants":
        sample.moment()
    page = Player(phone(**SMALL)).join(sample, screen="play")
    expect(page.locator("#pad-drawn .keys > li")).to_have_count(5)
    assert faults(page) == []


@SIZES
def test_a_sum_is_read_whole_and_so_is_to_whom_the_phone_goes(
    phone: Phone, size: dict[str, int]
) -> None:
    sample = sampled("newdale", "I", LONG[:2], story=False)
    sample.play_on()
    player = Player(phone(**size))
    page = player.join(sample, screen="score?seat=0")
    field = page.locator("#s0-coins")
    for typed in ("999", "10+28+3"):
        before = player.seq
        field.fill(typed)
        assert not field.evaluate(CUT), typed
        field.press("Tab")
        player.saved(before)
        assert not field.evaluate(CUT), typed
    name = page.locator("#on.phone .name")
    expect(name).to_contain_text(LONG[1])
    assert faults(page) == []
    lines = name.evaluate("e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)")
    assert lines < 2.5  # below “Pass to”; 24 letters may end in an ellipsis


@SIZES
def test_calculators_wrap_instead_of_going_on_beyond_the_edge(
    phone: Phone, size: dict[str, int]
) -> None:
    sample = sampled("newdale", "I", EIGHT[:2], story=False)
    sample.play_on()
    page = Player(phone(**size)).join(sample, screen="play")
    assert not page.locator("nav[aria-label=Calculators]").evaluate(CUT)


def test_what_goes_to_the_sheet_is_said_where_the_button_stands_alone(phone: Phone) -> None:
    player = Player(phone())
    page = player.join(sampled("merchants", "base", EIGHT[:2], story=False), screen=None)
    player.see("play?aid=deeds&f-kind=coins&f-coins_each=3&f-times=1")
    said = page.locator("#give-deeds span:not(.away)")
    expect(said.last).to_have_text("Add to the ")
    assert said.last.evaluate("e => e.getBoundingClientRect().width") > 60
