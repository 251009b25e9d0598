"""Every phase fits a phone: its tool, and every aid asked and answered, stands above the dock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from companion.games import games
from companion.printing.sample_tables import Sample
from companion.rules.aids.calculator import Aid
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.situation import fitting
from companion.show.play.screen import play_page
from companion.show.play.tools import AidTool
from tests.browser.conftest import PHONE, SMALL, Phone
from tests.browser.full_asks import asked, is_answered, tell_all
from tests.browser.full_tables import LONG
from tests.browser.looks import assert_accessible, assert_fits
from tests.browser.measuring import faults
from tests.browser.player import Player, sampled

LENGTH = 1064  # of the whole page of a phase, px
LAST = 1240  # in the last round, which says so, and where chains stand above what may be built
ROUNDS = 13  # no game has a phase that begins later
# How far the tool reaches below the top of the dock, and how long the page is.
MEASURED = """() => {
  const bottom = node => node.getBoundingClientRect().bottom + scrollY;
  const low = nodes => Math.max(0, ...nodes.map(bottom));
  const room = innerHeight - document.querySelector(".foot").offsetHeight;
  const keys = [...document.querySelectorAll(".stack > .tool :is(.key, .less)")];
  return [low([...document.querySelectorAll(".stack > .tool")]) - room,
    low(keys.filter(key => key.checkVisibility())) - room, document.documentElement.scrollHeight];
}"""
BARE, TOLD = False, True
Sight = tuple[str, bool, bool, bool]
TABLES = (
    ("newdale", "I", 4, BARE, "round"),
    ("newdale", "VIII", 4, TOLD, "phase"),
    ("ohmygoods", "base", 4, BARE, "round"),
    ("ohmygoods", "all-in", 4, TOLD, "phase"),
    ("tybor", "I", 8, BARE, "phase"),
    ("tybor", "I", 6, BARE, "phase"),
    ("tybor", "I", 2, TOLD, "round"),
    ("merchants", "base", 4, BARE, "round"),
    ("merchants", "base", 4, TOLD, "phase"),
)
"""Game, chapter, people, whether the table has told all it can, and its pace."""


def too_long(page: Page, at: str, sight: Sight) -> Iterator[str]:
    """What of the page of a phase is not in view; on a small phone and where chains lead only
    keys need to be."""
    _, last, _, leads = sight
    tool, keys, long = page.evaluate(MEASURED)
    if (keys if leads else tool) > 1:
        yield f"{at}: {tool:.0f} px below the dock"
    if long > (LAST if last or leads else LENGTH):
        yield f"{at}: {long} px long"
    page.set_viewport_size(SMALL)
    _, keys, _ = page.evaluate(MEASURED)
    if keys > 0:
        yield f"{at} at {SMALL['width']}: keys {keys:.0f} px below the dock"
    yield from unfit(page, at)


def too_tall(player: Player, asks: Iterator[str], at: str, leads: bool) -> Iterator[str]:
    for one in asks:
        page = player.see(f"play?{one}")
        tool, keys, _ = page.evaluate(MEASURED)
        assert_fits(page)
        if (keys if leads else tool) > 1:
            yield f"{at}: {one}: {tool:.0f} px below the dock"
        page.set_viewport_size(SMALL)
        _, keys, _ = page.evaluate(MEASURED)
        if keys > 0:
            yield f"{at} at {SMALL['width']}: {one}: keys {keys:.0f} px below the dock"
        page.set_viewport_size(PHONE)
    yield from unfit(page, f"{at}: {one}")  # with all of it told


def unfit(page: Page, at: str) -> Iterator[str]:
    """What is cut, broken or hidden on either phone, folds opened and shut."""
    for size in (SMALL, PHONE):
        page.set_viewport_size(size)
        assert_fits(page)
        yield from (f"{at} at {size['width']}: {one}" for one in faults(page))


@pytest.mark.parametrize(("slug", "chapter", "players", "told", "pace"), TABLES)
def test_every_phase_and_every_aid_fits_above_the_dock(
    phone: Phone, slug: str, chapter: str, players: int, told: bool, pace: str
) -> None:
    sample, player = sampled(slug, chapter, LONG[:players], story=False), Player(phone())
    if told:
        tell_all(sample)
    sample.do("pace", value=pace)
    page, found = player.join(sample, screen=None), list[str]()
    seen, asked_of, known = set[Sight](), set[tuple[str, ...]](), len(sample.state.log)
    while True:
        play, moment = sample.play, sample.play.moment
        if (sight := sight_of(sample)) not in seen:
            seen.add(sight)
            player.tell_all(sample, known)
            known, at = len(sample.state.log), moment.phase or "over"
            found += too_long(player.see("play"), at, sight)
            for aid in here(play):
                state = (aid.key, *shown_with(play))
                if state not in asked_of:
                    asked_of.add(state)
                    assert not told or is_answered(play, aid, 0), f"{aid.key} is not answered"
                    found += too_tall(player, asked(play, aid, 0), at, sight[-1])
        if moment == OVER or moment.round > ROUNDS:
            break
        sample.moment()
    assert_accessible(page)
    # At a bare table nobody has what ends a game early, so nobody knows its last round.
    every = fitting(games()[slug].aids, sample.play.situation)
    assert {key for key, *_ in asked_of} == {
        aid.key for aid in every if told or not aid.calculator.last
    }
    assert found == [], "\n".join(found)


def sight_of(sample: Sample) -> Sight:
    """What tells the screen of a phase from the same phase in another round."""
    page = play_page(sample.state, sample.play)
    is_due = page.course is not None and bool(page.course.due)
    moment, rounds = sample.play.moment, sample.play.rounds
    return moment.phase, moment.round == rounds, is_due, page.layout.leads


def here(play: Play) -> list[Aid]:
    return [aid for aid in fitting(play.game.aids, play.situation) if AidTool(aid).helps(play)]


def shown_with(play: Play) -> tuple[str, ...]:
    """What stands above and below an aid: phases of which this is the same look the same."""
    if play.moment == OVER:
        return ("over",)
    phase = play.game.clock.phase(play.moment)
    return (phase.order, *phase.shows)
