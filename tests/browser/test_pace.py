"""A table's pace, and phases that take a tap."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.looks import assert_good_everywhere
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled


def test_another_phase_is_gone_to_by_the_steps(phone: Phone) -> None:
    player = Player(phone())
    page = player.sit(screen="play")
    now = page.locator(".phases [aria-current]")
    player.press("#change-pace")
    assert_good_everywhere(page)
    player.press("#phase-building")
    expect(now).to_contain_text("V Building")
    expect(page.locator("#steps")).to_have_count(0)
    player.press("#change-pace")
    player.press("#phase-planning")
    expect(now).to_contain_text("II Planning")
    player.press("#undo")
    expect(now).to_contain_text("V Building")


def test_a_table_chooses_how_often_it_taps_next(phone: Phone) -> None:
    player = Player(phone())
    player.sit()
    page = player.page
    page = player.see("play")
    player.press("#change-pace")
    player.tap("#pace-round")
    expect(page.locator(".phases")).to_contain_text("Step through: every round")
    player.tap("[id^=card-events-]")
    expect(player.dock).to_contain_text("Round 2")
    player.press("#on")
    expect(page.locator(".where")).to_contain_text("Round 2 of 7")
    page = player.see("settings")
    player.tap("#pace-ends")
    page = player.see("play")
    expect(player.dock).to_contain_text("Next: Scoring")
    assert_good_everywhere(page)
    player.press("#on")
    expect(player.dock).to_contain_text("Enter scores")


def test_a_stage_told_as_one_step_has_its_cards_and_what_to_remember_at_hand(phone: Phone) -> None:
    sample = sampled("tybor", "I", NAMES, story=False)
    sample.do("pace", value="round")
    sample.do("record", fact="effects", value=["discard-one"])
    player = Player(phone(width=320))
    player.join(sample)
    page = player.see("play")
    expect(page.locator("#phase")).to_have_text("Play stage I")
    expect(page.locator("#guide")).to_contain_text("Everyone discards")
    expect(page.locator("#remember")).to_contain_text("End of stage: Do an effect only")
    player.press("#fold-citizens summary")
    player.tap("#lay-citizens-farmer")
    expect(page.locator("#fold-citizens summary")).to_contain_text("Ada 1")
    assert faults(page) == []
    player.press("#on")
    expect(page.locator("#guide")).to_contain_text("Turn the Scenario over")


def counted(pace: str) -> Sample:
    """Newdale in round 4, where points were last counted in round 1."""
    sample = sampled("newdale", "II", NAMES, story=False)
    sample.do("pace", value=pace)
    for seat in range(len(NAMES)):
        sample.do("count", track="points", seat=seat, to=4)
    while (play := sample.state.play) and play.moment.round < 4:
        sample.do("advance", moment=play.moment.as_json())
    return sample


def test_a_slower_pace_asks_once_where_everyone_is(phone: Phone) -> None:
    player = Player(phone(width=320, height=640))
    player.join(counted("round"))
    page = player.see("play")
    player.press("#change-pace")
    player.tap("#pace-phase")
    expect(page.locator("#phase")).to_have_text("Where is everyone now?")
    assert_good_everywhere(page)
    player.tap("#more-points-0")
    expect(player.dock).to_contain_text(f"1 entered, {len(NAMES) - 1} unchanged")
    player.press("#on")
    expect(page.locator("#phase")).to_have_text("I Event")
    expect(page.locator(".oldfig")).to_have_count(0)
    player.press("#undo")
    expect(page.locator("#phase")).to_have_text("Where is everyone now?")
    player.tap("#not-counted")
    expect(page.locator("#phase")).to_have_text("I Event")


def test_a_faster_pace_says_once_how_old_counts_are(phone: Phone) -> None:
    player = Player(phone())
    player.join(counted("phase"))
    page = player.see("play")
    player.press("#change-pace")
    player.tap("#pace-round")
    expect(page.locator("#recount")).to_contain_text("last counted in round 1")
    assert_good_everywhere(page)
    player.press("#count-now")
    player.tap("#more-points-0")
    expect(page.locator("#to-points-0")).to_have_value("5")
    player.press("#close-points")
    player.tap("#count-later")
    expect(page.locator("#recount")).to_have_count(0)
