"""What a group settles for itself: options, rules that are unclear, what stands on its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..fields import LONGEST_SHOWN, BaseField, Choice, Kind, Reading
from ..situation import ALWAYS, When
from ..words import listed, readings


class Setting(BaseField):
    """One of several ways to play."""

    __slots__ = ()
    kind = Kind.CHOICE

    def read(self, raw: Any) -> Reading:
        """The key of the choice that is meant; programs may say true and false for yes and no."""
        return self.judge(("no", "yes")[raw] if isinstance(raw, bool) else raw)

    def words(self, value: Any) -> str:
        """``value`` as people say it."""
        return "not entered" if value is None else self.named(value)


@dataclass(frozen=True, slots=True)
class Option(Setting):
    """A way to play that the group picks when it opens a table; no default: open until asked."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    src: str
    default: str | None = None
    note: str = ""
    when: When = ALWAYS
    anew: bool = False  # open again in every game: nothing of the last one is suggested

    def is_picked(self, value: Any) -> bool:
        """Whether that is a way to play, and not only that none is told yet."""
        return any(choice.key == value and not choice.open for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Ruling(Setting):
    """A rule that is unclear: our default, what else it may mean, and why we think so."""

    key: str
    question: str
    options: tuple[Choice, ...]
    default: str
    source: str  # its number in the fact sheet
    src: str
    note: str = ""
    when: When = ALWAYS  # where the question comes up
    reason: str = ""  # why we think so, for those who keep the data: no page shows it
    app: bool = False  # about what the app does, not about the rules: asked under Settings

    @property
    def label(self) -> str:
        return self.question

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.options


class Scope(StrEnum):
    GAME = "game"  # the same in every chapter of this table
    CHAPTER = "chapter"  # printed on this chapter's card: offered again next time
    PLAY = "play"  # true for this one play


class Due(StrEnum):
    """When a group can tell what is true of one play only."""

    PLAYING = "playing"  # it changes while they play
    SCORING = "scoring"  # it was reached or not
    AFTERWARDS = "afterwards"  # somebody gives it a name


_DUE = {Kind.CHOICE: Due.PLAYING, Kind.FLAG: Due.SCORING, Kind.TEXT: Due.AFTERWARDS}
FACT_KINDS = (Kind.NUMBER, Kind.NUMBERS, Kind.FLAG, Kind.TEXT, Kind.CHOICE, Kind.LIST)


@dataclass(frozen=True, slots=True)
class CardFact(BaseField):
    """Something printed on a card we do not have: asked for once, then remembered."""

    key: str
    label: str
    kind: Kind  # number, numbers, flag, text, choice or list
    src: str
    low: int | None = None  # of a list: how many there are, so that none is no answer
    high: int | None = None  # of a list: how many at most
    length: int | None = None
    choices: tuple[Choice, ...] = ()
    default: Any = None
    scope: Scope = Scope.CHAPTER
    note: str = ""
    when: When = ALWAYS
    ordered: bool = False  # of a list: the order of taps is part of the answer
    needed: bool = False  # the group's own sheet waits for it; a program may leave it out
    lost: str = ""  # what is said where the answer is no, and a game alone is lost by it
    at_table: bool = False  # only a group's own game is lost by it, not one a program scores
    missed_by: str = ""  # the detail of a score line by which it is lost, whatever was answered
    next: str = ""  # what follows it, where it goes on step by step: a fact, or the present round
    step: str = ""  # and what such a step is called
    under: str = ""  # the option under which it holds: under another choice it is told anew
    of: str = ""  # the fact it asks about: what was told of that is said with the question
    confirms: Mapping[str, str] = field(default_factory=dict)  # rulings that hold once it is told
    renames: bool = False  # its default is a word of ours that the group's own replaces
    names: Mapping[str, str] = field(default_factory=dict)  # ours by what is said once it is told
    people: bool = False  # of a choice: the people of the play are what can be chosen
    begins: bool = False  # asked in every round: whoever is named goes first in the next

    def __post_init__(self) -> None:
        if self.kind not in FACT_KINDS:
            raise ValueError(f"{self.key}: a card fact is a {listed(FACT_KINDS, 'or')}")

    @property
    def due(self) -> Due | None:
        return _DUE.get(self.kind) if self.scope is Scope.PLAY else None

    @property
    def is_signed(self) -> bool:
        return self.low is not None and self.low < 0

    @property
    def fewest(self) -> int:
        """How many things of a list are a whole answer; what has an order is all there."""
        if self.kind is not Kind.LIST:
            return 0
        return len(self.choices) if self.ordered else self.low or 0

    def own_words(self, value: Any) -> Iterator[tuple[str, str]]:
        """Words of ours, each with what a group says instead that has told ``value``."""
        if self.renames and value != self.default:
            yield self.default, value
        yield from ((ours, said.format(self.words(value))) for ours, said in self.names.items())

    def words(self, value: Any) -> str:
        """``value`` as people say it, also one that cannot be what it is given for."""
        if value is None:
            return "not entered"
        known, wrong = self.read(value)
        if wrong:
            return str(value)[:LONGEST_SHOWN]
        if isinstance(known, bool):
            return "yes" if known else "no"
        if not isinstance(known, tuple):
            return self.named(known)
        several = [self.named(item) for item in known]
        return listed(several) or "none" if self.choices else ", ".join(several)

    def changed(self, before: Any, add: Sequence[Any], drop: Sequence[Any]) -> Reading:
        """A list with some things more at its end and some fewer; None where none is no answer."""
        known = before if isinstance(before, tuple) else ()
        kept = [item for item in known if item not in drop]
        found, wrong = self.read([*kept, *(item for item in add if item not in kept)])
        return found if found or not self.fewest else None, wrong

    def read(self, raw: Any) -> Reading:
        """The value as the model keeps it, or what is wrong; people may tell it in words."""
        match self.kind:
            case Kind.FLAG if isinstance(raw, str):
                said = {"true": True, "yes": True, "false": False, "no": False}
                return self.judge(said.get(raw.lower()))
            case Kind.LIST if isinstance(raw, str):
                return self.judge([part for part in raw.replace("+", ",").split(",") if part])
            case Kind.NUMBERS:
                return self._row_of_numbers(raw)
            case Kind.CHOICE if self.people and not self.choices and str(raw).isdecimal():
                return str(raw), []  # whose number that is, only a play knows
        return self.judge(raw)

    def _row_of_numbers(self, raw: Any) -> Reading:
        """As many numbers as the card has: each by itself, or all of them in one text."""
        if isinstance(raw, str):
            raw = _apart(raw)
        if isinstance(raw, list):  # all of them typed into one of several boxes
            typed = (_apart(item) for item in raw if isinstance(item, str))
            raw = next((several for several in typed if len(several) == self.length), raw)
        fits = isinstance(raw, list | tuple) and len(raw) == self.length
        if not fits or any(map(readings, raw)):  # some of them in one box, and others missing
            said = f"{self.label}: {self.length} numbers are needed."
            return None, [self.issue("not-a-number", said)]
        parts = [self.number(item, self.label) for item in raw]
        return tuple(value for value, _ in parts), [i for _, wrong in parts for i in wrong][:1]


def _apart(text: str) -> list[str]:
    """Numbers side by side, as a row of a card is read out."""
    return re.split(r"[\s,/]+", text.strip())
