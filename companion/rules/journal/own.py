"""What belongs to one seat, such as its character: drawn for it or entered on its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..situation import Situation


@dataclass(frozen=True, slots=True)
class SeatTraits:
    """The result of each draw by seat. A field of the sheet that it fills in has the last word."""

    held: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)  # the field of the sheet, by draw
    names: frozenset[str] = frozenset()  # of all such draws, also of those still to be made

    def of(self, seat: int, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The known traits of a seat, where ``entry`` is what its sheet says."""
        held = {key: things[seat] for key, things in self.held.items() if seat < len(things)}
        told = {key: entry.get(name) for key, name in self.fills.items()}
        return {key: thing for key, thing in {**held, **told}.items() if thing is not None}

    def situation(self, table: Situation, seat: int, entry: Mapping[str, Any]) -> Situation:
        """The situation of one seat: that of the table, and the seat's traits as settings."""
        own = self.of(seat, entry)
        if not own:
            return table
        settings = {**table.settings, **own}
        return replace(table, settings=settings)


NOTHING = SeatTraits()
