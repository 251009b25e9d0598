"""One thing a player reports at the end: what may stand there and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ..numbers import USUAL, written
from ..parts.rulings import Choice
from ..parts.tables import Ladder
from ..situation import ALWAYS, Situation, When, fitting
from ..words import listed

Value = Any
"""A field's value as the rules see it: int, str, bool, or a tuple of choices or rows."""

LONGEST_LIST = 40


class Kind(StrEnum):
    COUNT = "count"  # how many of something
    POINTS = "points"  # already in points; may be typed as a sum
    SIGNED = "signed"  # points that may be below 0
    CHOICE = "choice"  # one of several, or ``picks`` of them
    FLAG = "flag"  # yes or no
    LIST = "list"  # any number of rows
    NUMBER = "number"  # of a calculator: neither points nor necessarily counted
    NUMBERS = "numbers"  # any number of them
    CHOICES = "choices"  # any number of choices, each as often as one likes
    COUNTS = "counts"  # how many of each choice; one not named is 0
    RECORD = "record"  # the same with parts that are fixed, such as the colours of a bag


@dataclass(frozen=True, slots=True)
class Field:
    key: str
    label: str
    src: str
    kind: Kind = Kind.COUNT
    low: int = 0  # of no meaning where points may be below 0
    high: int | None = None
    default: Value = None  # None: the field is needed
    zero: bool = False  # on a page nothing entered is 0; programs still have to say so
    choices: tuple[Choice, ...] = ()
    picks: int = 1
    item: tuple[Field, ...] = ()  # the columns of a list's rows
    most: int = LONGEST_LIST  # rows, numbers or choices
    kinds: tuple[str, ...] = ()  # of row, or of question, that it counts for; none named: all
    sole: bool = False  # filled in, it is the whole entry of its seat
    tied: bool = False  # breaks a tie, so it is asked for only in one
    catalogue: str = ""  # the kinds of cards whose points can be tapped in
    when: When = ALWAYS  # a page asks for it only then; programs may always send it
    worth: int = 1
    per: int = 1  # ``worth`` for every so many
    ladder: Ladder | None = None
    usual: int = USUAL  # more is asked about by a page, where there is no ``high``
    unique: bool = False  # no two seats can have the same
    hint: str = ""
    too_high: str = ""  # the rule behind ``high``, as a sentence

    def __post_init__(self) -> None:
        if self.ladder and not self.ladder.reaches(self.high):
            raise ValueError(f"{self.key}: the ladder has no rung for some counts up to high")
        if self.kind is Kind.CHOICE and len(self.choices) < self.picks:
            raise ValueError(f"{self.key}: a choice needs choices")

    @property
    def least(self) -> int | None:
        return None if self.kind is Kind.SIGNED else self.low

    def here(self, situation: Situation) -> Field:
        """The same with the choices that can be made in this situation."""
        if all(choice.when is ALWAYS for choice in self.choices):
            return self
        return replace(self, choices=tuple(fitting(self.choices, situation)))

    def points(self, value: int) -> int:
        return self.ladder[value] if self.ladder else value // self.per * self.worth

    def working(self, value: int) -> str:
        """How the points come about, in words."""
        if self.ladder:
            return f"{value} on the table"
        if self.per > 1:
            groups = value // self.per
            times = f", {groups}{self._times()}" if self._times() else ""
            return f"{value} ÷ {self.per} = {groups}{times}"
        return f"{value}{self._times()}"

    def _times(self) -> str:
        return f" × {self.worth}" if self.worth != 1 else ""

    def counting(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row without the columns that do not count for its kind, whatever stands there."""
        kind = row.get("kind")
        idle = {column.key for column in self.item if column.kinds and kind not in column.kinds}
        return {key: value for key, value in row.items() if key not in idle}

    def words(self, raw: Any) -> str:
        """What was entered, in words; whatever it is."""
        if raw is None or raw == "":
            return "nothing"
        if isinstance(raw, bool):
            return "yes" if raw else "no"
        if self.choices:
            keys = raw if isinstance(raw, list) else str(raw).split("+")
            labels = {choice.key: choice.label for choice in self.choices}
            return listed([labels.get(str(key), str(key)) for key in keys]) or "nothing"
        if isinstance(raw, list):
            return "; ".join(self._words_of_row(row) for row in raw) or "none"
        return written(raw)

    def _words_of_row(self, row: Any) -> str:
        if not isinstance(row, dict):
            return str(row)
        counting = self.counting(row)
        columns = [column for column in self.item if counting.get(column.key) not in (None, "")]
        numbers = [c for c in columns if not c.choices and counting[c.key] != c.default]
        if numbers:
            # Which columns count says by itself of what kind such a row is.
            by_kind = any(column.kinds for column in self.item)
            names = [c.words(counting[c.key]) for c in columns if c.choices and not by_kind]
            return ", ".join([*names, *(f"{c.label} {written(counting[c.key])}" for c in numbers)])
        return ", ".join(c.words(counting[c.key]) for c in columns) or "an empty row"
