"""The circumstances of one play, and which rows of the data are for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

Settings = Mapping[str, Any]
"""Every option, ruling and card fact in force, by key, defaults included."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A chapter, a table and its settings; ``round`` only while one is being played."""

    chapter: str
    players: int
    settings: Settings = field(default_factory=dict)
    first: int = 0
    round: int | None = None
    phase: str = ""  # for turn orders that change within a round

    def __getitem__(self, name: str) -> Any:
        match name:
            case "chapter":
                return self.chapter
            case "players":
                return self.players
            case "round":
                return self.round
        return self.settings.get(name)

    @property
    def solo(self) -> bool:
        return self.players == 1

    def at(self, number: int, phase: str = "") -> Situation:
        """The same table in round ``number``."""
        return replace(self, round=number, phase=phase)


@dataclass(frozen=True, slots=True)
class When:
    """The circumstances a row is for: each dimension named must have a listed value.

    A dimension that is itself a list, such as the objectives in play, must hold one of them.
    """

    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def holds(self, situation: Situation) -> bool:
        return all(_meets(situation[name], allowed) for name, allowed in self.needs.items())

    def without(self, *names: str) -> When:
        return When({k: v for k, v in self.needs.items() if k not in names})


def _meets(value: Any, allowed: tuple[Any, ...]) -> bool:
    several = isinstance(value, tuple | list)
    return any(item in allowed for item in value) if several else value in allowed


ALWAYS = When()


class Conditional(Protocol):
    @property
    def when(self) -> When: ...


Row = TypeVar("Row", bound=Conditional)


def fitting(rows: Iterable[Row], situation: Situation) -> Iterator[Row]:
    """The rows meant for ``situation``, in their order."""
    return (row for row in rows if row.when.holds(situation))
