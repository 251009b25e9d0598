"""The best use of chains: a linear programme in whole numbers, solved exactly.

Every chain is a variable (how often it is used), every item a limit (no more of it can be used
than there is and is made). The simplex method finds the best plan with fractions; where one is
left, the search goes on with that chain rounded down and rounded up while a plan can be better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chain:
    """What a building turns into what: one item makes 1 good, two items (one of each) make 2."""

    building: str
    uses: tuple[str, ...]
    makes: str
    gain: int  # coins, each time


def best(chains: Sequence[Chain], stock: Mapping[str, int]) -> list[int]:
    """How often to use each chain, so that the goods are worth most in the end."""
    most, plan = -1, [0] * len(chains)
    open_ = [_start(chains, stock)]
    while open_:
        node = open_.pop()
        if not node.repair() or node.gain <= most:
            continue
        if (row := node.fraction(len(chains))) is None:
            most, plan = node.gain, node.plan(len(chains))
        else:
            open_ += [node.limited(row, up=False), node.limited(row, up=True)]
    return plan


def _start(chains: Sequence[Chain], stock: Mapping[str, int]) -> Tableau:
    items = dict.fromkeys(item for chain in chains for item in chain.uses)
    rows = [[-chain.gain for chain in chains] + [0]]
    for item in items:
        used = [(item in c.uses) - len(c.uses) * (item == c.makes) for c in chains]
        rows.append([*used, stock.get(item, 0)])
    variables = range(len(chains) + len(items))
    table = Tableau(rows, list(variables[len(chains) :]), list(variables[: len(chains)]))
    table.improve()
    return table


@dataclass(slots=True)
class Tableau:
    """The limits solved for some of the variables, all numbers ``over`` a common one.

    A row is its variable plus so much of each free one, and what that comes to. Row 0 is the gain.
    """

    rows: list[list[int]]
    basic: list[int]  # the variable of each row after the first
    free: list[int]  # the variable of each column; all of them are 0
    over: int = 1

    @property
    def gain(self) -> int:
        return self.rows[0][-1] // self.over

    def plan(self, chains: int) -> list[int]:
        values = {v: row[-1] // self.over for v, row in zip(self.basic, self.rows[1:], strict=True)}
        return [values.get(chain, 0) for chain in range(chains)]

    def fraction(self, chains: int) -> int | None:
        """The row of a chain that is not used a whole number of times."""
        rows = enumerate(zip(self.basic, self.rows[1:], strict=True), 1)
        return next((n for n, (v, row) in rows if v < chains and row[-1] % self.over), None)

    def limited(self, row: int, up: bool) -> Tableau:
        """The same with the variable of ``row`` at most the whole number below, or above it."""
        *used, value = self.rows[row]
        whole = value // self.over + up
        sign = 1 if up else -1
        limit = [*(sign * n for n in used), sign * (value - whole * self.over)]
        basic = [*self.basic, len(self.basic) + len(self.free)]
        return Tableau([*map(list, self.rows), limit], basic, list(self.free), self.over)

    def improve(self) -> None:
        """Go on to the best plan."""
        while (column := _lowest(self.free, (n < 0 for n in self.rows[0][:-1]))) is not None:
            pairs = [(row[-1], row[column]) for row in self.rows[1:]]
            self._swap(1 + _least_ratio(pairs, self.basic), column)

    def repair(self) -> bool:
        """Go on to a plan within all limits, still the best; False where there is none."""
        while (below := _lowest(self.basic, (row[-1] < 0 for row in self.rows[1:]))) is not None:
            tops, at = self.rows[0][:-1], self.rows[1 + below][:-1]
            pairs = [(top, -n) for top, n in zip(tops, at, strict=True)]
            if all(n <= 0 for _, n in pairs):
                return False
            self._swap(1 + below, _least_ratio(pairs, self.free))
        return True

    def _swap(self, row: int, column: int) -> None:
        """Solve ``row`` for the variable of ``column`` instead of its own."""
        at, over = self.rows[row], self.over
        turn = at[column]
        for number, other in enumerate(self.rows):
            by = other[column]
            if number == row or (turn == over and not by):
                continue
            fresh = [(a * turn - by * b) // over for a, b in zip(other, at, strict=True)]
            fresh[column] = -by
            self.rows[number] = fresh
        at[column] = over
        self.over = turn
        if turn < 0:
            self.rows = [[-n for n in other] for other in self.rows]
            self.over = -turn
        self.basic[row - 1], self.free[column] = self.free[column], self.basic[row - 1]


def _lowest(variables: Sequence[int], fits: Iterable[bool]) -> int | None:
    """Where the lowest variable stands that fits. Taking that one, the method never circles."""
    found = [at for at, fit in enumerate(fits) if fit]
    return min(found, key=lambda at: variables[at], default=None)


def _least_ratio(pairs: Sequence[tuple[int, int]], variables: Sequence[int]) -> int:
    """Where the quotient of a pair is least, its second number above 0; of equals the lowest."""
    best = -1
    for at, (n, by) in enumerate(pairs):
        if by > 0:
            if best >= 0:
                m, bm = pairs[best]
                if n * bm > m * by or (n * bm == m * by and variables[at] > variables[best]):
                    continue
            best = at
    return best
