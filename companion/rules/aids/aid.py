"""A calculator as a game has it: its class, with the game's cards and words in its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ..fields import NO_LIMITS, Choice, Field, Kind, read_entry
from ..issues import Issue
from ..situation import ALWAYS, Situation, When
from .calculator import Answer, Calculator
from .inputs import Cards, Choices, Input
from .table import Table

if TYPE_CHECKING:
    from ..game import Game
    from ..journal.play import Play
    from ..parts.decks import CatalogueCard

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

    def known(self, play: Play, seat: int) -> dict[str, Any]:
        """What the table knows of it for a seat, in the shape of a question."""
        return self.known_to(Table(play, seat))

    def known_to(self, table: Table) -> dict[str, Any]:
        found = {}
        for field in self.fields:
            known = self.inputs[field.key].known
            value = _fitting(field, known(table)) if known else None
            if value is not None:
                found[field.key] = value
        return found

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
        values, found = read_entry(self.fields, raw, NO_LIMITS)
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
    if field.kind is Kind.LIST and isinstance(value, list | tuple):
        return list(_rows(field, value))
    return value


def _rows(field: Field, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Row by row up to one of which not all is known, without those there is no choice for."""
    picks = {column.key: {c.key for c in column.choices} for column in field.item if column.choices}
    for row in takewhile(lambda row: None not in row.values(), rows):
        if all(row[key] in picks[key] for key in picks.keys() & row.keys()):
            yield row


def as_json(value: Any) -> Any:
    """An answer as JSON holds it: chances are reduced fractions as text."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {key: as_json(part) for key, part in value.items()}
    return [as_json(part) for part in value] if isinstance(value, list | tuple) else value
