"""Calculators a game offers during play: verbs with fields, asked without leaving a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..fields import NO_LIMITS, Field, Kind, Value, read_entry
from ..issues import Issue
from ..parts.facts import FactRule, facts_in
from ..situation import ALWAYS, Situation, When
from .known import is_own, known

if TYPE_CHECKING:
    from ..game import Game
    from ..journal.play import Play

Answer = Mapping[str, Any]
"""What an aid found, by name. Chances are Fractions, never floats."""


TOLD_AS = ("percent", "figure", "odds", "about", "signed", "label", "people")
"""What may stand after the colon of a brace; any other word is something to count."""

PARTS = ("label", "text", "figure", "tag")
"""The texts of a saying."""


@dataclass(frozen=True, slots=True)
class Question:
    """What an aid is asked: values that can be used, None where one cannot."""

    game: Game
    situation: Situation
    values: Mapping[str, Value]

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def fact(self, key: str, round_: int | None = None) -> Any:
        """A fact of the game in this situation, or in another round of it; None: there is none."""
        here = self.situation.at(round_) if round_ else self.situation
        known = facts_in([f for f in self.game.facts if f.key == key], self.game.topics, here)
        return known[key].value if key in known else None


@dataclass(frozen=True, slots=True)
class Saying:
    """How a part of an answer is told to people.

    Braces name what was answered or asked, by its path: ``{chances.orderly:percent}``. Of what
    stands between ``|`` the first is said of which all is known. After the colon stands how: as
    ``percent`` (or its ``figure`` only), ``odds``, ``about``, ``signed``, by its ``label``, as
    ``people`` who sit there; any other word is counted (``{lost:coin}``, ``{dice:die/dice}``),
    with its sign after a plus (``{more:+point}``).
    """

    label: str = ""
    text: str = ""
    figure: str = ""  # what stands large before it
    tag: str = ""  # a verdict in a word or two
    good: bool = False  # a verdict one hopes for
    bar: str = ""  # the chance that is drawn
    each: str = ""  # said of each of these: ``{it}`` or its parts, ``{n}``, ``{row}`` as asked
    big: bool = False  # the answer itself
    small: bool = False  # beside others of its kind, figure and label only
    does: str = ""  # what a tap is called that books it: the ``books`` of the answer or of its row
    only: Mapping[str, Any] = field(default_factory=dict)  # if so: a value, several, true, false


@dataclass(frozen=True, slots=True)
class Aid:
    key: str
    label: str
    src: str
    verb: AidVerb
    fields: tuple[Field, ...]
    also: AidVerb | None = None  # answers more, for people only: programs rely on the verb's
    checks: tuple[AidCheck, ...] = ()
    phases: tuple[str, ...] = ()  # in which it helps; none named: in any
    last: bool = False  # it helps only once this is known to be the last round
    hint: str = ""  # what is to be tapped or typed, in a few words
    says: tuple[Saying, ...] = ()
    takes: Mapping[str, str] = field(default_factory=dict)  # ``market.red`` from track ``red``
    fills: FactRule | None = None  # what else is known, by field
    usual: Mapping[str, int] = field(default_factory=dict)  # what stands there otherwise
    folds: tuple[str, ...] = ()  # fields that are folded away: known, or seldom changed
    silent: tuple[str, ...] = ()  # fields that a page leaves as they are
    caps: Mapping[str, str] = field(default_factory=dict)  # on a field's keys: ``${values}``
    rings: Mapping[str, str] = field(default_factory=dict)  # keys as on a wheel, highest first
    prices: Mapping[str, str] = field(default_factory=dict)  # a field by what one of each is worth
    pips: Mapping[str, str] = field(default_factory=dict)  # dice on a field's keys, from another
    limits: Mapping[str, str] = field(default_factory=dict)  # no more than another field has of it
    cycles: tuple[str, ...] = ()  # keys without a foot: a tap on a full one empties it
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what so many are called
    then: Mapping[str, str] = field(default_factory=dict)  # what a second tap on such keys chooses
    keyed: tuple[str, ...] = ()  # choices that are made by keys; a tap on the chosen one ends it
    needs: tuple[str, ...] = ()  # card facts without which the table cannot fill it in
    turns: str = ""  # a card fact that goes on one step with a tap
    steps: tuple[str, ...] = ()  # numbers that are mostly small, so they are tapped as well
    people: tuple[str, ...] = ()  # numbers that are seats, so names are offered
    circle: str = ""  # the answer that says to which seat each one gives, drawn as the table
    gives: Mapping[str, str] = field(default_factory=dict)  # a field of the sheet from an answer
    waits_for: tuple[str, ...] = ()  # no answer before there is something in one of these
    when: When = ALWAYS

    def ask(
        self, game: Game, situation: Situation, raw: Mapping[str, Any]
    ) -> tuple[Answer, list[Issue]]:
        """The answer, or everything that is wrong with the question."""
        question, found = self.read(game, situation, raw)
        return ({}, found) if found else (self.verb(question), [])

    def read(
        self, game: Game, situation: Situation, raw: Mapping[str, Any]
    ) -> tuple[Question, list[Issue]]:
        """The question that was meant, and everything that is wrong with it."""
        values, found = read_entry(self.fields, raw, NO_LIMITS)
        kind = values.get("kind")
        idle = {f.key for f in self.fields if kind and f.kinds and kind not in f.kinds}
        found = [one for one in found if one.code != "missing" or one.field not in idle]
        question = Question(game, situation, values)
        for check in self.checks:
            found += check(question)
        return question, found

    def paths(self) -> Iterator[str]:
        """What can be filled in: every field, and every part of those that have parts."""
        for each in self.fields:
            yield each.key
            if each.kind in (Kind.RECORD, Kind.COUNTS):
                yield from (f"{each.key}.{choice.key}" for choice in each.choices)
            yield from (f"{each.key}.{column.key}" for column in each.item)

    def known(self, play: Play, seat: int) -> dict[str, Any]:
        """What the table has already told of it, in the shape of a question; else what is usual."""
        told = known(self.fields, self.takes, play, seat)
        found = self.fills(play.situation) if self.fills else None
        return {**self.usual, **(found or {}), **told}

    def answer(self, question: Question) -> Answer:
        """All that people are told of."""
        return {**self.verb(question), **(self.also(question) if self.also else {})}

    def is_own(self, game: Game) -> bool:
        """Whether the table knows something else of it for each seat."""
        return any(is_own(game, name) for name in self.takes.values())


AidVerb = Callable[[Question], Answer]
"""Answers a question whose values are all sound. Pure, exact, and bounded by its fields."""

AidCheck = Callable[[Question], Iterable[Issue]]
"""Finds values that contradict each other; unusable ones reach it as None."""


def as_json(value: Any) -> Any:
    """An answer as JSON holds it: chances are reduced fractions as text."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {key: as_json(part) for key, part in value.items()}
    return [as_json(part) for part in value] if isinstance(value, list | tuple) else value
