"""The score sheet: reads and checks the entries of all seats, within limits, and adds them up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..fields import Field, Kind, Limits, Value, read_entry
from ..issues import Issue, Level
from ..parts.facts import ByPlayers, Facts, at_table
from ..situation import ALWAYS, NO_TRAITS, SeatTraits, Situation, When, fitting
from ..words import written

Entry = Mapping[str, Value]
_HYPHEN = re.compile(r"(?<![\w-])-(?= ?\d)")  # that stands for a minus


@dataclass(frozen=True, slots=True)
class Limit:
    """A field's range and hint where circumstances make them others than usual."""

    field: str
    src: str
    when: When
    high: int | ByPlayers | None = None
    message: str = ""
    hint: str = ""
    needed: bool = False  # blank is 0 elsewhere, but not here


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


@dataclass(frozen=True, slots=True)
class ScoringContext:
    """Everything a scoring rule may look at: the entries of all seats and the situation."""

    situation: Situation
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    typed: tuple[Mapping[str, Any], ...] = ()  # the same as they were sent
    facts: Facts = field(default_factory=dict)
    seat_traits: SeatTraits = NO_TRAITS
    # For checks only: how many cards each seat has on a pad. Nobody has to keep one.
    laid: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def with_entries(self, entries: tuple[Entry, ...]) -> ScoringContext:
        """The same with other entries; faster than ``replace``, as a page calls it often."""
        return ScoringContext(self.situation, self.names, entries, (), self.facts, self.seat_traits)

    def values(self, key: str) -> list[int]:
        """One field over all seats; 0 where a seat has no such line."""
        return [entry.get(key) or 0 for entry in self.entries]

    def is_given(self, seat: int, key: str) -> bool:
        """Whether a seat's field was sent, and is not what stands for nothing; where it has no
        such line, nobody waits for it."""
        sent = (self.typed or self.entries)[seat].get(key)
        return sent not in (None, "") or key not in self.entries[seat]

    def setting(self, key: str) -> Any:
        return self.situation.settings.get(key)

    def fact(self, key: str) -> Any:
        """A fact of the game in this situation, or None."""
        return self.facts[key].value if key in self.facts else None

    def seat_trait(self, seat: int, key: str) -> Any:
        """A trait of one seat, such as its character; None if it is unknown."""
        return self.seat_traits.of(seat, self.entries[seat]).get(key)

    def cards(self, seat: int, pad: str) -> int:
        """How many cards a seat has on one of its pads, as far as they were entered."""
        return self.laid[pad][seat] if pad in self.laid else 0

    def sum_typed(self, seat: int, key: str) -> str:
        """``3+5+2 = `` if a sum was typed, to stand before its result."""
        typed = self.typed[seat].get(key) if self.typed else None
        return f"{typed} = " if isinstance(typed, str) and not typed.strip().isdigit() else ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One row of a breakdown: the points and how they came about, in words."""

    points: int
    working: str
    category: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)  # what else the API tells of the seat

    @property
    def written(self) -> str:
        """The working with typographic signs, for pages."""
        return _HYPHEN.sub("−", " = ".join(map(written, self.working.split(" = "))))


@dataclass(frozen=True, slots=True)
class Breakdown:
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Category:
    key: str
    label: str
    src: str
    rule: Rule
    fields: tuple[Field, ...] = ()
    meaning: str = ""  # how it counts, for a sheet on paper; needed where it is no plain sum
    alone: str = ""  # the same for one player
    asks: tuple[str, ...] = ()  # rulings and card facts it hangs on, asked until they are told

    def lines(self, context: ScoringContext) -> list[ScoreLine]:
        """One line per seat."""
        lines = [self.rule(self, context, seat) for seat in range(len(context.names))]
        for line in lines:
            if not isinstance(line, ScoreLine):
                raise WrongLine(self.rule, line)
        return [ScoreLine(line.points, line.working, self.key, line.detail) for line in lines]


class WrongLine(TypeError):
    """A scoring rule returned something that is not a ScoreLine."""

    def __init__(self, rule: Rule, found: object) -> None:
        name = getattr(rule, "__name__", "a rule")
        super().__init__(f"{name} gave {found!r}; it should be a ScoreLine")
        self.verb = rule


Rule = Callable[[Category, ScoringContext, int], ScoreLine]
"""Scores one category for a seat, and sees them all, so that majorities need no special case."""

Check = Callable[[ScoringContext], Iterable[Issue]]
"""Finds entries that contradict each other; unusable values reach it as None."""


def add_up(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """The default rule: the sum of the points of all fields."""
    counted = (field for field in category.fields if field.worth)  # others only break ties
    values = [(f, context.entries[seat].get(f.key) or 0) for f in counted]
    parts = [context.sum_typed(seat, f.key) + f.working(value) for f, value in values]
    return ScoreLine(sum(f.points(value) for f, value in values), " + ".join(parts))


RULES: dict[str, Rule] = {"sum": add_up}
"""Rules any game may name; a game's ``scoring.py`` adds its own."""


