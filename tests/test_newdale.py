"""Newdale's calculators."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from companion.games.newdale.assist import (
    BAG,
    Option,
    best_option,
    building_cost,
    lost_change,
    market_odds,
)


def test_the_cost_example_of_the_fact_sheet() -> None:
    assert building_cost(6, matching_town=True) == 3
    assert building_cost(6, matching_town=True, gunda=True) == 0
    assert building_cost(2, matching_town=True, gunda=True) == 0
    assert lost_change(cost=3, paid=5) == 2


def test_the_better_option_counts_what_is_left() -> None:
    options = (Option("first", 21, 8), Option("second", 12, 5))
    assert best_option(options, 38, 5) == ("first", 11)
    assert best_option(options, 20, 5) == ("second", 6)
    assert best_option(options, 11, 5) == ("none", 2)
    assert best_option((Option("first", None, 8),), 50, 5) == ("none", 10)


@pytest.mark.parametrize("needed", [{}, {"yellow": 2, "red": 1}, {"blue": 3}, {"green": 5}])
def test_odds_of_the_bag_agree_with_counting(needed: dict[str, int]) -> None:
    bag = [colour for colour, n in BAG.items() for _ in range(n)]
    hands = list(combinations(bag, 4))
    good = [hand for hand in hands if all(hand.count(c) >= n for c, n in needed.items())]
    assert market_odds(needed) == Fraction(len(good), len(hands))
