"""What a table knows already of what an aid asks: tracks, pads, facts, settings, sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from ..fields import Field, Kind
from .sources import MOMENT, PLACES, of_track

if TYPE_CHECKING:
    from ..game import Game
    from ..journal.play import Play

OR, AND, THEN = "|", "+", ","
"""Between sources: the first that is known counts, they add up, they stand below each other."""


def known(
    fields: Iterable[Field], takes: Mapping[str, str], play: Play, seat: int
) -> dict[str, Any]:
    """What the table has told of these fields, in the shape of a question."""
    by_key = {field.key: field for field in fields}
    found: dict[str, Any] = {}
    columns: dict[str, dict[str, list[Any]]] = {}
    for path, name in takes.items():
        value, (key, _, part) = source(play, name, seat), path.partition(".")
        if value is None:
            continue
        if part and by_key[key].kind is Kind.LIST:
            columns.setdefault(key, {})[part] = value
        elif part:
            found.setdefault(key, {})[part] = value
        else:
            found[key] = _fitting(by_key[key], value)
    return found | {key: _rows(by_key[key], parts) for key, parts in columns.items()}


def _fitting(field: Field, value: Any) -> Any:
    """Only what the field has a choice or room for: a bag of this chapter may hold more or less."""
    if type(value) is int and field.high is not None:
        return min(value, field.high)
    keys = {choice.key for choice in field.choices}
    if isinstance(value, Mapping):
        return {key: n for key, n in value.items() if key in keys}
    if field.kind is Kind.NUMBERS and isinstance(value, list):
        return [int(one) for one in value]
    return [one for one in value if one in keys] if field.kind is Kind.CHOICES else value


def _rows(field: Field, columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Row by row up to one of which not all is known, without those there is no choice for."""
    picks = {column.key: {c.key for c in column.choices} for column in field.item if column.choices}
    every = takewhile(lambda row: None not in row, zip(*columns.values(), strict=True))
    rows = (dict(zip(columns, row, strict=True)) for row in every)
    return [row for row in rows if all(row[k] in picks[k] for k in picks.keys() & row.keys())]


def source(play: Play, name: str, seat: int) -> Any:
    """What a source says of a seat; None: nobody has told."""
    if THEN in name:
        return [source(play, one, seat) for one in name.split(THEN)]
    return next((v for one in name.split(OR) if (v := _sum(play, one, seat)) is not None), None)


def _sum(play: Play, name: str, seat: int) -> Any:
    """What several say together; what one of them does not know adds nothing."""
    if AND not in name:
        return _one(play, name, seat)
    told = [value for one in name.split(AND) if (value := _one(play, one, seat)) is not None]
    return sum(told) if told else None


def _one(play: Play, name: str, seat: int) -> Any:
    place, _, rest = name.partition(".")
    if name.isdecimal():
        return int(name)
    if rest:
        return PLACES[place](play, seat, *rest.split("."))
    return MOMENT[name](play, seat) if name in MOMENT else of_track(play, seat, name)


@lru_cache(1024)
def is_own(game: Game, name: str) -> bool:
    """Whether a source says something else of each seat."""
    return any(_is_own(game, one) for one in each_source(name))


def each_source(name: str) -> list[str]:
    """Every single source that a name is put together of."""
    return re.split(r"[|+,]", name)


def _is_own(game: Game, name: str) -> bool:
    place, _, rest = name.partition(".")
    shared = {track.key for track in game.tracks if track.shared}
    shared |= {pad.key for pad in game.pads if pad.shared}
    if place == "held":
        return True
    if place in ("sheet", "pad", "tapped", "kinds", "added", "sorted"):
        return place == "sheet" or rest.split(".")[0] not in shared
    return not rest and not name.isdecimal() and name not in (*MOMENT, *shared)
