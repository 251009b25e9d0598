"""The rules that are more than a sum: the data names them, VERBS offers them."""

from __future__ import annotations

from companion.rules.data.load import Verbs
from companion.rules.scoring.sheet import Category, ScoreLine, ScoringContext

MOST = 5  # rulebook, the end


def most(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """A seat's points, and in words how they came about."""
    guests = context.values("guests")
    mine = guests[seat]
    if mine and mine == max(guests):
        return ScoreLine(MOST, f"{mine}, nobody has more")
    return ScoreLine(0, str(mine))


VERBS = Verbs(rules={"most": most})