@dataclass(frozen=True)
class ScoreSheet:
    categories: tuple[Category, ...] = ()  # none: there are no points
    hidden: bool = False  # players keep some of it to themselves until the end
    checks: tuple[Check, ...] = ()
    limits: tuple[Limit, ...] = ()
    supplies: tuple[Supply, ...] = ()
    asks: tuple[str, ...] = ()  # card facts that the group tells with the result
    ties: tuple[Field, ...] = ()  # outside of the categories: asked only of those who are tied

    def __post_init__(self) -> None:
        asked = tuple(replace(field, tied=True, worth=0) for field in self.ties)
        object.__setattr__(self, "ties", asked)

    def fields(self) -> Iterator[Field]:
        for category in self.sections:
            yield from category.fields

    @cached_property
    def sections(self) -> tuple[Category, ...]:
        """The categories, and what only breaks ties after them."""
        last = Category("ties", "Tied", "", add_up, self.ties)
        return (*self.categories, last) if self.ties else self.categories

    @cached_property
    def by_key(self) -> Mapping[str, Field]:
        return {field.key: field for field in self.fields()}

    @cached_property
    def nothing(self) -> Mapping[str, Any]:
        """The values that mean nothing: 0 for numbers, an empty list for lists."""
        empty = {Kind.COUNT: 0, Kind.POINTS: 0, Kind.SIGNED: 0, Kind.LIST: ()}
        return {field.key: empty[field.kind] for field in self.fields() if field.kind in empty}

    def blanks(self, situation: Situation, every: bool = False) -> frozenset[str]:
        """The fields that are 0 if blank in this situation, or in ``every`` one."""
        needed = {row.field for row in fitting(self.limits, situation) if row.needed and not every}
        blank = (f.key for f in self.fields() if f.zero or f.default is not None)
        return frozenset(blank) - needed

    @cached_property
    def soles(self) -> tuple[Field, ...]:
        """Fields that can stand for the whole sheet of a seat."""
        return tuple(field for field in self.fields() if field.sole)

    def read(
        self,
        situation: Situation,
        names: Sequence[str],
        raw: Sequence[Mapping[str, Any]],
        facts: Facts | None = None,
        seat_traits: SeatTraits = NO_TRAITS,
        laid: Mapping[str, tuple[int, ...]] | None = None,
        blanks: frozenset[str] = frozenset(),
    ) -> tuple[ScoringContext, list[Issue]]:
        """The entries as the rules see them, and everything wrong with them, warnings too.

        A page reads lines as 0 if ``blanks`` names them; programs have to say so.
        """
        entries, found, traits = [], [], seat_traits.names
        for seat, entry in enumerate(raw):
            here = seat_traits.situation(situation, seat, entry)
            # Without those for other traits than the seat's own.
            fields = tuple(
                f
                for f in self._fields(here, blanks)
                if f.key in entry or not traits & f.when.needs.keys() or f.when.holds(here)
            )
            values, wrong = read_entry(fields, entry, self._limits(here))
            entries.append(values)
            found += [replace(issue, seat=seat) for issue in wrong]
        context = ScoringContext(
            situation=situation,
            names=tuple(names),
            entries=tuple(entries),
            typed=tuple(raw),
            facts=facts or {},
            seat_traits=seat_traits,
            laid=laid or {},
        )
        for each in self.fields():
            found += _taken_twice(each, context) if each.unique else []
        for supply in fitting(self.supplies, situation):
            found += supply.issues(context)
        for check in self.checks:
            found += check(context)
        return context, found

    def score(self, context: ScoringContext) -> list[Breakdown]:
        """One breakdown per seat. Call only when :meth:`read` found no errors."""
        rows = [category.lines(context) for category in self.categories]
        return [Breakdown(lines) for lines in zip(*rows, strict=True)]

    def hints(self, situation: Situation) -> Mapping[str, str]:
        """Hints that replace the field's own in this situation."""
        return {row.field: row.hint for row in fitting(self.limits, situation) if row.hint}

    def _fields(self, situation: Situation, blanks: frozenset[str]) -> tuple[Field, ...]:
        """The fields with the choices of this situation."""
        here = (field.here(situation) for field in self.fields())
        zeros = (replace(f, default=0) if f.zero and f.key in blanks else f for f in here)
        return situation.once(("fields", id(self), blanks), lambda: tuple(zeros))

    def _limits(self, situation: Situation) -> Limits:
        here = (
            (limit.field, (0, at_table(limit.high, situation.players), limit.message))
            for limit in fitting(self.limits, situation)
            if limit.high is not None  # else it is only for what is said beside the field
        )
        return situation.once(("limits", id(self)), lambda: dict(here))


def _taken_twice(field: Field, context: ScoringContext) -> list[Issue]:
    """Issues if several seats have what only one can have."""
    taken = [entry.get(field.key) for entry in context.entries]
    said = "{}: {} can be only one player’s."
    return [
        Issue("conflict", said.format(field.label, field.words(value)), field.key, seat)
        for seat, value in enumerate(taken)
        if value is not None and taken.count(value) > 1
    ]
