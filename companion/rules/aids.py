"""Calculators a game offers during play: verbs with fields, asked without leaving a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .facts import facts_in
from .fields import NO_LIMITS, Field, Kind, Value, read_entry
from .issues import Issue
from .situation import ALWAYS, Situation, When

if TYPE_CHECKING:
    from .game import Game
    from .play import Play

Answer = Mapping[str, Any]
"""What an aid found, by name. Chances are Fractions, never floats."""


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
class Aid:
    key: str
    label: str
    src: str
    verb: AidVerb
    fields: tuple[Field, ...]
    checks: tuple[AidCheck, ...] = ()
    phases: tuple[str, ...] = ()  # in which it helps; none named: in any
    takes: Mapping[str, str] = field(default_factory=dict)  # ``market.red`` from track ``red``
    when: When = ALWAYS

    def ask(
        self, game: Game, situation: Situation, raw: Mapping[str, Any]
    ) -> tuple[Answer, list[Issue]]:
        """The answer, or everything that is wrong with the question."""
        values, found = read_entry(self.fields, raw, NO_LIMITS)
        question = Question(game, situation, values)
        for check in self.checks:
            found += check(question)
        return ({}, found) if found else (self.verb(question), [])

    def paths(self) -> Iterator[str]:
        """What can be filled in: every field, and every part of those that have parts."""
        for each in self.fields:
            yield each.key
            if each.kind in (Kind.RECORD, Kind.COUNTS):
                yield from (f"{each.key}.{choice.key}" for choice in each.choices)

    def known(self, play: Play, seat: int) -> dict[str, Any]:
        """What the table has already told of it, in the shape of a question."""
        found: dict[str, Any] = {}
        for path, source in self.takes.items():
            value = _source(play, source, seat)
            key, _, part = path.partition(".")
            if value is not None and part:
                found.setdefault(key, {})[part] = value
            elif value is not None:
                found[key] = value
        return found


SOURCES: Mapping[str, Callable[[Play], int]] = {
    "round": lambda play: play.moment.round,
    "players": lambda play: play.situation.players,
}
"""What a field can be filled from besides the tracks."""


def _source(play: Play, source: str, seat: int) -> int | None:
    """A track's value, one's own where everybody has one; or the round, or how many play."""
    if source in SOURCES:
        return SOURCES[source](play)
    values = play.tracks.get(source)
    return values[seat if len(values) > 1 else 0] if values else None


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
