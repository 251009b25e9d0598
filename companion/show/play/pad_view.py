"""What a page knows of a pad: its keys, what lies there, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.parts.pads import Mark
from companion.rules.words import plural
from companion.show.play.faces import PadButton

SHORT = 5
"""Letters of a name that has room on a narrow key."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies there."""

    face: PadButton
    points: int | None
    marked: bool
    lifts: Mapping[str, Any]
    takes: Mapping[str, int]  # the figures on the page that go back without it


@dataclass(frozen=True, slots=True)
class Filled:
    """How far a pad is: ``3 of 4``."""

    now: int
    most: int
    word: str
    of: str  # the figure on the page that says so

    @property
    def more(self) -> int:
        return max(self.most - self.now, 0)


@dataclass(frozen=True, slots=True)
class PadView:
    key: str
    label: str
    note: str
    seat: int | None  # whose it is; None: that of all
    tells: Mapping[str, Any]  # the fixed part of every tap
    faces: tuple[tuple[str, tuple[PadButton, ...]], ...]  # by group
    listed: bool
    lying: tuple[Lying, ...]
    mark: Mark | None
    adds: Mapping[str, int]  # the figures that go on by any card
    takes: Mapping[str, int]  # and back by any that is taken away
    mark_adds: Mapping[str, int]
    filled: Filled | None
    asks_points: bool
    counts: tuple[int, ...]  # how many cards each seat has
    seats: tuple[int, ...]  # those who may have some
    kept_with: str  # the deck without whose card there is nothing to tell
    standing: str  # what its fold says
    feet: bool = True  # keys take the last one back themselves
    prints: bool = True  # its cards have points
    foretold: str = ""  # how to read what its keys foretell
    by_hand: str = ""  # counters that say something else than what lies here

    @property
    def groups(self) -> list[str]:
        """What its cards are sorted under."""
        return [name for name, _ in self.faces if name]

    @property
    def wide(self) -> bool:
        """Whether the names of its keys need room, so that six do not stand in one row."""
        return any(len(face.short) > SHORT for _, faces in self.faces for face in faces)

    @property
    def worth(self) -> str:
        """``5 cards, 9 points``, as far as points are known."""
        if not self.prints:
            return plural(len(self.lying), "card")
        known = [card.points for card in self.lying if card.points is not None]
        unknown = len(self.lying) - len(known)
        more = f", {unknown} not known" if unknown else ""
        return f"{plural(len(self.lying), 'card')}, {plural(sum(known), 'point')}{more}"

    @property
    def waits(self) -> str:
        """What Next waits for: a pad that is not full in its phase."""
        if not self.filled or not self.filled.more:
            return ""
        return f"After {self.filled.more} more"
