"""Calculators for Newdale: the better objective, what a building costs, odds of the bag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

TOWN_DISCOUNT = 3  # p. 9
GUNDA = 3  # p. 14
BAG = {"yellow": 6, "green": 5, "red": 4, "blue": 3}  # p. 3


@dataclass(frozen=True, slots=True)
class Option:
    """One way to score the main objective; None where the card has not been copied."""

    key: str
    coins: int | None
    points: int | None


def best_option(options: tuple[Option, ...], coins: int, coins_a_point: int) -> tuple[str, int]:
    """The option that brings most with these goods, exactly paid, and points with what is left."""
    worth = {"none": coins // coins_a_point}
    for option in options:
        if option.coins is not None and option.points is not None and option.coins <= coins:
            worth[option.key] = option.points + (coins - option.coins) // coins_a_point
    best = max(worth, key=lambda key: worth[key])
    return best, worth[best]


def building_cost(printed: int, matching_town: bool = False, gunda: bool = False) -> int:
    """What is to be paid for a building, never below 0."""
    return max(0, printed - TOWN_DISCOUNT * matching_town - GUNDA * gunda)


def lost_change(cost: int, paid: int) -> int:
    """Coins that are lost because nobody gives change."""
    return max(0, paid - cost)


def market_odds(needed: Mapping[str, int], draws: int = 4, hooded: int = 0) -> Fraction:
    """The chance that ``draws`` figures from the full bag bring at least what is needed."""
    bag = {**BAG, "hooded": hooded}
    ways = {0: 1}  # figures drawn so far → ways to have drawn enough of each colour
    for colour, size in bag.items():
        low = max(0, needed.get(colour, 0))
        after: dict[int, int] = {}
        for drawn, count in ways.items():
            for take in range(low, min(size, draws - drawn) + 1):
                after[drawn + take] = after.get(drawn + take, 0) + count * comb(size, take)
        ways = after
    return Fraction(ways.get(draws, 0), comb(sum(bag.values()), draws))
