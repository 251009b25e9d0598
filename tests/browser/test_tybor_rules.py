"""Rules of Tybor that people stumbled over: scenario, objectives, effects and captains are told."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.games import games
from companion.printing.sample_tables import Sample
from tests.browser.conftest import Phone
from tests.browser.measuring import faults
from tests.browser.player import NAMES, Player, sampled, unfold

TRIO = NAMES[:3]


def test_what_the_cards_show_is_told_in_the_set_up(phone: Phone) -> None:
    player = Player(phone())
    player.join(sampled("tybor", "I", TRIO, story=True))
    page = player.page
    expect(page.locator("#step-scenario")).to_contain_text("Draw one Scenario")
    player.tap("#draw-scenario")
    expect(page.locator("[id^=step-scenario]").first).to_contain_text("Lay out the Scenario")
    effect, objective = "#step-effects-effects-2", "#step-objectives-objectives-1"
    player.tap(effect)
    expect(page.locator("#step-citizens-needed")).to_contain_text("how many different Citizens")
    if page.locator(objective).count():
        player.tap(objective)
        expect(page.locator(objective)).to_have_attribute("aria-pressed", "true")
    step = page.locator("#step-captain-table")
    expect(step).to_contain_text("We are not sure.")
    page.fill("#step-captain-table-captain_table-1", "1 2 4 7 11")
    player.tap("#step-captain-table-captain_table-save")
    expect(step).to_contain_text("1, 2, 4, 7 and 11")
    expect(step).not_to_contain_text("We are not sure.")
    expect(page.locator("#step-display")).to_contain_text("2 for each player and 2 more")
    page = player.see("play")
    expect(page.locator("#strip summary")).to_contain_text("Little 3")
    page = player.see("look-up")
    expect(page.locator("main")).to_contain_text("3 Strength")
    page = player.see("score?seat=0")
    expect(page.locator("label[for=s0-captains]")).to_contain_text("1, 2, 4, 7 and 11")
    expect(page.locator("[id^=fact-captain_table], [id^=r-captain-values]")).to_have_count(0)


def test_they_can_be_told_in_play_and_scoring_asks_for_what_is_missing(phone: Phone) -> None:
    player = Player(phone(width=320))
    player.join(sampled("tybor", "III", TRIO, story=False))
    page = player.see("play")
    player.tap("#fact-effects-4")
    expect(page.locator("#told")).to_contain_text("Everyone discards a Citizen or Worker")
    page = player.see("score?seat=0")
    expect(page.locator("#fact-objectives")).to_contain_text("Without it nobody can say")
    expect(page.locator("label[for=s0-captains]")).to_contain_text("15?")
    expect(page.locator("#s0-symbols, #s0-great")).to_have_count(0)
    page.click("#fact-objectives-all summary")
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []
    player.tap("#fact-objectives button:has-text('colour symbol')")
    expect(page.locator("#s0-symbols")).to_be_visible()
    row = "#sheet-0 .asks:has(#fact-captain_table)"  # beside the captains' line
    expect(page.locator(row)).to_be_visible()
    page.fill("#fact-captain_table-1", "1 2 4 7 11")
    player.tap("#fact-captain_table-save")
    expect(page.locator("label[for=s0-captains]")).not_to_contain_text("?")
    player.type(0, captains="2")
    expect(page.locator("#s0-captains")).to_have_value("2")


def test_the_next_chapter_draws_its_scenario_anew_and_a_name_is_used(phone: Phone) -> None:
    sample = Sample(games()["tybor"])
    seats = [{"name": name} for name in TRIO]
    sample.do("start", chapter="I", seats=seats, story=True, settings={"scenario": "third"})
    player = Player(phone())
    page = player.join(sample)
    field, before = "#step-scenario-third-third_name-value", player.seq
    unfold(page, field)
    page.fill(field, "The Long Wall")
    page.press(field, "Tab")
    player.saved(before)
    expect(page.locator("#step-scenario-third")).to_contain_text("The Long Wall")
    expect(page.locator("#step-scenario-third")).not_to_contain_text("third scenario")
    sample.do("record", fact="third_name", value="The Long Wall")
    known = len(sample.state.log)
    sample.play_on()
    sample.do("record", fact="objectives", value=[])
    sample.score()
    sample.do("finish")
    player.tell_all(sample, known)
    player.see("result")
    player.go("#on", "next")
    expect(page.locator("#o-scenario-open")).to_be_checked()
    player.go("#open", "setup")
    expect(page.locator("#step-scenario")).to_contain_text("Draw one Scenario")
    expect(page.locator("main")).not_to_contain_text("Nothing to change")
