"""What each seat has of its own, such as its character: drawn for it or told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..situation import Situation


@dataclass(frozen=True, slots=True)
class SeatTraits:
    """By the name of a draw what it gave each seat; a field that it fills in says it better."""

    held: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)  # the field of the sheet, by draw
    names: frozenset[str] = frozenset()  # of all such draws, also of those still to be made

    def of(self, seat: int, entry: Mapping[str, Any]) -> dict[str, Any]:
        """What a seat has that is known, ``entry`` being what stands on its sheet."""
        held = {key: things[seat] for key, things in self.held.items() if seat < len(things)}
        told = {key: entry.get(name) for key, name in self.fills.items()}
        return {key: thing for key, thing in {**held, **told}.items() if thing is not None}

    def situation(self, table: Situation, seat: int, entry: Mapping[str, Any]) -> Situation:
        """The circumstances of one seat: those of the table, and what is its own."""
        own = self.of(seat, entry)
        if not own:
            return table
        settings = {**table.settings, **own}
        return replace(table, settings=settings)


NOTHING = SeatTraits()
