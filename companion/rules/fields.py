"""One thing a player reports at the end: what may stand there and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from .issues import Issue
from .numbers import LARGEST, USUAL, no_number, summed
from .rulings import Choice
from .situation import ALWAYS, Situation, When, fitting
from .tables import Ladder
from .words import listed

Value = Any
"""A field's value as the rules see it: int, str, bool, or a tuple of choices or rows."""

LONGEST_LIST = 40
MOST_NAMED = 12  # of more choices a refusal says how many there are


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
    kinds: tuple[str, ...] = ()  # the kinds of row this column counts for; none named: all
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

    def read(self, raw: Any, limits: Limits) -> tuple[Value, list[Issue]]:
        """The value meant by ``raw``, or the issues that keep it from being one."""
        if raw is None or raw == "":
            return self.default, [] if self.default is not None else [self._missing()]
        match self.kind:
            case Kind.CHOICE:
                return self._choice(raw)
            case Kind.FLAG:
                wrong = [self._no("unknown-choice", f"{self.label}: yes or no.")]
                return raw, [] if isinstance(raw, bool) else wrong
            case Kind.LIST:
                return self._rows(raw)
            case Kind.NUMBERS | Kind.CHOICES:
                return self._several(raw)
            case Kind.COUNTS | Kind.RECORD:
                return self._counts(raw)
        return self.number(raw, limits, self.label)

    def number(self, raw: Any, limits: Limits, label: str) -> tuple[Value, list[Issue]]:
        """A number of this field, ``label`` saying which where it holds several."""
        low, high, why = limits.get(self.key, (self.least, self.high, self.too_high))
        number = summed(raw, signed=self.kind is not Kind.COUNT)
        if number is None:
            return None, [self._no("not-a-number", no_number(label, raw))]
        if number < (-LARGEST if low is None else low):
            least = f"−{LARGEST}" if low is None else low
            return number, [self._no("too-low", f"{label}: at least {least}.")]
        if number > (LARGEST if high is None else high):
            most = LARGEST if high is None else high
            return number, [self._no("too-high", why or f"{label}: at most {most}.")]
        return number, []

    def _choice(self, raw: Any) -> tuple[Value, list[Issue]]:
        keys = [choice.key for choice in self.choices]
        parts = raw.split("+") if isinstance(raw, str) and self.picks > 1 else raw
        picked = parts if isinstance(parts, list) and self.picks > 1 else [raw]
        known = all(isinstance(p, str) and p in keys for p in picked)
        if known and len(picked) == self.picks:
            return (tuple(picked) if self.picks > 1 else raw), []
        return None, [self._no("unknown-choice", self._asked())]

    def _missing(self) -> Issue:
        match self.kind:
            case Kind.CHOICE:
                asked = self._asked()
            case Kind.NUMBERS | Kind.CHOICES | Kind.COUNTS | Kind.RECORD:
                asked = f"{self.label}: needed, if only empty."
            case _:
                asked = f"{self.label}: enter a number, 0 if none."
        return self._no("missing", asked)

    def _asked(self) -> str:
        many = f" {self.picks} of" if self.picks > 1 else ""
        keys = [choice.key for choice in self.choices]
        if len(keys) > MOST_NAMED:
            return f"{self.label}: choose{many or ' one of'} {len(keys)}."
        return f"{self.label}: choose{many} {listed(keys, 'or')}."

    def _rows(self, raw: Any) -> tuple[Value, list[Issue]]:
        if wrong := self._no_list(raw, dict, "rows"):
            return None, wrong
        rows, found = [], []
        for number, row in enumerate(raw, 1):
            values, wrong = read_entry(self.item, self._counting(row), NO_LIMITS)
            rows.append(values)
            where = f"{self.label}, row {number}"
            found += [
                replace(issue, field=self.key, message=f"{where}: {issue.message}")
                for issue in wrong
            ]
        return tuple(rows), found

    def _no_list(self, raw: Any, kind: type, what: str) -> list[Issue]:
        if not isinstance(raw, list) or not all(isinstance(part, kind) for part in raw):
            return [self._no("not-a-number", f"{self.label}: a list of {what} is needed.")]
        if len(raw) > self.most:
            return [self._no("too-high", f"{self.label}: at most {self.most} {what}.")]
        return []

    def _several(self, raw: Any) -> tuple[Value, list[Issue]]:
        what = "numbers" if self.kind is Kind.NUMBERS else "choices"
        if wrong := self._no_list(raw, object, what):
            return None, wrong
        if self.kind is Kind.CHOICES:
            keys = {choice.key for choice in self.choices}
            known = all(isinstance(part, str) and part in keys for part in raw)
            return tuple(raw), [] if known else [self._no("unknown-choice", self._asked())]
        labelled = ((part, f"{self.label}, {place}") for place, part in enumerate(raw, 1))
        parts = [self.number(part, NO_LIMITS, label) for part, label in labelled]
        return tuple(value for value, _ in parts), [i for _, wrong in parts for i in wrong]

    def _counts(self, raw: Any) -> tuple[Value, list[Issue]]:
        if not isinstance(raw, dict):
            said = f"{self.label}: an object with a number for each is needed."
            return None, [self._no("not-a-number", said)]
        labels = {choice.key: choice.label for choice in self.choices}
        code = "unknown-field" if self.kind is Kind.RECORD else "unknown-choice"
        found = [
            self._no(code, f"{self.label}: there is no {key[:40]!r}.")
            for key in raw
            if key not in labels
        ]
        counts = dict.fromkeys(labels, 0)
        for key in labels.keys() & raw.keys():
            if raw[key] is not None:
                label = f"{self.label}, {labels[key]}"
                counts[key], wrong = self.number(raw[key], NO_LIMITS, label)
                found += wrong
        return counts, found

    def _counting(self, row: Mapping[str, Any]) -> dict[str, Any]:
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
        return str(raw)

    def _words_of_row(self, row: Any) -> str:
        if not isinstance(row, dict):
            return str(row)
        counting = self._counting(row)
        columns = [column for column in self.item if counting.get(column.key) not in (None, "")]
        numbers = [c for c in columns if not c.choices and counting[c.key] != c.default]
        if numbers:
            # Which columns count says by itself of what kind such a row is.
            by_kind = any(column.kinds for column in self.item)
            names = [c.words(counting[c.key]) for c in columns if c.choices and not by_kind]
            return ", ".join([*names, *(f"{c.label} {counting[c.key]}" for c in numbers)])
        return ", ".join(c.words(counting[c.key]) for c in columns) or "an empty row"

    def _no(self, code: str, message: str) -> Issue:
        return Issue(code, message, field=self.key)


Limits = Mapping[str, tuple[int | None, int | None, str]]
"""Ranges that differ from the field's own in this situation: low, high, the rule as a sentence."""

NO_LIMITS: Limits = {}


def read_entry(
    fields: tuple[Field, ...], raw: Mapping[str, Any], limits: Limits
) -> tuple[dict[str, Value], list[Issue]]:
    """Every field of one entry, None where it cannot be used, and everything wrong with it."""
    known = {field.key: field for field in fields}
    found = [
        Issue("unknown-field", f"There is no field {key[:40]!r} on this sheet.", field=key[:40])
        for key in raw
        if key not in known
    ]
    sole = next((f for f in fields if f.sole and raw.get(f.key) is not None), None)
    if sole and len(raw) > 1:
        said = f"{sole.label} stands alone: this seat has no other lines."
        found.append(Issue("conflict", said, field=sole.key))
    values = {}
    for field in (sole,) if sole else (f for f in fields if not f.sole):
        value, wrong = field.read(raw.get(field.key), limits)
        values[field.key] = None if wrong else value
        found += wrong
    return values, found
