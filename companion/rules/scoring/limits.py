"""Limits of the sheet: ranges that depend on the situation, and what the box holds in all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..issues import Issue, Level
from ..parts.tables import ByPlayers, at_table
from ..situation import ALWAYS, When

if TYPE_CHECKING:
    from .sheet import ScoringContext


@dataclass(frozen=True, slots=True)
class Limit:
    """A field's range and hint where circumstances make them others than usual."""

    field: str
    src: str
    when: When
    high: int | ByPlayers | None = None
    low: int | None = 0
    message: str = ""
    hint: str = ""
    needed: bool = False  # blank is 0 elsewhere, but not here

    @property
    def bounds(self) -> bool:
        """Whether it says how much may be entered, and not only what is said beside the field."""
        return self.high is not None or self.low != 0


@dataclass(frozen=True, slots=True)
class Supply:
    """What all seats together cannot hold, or (``hard = false``) hardly can."""

    fields: tuple[str, ...]
    most: int | ByPlayers
    message: str
    src: str
    hard: bool = True
    when: When = ALWAYS

    def issues(self, context: ScoringContext) -> list[Issue]:
        held = [sum(entry.get(f) or 0 for f in self.fields) for entry in context.entries]
        most = at_table(self.most, context.situation.players)
        if sum(held) <= most:
            return []
        said = self.message.format(total=sum(held), most=most)
        level = Level.ERROR if self.hard else Level.WARN
        return [
            Issue("supply", said, self.fields[0], seat, level) for seat, n in enumerate(held) if n
        ]
