"""Tybor from the first draw to the last chapter, told to a journal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.aids.guide import Rule
from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.journal.replay import replay
from companion.rules.parts.clock import OVER, Moment
from companion.show.paper.sheet import filled
from companion.show.play.screen import play_page
from companion.show.play.tools import FactTool
from companion.show.rulings import Question, ground
from companion.show.score.sheet import Asking, sheet_of
from companion.show.setup.checklist import set_up
from companion.show.setup.rows import StepRow
from tests.journal import HOST, Journal, codes

EMPTY: dict[str, Any] = {
    **dict.fromkeys(("printed", "red", "yellow", "green", "blue", "citizens", "strength"), 0),
    **dict.fromkeys(
        ("farmers", "merchants", "craftsmen", "captains", "priests", "soldiers"), 0
    ),
    "secret": "red+yellow+green",
}  # fmt: skip
CHAPTERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
WAYS = [(n, way) for n in range(2, 9) for way in ("open", "escape")]


def journal(players: int = 3, **more: Any) -> Journal:
    found = Journal("tybor")
    found.start("I", players, **more)
    return found


def advance(journal: Journal) -> None:
    journal.must("advance", moment=journal.play.moment.as_json())


def scored(journal: Journal, *printed: int) -> None:
    for seat, points in enumerate(printed):
        journal.fill(seat, **{**EMPTY, "printed": points})
    journal.must("finish")


def by_hand(players: int, way: str, first: int) -> list[tuple[int, str, int]]:
    """Every moment with who holds the First Player card, passed on seat by seat."""
    found, holder = [], first
    for stage in (1, 2, 3, 4):
        step = -1 if way == "escape" and stage in (2, 4) else 1
        cards = 7 if way == "escape" and stage in (1, 3) else 5
        found.append((stage, "deal", holder))
        for card in range(1, cards + 1):
            found.append((stage, f"pick-{card}", holder))
            holder = (holder + step) % players
        if players == 5:
            holder = (holder + step) % players
        found.append((stage, "end", holder))
    return found


@pytest.mark.parametrize(("players", "way"), WAYS)
def test_the_first_player_card_goes_round_as_on_the_table(players: int, way: str) -> None:
    told = journal(players, settings={"scenario": way}, first=players - 1)
    seen = []
    while (moment := told.play.moment) != OVER:
        order = told.game.clock.order_at(moment, told.play.situation)
        assert sorted(order) == list(range(players))
        back = way == "escape" and moment.round in (2, 4)
        assert order[1] == (order[0] + (-1 if back else 1)) % players
        seen.append((moment.round, moment.phase, order[0]))
        advance(told)
    assert seen == by_hand(players, way, players - 1)


def test_the_player_drawn_is_first_in_every_stage() -> None:
    told = journal(5)
    told.must("draw", draw="first", seed=2)
    (first,) = told.play.drawn["first"]
    assert told.play.situation.first == first
    assert told.play.known()["first"].value == tuple((first + n) % 5 for n in (0, 1, 2, 3))


def test_the_scenario_drawn_is_the_one_played() -> None:
    told = journal()
    found = set()
    for seed in range(30):
        told.must("draw", draw="scenario", seed=seed)
        way = told.play.situation["scenario"]
        hands = (7, 5, 7, 5) if way == "escape" else (5, 5, 5, 5)
        assert told.play.known()["hand"].value == hands
        assert any(step.startswith("scenario-") for step in told.play.steps)
        found.add(way)
    assert found == {"escape", "size-matters", "third", "fourth"}


def test_taking_a_scenario_back_leaves_it_open() -> None:
    told = journal()
    told.must("draw", draw="scenario", seed=1)
    told.must("undo", entry=len(told.entries))
    assert told.play.situation["scenario"] == "open" and "scenario" in told.play.steps


def test_a_scenario_told_in_the_middle_of_a_stage_moves_on_to_what_it_has() -> None:
    told = journal(settings={"scenario": "escape"})
    while told.play.moment.phase != "pick-6":
        advance(told)
    told.must("draw", draw="scenario", seed=0, kept=["size-matters"])
    assert told.play.moment == Moment(1, "end")
    assert play_page(told.state, told.play).now.heading == "End of stage"


def test_the_end_of_a_stage_says_how_many_the_card_asks_for() -> None:
    told = journal()
    told.must("record", fact="effects", value=["different-citizens", "enough-buildings"])
    while told.play.moment.phase != "end":
        advance(told)
    assert guided(told)[0].startswith("Different Citizens. If you have enough of them, draw 2")
    told.must("record", fact="citizens_needed", value=3, play=0)
    assert guided(told)[0].startswith("3 different Citizens. If you have 3 or more, draw 2")
    told.must("record", fact="buildings_needed", value=5, play=0)
    assert guided(told)[1].startswith("5 Buildings. If you have 5 or more, draw 2")
    told.must("hide", reminder="effects-stage")
    *_, hidden = told.state.log
    assert hidden.sentence(told.state).startswith("Hidden: Do an effect only")


def test_an_effect_of_one_stage_is_told_at_the_end_of_that_stage_only() -> None:
    told = journal()
    told.must("record", fact="effects", value=["discard-one"])
    stages, said = [], "Everyone discards."
    assert [row.key for row in rows(told)].count("effect-stages") == 1
    told.must("record", fact="discard-one-stages", add=["2"])
    while told.play.moment != OVER:
        if told.play.moment.phase == "end" and any(t.startswith(said) for t in guided(told)):
            stages.append(told.play.moment.round)
        advance(told)
    assert stages == [2]


def guided(told: Journal) -> list[str]:
    """What is said for everyone in this phase, whose tableaux nobody knows."""
    guide = told.game.guides[told.play.moment.phase]
    found = [one for one in guide(Table(told.play, 0)) if isinstance(one, Rule)]
    return [f"{one.title}. {one.text}" for one in found]


def test_what_the_cards_show_is_asked_where_they_are_laid_out() -> None:
    told = journal(settings={"printed-costs": "as-printed", "scenario": "third"})
    steps = {step.key: step for step in told.game.checklist(told.play.situation)}
    assert steps["objectives"].rulings == ("objectives",)
    assert steps["effects"].rulings == ("effects", "scenario_effect")
    assert steps["scenario-third"].rulings == ("third_name",)
    assert "little_costs" in steps["costs-printed"].rulings
    told.must("record", fact="effects", value=["different-citizens"])
    assert "citizens-needed" in told.play.steps and "buildings-needed" not in told.play.steps


def test_a_chapter_from_the_first_tick_to_the_result_and_back() -> None:
    told = journal(3, story=True)
    for step in sorted(told.play.steps):
        told.must("tick", step=step)
    told.must("record", fact="objectives", value=["great-fours", "three-of:priests"])
    assert codes(told.do("finish")) == ["missing"] * 3 * 3  # what is nothing is 0 by itself
    while told.play.moment != OVER:
        advance(told)
    told.fill(0, **{**EMPTY, "red": 4, "great": 4, "priests": 3, "citizens": 3})
    told.fill(1, **{**EMPTY, "printed": "7+5"})
    told.fill(2, **{**EMPTY, "printed": 12, "strength": 1})
    told.must("finish")
    breakdowns, result = told.play.scored or ([], None)
    assert [b.total for b in breakdowns] == [12, 12, 12] and result is not None
    assert result.winners == (2,) and result.decided_by == "Strength left"
    told.must("undo", entry=len(told.entries))
    assert not told.play.finished
    assert replay(told.game, told.entries) == told.state


def test_all_eight_chapters_are_one_story() -> None:
    told = Journal("tybor")
    for number, chapter in enumerate(CHAPTERS):
        told.start(chapter, 4, story=True, first=number % 4)
        told.must("record", fact="objectives", value=["five-citizens"] if chapter == "II" else [])
        scored(told, 3, 9, number, 1)
        assert told.play.known()["rounds"].value == 4
    outcomes = told.state.outcomes()
    assert [outcome.chapter for outcome in outcomes] == list(CHAPTERS)
    assert {outcome.winners for outcome in outcomes} == {("Ben",)}
    over = told.do("start", chapter="I", seats=[{"name": "A"}, {"name": "B"}], story=True)
    assert [issue.message for issue in over] == ["The campaign is complete."]


def test_what_a_chapter_shows_is_remembered_and_names_stay_for_good() -> None:
    told = journal(2)
    told.must("record", fact="objectives", value=["strength-ten"])
    told.must("record", fact="captain_table", value=[2, 4, 7, 10, 12])
    told.start("II", 2)
    assert told.play.situation["objectives"] is None
    told.start("I", 2)
    assert told.play.situation["objectives"] == ("strength-ten",)
    assert told.play.situation["captain_table"] == (2, 4, 7, 10, 12)


def again(scenario: str) -> dict[str, Any]:
    return {"settings": {"scenario": scenario}}


def test_what_scenario_and_chapter_do_is_asked_again_under_another_scenario() -> None:
    told = journal(2, **again("size-matters"))
    told.must("record", fact="objectives", value=["great-fours", "five-citizens"])
    told.must("record", fact="effects", value=["different-citizens"])
    told.must("record", fact="citizens_needed", value=4)
    told.start("I", 2, **again("escape"))
    here = told.play.situation
    assert (here["objectives"], here["effects"], here["citizens_needed"]) == (None, None, None)
    asked = open_in(told)
    assert {*asked} == {"objectives", "effects"}
    before = [answer.label for answer in asked["effects"].answers if answer.last]
    assert before == ["Enough different Citizens (1 Worker)"]
    row = next(row for row in rows(told) if row.key == "effects")
    assert not row.questions[0].now and any(answer.last for answer in row.questions[0].answers)
    told.must("record", fact="effects", value=["different-citizens"])
    asked = open_in(told)
    assert asked["citizens_needed"].about.startswith("Last time in this chapter: 4.")
    told.must("record", fact="effects", value=None)
    told.start("I", 2, **again("size-matters"))
    assert told.play.situation["effects"] == ("different-citizens",), "the same two cards"
    assert told.play.situation["citizens_needed"] == 4
    assert replay(told.game, told.entries) == told.state


def test_the_sheet_and_the_rulings_say_what_was_told_last_time_as_well() -> None:
    told = journal(2, **again("size-matters"))
    told.must("record", fact="objectives", value=["great-fours"])
    told.start("I", 2, **again("escape"))
    sheet = sheet_of(told.play, Asking(0), plays=told.state.plays)
    _, _, on_cards = ground(told.state, told.play).places[0]
    for questions in (sheet.asked, on_cards):
        (objectives,) = [question for question in questions if question.key == "objectives"]
        before = [answer.label for answer in objectives.answers if answer.last]
        assert before == ["Every fourth Great Building (2 points each)"]


def test_an_objective_that_nobody_told_is_open_on_paper_too() -> None:
    told = journal(2)
    (row,) = [row for row in filled(told.play).rows if row.label == "Public objectives"]
    assert row.cells == ("·", "·")
    for seat in range(2):
        told.fill(seat, **EMPTY)
    assert {*filled(told.play).totals} == {"·"} and not filled(told.play).why
    told.must("record", fact="objectives", value=[])
    told.must("finish", zeros=[*told.play.untouched], shared=True)
    assert {*filled(told.play).totals} == {"0"}


def test_what_was_told_before_the_scenario_stays_and_a_new_one_brings_in_its_own() -> None:
    told = journal(2, **again("escape"))
    told.must("record", fact="effects", value=["discard-one"])
    told.start("I", 2)
    assert told.play.situation["effects"] is None, "nobody has told which Scenario it is"
    told.must("record", fact="objectives", value=["five-citizens"])
    told.must("draw", draw="scenario", seed=0, kept=["escape"])
    assert told.play.situation["objectives"] == ("five-citizens",)
    assert told.play.situation["effects"] == ("discard-one",), "the cards of last time"
    told.must("record", fact="effects", add=["enough-buildings"])
    assert told.play.situation["effects"] == ("discard-one", "enough-buildings")
    told.must("record", fact="effects", value=None)
    assert told.play.situation["effects"] is None, "forgotten, not as last time"
    told.must("restart")
    assert told.play.situation["objectives"] == ("five-citizens",), "the cards lie there still"


def test_an_objective_told_later_scores_finished_games_of_the_same_cards_only() -> None:
    told = Journal("tybor")
    for scenario in ("escape", "third", "escape"):
        told.start("I", 2, **again(scenario))
        told.fill(0, **{**EMPTY, "citizens": 5, "priests": 5})
        told.fill(1, **EMPTY)
        told.must("finish")
    told.must("record", fact="objectives", value=["five-citizens"])
    assert [totals(play) for play in told.state.plays] == [[10, 0], [5, 0], [10, 0]]


def test_a_game_finished_without_an_answer_of_its_own_keeps_its_result() -> None:
    """Once an answer held for the whole chapter, whatever the Scenario."""
    told = journal(2, **again("escape"))
    told.must("record", fact="objectives", value=["five-citizens"])
    told.must("record", fact="effects", value=["discard-one"])
    told.start("I", 2, **again("third"))
    told.fill(0, **{**EMPTY, "citizens": 5, "priests": 5})
    told.fill(1, **EMPTY)
    assert totals(told.play) == [5, 0]
    told.must("finish")
    assert totals(told.play) == [10, 0] and told.play.situation["effects"] is None
    assert replay(told.game, told.entries) == told.state


def test_a_note_of_doubt_goes_once_it_was_answered() -> None:
    told = Journal("tybor")
    told.start("VII", 3, **again("size-matters"))
    doubted = {"effects-harbour": "captain symbols", "objectives-size": "fourth Great Building"}
    for key, words in doubted.items():
        assert words in notes(told, key)
    told.must("record", fact="effects", value=["most-captains"])
    told.must("record", fact="objectives", value=["great-fours"])
    assert [notes(told, key) for key in doubted] == ["", ""]


def test_a_scenario_told_at_the_start_is_not_drawn_over() -> None:
    told = journal(3, **again("escape"))
    draw = next(row.draw for row in rows(told) if row.key == "scenario-escape")
    assert draw and draw.asked and draw.asked.now and not draw.offered
    told.must("draw", draw="scenario", seed=3)
    drawn = next(row.draw for row in rows(told) if row.draw and row.draw.key == "scenario")
    assert drawn.made and drawn.offered, "what was drawn here can be drawn again"


def notes(told: Journal, key: str) -> str:
    return " ".join(next(row.hints + row.checks for row in rows(told) if row.key == key))


def totals(play: Play) -> list[int]:
    return [breakdown.total for breakdown in play.scored[0]] if play.scored else []


def open_in(told: Journal) -> dict[str, Question]:
    return {question.key: question for question in play_page(told.state, told.play).card_facts.open}


def rows(told: Journal) -> list[StepRow]:
    page = set_up(told.state, told.play, HOST)
    return [row for part in page.everything for row in part.rows]


def test_the_tools_of_a_card_are_those_of_whoever_begins_it() -> None:
    told = journal(4, first=1)
    advance(told)
    for begins in (1, 2, 3, 0):
        assert play_page(told.state, told.play).seat == begins
        advance(told)


def test_the_strip_says_what_building_costs_with_its_unit() -> None:
    told = journal()
    strip = play_page(told.state, told.play).layout.strip
    assert [
        (one.label, one.lines[0].short, one.lines[0].unit)
        for one in strip
        if isinstance(one, FactTool)
    ] == [
        ("Little", "3", ""),
        ("Great", "7", "Strength"),
    ]


def test_the_set_up_says_what_the_scenario_does_and_costs_with_their_unit() -> None:
    told = journal(4, settings={"scenario": "escape"})
    steps = {step.key: step for step in told.game.checklist(told.play.situation)}
    assert any("anticlockwise" in note for note in steps["scenario-escape"].notes)
    assert "Little costs 3 Strength and Great costs 7" in steps["costs"].text


def test_only_what_can_come_up_here_is_ruled_on() -> None:
    told = journal(4)
    rulings = ("harbour-discard", "different-citizens", "colour-used-up", "empty-tableau")
    assert asked(told).isdisjoint(rulings)
    told.must("record", fact="effects", value=["most-captains", "different-citizens"])
    told.must("record", fact="objectives", value=["more-buildings"])
    assert asked(told).issuperset({*rulings} - {"colour-used-up"})
    assert "colour-used-up" in asked(journal(3))


def asked(told: Journal) -> set[str]:
    found = ground(told.state, told.play)
    return {one.key for one in (*found.unconfirmed, *found.changed, *found.usual)}
