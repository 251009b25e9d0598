"""Fields: what can be asked of people and programs, how an answer is read and said in words.

A line of the score sheet, a calculator's input, an option, a ruling and a card fact are all fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .issues import Issue
from .parts.facts import Ladder
from .situation import ALWAYS, Situation, When, fitting
from .words import counting, listed, names_in, no_number, out_of_range, summed, written

Value = Any  # as the rules see it: int, str, bool, or a tuple of choices or rows
Reading = tuple[Value, list[Issue]]  # what was meant, and everything that keeps it from being used
Limits = Mapping[str, tuple[int | None, int | None, str]]
"""Ranges that differ from the field's own in this situation: low, high, the rule as a sentence."""

NO_LIMITS: Limits = {}
LONGEST_LIST = 40
LONGEST_TEXT = 200
LONGEST_SHOWN = 60  # letters shown of a value that cannot be read
MOST_NAMED = 12  # of more choices a refusal says how many there are


class Kind(StrEnum):
    COUNT = "count"  # how many of something
    POINTS = "points"  # already in points; may be typed as a sum
    SIGNED = "signed"  # points that may be below 0
    CHOICE = "choice"  # one of several, or ``picks`` of them
    FLAG = "flag"  # yes or no
    LIST = "list"  # any number of rows; of a card fact some of the choices, each once
    NUMBER = "number"  # of a calculator or a card: neither points nor necessarily counted
    NUMBERS = "numbers"  # any number of them; of a card fact as many as it has
    CHOICES = "choices"  # any number of choices, each as often as one likes
    COUNTS = "counts"  # how many of each choice; one not named is 0
    RECORD = "record"  # the same with parts that are fixed, such as the colours of a bag
    TEXT = "text"  # a few words, of a card fact only


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    label: str
    open: bool = False  # no answer yet, so nothing to suggest
    when: When = ALWAYS  # of a field's choice: where it can be made
    says: str = ""  # what it comes to, once the card facts in its braces are told

    @property
    def needs(self) -> set[str]:
        """The card facts it speaks of."""
        return names_in(self.says)

    def label_with(self, settings: Mapping[str, Any]) -> str:
        """Its label, with what it comes to as far as that is known."""
        known = self.says and all(settings.get(name) is not None for name in self.needs)
        return f"{self.label}: {counting(self.says, settings)}" if known else self.label


