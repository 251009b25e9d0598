"""Turn order: a rule may change it from phase to phase."""

from __future__ import annotations

from companion.rules.parts.clock import Clock, Moment, Order, Phase, clockwise
from companion.rules.situation import Situation

PHASES = (
    Phase("plan", "Plan", "", "test", Order.EACH),
    Phase("act", "Act", "", "test", Order.EACH),
)


def passed_on(situation: Situation, number: int) -> tuple[int, ...]:
    """Whoever is last in the plan is first to act."""
    seats = clockwise(situation, number)
    return seats[::-1] if situation.phase == "act" else seats


def moments(clock: Clock, situation: Situation) -> list[Moment]:
    found = [clock.start(situation)]
    while len(found) < 4:
        found.append(clock.after(found[-1], situation, 1))
    return found


def test_a_rule_that_ignores_the_phase_keeps_its_order() -> None:
    clock = Clock(PHASES, clockwise)
    seats = [moment.seat for moment in moments(clock, Situation("I", 2))]
    assert seats == [0, 1, 0, 1]


def test_a_rule_may_turn_the_order_round_in_one_phase() -> None:
    clock = Clock(PHASES, passed_on)
    seats = [moment.seat for moment in moments(clock, Situation("I", 2))]
    assert seats == [0, 1, 1, 0]


def test_the_order_of_a_moment_is_that_of_its_phase() -> None:
    clock, situation = Clock(PHASES, passed_on), Situation("I", 3, first=1)
    assert clock.order_at(Moment(1, "plan"), situation) == (1, 2, 0)
    assert clock.order_at(Moment(1, "act"), situation) == (0, 2, 1)
    assert clock.first(situation, 1) == 1
