"""Chances of the market row: what comes up to its last half sun, from what is left of the pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line
from companion.rules.aids.inputs import Row
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.words import percents

BY_COLOUR = {"green": "wood", "red": "clay", "gray": "ore", "yellow": "grain", "white": "cotton"}
"""What a building's card shows in the market, by its colour (B2)."""

RESOURCES = ask.choices_of(" ".join(BY_COLOUR.values()))
SEEN_SUN = (Choice("yes", "Yes"), Choice("no", "No"), Choice("unknown", "Not looked"))
CARDS = ask.Cards(
    "cards",
    lambda card: f"{card.label}: {needs}" if (needs := card.details.get("needs")) else card.label,
)
"""Single cards by name, with what they need."""

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


def seen_since_shuffled(table: Table) -> list[Row] | None:
    if (seen := table.pad("row").since_shuffled) is None:
        return None
    return [{"resource": r["card"], "sun": r["marked"], "count": r["count"]} for r in seen]


class Sunset(Calculator):
    """The chances of 1 and of 2 more of each resource, from the least to the most they can be.

    Whatever the order of the cards, more half suns end the row sooner: so the ends are those with
    as many suns as can be, and with as few.
    """

    key, label, src = "sunset", "Chances at sunset", "Phases II and III; B2"
    phases = ("sunrise", "sunset")
    when = ask.only({"chapter": ("base", "I")})

    seen = ask.rows(
        "Cards seen since the pile was shuffled",
        {
            "resource": ask.choice("Resource", RESOURCES),
            "sun": ask.choice("Half sun", SEEN_SUN, default="unknown"),
            "count": ask.number("How many", high=99, default=1),
        },
        default=[], hint="every market since then, and your hand",
        known=seen_since_shuffled, turned_by="shuffled",
    )  # fmt: skip
    built = ask.choices(
        "All cards built so far", CARDS, default=[], most=60,
        known=lambda table: table.laid("tableau", "tableau-typed"),
    )  # fmt: skip
    suns = ask.number(
        "Half suns still to come", high=2, default=2, known=lambda table: table.pad("row").coming
    )
    folds = (suns, seen, built)

    @ask.check
    def no_more_is_seen_than_there_is(self) -> Iterator[Issue]:
        for resource, left in self.left().items():
            if left.most < 0 or left.cards < left.fewest:
                said = f"The 94 cards don’t hold so many with {resource}. Was the pile shuffled?"
                yield Issue("supply", said, field="seen")

    def left(self) -> dict[str, Left]:
        """What is left of the pile."""
        left, cards = _pile(self.game), {card.key: card for card in self.game.catalogue}
        for row in self.seen:
            left[row["resource"]].gone(row["count"], row["sun"])
        for key in self.built:
            details = cards[key].details
            colour = cards[details["kind"]].details.get("colour")
            if colour:  # a Charburner comes from no pile
                left[BY_COLOUR[colour]].gone(1, SUNS[details.get("half_sun")])
        return left

    def answer(self) -> Answer:
        left = self.left()
        many = {kind: min(pile.most, pile.cards) for kind, pile in left.items()}
        few = {kind: pile.fewest for kind, pile in left.items()}
        chances = {}
        for kind, pile in left.items():
            ends = [
                (pile.cards - suns[kind], suns[kind], sum(suns.values())) for suns in (many, few)
            ]
            chances[kind] = {
                "one": [chance(*end, self.suns, 1) for end in ends],
                "two": [chance(*end, self.suns, 2) for end in ends],
            }
        return {"chances": chances, "cards": sum(pile.cards for pile in left.values())}

    def lines(self, answer: Answer) -> Iterator[Line]:
        for kind, found in answer["chances"].items():
            one, two = percents(*found["one"]), percents(*found["two"])
            yield Line(
                one, f"two or more: {two}", label=self.named(kind), bar=found["one"][0], of=kind,
                on_key="\n".join(chance.removesuffix(" %") for chance in (one, two)),
            )  # fmt: skip


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


def _pile(game: Game) -> dict[str, Left]:
    """The whole pile. Half suns that are not listed, or in dispute, count only for the most."""
    colours = {c.key: c.details.get("colour") for c in game.catalogue if c.catalogue == "buildings"}
    pile = {resource: Left() for resource in BY_COLOUR.values()}
    for card in game.catalogue:
        colour = colours.get(card.details.get("kind", ""))
        if card.catalogue == "cards" and colour:
            left, sun = pile[BY_COLOUR[colour]], card.details.get("half_sun")
            left.cards += card.copies
            left.fewest += card.copies * (sun is True)
            left.most += card.copies * (sun is not False)
    return pile
