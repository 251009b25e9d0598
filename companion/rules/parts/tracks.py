"""Numbers that go up and down during play, and what that sets off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..situation import ALWAYS, Situation, When
from ..words import USUAL, said

NOTE = "note"  # what a track says by this name is its own note


@dataclass(frozen=True, slots=True)
class Asked:
    """Something to do: which sentence of the track says so, and what goes into its braces."""

    says: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """Where a track stands now, and what the group has to do because of it."""

    value: int
    prompts: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something physical to do because a track moved."""

    key: str
    seat: int
    asked: Asked
    track: str
    since: int  # where the track stood before


@dataclass(frozen=True, slots=True)
class TrackSaying:
    """A sentence for what a track sets off. Braces name what its rule puts in."""

    key: str
    text: str


class Holds(StrEnum):
    """What the value of a shared track stands for."""

    NUMBER = "number"
    SEAT = "seat"  # counted from 0
    SEAT_FROM_1 = "seat-from-1"  # 0: nobody
    SEATS = "seats"  # 1 for the first seat, 2 for the second, 4 for the third, added up


@dataclass(frozen=True, slots=True)
class Track:
    """A counter, one for each seat or one for all."""

    key: str
    label: str
    src: str
    moves: TrackRule
    start: int = 0
    low: int | None = 0
    high: int | None = None
    together: int | None = None  # tracks that share their pieces hold no more than these in all
    step: int = 1  # by how much it goes on
    kept_with: str = ""  # the deck with whose card it is remembered, for when that comes up again
    usual: int = USUAL  # more is asked about, where there is no ``high``
    shared: bool = False
    each_round: bool = False  # back to its start when a round begins
    marks: tuple[int, ...] = ()  # values at which something happens
    ends_at: int | None = None  # whoever reaches it brings the end about
    rounds_after: int = 0  # full rounds still to be played after that one
    feeds: str = ""  # the field of the score sheet that takes its value
    apart: bool = False  # whoever has not moved theirs has not told it, whatever the others did
    against: tuple[str, ...] = ()  # of it and the first of these that is here the lower counts
    holds: Holds = Holds.NUMBER  # seats follow the people who sit there
    during: str = ""  # the track at whose start this one means nothing
    quiet: bool = False  # only what is booked moves it, and the sheet corrects it
    note: str = ""
    says: tuple[TrackSaying, ...] = ()  # what its rule asks for, in words
    group: str = ""  # the tracks it stands together with
    short: str = ""  # what it is called among them
    sign: str = ""  # what is drawn for it
    tint: str = ""  # and in which colour
    letter: str = ""  # and the letter on it
    when: When = ALWAYS

    @property
    def is_said(self) -> bool:
        """Whether people read of it; what only remembers where something stands is not said."""
        return not self.quiet or bool(self.feeds)

    def reseated(self, value: int, to: Mapping[int, int]) -> int | None:
        """The value once people sit elsewhere; None: the one that it stands for has left."""
        match self.holds:
            case Holds.SEAT:
                return to.get(value)
            case Holds.SEAT_FROM_1:
                return to[value - 1] + 1 if value - 1 in to else None
            case Holds.SEATS:
                return sum(1 << now for seat, now in to.items() if value >> seat & 1)
        return value

    def as_seen_by(self, seat: int, values: Sequence[int]) -> int:
        """Its value for a seat; where it holds seats, whether this one is among them."""
        value = values[0 if self.shared else seat]
        return value >> seat & 1 if self.holds is Holds.SEATS else value

    def sentence(self, asked: Asked) -> str:
        """What it sets off, in the words of the game it is a part of."""
        if asked.says == NOTE:
            return self.note
        text = next(saying.text for saying in self.says if saying.key == asked.says)
        return text.format(**{name: said(value) for name, value in asked.values.items()})


@dataclass(frozen=True, slots=True)
class TrackGroup:
    """Shared tracks that stand together under one heading."""

    key: str
    label: str
    src: str


TrackRule = Callable[[Track, Situation, int, int], Move]
"""Moves a track from one value to another: (track, situation, before, wanted)."""


def plain(track: Track, situation: Situation, before: int, wanted: int) -> Move:
    """The value as asked."""
    return Move(wanted)


TRACK_RULES: dict[str, TrackRule] = {"plain": plain}
