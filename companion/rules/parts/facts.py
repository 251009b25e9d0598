"""A game's tables of facts, how sure we are of them, and what it offers under Look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..situation import ALWAYS, Situation, When, fitting
from ..words import counting, names_in, said

ADDED, DROPPED = "story-added", "story-dropped"
"""Settings the story makes: what events brought in that no table knows, and what they did not."""

FactRule = Callable[[Situation], Any]
"""Works out a fact that no table can hold."""


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One number per player count, complete for the game's range."""

    values: Mapping[int, int]

    def __getitem__(self, players: int) -> int:
        return self.values[players]


def at_table(number: int | ByPlayers, players: int) -> int:
    """The number for so many players, where it depends on them."""
    return number[players] if isinstance(number, ByPlayers) else number


@dataclass(frozen=True, slots=True)
class Ladder:
    """Points for 0, 1, 2, …; beyond the last rung each further one is worth ``more``."""

    rungs: tuple[int, ...]
    more: int | None = None

    def __post_init__(self) -> None:
        if not self.rungs:
            raise ValueError("a ladder needs at least the rung for 0")

    def __getitem__(self, count: int) -> int:
        top = len(self.rungs) - 1
        if count <= top:
            return self.rungs[count]
        if self.more is None:
            raise IndexError(f"the ladder ends at {top}")
        return self.rungs[top] + (count - top) * self.more

    def reaches(self, high: int | None) -> bool:
        """Whether every count up to ``high`` has a rung."""
        return self.more is not None or (high is not None and high < len(self.rungs))


class Certainty(StrEnum):
    READ = "read"  # stands in the rulebook
    LIKELY = "likely"  # inferred, good reasons
    ASSUMED = "assumed"  # inferred, could be otherwise: the note says so
    UNKNOWN = "unknown"  # nobody found it: the group is asked


class Moves(StrEnum):
    """What a change of the fact means for the box between two chapters."""

    STAYS = "stays"
    PLACE = "place"  # put the old away, fetch the new
    PILE = "pile"  # take the old out, shuffle the new in


@dataclass(frozen=True, slots=True)
class Topic:
    """One column of the table: what its facts are called and how they change over."""

    key: str
    label: str
    moves: Moves = Moves.STAYS
    item: str = "{}"
    unit: str = ""  # said after it in the strip of Play, which has little room
    later: bool = False  # of use while playing only: no doubt about it belongs to the set-up
    carries: tuple[Any, ...] = ()  # what a story's events can add to it for good
    seats: bool = False  # its numbers are seats, told by who sits there
    tells: bool = False  # by it people tell the chapters apart where a story forks


@dataclass(frozen=True, slots=True)
class Fact:
    """One cell: a value for the circumstances it holds in."""

    key: str
    src: str
    value: Any = None
    by_players: ByPlayers | None = None
    rule: FactRule | None = None
    told: str = ""  # the setting that says it, as read off a group's own copy
    when: When = ALWAYS
    sure: Certainty = Certainty.READ
    note: str = ""  # what the group is asked to check
    reason: str = ""  # why we think so, for those who keep the data: no page shows it
    ruling: str = ""  # the ruling or card fact with which a group corrects it
    either: bool = False  # of several values one is meant, and nobody has said which

    def __post_init__(self) -> None:
        if isinstance(self.value, list):
            object.__setattr__(self, "value", tuple(self.value))

    def of(self, situation: Situation) -> Any:
        if self.rule:
            return self.rule(situation)
        if self.told:
            told = situation[self.told]
            return tuple(told) if isinstance(told, list) else told
        if self.by_players:
            return self.by_players[situation.players]
        return self.value


@dataclass(frozen=True, slots=True)
class Known:
    """A fact as it holds here."""

    fact: Fact
    value: Any

    @property
    def said(self) -> str:
        """Its value in a sentence."""
        return said(self.value, "or" if self.fact.either else "and")


Facts = dict[str, Known]


def facts_in(facts: Iterable[Fact], topics: Iterable[Topic], situation: Situation) -> Facts:
    """Every fact of ``situation`` by topic; where two rows fit, the later one is meant."""
    found = {fact.key: Known(fact, fact.of(situation)) for fact in fitting(facts, situation)}
    for topic in topics:
        if topic.carries and (known := found.get(topic.key)):
            found[topic.key] = Known(known.fact, _carried(topic, known.value or (), situation))
    return found


def _carried(topic: Topic, value: tuple[Any, ...], situation: Situation) -> tuple[Any, ...]:
    """The table's list, as this group's story has changed it."""
    dropped = situation.settings.get(DROPPED, ())
    added = [i for i in topic.carries if str(i) in situation.settings.get(ADDED, ())]
    kept = [item for item in value if str(item) not in dropped]
    place = {item: n for n, item in enumerate(topic.carries)}
    every = kept + [item for item in added if item not in kept]
    return tuple(sorted(every, key=lambda item: place.get(item, -1)))


class OnAid(StrEnum):
    """What the printed player aid has of a kind."""

    NOTHING = ""
    ROWS = "rows"  # without the facts, because they change while people play
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LookupRow:
    """Something that is neither a card nor a fact: an action, a cost, a sign on a card."""

    key: str
    label: str
    text: str
    src: str
    figure: str = ""
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class LookupKind:
    """One kind of things: the cards of a catalogue, a draw's pool, facts, and rows of its own.

    ``figure``, ``says`` and ``tag`` tell a card by what is known of it: ``{points}``, ``{copies}``
    and its details; ``{coins:coin}`` counts coins. Of what stands between ``|`` the first is said
    whose names are all known of the card.
    """

    key: str
    label: str
    catalogue: str = ""
    draw: str = ""  # whose pool it is; with a catalogue, that says what each thing does
    topics: tuple[str, ...] = ()
    rows: tuple[LookupRow, ...] = ()
    figure: str = ""  # left of the rule
    head: str = ""  # what figures and tags are, in a word or two
    says: tuple[str, ...] = ()
    tag: str = ""
    singles: str = ""  # the catalogue of its single cards, whose ``kind`` is the key of ours
    single: str = ""  # how one of those is told
    printed: OnAid = OnAid.NOTHING


def filled_in(text: str, known: Mapping[str, Any]) -> str:
    """The first part of ``text`` that can be said, with what is known in its braces."""
    parts = (part for part in text.split("|") if names_in(part) <= known.keys())
    return next((counting(part, known) for part in parts), "")
