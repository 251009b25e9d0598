"""Tables of numbers that know when they have gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import overload


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One number per player count, complete for the game's range."""

    values: Mapping[int, int]

    def __getitem__(self, players: int) -> int:
        return self.values[players]


@overload
def at_table(number: int | ByPlayers, players: int) -> int: ...
@overload
def at_table(number: int | ByPlayers | None, players: int) -> int | None: ...
def at_table(number: int | ByPlayers | None, players: int) -> int | None:
    """The number for so many players, where it depends on them."""
    return number[players] if isinstance(number, ByPlayers) else number


@dataclass(frozen=True, slots=True)
class Ladder:
    """Points for 0, 1, 2, …; beyond the last rung each further one is worth ``more``."""

    rungs: tuple[int, ...]
    more: int | None = None

    def __post_init__(self) -> None:
        if not self.rungs:
            raise ValueError("a ladder needs at least the rung for 0")

    def __getitem__(self, count: int) -> int:
        top = len(self.rungs) - 1
        if count <= top:
            return self.rungs[count]
        if self.more is None:
            raise IndexError(f"the ladder ends at {top}")
        return self.rungs[top] + (count - top) * self.more

    def reaches(self, high: int | None) -> bool:
        """Whether every count up to ``high`` has a rung."""
        return self.more is not None or (high is not None and high < len(self.rungs))
