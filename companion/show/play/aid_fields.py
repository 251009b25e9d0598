"""The fields of a calculator: inputs as on the score sheet, or keys to tap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.aids.calculator import Aid
from companion.rules.aids.inputs import Grid, Keys, People, Segments, Stepper, Wheel, Widget
from companion.rules.aids.table import Table
from companion.rules.data.files import symbols
from companion.rules.fields import Choice, Field, Kind
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.parts.pads import Key
from companion.rules.situation import fitting
from companion.rules.words import listed
from companion.show.lookup import in_play
from companion.show.play.asked import is_filled, is_tapped, tapped
from companion.show.score.boxes import Box, plain_box, row_boxes, with_issues

LARGE = 999
"""No key is tapped more often."""
FEW_KEYS, MANY_KEYS = 6, 24
"""More choices than few stand close to each other, more than many are picked from a list."""


@dataclass(frozen=True, slots=True)
class TapKey:
    """Something to tap: one more, or one less."""

    name: str
    label: str
    count: int
    most: int | None
    sign: Key | None  # how it is drawn on a pad
    cap: str = ""  # what holds of it: a price, a chance
    called: str = ""  # what so many of it are called
    price: int | None = None  # what one of it is worth, where somebody may say so
    price_of: str = ""  # and under which name
    is_priced: bool = False  # the table knows it
    pips: str = ""  # dice that lie there
    by: int = 0  # so many more by one tap

    @property
    def is_full(self) -> bool:
        return self.most is not None and self.count >= self.most


def open_to(play: Play, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices that can be made at this table; a card that the story covers cannot."""
    keys = {choice.key for choice in choices}
    cards = (card for card in play.game.catalogue if card.key in keys)
    shut = {card.key for card in cards if not in_play(play, card)}
    return tuple(c for c in choices if c.when.holds(play.situation) and c.key not in shut)


def _tap_keys(
    play: Play, field: Field, choices: Sequence[Choice], drawn: Keys, values: Mapping[str, Any],
    known: Mapping[str, Any],
) -> Iterator[TapKey]:  # fmt: skip
    """A key for each choice, with how many of it were tapped."""
    signs, counts = _signs(play, choices), tapped(field, values.get(field.key))
    most = field.most if field.kind in (Kind.CHOICES, Kind.NUMBERS) else field.high
    for choice in choices:
        n = counts.get(choice.key, 0)
        at_most = most
        if isinstance(drawn, Wheel) and is_filled(values.get(drawn.most)):
            at_most = min(most or LARGE, values[drawn.most].get(choice.key, 0))
        yield TapKey(
            name=f"{field.key}.{choice.key}",
            label=choice.label,
            count=n,
            most=at_most,
            sign=signs.get(choice.key),
            called=drawn.called[n] if n < len(drawn.called) else "",
            price=_part(values, drawn.priced_by, choice),
            price_of=f"{drawn.priced_by}.{choice.key}" if drawn.priced_by else "",
            is_priced=_part(known, drawn.priced_by, choice) is not None,
            cap=_cap(drawn, values, choice),
            pips=_pips(drawn, values, choice),
            by=drawn.more,
        )


def _choice_keys(
    play: Play, field: Field, choices: Sequence[Choice], drawn: Keys, values: Mapping[str, Any]
) -> Iterator[TapKey]:
    """One key for each choice; a tap on a chosen one lets it go.

    Where a second choice follows, the next tap makes that one.
    """
    signs, second = _signs(play, choices), drawn.then if isinstance(drawn, Wheel) else ""
    cards = {card.key: card for card in play.game.catalogue} if drawn.says else {}
    told = {field.key: field.default, **{key: value for key, value in values.items() if value}}
    made = {told[key]: key for key in (field.key, second) if told.get(key)}
    free = field.key if not values.get(field.key) or not second else second
    for choice in choices:
        by = made.get(choice.key)
        yield TapKey(
            name=f"{by}:" if by else f"{free}:{choice.key}",
            label=choice.label,
            count=int(bool(by)),
            most=1,
            sign=signs.get(choice.key),
            called=drawn.called[(field.key, second).index(by)] if by and drawn.called else "",
            cap=drawn.says(cards[choice.key]) if drawn.says else _cap(drawn, values, choice),
            pips=_pips(drawn, values, choice),
        )


def _part(values: Mapping[str, Any], name: str, choice: Choice) -> int | None:
    """What another input says of a choice; None: there is nothing in it yet."""
    there = values.get(name)
    return there.get(choice.key) if isinstance(there, Mapping) and is_filled(there) else None


