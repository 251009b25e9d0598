"""Market dice rolled at Rest, and as they lie at the start: where they go."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.aids.aid import Answer, Question
from companion.rules.issues import Issue

from .wheel import wheel_from

MARKET_DICE = 5  # p. 2
ON_A_SECTION = 2  # p. 10


def roll(question: Question) -> Answer:
    """How many dice were rolled, how many lie on the wheel and how many are set aside (p. 10)."""
    lying = sum((question["dice"] or {}).values())
    return {
        "rolled": sum(question["rolled"].values()),
        "lying": lying,
        "aside": max(0, MARKET_DICE - lying),
    }


def laid(question: Question) -> Answer:
    """The same dice, to be booked; where none lies yet, as the set-up has them (p. 6, step 4).

    Nobody knows here whether some lay there before. All five can be bought in the first round, but
    hardly ever are: then the set-up is offered once more, and what they show can be tapped as well.
    Later none lying there means just that.
    """
    found, here = roll(question), question.situation
    fresh = here.round in (None, 1)
    rolled = {good: n for good, n in question["rolled"].items() if n}
    if not rolled and not found["lying"] and fresh:
        wheel = wheel_from(here["wheel_order"] or (), here["five"])
        rolled = dict.fromkeys(wheel[:MARKET_DICE], 1)
    counts = {f"dice-{good}": n for good, n in rolled.items()}
    return {"fresh": fresh, "books": {"counts": counts}}


def check_roll(question: Question) -> Iterator[Issue]:
    """There are five dice, and a section has room for two."""
    dice, rolled = question["dice"] or {}, question["rolled"] or {}
    if sum(dice.values()) + sum(rolled.values()) > MARKET_DICE:
        yield Issue("supply", f"There are {MARKET_DICE} market dice in all.", field="rolled")
    elif any(dice.get(good, 0) + n > ON_A_SECTION for good, n in rolled.items() if n):
        said = f"At most {ON_A_SECTION} dice lie on a section: roll that one again."
        yield Issue("conflict", said, field="rolled")


AIDS = {"roll": roll, "laid": laid}
AID_CHECKS = {"roll": check_roll}
