"""Calculators for Oh my Goods!: what goods are worth, how to pay, what a building can make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.game import Game
from companion.rules.words import listed, plural

ANY = "any"
"""The resource of a building that takes whatever there is."""


def coin_values(game: Game) -> dict[str, int]:
    """What one of each good is worth. Grapes are missing: each Vineyard has its own value."""
    kinds = (card.details for card in game.catalogue if card.catalogue == "buildings")
    return {kind["good"]: kind["coins"] for kind in kinds if "coins" in kind}


@dataclass(frozen=True, slots=True)
class Vineyard:
    """Grapes on one Vineyard, and its owner's buildings of its colour, itself included."""

    grapes: int
    buildings: int

    @property
    def coins(self) -> int:
        return self.grapes * max(self.buildings, 1)


@dataclass(frozen=True, slots=True)
class Worth:
    """Coins of a heap of goods, and how they add up."""

    coins: int
    working: str

    def points(self, coins_a_point: int) -> tuple[int, int]:
        """Points, and the coins left over."""
        return divmod(self.coins, coins_a_point)


def worth(
    values: Mapping[str, int], goods: Mapping[str, int], vineyards: Iterable[Vineyard] = ()
) -> Worth:
    """All goods of one player in coins. Raises KeyError for a good without a value."""
    parts = [(f"{n} {good} {n * values[good]}", n * values[good]) for good, n in goods.items() if n]
    parts += [(f"{plural(v.grapes, 'grape')} {v.coins}", v.coins) for v in vineyards if v.grapes]
    return Worth(sum(coins for _, coins in parts), listed([said for said, _ in parts]) or "none")


@dataclass(frozen=True, slots=True)
class Payment:
    """The goods given for each cost, and the coins lost because nobody gives change."""

    goods: tuple[Mapping[str, int], ...]
    lost: int


def payment(
    values: Mapping[str, int], owned: Mapping[str, int], costs: Sequence[int]
) -> Payment | None:
    """Pay each cost on its own with the least loss, then the fewest goods; None if impossible.

    Each good is kept or goes to one cost not yet covered, so a plan never holds a good
    it could do without.
    """
    plans: dict[tuple[int, ...], tuple[int, int, tuple[str, ...]]]
    plans = {tuple(costs): (0, 0, tuple("" for _ in costs))}
    for good in Counter({good: n for good, n in owned.items() if n > 0}).elements():
        for owed, (lost, used, given) in list(plans.items()):
            for i, open_ in enumerate(owed):
                if open_ <= 0:
                    continue
                after = (*owed[:i], max(0, open_ - values[good]), *owed[i + 1 :])
                to = (*given[:i], f"{given[i]}{good},", *given[i + 1 :])
                plan = (lost + max(0, values[good] - open_), used + 1, to)
                if after not in plans or plan[:2] < plans[after][:2]:
                    plans[after] = plan
    best = plans.get(tuple(0 for _ in costs))
    if best is None:
        return None
    return Payment(tuple(Counter(filter(None, to.split(","))) for to in best[2]), best[0])


class Mode(StrEnum):
    EFFICIENT = "efficient"
    SLOPPY = "sloppy"
    ASSISTANT = "assistant"


GOODS = {Mode.EFFICIENT: 2, Mode.SLOPPY: 1, Mode.ASSISTANT: 1}  # B5
FEWER = {Mode.EFFICIENT: 0, Mode.SLOPPY: 1, Mode.ASSISTANT: 0}  # B5


def needs(said: str) -> dict[str, int]:
    """The resources of a card as the catalogue writes them: ``1 clay + 3 ore``."""
    if any_kind := re.fullmatch(r"(\d+) of any kind", said):
        return {ANY: int(any_kind[1])}
    return {kind: int(n) for n, kind in re.findall(r"(\d+) ([a-z]+)", said)}


def missing(
    required: Mapping[str, int],
    market: Mapping[str, int],
    mode: Mode = Mode.EFFICIENT,
    tower: bool = False,
) -> int:
    """Cards the hand must add. ``market`` includes what Market Offices add; a tower saves 1."""
    if ANY in required:
        gap = required[ANY] - sum(market.values())
    else:
        gap = sum(max(0, n - market.get(kind, 0)) for kind, n in required.items())
    return max(0, gap - FEWER[mode] - tower)


def rounds_to_go(number: int, last: int | None) -> str:
    """Where the game stands, as a sentence."""
    if last is None:
        return "The game goes on until someone has 8 buildings."
    left = last - number
    return "This is the last round." if left <= 0 else f"{plural(left, 'round')} after this one."
