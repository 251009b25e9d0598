"""Figures out of the bag: how many draws leave so many missing, counted exactly.

The draws from one colour are the coefficients of (1 + x)^size. What falls short is the part below
the number wanted, what is enough the part from there on. Either part p solves the equation
(1 + x) p' = size p ∓ wanted C(size, wanted) x^(wanted - 1), and so does a product of parts, with
the product of its other parts as a factor of each edge. So every product is written down number
by number, and nothing has to be multiplied out.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress, product
from math import comb
from operator import not_

Colour = tuple[int, int]
"""A colour of the bag: how many are wanted, 1 or more, and how many are in it."""

Some = tuple[Colour, ...]
"""Some of the colours. Those with the same numbers are as good as each other."""


Splits = Counter[tuple[Some, Some]]


def draws_from(colours: Some, others: int, draws: int) -> tuple[list[int], list[int]]:
    """The draws of so many that leave each number of wanted figures missing, from none on; and of
    each size, from all wanted figures on, those with enough of every colour."""
    every = tuple(sorted(colours))
    splits = _splits(every)
    below, enough = _parts(splits, 0, draws, False), _parts(splits, others, draws, True)
    ways = [0] * (_wanted(every) + 1)
    for (short, rest), times in splits.items():
        pairs = zip(below[short], reversed(enough[rest]), strict=False)
        for missing, (count, by) in zip(range(_wanted(short), -1, -1), pairs, strict=False):
            ways[missing] += times * count * by
    return ways, enough[every]


def scant(enough: list[int], wanted: int, others: int, draws: int, most: int) -> int:
    """How many draws with ``enough`` of every colour hold ``most`` figures or fewer besides
    ``others``.

    Multiplying by (1 + x)^-others takes the others out of ``enough``, the coefficients of
    (1 + x)^others put the right number of them in again. The sum over all sizes up to ``most`` has
    a closed form for each number of figures in ``enough``. ``most`` is less than ``draws``.
    """
    outside = draws - most
    by, times, total = outside * comb(others, outside), 1, 0
    sizes = enough[: max(0, most - wanted + 1)]
    for n, count in enumerate(reversed(sizes)):
        part = times * by // (outside + n) * count
        total += -part if n % 2 else part
        times = times * (others + n + 1) // (n + 1)
    return total


def _wanted(some: Some) -> int:
    return sum(wanted for wanted, _ in some)


def _splits(every: Some) -> Splits:
    """Each way to part the colours in two, smaller ones first, and how often it comes about."""
    return Counter(
        (tuple(compress(every, taken)), tuple(compress(every, map(not_, taken))))
        for taken in product((False, True), repeat=len(every))
    )


def _parts(splits: Splits, others: int, draws: int, enough: bool) -> dict[Some, list[int]]:
    """The draws that are short, or have enough, of some colours and hold any of ``others``.

    A list begins with the fewest figures that can be drawn so and ends with the most.
    """
    sign = 1 if enough else -1
    found: dict[Some, list[int]] = {}
    for some, rest in splits:
        fewest = _wanted(some) if enough else 0
        most = draws if enough else min(_wanted(some) - len(some), draws - _wanted(rest))
        edge = [0] * max(0, most - fewest + 1)
        for place, (wanted, size) in enumerate(some):
            part, by = found[some[:place] + some[place + 1 :]], sign * wanted * comb(size, wanted)
            start = 0 if enough else wanted
            edge[start:] = [n + by * more for n, more in zip(edge[start:], part, strict=False)]
        found[some] = _solved(others + sum(in_bag for _, in_bag in some), fewest, edge)
    return found


def _solved(size: int, fewest: int, edge: list[int]) -> list[int]:
    """The numbers of a product, each from the one before it and the edge."""
    part, last = [], 0
    for n, extra in enumerate(edge, fewest):
        last = ((size - n + 1) * last + extra) // n if n else 1
        part.append(last)
    return part