def _cap(drawn: Keys, values: Mapping[str, Any], choice: Choice) -> str:
    """The price on a section of a wheel."""
    price = _part(values, drawn.prices, choice) if isinstance(drawn, Wheel) else None
    return "" if price is None else f"${price}"


def _pips(drawn: Keys, values: Mapping[str, Any], choice: Choice) -> str:
    """The dice that lie on a section of a wheel, which has room for two."""
    there = _part(values, drawn.dice, choice) if isinstance(drawn, Wheel) else None
    return "" if there is None else ("●" * there).ljust(2, "○")


def _signs(play: Play, choices: Sequence[Choice]) -> dict[str, Key]:
    """How choices are drawn that a pad has a key of, or a symbol of their own name."""
    on_pads = {key.key: key for pad in play.game.pads for key in pad.keys if key.sign in symbols()}
    own = {c.key: Key(c.key, c.label, sign=c.key) for c in choices if c.key in symbols()}
    return own | on_pads


@dataclass(frozen=True, slots=True)
class AidBox:
    """One field of an aid: an input as on the score sheet, or keys to tap."""

    box: Box
    template: str  # the macro that draws it
    keys: tuple[TapKey, ...] = ()
    others: tuple[TapKey, ...] = ()  # to be picked from a list
    further: tuple[TapKey, ...] = ()  # what is not at hand here, folded
    wide: bool = False  # keys whose names need room
    low: bool = False  # keys without a foot
    dense: bool = False  # keys close to each other; what they took is given back below them
    priced: str = ""  # what is asked of one of each
    held: tuple[tuple[str, str], ...] = ()  # what keys of a choice have chosen already
    said: str = ""  # what stands there, in words
    grid: Grid | None = None  # its rows and columns
    halves: tuple[tuple[str, str, str], ...] = ()  # of a yes or no: value, name, what it comes to
    lone: bool = False  # only one choice is at hand, so nobody needs to be asked

    @property
    def cells(self) -> list[tuple[str, list[TapKey | None]]]:
        """The keys of a grid row by row; None: no key stands there."""
        if self.grid is None:
            return []
        at = {"-".join(key.name.rpartition(".")[2].split("-")[:2]): key for key in self.keys}
        columns = self.grid.across
        return [
            (name, [at.get(f"{row}-{column}") for column in columns])
            for row, name in enumerate(self.grid.down, 1)
        ]

    @property
    def taken(self) -> list[TapKey]:
        """What close keys have been tapped for."""
        return [key for key in self.keys if key.count and self.dense]

    @property
    def worth(self) -> str:
        """What the table knows of one of each, in words."""
        return listed([f"{key.label} {key.price}" for key in self.taken if key.is_priced])


def aid_box(
    play: Play, aid: Aid, field: Field, values: Mapping[str, Any], known: Mapping[str, Any],
    issues: Sequence[Issue], table: Table,
) -> AidBox:  # fmt: skip
    one = aid.inputs[field.key]
    widget, drawn = one.widget, one.widget if isinstance(one.widget, Keys) else Keys()
    names = one.names(table) if one.names else {}
    choices = [replace(c, label=names.get(c.key, c.label)) for c in open_to(play, field.choices)]
    # As on a wheel: clockwise from the highest price on, once it is known how it stands.
    prices: Any = values.get(widget.prices) if isinstance(widget, Wheel) else None
    turned = is_filled(prices)
    if turned:
        order = [*prices, *(choice.key for choice in choices)]
        choices.sort(key=lambda c: (-prices.get(c.key, 0), order.index(c.key)))
    box = _box(play, aid, field, values, tuple(choices))
    if said := [issue for issue in issues if issue.field == field.key]:
        box = with_issues(box, said)
    words = _value_words(box.field, box.value)
    offered = one.offered(table) if one.offered else None
    if isinstance(widget, Keys) and field.kind is Kind.CHOICE:
        near = [c for c in choices if offered is None or c.key in offered]
        keys = tuple(_choice_keys(play, field, near, drawn, values))
        second = [drawn.then] if isinstance(drawn, Wheel) and drawn.then else []
        held = tuple((name, str(values.get(name) or "")) for name in (field.key, *second))
        lone = offered is not None and len(offered) == 1
        return AidBox(box, "wheel" if turned else "chosen", keys, held=held, said=words, lone=lone)
    if isinstance(widget, Segments):
        halves = (("no", *widget.no), ("yes", *widget.yes))
        said_now = (widget.yes if box.value else widget.no)[0]
        return AidBox(box, widget.template, halves=halves, said=said_now)
    if not is_tapped(field):
        return AidBox(box, _template(box.field, widget), said=words)
    every = keys = tuple(_tap_keys(play, field, choices, drawn, values, known))
    if offered is not None:
        at_hand = {f"{field.key}.{key}" for key in offered}
        keys = tuple(key for key in every if key.count or key.name in at_hand)
    few = len(keys) <= MANY_KEYS
    template = "wheel" if turned else "keys" if few else "picked"
    crowded = _is_crowded(play, aid, field) if offered is None else len(keys) > FEW_KEYS
    letters = len(keys) * max((len(key.label) for key in keys), default=0)
    return AidBox(
        box,
        drawn.template if isinstance(drawn, Grid) else template,
        keys if few else tuple(key for key in keys if key.count),
        () if few else tuple(key for key in keys if not key.is_full),
        low=drawn.cycles,
        further=tuple(key for key in every if key not in keys),
        dense=few and not drawn.cycles and crowded,
        grid=drawn if isinstance(drawn, Grid) else None,
        priced=next((f.label for f in aid.fields if f.key == drawn.priced_by), ""),
        wide=letters > 30,  # one row has no room for so many
        said=listed([f"{key.count} {key.label}" for key in keys if key.count]) or "none",
    )


