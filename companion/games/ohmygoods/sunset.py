"""Chances of the market row: what comes up to its last half sun, from what is left of the pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from companion.rules.aids.aid import Answer, Question
from companion.rules.game import Game
from companion.rules.issues import Issue

RESOURCES = {"green": "wood", "red": "clay", "gray": "ore", "yellow": "grain", "white": "cotton"}
"""What a building's card shows in the market, by its colour (B2)."""


SUNS = {True: "yes", False: "no", None: "unknown"}


@dataclass(slots=True)
class Left:
    """Cards of one resource that are left, and the fewest and most half suns among them."""

    cards: int = 0
    fewest: int = 0
    most: int = 0

    def gone(self, count: int, sun: str) -> None:
        """Some of them are not in the pile. Whether they show a sun may not be known."""
        self.cards -= count
        self.fewest = max(0, self.fewest - count * (sun != "no"))
        self.most -= count * (sun == "yes")

    @property
    def possible(self) -> bool:
        return self.most >= 0 and self.cards >= self.fewest


def sunset(question: Question) -> Answer:
    """The chances of 1 and of 2 more of each resource, from the least to the most they can be.

    Whatever the order of the cards, more half suns end the row sooner: so the ends are those with
    as many suns as can be, and with as few.
    """
    left = _left(question)
    many = {kind: min(pile.most, pile.cards) for kind, pile in left.items()}
    few = {kind: pile.fewest for kind, pile in left.items()}
    coming, chances = question["suns"], {}
    for kind, pile in left.items():
        ends = [(pile.cards - suns[kind], suns[kind], sum(suns.values())) for suns in (many, few)]
        chances[kind] = {
            "one": [chance(*end, coming, 1) for end in ends],
            "two": [chance(*end, coming, 2) for end in ends],
        }
    return {"chances": chances, "cards": sum(pile.cards for pile in left.values())}


def chance(plain: int, sunny: int, suns: int, coming: int, wanted: int) -> Fraction:
    """Of ``wanted`` cards of a resource, ``plain`` or ``sunny``, before the suns are complete."""
    draws = min(plain + suns, wanted + coming - 1)  # of cards that matter; then it is decided
    ways = _ways(plain, sunny, suns - sunny, coming, wanted, draws)
    return Fraction(ways, perm(plain + suns, draws))


def _ways(plain: int, sunny: int, others: int, coming: int, wanted: int, draws: int) -> int:
    """In how many orders of so many draws enough comes up."""
    if not wanted:
        return perm(plain + sunny + others, draws)
    if not coming or not draws:
        return 0
    return (
        plain * _ways(plain - 1, sunny, others, coming, wanted - 1, draws - 1)
        + sunny * _ways(plain, sunny - 1, others, coming - 1, wanted - 1, draws - 1)
        + others * _ways(plain, sunny, others - 1, coming - 1, wanted, draws - 1)
    )


def _left(question: Question) -> dict[str, Left]:
    left, cards = _pile(question.game), {card.key: card for card in question.game.catalogue}
    for row in question["seen"]:
        left[row["resource"]].gone(row["count"], row["sun"])
    for key in question["built"]:
        details = cards[key].details
        colour = cards[details["kind"]].details.get("colour")
        if colour:  # a Charburner comes from no pile
            left[RESOURCES[colour]].gone(1, SUNS[details.get("half_sun")])
    return left


def _pile(game: Game) -> dict[str, Left]:
    """The whole pile. Half suns that are not listed, or in dispute, count only for the most."""
    colours = {c.key: c.details.get("colour") for c in game.catalogue if c.catalogue == "buildings"}
    pile = {resource: Left() for resource in RESOURCES.values()}
    for card in game.catalogue:
        colour = colours.get(card.details.get("kind", ""))
        if card.catalogue == "cards" and colour:
            left, sun = pile[RESOURCES[colour]], card.details.get("half_sun")
            left.cards += card.copies
            left.fewest += card.copies * (sun is True)
            left.most += card.copies * (sun is not False)
    return pile


def check_seen(question: Question) -> Iterator[Issue]:
    """No more cards are seen than there are, with or without a sun."""
    if question["seen"] is None or question["built"] is None:
        return
    for resource, left in _left(question).items():
        if not left.possible:
            said = f"So many cards with {resource} are not among the 94. Was the pile shuffled?"
            yield Issue("supply", said, field="seen")