class BaseField:
    """What all fields share. The dataclasses below hold the values, and only those they need."""

    __slots__ = ()
    key: str
    kind: Kind
    low: int | None = 0
    high: int | None = None
    picks: int = 1
    item: tuple[Field, ...] = ()
    most: int = LONGEST_LIST
    too_high: str = ""

    if TYPE_CHECKING:  # read-only, because a ruling calls them question and options

        @property
        def label(self) -> str: ...
        @property
        def choices(self) -> tuple[Choice, ...]: ...

    @property
    def least(self) -> int | None:
        """The lowest number it takes; None: any."""
        return None if self.kind is Kind.SIGNED else self.low or 0

    @property
    def is_signed(self) -> bool:
        """Whether a term of a typed sum may be below 0."""
        return self.kind is not Kind.COUNT

    def issue(self, code: str, message: str) -> Issue:
        return Issue(code, message, field=self.key)

    def judge(self, raw: Any, limits: Limits = NO_LIMITS) -> Reading:
        """The value meant by ``raw``, which is not blank, or what is wrong with it."""
        match self.kind:
            case Kind.CHOICE:
                return self._choice(raw)
            case Kind.FLAG:
                wrong = [self.issue("unknown-choice", f"{self.label}: yes or no.")]
                return raw, [] if isinstance(raw, bool) else wrong
            case Kind.LIST:
                return self._rows(raw) if self.item else self._things(raw)
            case Kind.NUMBERS:
                return self._numbers(raw)
            case Kind.CHOICES:
                return self._choices(raw)
            case Kind.COUNTS | Kind.RECORD:
                return self._counts(raw)
            case Kind.TEXT:
                return self._text(raw)
        return self.number(raw, self.label, limits)

    def to_choose(self) -> str:
        """The sentence that asks for one of the choices."""
        many = f" {self.picks} of" if self.picks > 1 else ""
        keys, label = [choice.key for choice in self.choices], self.label.rstrip("?")
        if len(keys) > MOST_NAMED:
            return f"{label}: choose{many or ' one of'} {len(keys)}."
        return f"{label}: choose{many} {listed(keys, 'or')}."

    def named(self, key: Any) -> str:
        """What the choice with this key is called; the key itself where there is no such choice."""
        found = (choice.label for choice in self.choices if choice.key == key)
        return next(found, str(key)[:LONGEST_SHOWN])

    def number(self, raw: Any, label: str, limits: Limits = NO_LIMITS) -> Reading:
        """A number of this field, ``label`` saying which where it holds several."""
        low, high, why = limits.get(self.key, (self.least, self.high, self.too_high))
        number = summed(raw, signed=self.is_signed)
        if number is None:
            return None, [self.issue("not-a-number", no_number(label, raw))]
        wrong = out_of_range(label, number, low, high, why)
        return number, [self.issue(*wrong)] if wrong else []

    def _choice(self, raw: Any) -> Reading:
        picked = [raw]
        if self.picks > 1:
            picked = raw.split("+") if isinstance(raw, str) else raw
        if isinstance(picked, list) and self._knows(picked) and len(picked) == self.picks:
            return (tuple(picked) if self.picks > 1 else raw), []
        return None, [self.issue("unknown-choice", self.to_choose())]

    def _knows(self, keys: list[Any]) -> bool:
        known = {choice.key for choice in self.choices}
        return all(isinstance(key, str) and key in known for key in keys)

    def _choices(self, raw: Any) -> Reading:
        if wrong := self._no_list(raw, object, "choices"):
            return None, wrong
        known = self._knows(raw)
        return tuple(raw), [] if known else [self.issue("unknown-choice", self.to_choose())]

    def _things(self, raw: Any) -> Reading:
        """Some of the choices, none of them twice."""
        if not isinstance(raw, list | tuple):
            return None, [self.issue("unknown-choice", f"{self.label}: enter a list.")]
        if not self._knows([*raw]):
            return None, [self.issue("unknown-choice", self.to_choose())]
        if len(set(raw)) < len(raw):
            return None, [self.issue("conflict", f"{self.label}: choose each one only once.")]
        if self.high is not None and len(raw) > self.high:
            said = f"{self.label}: {self.high} at most. Remove one first."
            return None, [self.issue("too-high", said)]
        return tuple(raw), []

    def _rows(self, raw: Any) -> Reading:
        if wrong := self._no_list(raw, dict, "rows"):
            return None, wrong
        rows, found = [], []
        for number, row in enumerate(raw, 1):
            values, wrong = read_entry(self.item, self.counting(row))
            rows.append(values)
            for one in wrong:
                said = f"{self.label}, row {number}: {one.message}"
                found.append(replace(one, field=self.key, message=said))
        return tuple(rows), found

    def counting(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row without the columns that do not count for its kind, whatever stands there."""
        kind = row.get("kind")
        idle = {column.key for column in self.item if column.kinds and kind not in column.kinds}
        return {key: value for key, value in row.items() if key not in idle}

    def _no_list(self, raw: Any, kind: type, what: str) -> list[Issue]:
        if not isinstance(raw, list) or not all(isinstance(part, kind) for part in raw):
            return [self.issue("not-a-number", f"{self.label}: a list of {what} is needed.")]
        if len(raw) > self.most:
            return [self.issue("too-high", f"{self.label}: at most {self.most} {what}.")]
        return []

    def _numbers(self, raw: Any) -> Reading:
        if wrong := self._no_list(raw, object, "numbers"):
            return None, wrong
        parts = [self.number(part, f"{self.label}, {at}") for at, part in enumerate(raw, 1)]
        return tuple(value for value, _ in parts), [i for _, wrong in parts for i in wrong]

    def _counts(self, raw: Any) -> Reading:
        if not isinstance(raw, dict):
            said = f"{self.label}: an object with a number for each is needed."
            return None, [self.issue("not-a-number", said)]
        labels = {choice.key: choice.label for choice in self.choices}
        code = "unknown-field" if self.kind is Kind.RECORD else "unknown-choice"
        unknown = [key for key in raw if key not in labels]
        found = [self.issue(code, f"{self.label}: there is no {key[:40]!r}.") for key in unknown]
        counts = dict.fromkeys(labels, 0)
        for key in labels.keys() & raw.keys():
            if raw[key] is not None:
                counts[key], wrong = self.number(raw[key], f"{self.label}, {labels[key]}")
                found += wrong
        return counts, found

    def _text(self, raw: Any) -> Reading:
        if not isinstance(raw, str) or not raw.strip():
            return None, [self.issue("missing", f"{self.label}: enter a few words.")]
        if len(raw) > LONGEST_TEXT:
            said = f"{self.label}: at most {LONGEST_TEXT} characters."
            return None, [self.issue("too-high", said)]
        return raw.strip(), []


@dataclass(frozen=True, slots=True)
class Field(BaseField):
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
    unique: bool = False  # no two seats can have the same
    hint: str = ""
    too_high: str = ""  # the rule behind ``high``, as a sentence

    def __post_init__(self) -> None:
        if self.ladder and not self.ladder.reaches(self.high):
            raise ValueError(f"{self.key}: the ladder has no rung for some counts up to high")
        if self.kind is Kind.CHOICE and len(self.choices) < self.picks:
            raise ValueError(f"{self.key}: a choice needs choices")
        if self.kind is Kind.TEXT:
            raise ValueError(f"{self.key}: text is for card facts only")

    def here(self, situation: Situation) -> Field:
        """The same with the choices that can be made in this situation."""
        if all(choice.when is ALWAYS for choice in self.choices):
            return self
        return replace(self, choices=tuple(fitting(self.choices, situation)))

    def read(self, raw: Any, limits: Limits = NO_LIMITS) -> Reading:
        """The value meant by ``raw``, the default for a blank, or what is wrong with it."""
        if raw is not None and raw != "":
            return self.judge(raw, limits)
        if self.default is not None:
            return self.default, []
        match self.kind:
            case Kind.CHOICE:
                asked = self.to_choose()
            case Kind.NUMBERS | Kind.CHOICES | Kind.COUNTS | Kind.RECORD:
                asked = f"{self.label}: required (it can be blank)."
            case _:
                asked = f"{self.label}: enter a number, 0 if none."
        return None, [self.issue("missing", asked)]

    def points(self, value: int) -> int:
        return self.ladder[value] if self.ladder else value // self.per * self.worth

    def working(self, value: int) -> str:
        """How the points come about, in words."""
        if self.ladder:
            return f"{value} of them"
        times = f" × {self.worth}" if self.worth != 1 else ""
        if self.per == 1:
            return f"{value}{times}"
        groups = value // self.per
        return f"{value} ÷ {self.per} = {groups}" + (f", {groups}{times}" if times else "")

    def words(self, raw: Any) -> str:
        """What was entered, in words; whatever it is."""
        if raw is None or raw == "":
            return "nothing"
        if isinstance(raw, bool):
            return "yes" if raw else "no"
        if self.choices:
            keys = raw if isinstance(raw, list) else str(raw).split("+")
            return listed([self.named(str(key)) for key in keys]) or "nothing"
        if isinstance(raw, list):
            return "; ".join(self._words_of_row(row) for row in raw) or "none"
        return written(raw)

    def _words_of_row(self, row: Any) -> str:
        if not isinstance(row, dict):
            return str(row)
        counting = self.counting(row)
        columns = [column for column in self.item if counting.get(column.key) not in (None, "")]
        numbers = [c for c in columns if not c.choices and counting[c.key] != c.default]
        if not numbers:
            return ", ".join(c.words(counting[c.key]) for c in columns) or "an empty row"
        # Which columns count says by itself of what kind such a row is.
        by_kind = any(column.kinds for column in self.item)
        names = [c.words(counting[c.key]) for c in columns if c.choices and not by_kind]
        return ", ".join([*names, *(f"{c.label} {written(counting[c.key])}" for c in numbers)])


def read_entry(
    fields: tuple[Field, ...], raw: Mapping[str, Any], limits: Limits = NO_LIMITS
) -> tuple[dict[str, Value], list[Issue]]:
    """Every field of one entry, None where it cannot be used, and everything wrong with it."""
    known = {field.key: field for field in fields}
    unknown = [key[:40] for key in raw if key not in known]
    found = [
        Issue("unknown-field", f"There is no field {key!r} on this sheet.", key) for key in unknown
    ]
    sole = next((f for f in fields if f.sole and raw.get(f.key) is not None), None)
    if sole and len(raw) > 1:
        found.append(sole.issue("conflict", f"{sole.label} can’t be combined with other lines."))
    values = {}
    for field in (sole,) if sole else (f for f in fields if not f.sole):
        value, wrong = field.read(raw.get(field.key), limits)
        values[field.key] = None if wrong else value
        found += wrong
    return values, found
