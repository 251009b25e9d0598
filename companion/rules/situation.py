"""The situation of a play, the rows of data that apply to it, and values changed by copying."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self, TypeVar

T = TypeVar("T")

Settings = Mapping[str, Any]
"""Every option, ruling and card fact that applies, by key, defaults included."""


STORY = "story"  # the name by which conditions ask whether a chapter is part of the story
WORDS = ("players", "neighbours", "round", "attempt")  # what any sentence may name in braces


class Copied:
    """A frozen dataclass without slots; a copy starts without cached values."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def but(self, **changes: Any) -> Self:
        """The same with some fields changed.

        dataclasses.replace would do, at several times the cost, once for every entry of a journal.
        """
        names = self.__dataclass_fields__
        assert changes.keys() <= names.keys(), changes.keys()
        copy = object.__new__(type(self))
        mine = copy.__dict__
        mine.update(self.__dict__)
        # Checked in the copy, because another thread may cache something in the original meanwhile.
        if len(mine) > len(names):
            for name in mine.keys() - names.keys():
                del mine[name]
        mine.update(changes)
        return copy

    def once(self, what: Hashable, work: Callable[[], T]) -> T:
        """The result of ``work``, computed once for this value and ``what``."""
        known: dict[Hashable, T] = self.__dict__.setdefault("_known", {})
        if what not in known:
            known[what] = work()
        return known[what]


@dataclass(frozen=True)
class Situation(Copied):
    """A chapter, a table and its settings; ``round`` only while one is being played.

    What follows from it is worked out once: most entries of a play leave its situation alone.
    """

    chapter: str
    players: int
    settings: Settings = field(default_factory=dict)
    first: int = 0
    round: int | None = None
    phase: str = ""  # for turn orders that change within a round
    tracks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # while one is moved
    seat: int | None = None  # whose track is moved
    attempt: int = 1  # of a chapter of the story that is tried again
    chosen: tuple[tuple[int, int], ...] = ()  # (round, seat): who was chosen then to go first next

    def __getitem__(self, name: str) -> Any:
        if name in ("chapter", "players", "round", "attempt"):
            return getattr(self, name)
        return self.settings.get(name)

    @property
    def solo(self) -> bool:
        return self.players == 1

    def at(self, number: int, phase: str = "") -> Situation:
        """The same table in round ``number``."""
        return self.once((number, phase), lambda: replace(self, round=number, phase=phase))

    def words(self) -> dict[str, int | str]:
        """The values that a sentence can name in braces in every game."""
        others = min(self.players - 1, 2)
        return dict(zip(WORDS, (self.players, others, self.round or "", self.attempt), strict=True))

    def beside(self, track: str) -> tuple[int, ...]:
        """The values of a track for the seats left and right of the one it is moved for."""
        values, here = self.tracks.get(track, ()), self.seat
        if here is None or len(values) < 2:
            return ()
        sides = dict.fromkeys(((here + 1) % len(values), (here - 1) % len(values)))
        return tuple(values[at] for at in sides)


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
        return replace(table, settings={**table.settings, **own}) if own else table


NO_TRAITS = SeatTraits()


@dataclass(frozen=True, slots=True)
class When:
    """The circumstances a row is for: each dimension named must have a listed value.

    A dimension that is itself a list, such as the objectives in play, must hold one of them;
    ``true`` asks only that there is something in it.
    """

    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def holds(self, situation: Situation) -> bool:
        needs = self.needs.items()
        return not needs or all(_meets(situation[name], allowed) for name, allowed in needs)

    def without(self, names: Collection[str]) -> When:
        """The same conditions without those on ``names``."""
        return When({name: each for name, each in self.needs.items() if name not in names})


def _meets(value: Any, allowed: tuple[Any, ...]) -> bool:
    if isinstance(value, tuple | list):
        return any(item in allowed for item in value) or any(a is bool(value) for a in allowed)
    return value in allowed


ALWAYS = When()


class Conditional(Protocol):
    @property
    def when(self) -> When: ...


Row = TypeVar("Row", bound=Conditional)


def fitting(rows: Iterable[Row], situation: Situation) -> Iterator[Row]:
    """The rows whose conditions hold in ``situation``, in their order."""
    return (row for row in rows if row.when.holds(situation))
