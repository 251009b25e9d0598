"""What closes a game comes after the last round: a step of its own, however closely one tells."""

from __future__ import annotations

from companion.rules.parts.clock import OVER, Moment
from companion.show.play.moment import ahead
from companion.show.play.screen import play_page
from tests.journal import Journal

TURN, TRAVEL = Moment(13, "turn", 0), Moment(13, "final-travel")


def last_turn() -> Journal:
    told = Journal("merchants")
    told.start("base", 3)
    told.must("pace", value="round")
    while told.play.moment != TURN:
        on(told)
    return told


def on(told: Journal) -> Moment:
    told.must("advance", moment=told.play.moment.as_json())
    return told.play.moment


def test_by_rounds_the_final_travel_follows_the_last_turn_and_then_scoring() -> None:
    told = last_turn()
    step = ahead(told.play, 13)
    assert step and (step.over, step.label) == ("Next", "Final special travel")
    assert on(told) == TRAVEL
    assert on(told) == OVER
    assert [row.sentence(told.state) for row in told.state.log][-2:] == [
        "Turn 13 done.",
        "Turn 13, Final special travel done.",
    ]


def test_a_round_before_goes_on_to_the_next_one() -> None:
    told = Journal("merchants")
    told.start("base", 3)
    told.must("pace", value="round")
    assert on(told) == Moment(2, "turn", 0)


def test_the_last_turn_says_what_follows_and_the_travel_that_it_is_no_turn() -> None:
    told = last_turn()
    assert play_page(told.state, told.play).now.last == "Final special travel"
    on(told)
    page = play_page(told.state, told.play)
    assert page.now.last == ""
    assert page.course is None, "no night dice are left"


def test_by_rounds_every_step_has_the_aids_of_its_own_phases() -> None:
    told = last_turn()
    assert "final-travel" not in aids(told)
    on(told)
    assert "bazaar" not in aids(told) and "balance" in aids(told)


def aids(told: Journal) -> set[str]:
    layout = play_page(told.state, told.play).layout
    return {part.key for part in (*layout.aids, *layout.further)}
