"""Calculators: small classes that say what they ask, what they answer and how people read it.

``docs/adding-a-game.md`` shows one. A game lists its classes as CALCULATORS in ``calculators.py``.
An instance is one question; an ``Aid`` is a calculator with the game's cards and words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from ..fields import Choice, Field, Kind, read_entry
from ..issues import Issue
from ..parts.facts import facts_in
from ..situation import ALWAYS, Situation, When
from ..words import listed, together
from .inputs import Cards, Choices, Input, Unusable
from .table import Table

if TYPE_CHECKING:
    from ..game import Game
    from ..parts.decks import CatalogueCard

Answer = Mapping[str, Any]
"""What a calculator found, by name. Chances are Fractions, never floats."""


@dataclass(frozen=True, slots=True)
class Booking:
    """A tap that enters what was found: counters, and cards laid down or taken up."""

    label: str
    _: KW_ONLY
    counts: Mapping[str, int] = field(default_factory=dict)  # of ``a|b`` the track that is here
    lays: Sequence[Mapping[str, Any]] = ()
    lifts: Sequence[Mapping[str, str]] = ()
    given: Mapping[str, int] = field(default_factory=dict)  # refused once these tracks differ
    short: str = ""  # the same above Next, which books it where its calculator is a place
    then: str = ""  # who or what follows it there
    rests: bool = False  # the end of the turn does


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was found: a row of a list, its figure before it."""

    figure: str
    text: str = ""
    _: KW_ONLY
    label: str = ""
    tag: str = ""  # a verdict in a word or two
    good: bool = False  # a verdict one hopes for
    bar: Fraction | None = None  # the chance that is drawn
    book: Booking | None = None
    ways: Sequence[Booking] = ()  # to book it with a number more, a small key each
    of: str = ""  # the card it is about: ``on_key`` stands on that card's key on a pad
    on_key: str = ""


class Result(Line):
    """The answer itself, larger than the rest."""


class Small(Line):
    """One of several that stand side by side: figure and label only."""


@dataclass(frozen=True, slots=True)
class ToSheet:
    """What a tap puts on the score sheet, by field; ``fills`` of the calculator comes first."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above it in the place of its name once a card's key has opened it on Play: what
    was chosen by that key is folded away. ``{name}`` is the person it is for."""

    text: str
    note: str = ""
    settles: Collection[str] = ()  # inputs


Said = Line | ToSheet | Heading


