"""Tybor from the first draw to the last chapter, told to a journal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.journal.replay import replay
from companion.rules.parts.clock import OVER
from companion.show.play.screen import play_page
from tests.journal import Journal, codes

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


def test_what_the_cards_show_is_asked_where_they_are_laid_out() -> None:
    told = journal(settings={"printed-costs": "as-printed", "scenario": "third"})
    steps = {step.key: step for step in told.game.checklist(told.play.situation)}
    assert steps["objectives"].rulings == ("objectives",)
    assert steps["effects"].rulings == ("effects",)
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
    assert [issue.message for issue in over] == ["The story is told."]


def test_what_a_chapter_shows_is_remembered_and_names_stay_for_good() -> None:
    told = journal(2)
    told.must("record", fact="objectives", value=["strength-ten"])
    told.must("record", fact="captain_table", value=[2, 4, 7, 10, 12])
    told.start("II", 2)
    assert told.play.situation["objectives"] is None
    told.start("I", 2)
    assert told.play.situation["objectives"] == ("strength-ten",)
    assert told.play.situation["captain_table"] == (2, 4, 7, 10, 12)


def test_the_tools_of_a_card_are_those_of_whoever_begins_it() -> None:
    told = journal(4, first=1)
    advance(told)
    for begins in (1, 2, 3, 0):
        assert play_page(told.state, told.play).seat == begins
        advance(told)


def test_the_strip_says_what_building_costs_with_its_unit() -> None:
    told = journal()
    strip = play_page(told.state, told.play).layout.strip
    assert [(part.label, part.it.short, part.it.unit) for part in strip[:2]] == [
        ("Little", "3", ""),
        ("Great", "7", "Strength"),
    ]
