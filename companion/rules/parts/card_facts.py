"""What stands on cards we do not have: the group tells it, and it is remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..numbers import no_number, out_of_range, readings, summed
from ..situation import ALWAYS, When
from ..words import listed
from .rulings import Choice, Unreadable, chosen, named

LONGEST_TEXT = 200


class FactKind(StrEnum):
    NUMBER = "number"
    NUMBERS = "numbers"
    FLAG = "flag"
    TEXT = "text"
    CHOICE = "choice"
    LIST = "list"


class Scope(StrEnum):
    GAME = "game"  # the same in every chapter of this table
    CHAPTER = "chapter"  # printed on this chapter's card: offered again next time
    PLAY = "play"  # true for this one play


class Due(StrEnum):
    """When a group can tell what is true of one play only."""

    PLAYING = "playing"  # it changes while they play
    SCORING = "scoring"  # it was reached or not
    AFTERWARDS = "afterwards"  # somebody gives it a name


_DUE = {FactKind.CHOICE: Due.PLAYING, FactKind.FLAG: Due.SCORING, FactKind.TEXT: Due.AFTERWARDS}


@dataclass(frozen=True, slots=True)
class CardFact:
    """Something printed on a card we do not have: asked for once, then remembered."""

    key: str
    label: str
    kind: FactKind
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

    @property
    def due(self) -> Due | None:
        return _DUE.get(self.kind) if self.scope is Scope.PLAY else None

    @property
    def least(self) -> int:
        """How many things of a list are a whole answer; what has an order is all there."""
        if self.kind is not FactKind.LIST:
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
            return "not told"
        try:
            known = self.read(value)
        except Unreadable:
            return str(value)[:60]
        if isinstance(known, bool):
            return "yes" if known else "no"
        if not isinstance(known, tuple):
            return named(self.choices, known)
        several = [named(self.choices, item) for item in known]
        return listed(several) or "none" if self.choices else ", ".join(several)

    def changed(self, before: Any, add: Sequence[Any], drop: Sequence[Any]) -> Any:
        """A list with some things more at its end and some fewer; None where none is no answer."""
        known = before if isinstance(before, tuple) else ()
        kept = [item for item in known if item not in drop]
        found = self.read([*kept, *(item for item in add if item not in kept)])
        return found if found or not self.least else None

    def read(self, value: Any) -> Any:
        """The value as the model keeps it; raises ``Unreadable`` with the issue if it is none."""
        match self.kind:
            case FactKind.NUMBER:
                return self._number(value)
            case FactKind.NUMBERS:
                return self._numbers(value)
            case FactKind.FLAG:
                return self._flag(value)
            case FactKind.TEXT:
                return self._text(value)
            case FactKind.CHOICE:
                return chosen(self.key, self.label, self.choices, value)
        return self._list(value)

    def _number(self, value: Any) -> int:
        number = summed(value, signed=self.low is not None and self.low < 0)
        if number is None:
            raise Unreadable(self.key, "not-a-number", no_number(self.label, value))
        if wrong := out_of_range(self.label, number, self.low or 0, self.high):
            raise Unreadable(self.key, *wrong)
        return number

    def _numbers(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = _apart(value)
        if isinstance(value, list):  # all of them typed into one of several boxes
            typed = (_apart(item) for item in value if isinstance(item, str))
            value = next((several for several in typed if len(several) == self.length), value)
        fits = isinstance(value, list | tuple) and len(value) == self.length
        if not fits or any(map(readings, value)):  # some of them in one box, and others missing
            said = f"{self.label}: {self.length} numbers are needed."
            raise Unreadable(self.key, "not-a-number", said)
        return tuple(self._number(item) for item in value)

    def _flag(self, value: Any) -> bool:
        said = str(value).lower() if isinstance(value, bool | str) else ""
        if said in ("true", "yes"):
            return True
        if said in ("false", "no"):
            return False
        raise Unreadable(self.key, "unknown-choice", f"{self.label}: yes or no.")

    def _text(self, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise Unreadable(self.key, "missing", f"{self.label}: a few words are needed.")
        if len(value) > LONGEST_TEXT:
            said = f"{self.label}: at most {LONGEST_TEXT} characters."
            raise Unreadable(self.key, "too-high", said)
        return value.strip()

    def _list(self, value: Any) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [part for part in value.replace("+", ",").split(",") if part]
        if not isinstance(value, list | tuple):
            said = f"{self.label}: a list is needed."
            raise Unreadable(self.key, "unknown-choice", said)
        found = tuple(chosen(self.key, self.label, self.choices, item) for item in value)
        if len(set(found)) < len(found):
            raise Unreadable(self.key, "conflict", f"{self.label}: each one only once.")
        if self.high is not None and len(found) > self.high:
            said = f"{self.label}: {self.high} at most. Take one out first."
            raise Unreadable(self.key, "too-high", said)
        return found


def _apart(text: str) -> list[str]:
    """Numbers side by side, as a row of a card is read out."""
    return re.split(r"[\s,/]+", text.strip())
