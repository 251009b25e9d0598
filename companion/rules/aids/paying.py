"""How to pay where nobody gives change: exact, by the sums that can be reached, held as bits.

Bit ``a`` of a row says that a sum of ``a`` can be given; one more of a value moves all bits up by
it. The rows lie above each other in one number: one for each second sum, or each number given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Purse = Sequence[tuple[int, int]]  # what can be given: value and count of each kind
Given = list[int]  # how many of each kind are given
Moves = Callable[[int], list[tuple[int, int]]]
"""What can be done with one of a value: how far right it moves the bits, and how many rows up."""


def pay(purse: Purse, cost: int) -> Given | None:
    """The smallest sum that is enough; None where all together is not."""
    found = _search(purse, lambda value: [(value, 0)], cost, range(1))
    return found[0] if found else None


def pay_with_fewest(purse: Purse, cost: int) -> Given | None:
    """The smallest sum that is enough, and of equal ones the one made of fewest."""
    rows = range(sum(count for _, count in purse) + 1)
    found = _search(purse, lambda value: [(value, 1)], cost, rows)
    return found[0] if found else None


def pay_both(purse: Purse, costs: tuple[int, int]) -> tuple[Given, Given] | None:
    """Two costs, each paid on its own, with the least lost in all."""
    first, second = costs
    rows = range(second, _width(purse, second))
    found = _search(purse, lambda value: [(value, 0), (0, value)], first, rows, sum)
    return (found[0], found[1]) if found else None


def _width(purse: Purse, cost: int) -> int:
    """Sums worth a look: one that is enough without its last part is not the smallest."""
    return cost + max((value for value, _ in purse), default=1) if cost else 1


def _search(
    purse: Purse,
    moves: Moves,
    cost: int,
    rows: range,
    size: Callable[[tuple[int, int]], Any] = tuple,
) -> list[Given]:
    """What is given by each kind of move, so that the sum and its row are smallest."""
    width = _width(purse, cost)
    row = width + max((value for value, _ in purse), default=0)  # with room for what is too much
    shifts = [[right + up * row for right, up in moves(value)] for value, _ in purse]
    keep = ((1 << width) - 1) * (((1 << row * rows.stop) - 1) // ((1 << row) - 1))
    steps = list(_steps(purse, shifts, keep))
    ends = _ends(steps[-1][1], row, cost, rows)
    if not ends:
        return []
    total, number = min(ends, key=size)
    return _traced(steps, shifts, number * row + total)


def _steps(purse: Purse, shifts: list[list[int]], keep: int) -> Iterator[tuple[int, int]]:
    """One by one what is there: its kind, and all that can be reached with it."""
    reached = 1
    yield 0, reached
    for kind, (value, count) in enumerate(purse):
        for _ in range(count if value else 0):
            before = reached
            for shift in shifts[kind]:
                reached |= before << shift
            reached &= keep
            if reached == before:
                break
            yield kind, reached


def _ends(reached: int, row: int, cost: int, rows: range) -> list[tuple[int, int]]:
    """The smallest sum that is enough in each of these rows, with the row."""
    found = []
    for number in rows:
        if enough := (reached >> number * row & ((1 << row) - 1)) >> cost:
            found.append((cost + (enough & -enough).bit_length() - 1, number))
    return found


def _traced(steps: list[tuple[int, int]], shifts: list[list[int]], end: int) -> list[Given]:
    """The way back from a bit, by what had to be given to get there."""
    given = [[0] * len(shifts) for _ in shifts[0]] if shifts else [[], []]
    for (kind, _), (_, before) in zip(steps[:0:-1], steps[-2::-1], strict=True):
        if before >> end & 1:
            continue
        ways = enumerate(shifts[kind])
        way, shift = next((w, s) for w, s in ways if end >= s and before >> (end - s) & 1)
        given[way][kind] += 1
        end -= shift
    return given
