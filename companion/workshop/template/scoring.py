"""The rules that are more than a sum: the data names them, VERBS offers them."""

from __future__ import annotations

from companion.rules.data.load import Verbs
from companion.rules.scoring.sheet import Category, Reckoning, ScoreLine

MOST = 5  # rulebook, the end


def most(category: Category, reckoning: Reckoning) -> list[ScoreLine]:
    """A line for each seat: its points, and in words how they came about."""
    guests = reckoning.values("guests")
    best = max(guests)
    return [
        ScoreLine(MOST, f"{n}, nobody has more") if n and n == best else ScoreLine(0, str(n))
        for n in guests
    ]


VERBS = Verbs(rules={"most": most})