def _box(
    play: Play, aid: Aid, field: Field, values: Mapping[str, Any], choices: tuple[Choice, ...]
) -> Box:
    """The input as on the score sheet; seats are picked by the names of those who sit there."""
    value, kind = values.get(field.key), values.get("kind")
    plain = plain_box(field, field.key, f"{aid.key}-{field.key}", value)
    plain = plain.but(choices=choices, idle=bool(field.kinds and kind and kind not in field.kinds))
    several = field.kind is Kind.NUMBERS
    if isinstance(aid.inputs[field.key].widget, People) or (field.kind is Kind.NUMBER and choices):
        names = choices or _seats(play, aid, field, values)
        picks = len(names) if several else 1
        picked = replace(field, kind=Kind.CHOICE, choices=names, picks=picks)
        seat = None if value is None else str(value)
        told = [str(one) for one in value or ()] if several else seat
        return plain.but(field=picked, kind=str(Kind.CHOICE), choices=names, value=told)
    if several:
        return plain.but(text=" ".join(map(str, value or ())))
    if field.kind is Kind.LIST:
        here = fitting(field.item, play.situation)
        columns = tuple(replace(c, choices=open_to(play, c.choices)) for c in here)
        plain = plain.but(field=replace(field, item=columns))
        return plain.but(rows=row_boxes(plain, value or [], len(value or ()) < field.most))
    return plain


def _template(field: Field, widget: Widget | None) -> str:
    """The macro of an input that is typed or picked; small numbers are tapped as well."""
    if field.kind is Kind.NUMBER and field.low >= 0:
        small = (field.high or LARGE) <= 99 or isinstance(widget, Stepper)
        return "stepper" if small else "line"
    return {Kind.LIST: "rows", Kind.CHOICE: "options", Kind.FLAG: "tick"}.get(field.kind, "line")


def _is_crowded(play: Play, aid: Aid, field: Field) -> bool:
    """Whether there are many keys, here or above or below in the same view."""
    folds = {one.key for one in aid.calculator.folds}
    side = field.key in folds
    beside = [f for f in aid.fields if is_tapped(f) and (f.key in folds) == side]
    here = [f for f in fitting(beside, play.situation) if not aid.inputs[f.key].hidden]
    return any(len(open_to(play, f.choices)) > FEW_KEYS for f in here)


def _seats(play: Play, aid: Aid, field: Field, values: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Everybody; among several not the one who is meant by themselves."""
    people = [f for f in aid.fields if isinstance(aid.inputs[f.key].widget, People)]
    lone = [f.key for f in people if f.kind is Kind.NUMBER]
    meant = {values.get(key) for key in lone} if field.kind is Kind.NUMBERS else set()
    every = enumerate(play.names)
    return tuple(Choice(str(seat), name) for seat, name in every if seat not in meant)


def _value_words(field: Field, value: Any) -> str:
    there = field.default if value is None else value
    if field.kind is Kind.NUMBERS:
        return listed([str(one) for one in there or ()]) or "none"
    if field.kind is Kind.LIST:
        return "none" if not there else field.words(list(there))
    return "?" if there is None else field.words(there)