def _labels(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    for one in fields:
        yield one.key, one.label
        yield from ((choice.key, choice.label) for choice in one.choices)
        yield from _labels(one.item)


class Calculator:
    """The base of all calculators: pure, exact, and quick for the largest values of its inputs."""

    key: ClassVar[str]
    label: ClassVar[str]
    src: ClassVar[str]
    phases: ClassVar[tuple[str, ...]] = ()  # in which it helps; none named: in any
    last: ClassVar[bool] = False  # it helps only once this is known to be the last round
    when: ClassVar[When] = ALWAYS
    hint: ClassVar[str] = ""  # what is to be tapped or typed, in a few words
    folds: ClassVar[tuple[Input[Any], ...]] = ()  # folded away: known, or seldom changed
    books: ClassVar[bool] = False  # a line of it may have a booking
    fills: ClassVar[str] = ""  # the field of the sheet that it is offered for

    def __init__(
        self,
        game: Game,
        situation: Situation,
        values: Mapping[str, Any],
        fields: Iterable[Field],
        names: tuple[str, ...],
        unusable: Collection[str],
    ) -> None:
        self.game, self.situation = game, situation
        self._values, self._fields = values, fields
        self._names = names  # of the people that its answer may speak of
        self._unusable = unusable  # inputs that are wrong by themselves

    def value_of(self, key: str) -> Any:
        """What was entered for an input."""
        if key in self._unusable:
            raise Unusable(key)
        return self._values[key]

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        """What cards, inputs and choices are called."""
        cards = {card.key: card.label for card in self.game.catalogue}
        return cards | dict(_labels(self._fields))

    @classmethod
    @cache
    def inputs(cls) -> dict[str, Input[Any]]:
        """What it asks, in the order of the class; that of a class it builds on comes last."""
        found = (own for kind in cls.__mro__ for own in vars(kind).values())
        return {own.key: own for own in found if isinstance(own, Input)}

    @classmethod
    def is_idle(cls, table: Table) -> bool:
        """Whether it has nothing to say to this seat, so that a phase does without it."""
        return False

    @classmethod
    def due(cls, table: Table) -> int | None:
        """The seat for which it opens by itself, as the next step of something under way."""
        return None

    @classmethod
    def headed(cls, table: Table) -> str:
        """What stands above it in a place; nothing: the name of the place."""
        return ""

    def answer(self) -> Answer:
        """What programs get, too. All values are sound here."""
        raise NotImplementedError

    def lines(self, answer: Answer) -> Iterator[Said]:
        """The answer for people."""
        raise NotImplementedError

    def faults(self) -> Iterator[Issue]:
        """What its checks find."""
        for one in (own for kind in type(self).__mro__ for own in vars(kind).values()):
            if getattr(one, "is_check", False):
                with suppress(Unusable):
                    yield from one(self)

    def fact(self, key: str, round_: int | None = None) -> Any:
        """A fact of the game in this situation, or in another round of it; None: there is none."""
        here = self.situation.at(round_) if round_ else self.situation
        known = facts_in([f for f in self.game.facts if f.key == key], self.game.topics, here)
        return known[key].value if key in known else None

    def card(self, key: str) -> CatalogueCard:
        return next(card for card in self.game.catalogue if card.key == key)

    def people(self, *seats: int) -> str:
        """Who sits there."""
        names = self._names
        return together([names[seat] for seat in seats if 0 <= seat < len(names)])

    def named(self, *keys: str) -> str:
        """What cards, inputs or choices are called."""
        return listed([self._labels.get(key, key) for key in keys])

    def counted(self, counts: Mapping[str, int]) -> str:
        """``2 bread and 1 flour``."""
        return listed([f"{n} {self.named(key)}" for key, n in counts.items() if n])


LONG, SHORT = 14, 8  # letters of a name that stands whole beside others, and of one that is cut


@dataclass(frozen=True, slots=True)
class Aid:
    """One calculator of a game. Its texts and choices may be in a group's own words."""

    key: str
    label: str
    src: str
    hint: str
    when: When
    fields: tuple[Field, ...]
    calculator: type[Calculator]

    @property
    def phases(self) -> tuple[str, ...]:
        return self.calculator.phases

    @property
    def inputs(self) -> Mapping[str, Input[Any]]:
        return self.calculator.inputs()

    @property
    def needs(self) -> tuple[str, ...]:
        """The card facts without which the table cannot fill it in."""
        return tuple(dict.fromkeys(fact for one in self.inputs.values() for fact in one.needs))

    @property
    def waits_for(self) -> list[str]:
        """The inputs of which one has to hold something before there is an answer."""
        return [key for key, one in self.inputs.items() if one.awaited]

    def known(self, table: Table) -> dict[str, Any]:
        """What the table knows of it for a seat, in the shape of a question."""
        known = [(one, told) for one in self.fields if (told := self.inputs[one.key].known)]
        found = {one.key: _fitting(one, told(table)) for one, told in known}
        return {key: value for key, value in found.items() if value is not None}

    def ask(
        self, game: Game, situation: Situation, raw: Mapping[str, Any]
    ) -> tuple[Answer, list[Issue]]:
        """The answer, or everything that is wrong with the question."""
        question, found = self.read(game, situation, raw)
        return ({}, found) if found else (question.answer(), [])

    def read(
        self, game: Game, situation: Situation, raw: Mapping[str, Any], names: tuple[str, ...] = ()
    ) -> tuple[Calculator, list[Issue]]:
        """The question that was meant, and everything that is wrong with it."""
        values, found = read_entry(self.fields, raw)
        kind = values.get("kind")
        idle = {f.key for f in self.fields if kind and f.kinds and kind not in f.kinds}
        found = [one for one in found if one.code != "missing" or one.field not in idle]
        # Long names are cut where they still differ: a sentence may hold several.
        cut = tuple(n if len(n) <= LONG else f"{n[:SHORT].rstrip()}…" for n in names)
        cut = cut if len({*cut}) == len({*names}) else names
        wrong = {one.field for one in found if one.field}
        asked = self.calculator(game, situation, values, self.fields, cut, wrong)
        return asked, [*found, *asked.faults()]


@dataclass(frozen=True, slots=True)
class Binding:
    """Makes aids of a game's calculators, with its cards and sets of chapters."""

    cards: Sequence[CatalogueCard]
    chapter_sets: Mapping[str, list[str]]

    def aid(self, calculator: type[Calculator]) -> Aid:
        fields = [self._field(key, one, calculator.src) for key, one in calculator.inputs().items()]
        return Aid(
            calculator.key, calculator.label, calculator.src, calculator.hint,
            self._when(calculator.when), tuple(fields), calculator=calculator,
        )  # fmt: skip

    def _field(self, key: str, one: Input[Any], src: str) -> Field:
        given = {"src": src, **one.field}
        given["choices"] = self._choices(given.get("choices", ()))
        given["when"] = self._when(given.get("when", ALWAYS))
        columns = given.get("item", {}).items()
        given["item"] = tuple(self._field(name, column, given["src"]) for name, column in columns)
        return Field(key, **given)

    def _choices(self, offered: Choices) -> tuple[Choice, ...]:
        if isinstance(offered, Cards):
            own = [card for card in self.cards if card.catalogue == offered.catalogue]
            return tuple(Choice(card.key, offered.label(card)) for card in own)
        return tuple(replace(choice, when=self._when(choice.when)) for choice in offered)

    def _when(self, when: When) -> When:
        """The same with the chapters of the sets that it names."""
        named = when.needs.get("chapter", ())
        chapters = tuple(key for name in named for key in self.chapter_sets.get(name, [name]))
        return When({**when.needs, "chapter": chapters}) if named else when


def _fitting(field: Field, value: Any) -> Any:
    """Only what the field has a choice or room for: a bag of this chapter may hold more or less."""
    keys = {choice.key for choice in field.choices}
    if type(value) is int and field.high is not None:
        return min(value, field.high)
    if isinstance(value, Mapping):
        told = {key: n for key, n in value.items() if n is not None}
        return {key: n for key, n in told.items() if key in keys} if told or not value else None
    if field.kind is Kind.CHOICES and value is not None:
        return [one for one in value if one in keys]
    if field.kind is Kind.LIST:
        return _rows(field, value) if isinstance(value, list | tuple) else None
    return value


def _rows(field: Field, rows: Iterable[Any]) -> list[Mapping[str, Any]]:
    """Row by row up to one of which not all is known, without those there is no choice for."""
    picks = {column.key: [c.key for c in column.choices] for column in field.item if column.choices}
    known = (row for row in rows if isinstance(row, Mapping))
    whole = takewhile(lambda row: None not in row.values(), known)
    return [row for row in whole if all(row[k] in picks[k] for k in picks.keys() & row.keys())]


def as_json(value: Any) -> Any:
    """An answer as JSON holds it: chances are reduced fractions as text."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {key: as_json(part) for key, part in value.items()}
    return [as_json(part) for part in value] if isinstance(value, list | tuple) else value
