"""Reading what was entered in a field: the value that is meant, or the issues against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..issues import Issue
from ..numbers import no_number, out_of_range, summed
from ..words import listed
from .fields import Field, Kind, Value

MOST_NAMED = 12  # of more choices a refusal says how many there are

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
        value, wrong = read(field, raw.get(field.key), limits)
        values[field.key] = None if wrong else value
        found += wrong
    return values, found


def read(field: Field, raw: Any, limits: Limits) -> tuple[Value, list[Issue]]:
    """The value meant by ``raw``, or the issues that keep it from being one."""
    if raw is None or raw == "":
        return field.default, [] if field.default is not None else [_missing(field)]
    match field.kind:
        case Kind.CHOICE:
            return _choice(field, raw)
        case Kind.FLAG:
            wrong = [_no(field, "unknown-choice", f"{field.label}: yes or no.")]
            return raw, [] if isinstance(raw, bool) else wrong
        case Kind.LIST:
            return _rows(field, raw)
        case Kind.NUMBERS | Kind.CHOICES:
            return _several(field, raw)
        case Kind.COUNTS | Kind.RECORD:
            return _counts(field, raw)
    return number(field, raw, limits, field.label)


def number(field: Field, raw: Any, limits: Limits, label: str) -> tuple[Value, list[Issue]]:
    """A number of this field, ``label`` saying which where it holds several."""
    low, high, why = limits.get(field.key, (field.least, field.high, field.too_high))
    number = summed(raw, signed=field.kind is not Kind.COUNT)
    if number is None:
        return None, [_no(field, "not-a-number", no_number(label, raw))]
    wrong = out_of_range(label, number, low, high, why)
    return number, [_no(field, *wrong)] if wrong else []


def _choice(field: Field, raw: Any) -> tuple[Value, list[Issue]]:
    keys = [choice.key for choice in field.choices]
    parts = raw.split("+") if isinstance(raw, str) and field.picks > 1 else raw
    picked = parts if isinstance(parts, list) and field.picks > 1 else [raw]
    known = all(isinstance(p, str) and p in keys for p in picked)
    if known and len(picked) == field.picks:
        return (tuple(picked) if field.picks > 1 else raw), []
    return None, [_no(field, "unknown-choice", _asked(field))]


def _missing(field: Field) -> Issue:
    match field.kind:
        case Kind.CHOICE:
            asked = _asked(field)
        case Kind.NUMBERS | Kind.CHOICES | Kind.COUNTS | Kind.RECORD:
            asked = f"{field.label}: needed, if only empty."
        case _:
            asked = f"{field.label}: enter a number, 0 if none."
    return _no(field, "missing", asked)


def _asked(field: Field) -> str:
    many = f" {field.picks} of" if field.picks > 1 else ""
    keys = [choice.key for choice in field.choices]
    if len(keys) > MOST_NAMED:
        return f"{field.label}: choose{many or ' one of'} {len(keys)}."
    return f"{field.label}: choose{many} {listed(keys, 'or')}."


def _rows(field: Field, raw: Any) -> tuple[Value, list[Issue]]:
    if wrong := _no_list(field, raw, dict, "rows"):
        return None, wrong
    rows, found = [], []
    for number, row in enumerate(raw, 1):
        values, wrong = read_entry(field.item, field.counting(row), NO_LIMITS)
        rows.append(values)
        where = f"{field.label}, row {number}"
        found += [
            replace(issue, field=field.key, message=f"{where}: {issue.message}") for issue in wrong
        ]
    return tuple(rows), found


def _no_list(field: Field, raw: Any, kind: type, what: str) -> list[Issue]:
    if not isinstance(raw, list) or not all(isinstance(part, kind) for part in raw):
        return [_no(field, "not-a-number", f"{field.label}: a list of {what} is needed.")]
    if len(raw) > field.most:
        return [_no(field, "too-high", f"{field.label}: at most {field.most} {what}.")]
    return []


def _several(field: Field, raw: Any) -> tuple[Value, list[Issue]]:
    what = "numbers" if field.kind is Kind.NUMBERS else "choices"
    if wrong := _no_list(field, raw, object, what):
        return None, wrong
    if field.kind is Kind.CHOICES:
        keys = {choice.key for choice in field.choices}
        known = all(isinstance(part, str) and part in keys for part in raw)
        return tuple(raw), [] if known else [_no(field, "unknown-choice", _asked(field))]
    labelled = ((part, f"{field.label}, {place}") for place, part in enumerate(raw, 1))
    parts = [number(field, part, NO_LIMITS, label) for part, label in labelled]
    return tuple(value for value, _ in parts), [i for _, wrong in parts for i in wrong]


def _counts(field: Field, raw: Any) -> tuple[Value, list[Issue]]:
    if not isinstance(raw, dict):
        said = f"{field.label}: an object with a number for each is needed."
        return None, [_no(field, "not-a-number", said)]
    labels = {choice.key: choice.label for choice in field.choices}
    code = "unknown-field" if field.kind is Kind.RECORD else "unknown-choice"
    found = [
        _no(field, code, f"{field.label}: there is no {key[:40]!r}.")
        for key in raw
        if key not in labels
    ]
    counts = dict.fromkeys(labels, 0)
    for key in labels.keys() & raw.keys():
        if raw[key] is not None:
            label = f"{field.label}, {labels[key]}"
            counts[key], wrong = number(field, raw[key], NO_LIMITS, label)
            found += wrong
    return counts, found


def _no(field: Field, code: str, message: str) -> Issue:
    return Issue(code, message, field=field.key)
