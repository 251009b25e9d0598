"""Paying without change, against trying everything."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.aids.paying import Given, Purse, pay, pay_both, pay_with_fewest

purses = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), max_size=5)
costs = st.integers(0, 30)


def worth(purse: Purse, given: Given) -> int:
    return sum(value * n for (value, _), n in zip(purse, given, strict=True))


def every(purse: Purse) -> list[Given]:
    return [list(given) for given in product(*(range(count + 1) for _, count in purse))]


@given(purses, costs)
def test_no_sum_that_is_enough_is_smaller(purse: Purse, cost: int) -> None:
    sums = [worth(purse, given) for given in every(purse) if worth(purse, given) >= cost]
    found = pay(purse, cost)
    assert (found is None) == (not sums)
    if found is not None:
        assert found in every(purse) and worth(purse, found) == min(sums)


@given(purses, costs)
def test_no_smallest_sum_is_made_of_fewer(purse: Purse, cost: int) -> None:
    ways = [(worth(purse, given), sum(given)) for given in every(purse)]
    enough = [way for way in ways if way[0] >= cost]
    found = pay_with_fewest(purse, cost)
    assert (found is None) == (not enough)
    if found is not None:
        assert found in every(purse) and (worth(purse, found), sum(found)) == min(enough)


few = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 2)), max_size=4)


@given(few, st.integers(0, 12), st.integers(0, 12))
def test_two_costs_lose_as_little_as_can_be(purse: Purse, one: int, other: int) -> None:
    lost = []
    for first in every(purse):
        left = [(value, count - n) for (value, count), n in zip(purse, first, strict=True)]
        for second in every(left):
            paid = worth(purse, first), worth(purse, second)
            if paid[0] >= one and paid[1] >= other:
                lost.append(sum(paid) - one - other)
    found = pay_both(purse, (one, other))
    assert (found is None) == (not lost)
    if found is not None:
        both = [a + b for a, b in zip(*found, strict=True)]
        assert both in every(purse)
        assert worth(purse, found[0]) >= one and worth(purse, found[1]) >= other
        assert worth(purse, both) - one - other == min(lost)
