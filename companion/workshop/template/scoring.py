"""The rules that are more than a sum. The data use them by the names in VERBS."""

from __future__ import annotations

from companion.rules.data.load import Verbs
from companion.rules.scoring.sheet import Category, ScoreLine, ScoringContext

MOST = 5  # rulebook, the end


def most(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """A seat's points, and how they add up in words."""
    guests = context.values("guests")
    mine = guests[seat]
    if mine and mine == max(guests):
        return ScoreLine(MOST, f"{mine}, no one has more")
    return ScoreLine(0, str(mine))


VERBS = Verbs(rules={"most": most})
