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
