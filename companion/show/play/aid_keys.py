"""The keys of an aid: what can be tapped, how often, and what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.data.palette import symbols
from companion.rules.fields import Choice, Field, Kind
from companion.rules.journal.play import Play
from companion.rules.parts.pads import Key
from companion.show.lookup.cards import in_play
from companion.show.play.answer import speaker, worded
from companion.show.play.asked import is_filled, tapped
from companion.show.score.boxes import Box

ON_A_SECTION = 2
"""Dice that one section of a wheel has room for."""

LARGE = 999
"""No key is tapped more often."""


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

    @property
    def is_full(self) -> bool:
        return self.most is not None and self.count >= self.most


def open_to(play: Play, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices that can be made at this table; a card that the story covers cannot."""
    keys = {choice.key for choice in choices}
    cards = (card for card in play.game.catalogue if card.key in keys)
    shut = {card.key for card in cards if not in_play(play, card)}
    return tuple(c for c in choices if c.when.holds(play.situation) and c.key not in shut)


def tap_keys(
    play: Play, aid: Aid, field: Field, choices: Sequence[Choice], values: Mapping[str, Any]
) -> Iterator[TapKey]:
    signs = _signs(play)
    counts, price = tapped(field, values.get(field.key)), aid.prices.get(field.key, "")
    several = field.kind in (Kind.CHOICES, Kind.NUMBERS)
    speaks, words = speaker(play.game, aid.fields, play.names), aid.called.get(field.key, ())
    there = {key: one for key, one in values.items() if isinstance(one, Mapping) and is_filled(one)}
    for choice in choices:
        name, n = f"{field.key}.{choice.key}", counts.get(choice.key, 0)
        most = field.most if several else field.high
        if (other := aid.limits.get(field.key)) in there:
            most = min(most or LARGE, there[other].get(choice.key, 0))
        own = {key: one.get(choice.key) for key, one in there.items()}
        price_of = f"{price}.{choice.key}" if price else ""
        yield TapKey(
            name=name,
            label=choice.label,
            count=n,
            most=most,
            sign=signs.get(choice.key) or _drawn(choice),
            cap=worded(aid.caps.get(field.key, ""), own, speaks),
            called=words[n] if n < len(words) else "",
            price=own.get(price),
            price_of=price_of,
            is_priced=price_of in aid.takes and own.get(price) is not None,
            pips=_dice(own.get(aid.pips.get(field.key, ""))),
        )


def choice_keys(
    play: Play, aid: Aid, box: Box, choices: Sequence[Choice], values: Mapping[str, Any]
) -> Iterator[TapKey]:
    """One key for each choice; a tap on a chosen one lets it go.

    Where a second choice follows, the next tap makes that one.
    """
    signs, second = _signs(play), aid.then.get(box.key, "")
    speaks, words = speaker(play.game, aid.fields, play.names), aid.called.get(box.key, ())
    made = {values.get(key): key for key in (box.key, second) if values.get(key)}
    free = box.key if not values.get(box.key) or not second else second
    there = {key: one for key, one in values.items() if isinstance(one, Mapping) and is_filled(one)}
    for choice in choices:
        by = made.get(choice.key)
        name = f"{by}:" if by else f"{free}:{choice.key}"
        own = {key: one.get(choice.key) for key, one in there.items()}
        called = words[(box.key, second).index(by)] if by and words else ""
        yield TapKey(
            name=name,
            label=choice.label,
            count=int(bool(by)),
            most=1,
            sign=signs.get(choice.key) or _drawn(choice),
            cap=worded(aid.caps.get(box.key, ""), own, speaks),
            called=called,
            pips=_dice(own.get(aid.pips.get(box.key, ""))),
        )


def _dice(there: int | None) -> str:
    """Dice as they lie on a section of a wheel, which has room for two."""
    return "" if there is None else ("●" * there).ljust(ON_A_SECTION, "○")


def _signs(play: Play) -> dict[str, Key]:
    """How keys of pads are drawn, by name."""
    return {key.key: key for pad in play.game.pads for key in pad.keys if key.sign in symbols()}


def _drawn(choice: Choice) -> Key | None:
    """What has a symbol of its own name."""
    known = choice.key in symbols()
    return Key(choice.key, choice.label, sign=choice.key) if known else None


def round_wheel(choices: tuple[Choice, ...], by: Any) -> tuple[Choice, ...]:
    """As on a wheel: clockwise from the highest on."""
    if not isinstance(by, Mapping) or not is_filled(by):
        return choices
    there = sorted(choices, key=lambda one: (-by.get(one.key, 0), [*by, one.key].index(one.key)))
    return tuple(there)
