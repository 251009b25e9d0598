"""Ordinary names of nine letters and more stand whole beside short ones, which are never cut."""

from __future__ import annotations

import pytest

from companion.games import games
from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled

NAMES = (
    *("Maximilian", "Anna", "Bartholomew", "Dominique"),
    *("Ben", "Wilhelmina", "Emma", "Evangeline"),
)
# Names that end in an ellipsis, wherever one stands alone in its box, with every fold opened.
CUT = """names => {
  const folds = [...document.querySelectorAll('details:not([open])')];
  folds.forEach(fold => { fold.open = true; });
  const name = one => (one.value || one.textContent).trim();
  const cut = [...document.querySelectorAll('main *, .masthead *, .dock *')].filter(one =>
    one.scrollWidth > one.clientWidth && one.clientWidth > 1 && one.checkVisibility()
    && getComputedStyle(one).textOverflow === 'ellipsis' && names.includes(name(one)))
    .map(one => `${name(one)} in ${one.parentElement.outerHTML.slice(0, 120)}`);
  folds.forEach(fold => { fold.open = false; });
  return cut; }"""


def no_name_is_cut(player: Player, at: str, small: int = 10) -> None:
    """On an ordinary phone none is; on a small one only what has more letters than that."""
    for size, letters in ((PHONE, 11), (SMALL, small)):
        player.page.set_viewport_size(size)
        names = [name for name in NAMES if len(name) <= letters]
        assert player.page.evaluate(CUT, names) == [], f"{at} at {size['width']}"
        assert faults(player.page) == [], f"{at} at {size['width']}"


@pytest.mark.parametrize("slug", sorted(games()))
def test_no_ordinary_name_is_cut(phone: Phone, slug: str) -> None:
    game, player = games()[slug], Player(phone())
    sample = sampled(slug, game.graph.first, NAMES[: game.players[1]], story=False)
    player.join(sample, screen=None)
    known = len(sample.state.log)
    for screen in ("setup", "score?seat=0", "score?seat=1"):
        player.see(screen)
        no_name_is_cut(player, screen, small=11)
    for phase in game.clock.phases_of(sample.play.situation, 1):
        player.tell_all(sample, known)
        known = len(sample.state.log)
        player.see("play")
        no_name_is_cut(player, phase.key)
        sample.moment()
    sample.score()
    player.tell_all(sample, known)
    for screen in ("score?seat=0", "score?seat=1", "sheet"):
        player.see(screen)
        no_name_is_cut(player, f"{screen}, told", small=11)
    known = len(sample.state.log)
    sample.finish()
    player.tell_all(sample, known)
    player.must("note", 0, text="Bartholomew and Wilhelmina sang")
    for screen in ("", "result", "next", "change", "statistics", "log", "people"):
        player.see(screen)
        no_name_is_cut(player, screen or "home", small=11)


@pytest.mark.parametrize("slug", sorted(slug for slug, game in games().items() if game.first))
def test_whoever_is_chosen_to_start_keeps_the_whole_name(phone: Phone, slug: str) -> None:
    """What is chosen stands in bold, and so wider; the story's own choice says more than a name."""
    game, player = games()[slug], Player(phone())
    sample = sampled(slug, game.graph.first, NAMES[: game.players[1]], story=game.tells_story)
    sample.score()
    for seat in range(len(sample.play.seats)):
        sample.do("fill", seat=seat, field="chapter", value=40 if seat == 1 else 0)
    sample.finish()
    page = player.join(sample, screen="next")
    no_name_is_cut(player, "next", small=11)
    page.check(f"#first-{NAMES.index('Bartholomew')}")
    no_name_is_cut(player, "next, Bartholomew starts", small=11)


def test_whoever_is_done_keeps_a_short_name(phone: Phone) -> None:
    """In Newdale's third phase, and when the next time round is offered beside four people."""
    sample = sampled("newdale", "I", NAMES[:4], story=True)
    while sample.play.moment.phase != "actions":
        sample.moment()
    player = Player(phone())
    player.join(sample, screen="play")
    for turn in range(len(NAMES[:4]) + 1):
        no_name_is_cut(player, f"turn {turn}")
        player.page.set_viewport_size(PHONE)
        player.tap("#on")  # a name only looks, Next passes the turn


def test_the_header_says_who_starts_on_a_small_phone(phone: Phone) -> None:
    player = Player(phone(width=320, height=640))
    page = player.sit("newdale", NAMES[:4], screen="play")
    word = page.locator(".masthead .first > span")
    assert word.inner_text() == "starts"
    assert word.evaluate("word => getComputedStyle(word).clipPath") == "none"


def test_points_so_far_are_said_whole_on_their_tabs(phone: Phone) -> None:
    """Of eight people with short names: three figures are read, and whose they are."""
    names = ("Anna", "Ben", "Clara", "Dov", "Emma", "Fay", "Gus", "William")
    sample = sampled("tybor", "I", names, story=True)
    sample.score()
    player = Player(phone(width=320, height=640))
    page = player.join(sample, screen="score?seat=4")
    cut = ".people :is(b, .name, .state)"
    whole = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML)"
    page.locator("#tab-0 b").evaluate("points => { points.textContent = '127' }")
    assert page.locator(cut).evaluate_all(whole) == []
    page.set_viewport_size(PHONE)
    assert page.locator(cut).evaluate_all(whole) == []


def test_guests_read_who_is_at_the_table(phone: Phone) -> None:
    host = Player(phone())
    host.sit("tybor", NAMES)
    guest = host.guest(phone(), 0)
    guest.see("people")
    no_name_is_cut(guest, "people", small=11)
