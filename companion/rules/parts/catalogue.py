"""The cards of a game's box as they are looked up and laid: what is known of each kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..situation import ALWAYS, When
from .facts import Certainty

NOTHING = ("none", "nothing", "no goods")
"""What people write where there is nothing to pay."""


@dataclass(frozen=True, slots=True)
class CatalogueCard:
    """A kind of card whose points are known, so that they need not be typed."""

    catalogue: str
    key: str
    label: str
    src: str
    points: int | None = None  # None: not known, so read off the card
    copies: int = 1
    sure: Certainty = Certainty.READ
    note: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    alone: Mapping[str, Any] = field(default_factory=dict)  # those that differ for one player
    among: str = ""  # the fact that lists it where it is in play; "": it always is
    when: When = ALWAYS

    def told(self, solo: bool) -> Mapping[str, Any]:
        """Its details at this table."""
        return {**self.details, **self.alone} if solo else self.details

    def by_name(self, solo: bool = False) -> dict[str, Any]:
        """All that is known of it, by name."""
        own = {"key": self.key, "label": self.label, "copies": self.copies}
        points = {} if self.points is None else {"points": self.points}
        return {**self.told(solo), **own, **points}


def good_values(catalogue: Iterable[CatalogueCard]) -> dict[str, int]:
    """What one of each good is worth in coins, where all of a kind are worth the same."""
    kinds = (card.details for card in catalogue)
    return {kind["good"]: kind["coins"] for kind in kinds if "good" in kind and "coins" in kind}


def worth_of(catalogue: Iterable[CatalogueCard], words: str) -> int | None:
    """What goods in words are worth: ``3 bread and 2 coal``, ``12 coins``. None: nobody knows."""
    said = words.strip().lower()
    if said in NOTHING:
        return 0
    if coins := re.search(r"(?<!\d)(\d{1,3}) coins?\b", said):
        return int(coins[1])
    values = {good.rstrip("s"): worth for good, worth in good_values(catalogue).items()}
    parts = re.split(r" *(?:,|\+|\band\b) *", said)
    found = [re.fullmatch(r"(\d{1,2}) +(\w+)", part) for part in parts]
    goods = [(int(one[1]), one[2].rstrip("s")) for one in found if one]
    if len(goods) < len(parts) or not {name for _, name in goods} <= values.keys():
        return None
    return sum(n * values[name] for n, name in goods)
