"""The fields of an aid as boxes: inputs as on the score sheet, or keys to tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.fields import Choice, Field, Kind
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.situation import fitting
from companion.rules.words import listed
from companion.show.play.aid_keys import LARGE, TapKey, choice_keys, open_to, round_wheel, tap_keys
from companion.show.play.asked import is_filled, is_tapped
from companion.show.score.boxes import Box, plain_box, row_boxes, with_issues

FEW_KEYS, MANY_KEYS = 6, 24
"""More choices than few stand close to each other, more than many are picked from a list."""

ONE_ROW = 30
"""So many letters all names of keys in one row may have, were each as long as the longest."""

FEW_TAPS = 99
"""Numbers up to so many may be tapped as well as typed."""


@dataclass(frozen=True, slots=True)
class AidBox:
    """One field of an aid: an input as on the score sheet, or keys to tap."""

    box: Box
    keys: tuple[TapKey, ...] = ()
    others: tuple[TapKey, ...] = ()  # to be picked from a list
    tapped: bool = False
    wide: bool = False  # keys whose names need room
    low: bool = False  # keys without a foot
    keyed: bool = False  # keys of which one is chosen
    dense: bool = False  # keys close to each other; what they took is given back below them
    priced: str = ""  # what is asked of one of each
    wheel: bool = False  # keys that stand round a wheel
    held: tuple[tuple[str, str], ...] = ()  # what such keys have chosen already
    stepped: bool = False  # a small number, so it is tapped as well as typed
    said: str = ""  # what stands there, in words

    @property
    def taken(self) -> list[TapKey]:
        """What close keys have been tapped for."""
        return [key for key in self.keys if key.count and self.dense]

    @property
    def worth(self) -> str:
        """What the table knows of one of each, in words."""
        return listed([f"{key.label} {key.price}" for key in self.taken if key.is_priced])


def aid_box(
    play: Play, aid: Aid, field: Field, values: Mapping[str, Any], issues: Sequence[Issue]
) -> AidBox:
    value = values.get(field.key)
    choices = open_to(play, field.choices)
    if field.key in aid.rings:
        choices = round_wheel(choices, values.get(aid.rings[field.key]))
    wheel = field.key in aid.rings and is_filled(values.get(aid.rings[field.key]))
    plain = plain_box(field, field.key, f"{aid.key}-{field.key}", value)
    kind = values.get("kind")
    idle = bool(field.kinds and kind and kind not in field.kinds)
    plain = plain.but(choices=choices, idle=idle)
    if field.key in aid.people or (field.kind is Kind.NUMBER and choices):
        plain = _named(plain, choices or _seats(play, aid, field, values))
    elif field.kind is Kind.NUMBERS:
        plain = plain.but(text=" ".join(map(str, value or ())))
    if field.kind is Kind.LIST:
        here = fitting(field.item, play.situation)
        columns = tuple(replace(c, choices=open_to(play, c.choices)) for c in here)
        plain = plain.but(field=replace(field, item=columns))
        plain = plain.but(rows=row_boxes(plain, value or [], len(value or ()) < field.most))
    said = [issue for issue in issues if issue.field == field.key]
    shown = with_issues(plain, said) if said else plain
    if field.key in aid.keyed:
        keys = tuple(choice_keys(play, aid, plain, choices, values))
        names = [key for key in (field.key, aid.then.get(field.key)) if key]
        held = tuple((name, str(values.get(name) or "")) for name in names)
        said_now = _value_words(shown.field, shown.value)
        return AidBox(shown, keys, keyed=True, wheel=wheel, held=held, said=said_now)
    if not is_tapped(field):
        few = (field.high or LARGE) <= FEW_TAPS or field.key in aid.steps
        small = field.kind is Kind.NUMBER and field.low >= 0 and few
        return AidBox(
            shown, stepped=small and not shown.choices, said=_value_words(shown.field, shown.value)
        )
    keys = tuple(tap_keys(play, aid, field, choices, values))
    few, low = len(keys) <= MANY_KEYS, field.key in aid.cycles
    return AidBox(
        shown,
        keys if few else tuple(key for key in keys if key.count),
        () if few else tuple(key for key in keys if not key.is_full),
        tapped=True,
        low=low,
        dense=few and not low and _is_crowded(play, aid, field),
        priced=next((f.label for f in aid.fields if f.key == aid.prices.get(field.key)), ""),
        wheel=wheel,
        wide=len(keys) * max((len(key.label) for key in keys), default=0) > ONE_ROW,
        said=listed([f"{key.count} {key.label}" for key in keys if key.count]) or "none",
    )


def _is_crowded(play: Play, aid: Aid, field: Field) -> bool:
    """Whether there are many keys, here or above or below in the same view."""
    folded = field.key in aid.folds
    beside = [f for f in aid.fields if is_tapped(f) and (f.key in aid.folds) == folded]
    here = [f for f in fitting(beside, play.situation) if f.key not in aid.silent]
    return any(len(open_to(play, f.choices)) > FEW_KEYS for f in here)


def _seats(play: Play, aid: Aid, field: Field, values: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Everybody; among several not the one who is meant by themselves."""
    lone = {f.key for f in aid.fields if f.key in aid.people and f.kind is Kind.NUMBER}
    meant = {values.get(key) for key in lone} if field.kind is Kind.NUMBERS else set()
    every = enumerate(play.names)
    return tuple(Choice(str(seat), name) for seat, name in every if seat not in meant)


def _named(plain: Box, names: tuple[Choice, ...]) -> Box:
    """A number, or several, as choices with names."""
    several, value = plain.field.kind is Kind.NUMBERS, plain.value
    picks = len(names) if several else 1
    field = replace(plain.field, kind=Kind.CHOICE, choices=names, picks=picks)
    told = [str(one) for one in value or ()] if several else None if value is None else str(value)
    return plain.but(field=field, kind=str(Kind.CHOICE), choices=names, value=told)


def _value_words(field: Field, value: Any) -> str:
    there = field.default if value is None else value
    if field.kind is Kind.NUMBERS:
        return listed([str(one) for one in there or ()]) or "none"
    if field.kind is Kind.LIST:
        return "none" if not there else field.words(list(there))
    return "?" if there is None else field.words(there)
