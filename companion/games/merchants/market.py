"""The market of Merchants: its wheel, the building tiles, and where the dice go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.aids.aid import Answer, Question
from companion.rules.issues import Issue

SECTIONS = (5, 4, 3, 2, 1, 1)  # p. 6, step 4: the value of each section of the wheel
TILES = (
    ("Blazing Quartz Mine", "Queen's Eyes Surveyor"),
    ("Icebreaker Harbor", "Merchant's Guildhall"),
    ("Oracle of Lumi", "Candle & Quartz"),
    ("Otho's Lanternworks", "Guildmaster's Mansion"),
    ("Yedl's Workshop", "Frosted Filigree"),
)  # ruling 21: worked out, not read
MARKET_DICE = 5  # p. 2
ON_A_SECTION = 2  # p. 10


def clashes(picked: Sequence[str]) -> tuple[str, ...]:
    """The pairs of picked buildings that share a tile, if our pairs are right."""
    return tuple(" and ".join(tile) for tile in TILES if set(tile) <= set(picked))


def wheel_from(order: Sequence[str], five: str | None) -> tuple[str, ...]:
    """The six goods from $5 down; empty while the group has not told all of it."""
    if len(order) != len(SECTIONS) or five not in order:
        return ()
    at = order.index(five)
    return (*order[at:], *order[:at])


def turned(wheel: Sequence[str], steps: int = 1, up: bool = False) -> tuple[str, ...]:
    """The wheel after so many clockwise steps: values fall, or rise by ruling 11."""
    at = (steps if up else -steps) % len(wheel)
    return (*wheel[at:], *wheel[:at])


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
