"""The inputs of a score sheet: what stands in each, and what the rules say to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import Field, Kind
from companion.rules.game import CatalogueCard
from companion.rules.issues import Issue, Level, errors
from companion.rules.rulings import Choice
from companion.rules.state import Play
from companion.rules.words import renamed

Words = Mapping[str, str]
"""The group's own words for what the game's data calls otherwise."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A warning, or advice to do better."""

    text: str
    advice: bool


@dataclass(frozen=True, slots=True)
class Box:
    """One input."""

    field: Field
    key: str  # of its name and id
    label: str
    hint: str
    value: Any
    choices: tuple[Choice, ...] = ()
    errors: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    better: Choice | None = None  # the choice that advice names
    rows: tuple[tuple[Box, ...], ...] = ()  # of a list
    cards: tuple[CatalogueCard, ...] = ()  # whose points can be tapped in
    unknown: tuple[str, ...] = ()  # kinds whose points stand on the card only
    idle: bool = False  # a column that does not count for this kind of row

    @property
    def picked(self) -> tuple[Any, ...]:
        """The choices that are ticked; the default while nothing is."""
        value = self.field.default if self.value is None else self.value
        if self.field.picks > 1 and isinstance(value, str):
            return tuple(value.split("+"))
        return tuple(value) if isinstance(value, list | tuple) else (value,)

    @property
    def about(self) -> str:
        """The ids of what describes the input, for ``aria-describedby``."""
        return " ".join([*["error"] * bool(self.errors), *["note"] * bool(self.remarks)])


def box(
    play: Play, seat: int, field: Field, found: Sequence[Issue], own: Words, more: bool = False
) -> Box:
    """``field`` of a seat; ``more``: a list has an empty row at its end."""
    entry = play.entries[seat]
    said = [issue for issue in found if issue.field == field.key]
    wrong = [i.message for i in errors(said) if i.code != "missing" or field.key in entry]
    remarks = [issue for issue in said if issue.level is not Level.ERROR]
    cards = [c for c in play.game.catalogue if field.catalogue and c.catalogue == field.catalogue]
    value = entry.get(field.key)
    choices = _choices(field, own)
    return Box(
        field, field.key, renamed(field.label, own), renamed(field.hint, own), value, choices,
        errors=tuple(renamed(message, own) for message in wrong),
        remarks=tuple(remark(issue, own) for issue in remarks),
        better=_better(choices, value, remarks),
        rows=_rows(field, value, own, more),
        cards=tuple(card for card in cards if card.points is not None),
        unknown=tuple(card.label for card in cards if card.points is None),
    )  # fmt: skip


def remark(issue: Issue, own: Words) -> Remark:
    return Remark(renamed(issue.message, own), issue.level is Level.ADVICE)


def _choices(field: Field, own: Words) -> tuple[Choice, ...]:
    return tuple(Choice(choice.key, renamed(choice.label, own)) for choice in field.choices)


def _better(choices: Sequence[Choice], value: Any, remarks: Sequence[Issue]) -> Choice | None:
    """The choice that advice names in its sentence, so that one tap takes it."""
    for issue in remarks:
        for choice in choices if issue.level is Level.ADVICE else ():
            if choice.key != value and choice.label.lower() in issue.message.lower():
                return choice
    return None


def _rows(field: Field, value: Any, own: Words, more: bool) -> tuple[tuple[Box, ...], ...]:
    if field.kind is not Kind.LIST:
        return ()
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    return tuple(
        tuple(_cell(field, n, item, row, own) for item in field.item)
        for n, row in enumerate([*rows, {}] if more else rows)
    )


def _cell(field: Field, number: int, item: Field, row: Mapping[str, Any], own: Words) -> Box:
    key = f"{field.key}-{number}-{item.key}"
    kind = row.get("kind")
    kinds = getattr(item, "kinds", ())
    idle = bool(kinds and kind and kind not in kinds)
    return Box(
        item, key, renamed(item.label, own), item.hint, row.get(item.key), _choices(item, own),
        idle=idle,
    )  # fmt: skip
