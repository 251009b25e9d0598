"""What an address asks for: of the Play page, and of its calculators."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.aids.calculator import Aid, Said
from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.words import number_or_text, whole

Args = Mapping[str, Sequence[str]]
"""The query of an address: everything that was sent under each name."""

Pairs = list[tuple[str, str]]

PREFIX = "f-"


@dataclass(frozen=True, slots=True)
class Look:
    """By an address: ``mine`` is the seat of whoever looks, ``seat`` the one they tapped."""

    mine: int | None = None
    seat: int | None = None
    find: str = ""
    group: str = ""
    opened: str = ""  # the aid or pad that is to be open
    looks_at: int | None = None  # whose tableau is only looked at

    @property
    def narrows(self) -> bool:
        return bool(self.find.strip() or self.group)

    def whose(self, play: Play) -> int:
        """Whose tools are opened: as asked for, one's own, whose turn it is, or who begins.

        What the game plays by itself asks for none.
        """
        acting = None if play.is_automatons else play.acting
        for seat in (self.seat, self.mine, acting):
            if seat is not None and 0 <= seat < len(play.seats):
                return seat
        seats: Sequence[int] = range(len(play.seats))
        if play.moment != OVER:
            seats = play.game.clock.order_at(play.moment, play.situation)
        return next((seat for seat in seats if seat in play.sitting), seats[0])


NO_LOOK = Look()


def is_tapped(field: Field) -> bool:
    """Whether a field is so many of each choice, whatever the rules make of it."""
    counted = (Kind.COUNTS, Kind.RECORD, Kind.CHOICES)
    return field.kind in counted or (field.kind is Kind.NUMBERS and bool(field.choices))


def asked(fields: Iterable[Field], args: Args) -> dict[str, Any]:
    """Every field that the address says something of, as it was typed or tapped."""
    # One reading of a number may have been chosen: ``coins:3+5``.
    readings = [said.partition(":") for said in args.get("take", ()) if ":" in said]
    args = {**args, **{PREFIX + key: (text,) for key, _, text in readings}}
    found = {}
    for field in fields:
        name = PREFIX + field.key
        if name in args or any(other.startswith((f"{name}.", f"{name}-")) for other in args):
            found[field.key] = _value(field, args)
    return found


def _value(field: Field, args: Args) -> Any:
    last = (args.get(PREFIX + field.key) or ("",))[-1].strip()
    if is_tapped(field):
        taps = dict(_taps(field, args))
        if field.kind in (Kind.COUNTS, Kind.RECORD):
            return taps
        # All of them one by one; one too many is enough to be refused.
        every = [key for key, n in taps.items() for _ in range(min(n, field.most + 1))]
        return [int(key) for key in every] if field.kind is Kind.NUMBERS else every
    match field.kind:
        case Kind.LIST:
            return list(_rows(field, args))
        case Kind.NUMBERS:
            typed = re.sub(r"\s*\+\s*", "+", " ".join(args.get(PREFIX + field.key, ())))
            return [number_or_text(part) for part in re.split(r"[\s,;]+", typed) if part]
        case Kind.FLAG:
            return {"yes": True, "no": False}.get(last)
        case Kind.CHOICE:
            return last or None
    by = _steps(args, field.key)
    return max(field.low, (whole(last) or 0) + by) if by else number_or_text(last)


def _taps(field: Field, args: Args) -> Iterator[tuple[str, int]]:
    """How many of each choice, with the button that was pressed; never below 0."""
    for choice in field.choices:
        name = f"{field.key}.{choice.key}"
        there = whole((args.get(PREFIX + name) or ("0",))[-1]) or 0
        there += _steps(args, name)
        if there > 0 and name not in args.get("none", ()):
            yield choice.key, there


def _steps(args: Args, name: str) -> int:
    """How many more of something were tapped: one by one, or several at once, ``goods.coal:5``."""
    several = (said.rpartition(":") for said in args.get("by", ()))
    by = sum(whole(n) or 0 for key, _, n in several if key == name)
    return by + [*args.get("more", ())].count(name) - [*args.get("less", ())].count(name)


def tapped(field: Field, value: Any) -> dict[str, int]:
    """How many of each choice a value holds."""
    if isinstance(value, Mapping):
        return {key: n for key, n in value.items() if n}
    return dict(Counter(str(one) for one in value or ()))


def _rows(field: Field, args: Args) -> Iterator[dict[str, Any]]:
    """Rows in which something was entered that has to be."""
    needed = [column.key for column in field.item if column.default is None]
    for number in range(field.most + 1):
        cells = {
            column.key: _cell(column, args[name])
            for column in field.item
            if (name := f"{PREFIX}{field.key}-{number}-{PREFIX}{column.key}") in args
        }
        row = {key: value for key, value in cells.items() if value is not None}
        if any(key in row for key in needed):
            yield row


def _cell(column: Field, sent: Sequence[str]) -> Any:
    if column.kind is Kind.CHOICES:
        return [one for one in sent if one]
    return _value(column, {PREFIX + column.key: sent})


def pairs(field: Field, value: Any) -> Pairs:
    """A value as it stands in an address."""
    name = PREFIX + field.key
    if is_tapped(field):
        taps = tapped(field, value)
        ordered = [(f"{name}.{c.key}", str(taps[c.key])) for c in field.choices if c.key in taps]
        return ordered or [(name, "")]
    if field.kind is Kind.LIST:
        rows = enumerate(value or ())
        cells = [pair for n, row in rows for pair in _row_pairs(field, f"{name}-{n}-", row)]
        return cells or [(name, "")]
    return [(name, _text(value))]


def _row_pairs(field: Field, place: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for column in field.item:
        value = row.get(column.key)
        name = f"{place}{PREFIX}{column.key}"
        if column.kind is Kind.CHOICES:
            yield from ((name, one) for one in ("", *(column.default if value is None else value)))
        elif value is not None:
            yield name, _text(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(str(one) for one in value)
    return "" if value is None else str(value)


def is_filled(value: Any) -> bool:
    """Whether there is anything in it."""
    return any(value.values()) if isinstance(value, Mapping) else value not in (None, [], 0)


def ask(play: Play, aid: Aid, values: Mapping[str, Any]) -> tuple[list[Said], list[Issue]]:
    """The answer for people, nothing while nothing was asked yet; and all that is wrong."""
    raw = {f.key: values.get(f.key, _nothing(f)) for f in aid.fields}
    moment, here = play.moment, play.situation
    now = here.at(moment.round, moment.phase) if moment.round else here
    question, issues = aid.read(play.game, now, raw, play.names)
    if issues or not is_asked(aid, values):
        return [], issues
    return list(question.lines(question.answer())), []


def is_asked(aid: Aid, values: Mapping[str, Any]) -> bool:
    """Whether there is something in one of the fields that the answer waits for."""
    return not aid.waits_for or any(is_filled(values.get(key)) for key in aid.waits_for)


def _nothing(field: Field) -> Any:
    """What an empty input means where it need not be filled in."""
    if field.default is not None:
        return None
    if field.kind in (Kind.COUNTS, Kind.RECORD):
        return {}
    return [] if is_tapped(field) or field.kind in (Kind.LIST, Kind.NUMBERS) else None
