"""The cards of a game's box as they are looked up and laid: what is known of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..situation import ALWAYS, When
from .facts import Certainty


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
