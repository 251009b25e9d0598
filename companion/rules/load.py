"""Read a game's TOML into the rules model, refusing anything it does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path as File
from typing import Any, get_args, get_origin

import cattrs

from .aids import AidCheck, AidVerb
from .campaign import STARTERS, CupRule, Starter
from .clock import ORDERS, OrderRule
from .data import Data, DataError, read
from .facts import FactRule
from .faults import Fault, no_such
from .game import Game
from .ranking import Merit
from .rulings import Choice
from .sheet import RULES, Check, Rule
from .shorthands import TYPES, Misplaced, choices_in, exactly, expand_copies, table
from .situation import When
from .tables import ByPlayers, Ladder
from .toml_lines import Path
from .tracks import TRACK_RULES, TrackRule

__all__ = ["TYPES", "DataError", "Verbs", "game", "structured"]


class NoVerb(ValueError):
    """A name that none of the game's functions has."""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The functions a game's data may name, by the name it uses for them."""

    rules: Mapping[str, Rule] = field(default_factory=dict)
    checks: Mapping[str, Check] = field(default_factory=dict)
    merits: Mapping[str, Merit] = field(default_factory=dict)
    facts: Mapping[str, FactRule] = field(default_factory=dict)
    orders: Mapping[str, OrderRule] = field(default_factory=dict)
    tracks: Mapping[str, TrackRule] = field(default_factory=dict)
    starters: Mapping[str, Starter] = field(default_factory=dict)
    cups: Mapping[str, CupRule] = field(default_factory=dict)
    aids: Mapping[str, AidVerb] = field(default_factory=dict)
    aid_checks: Mapping[str, AidCheck] = field(default_factory=dict)


def game(folder: File, verbs: Verbs) -> Game:
    """The game in ``folder``. Its TOML files together hold the fields of ``Game``."""
    return structured(read(folder), verbs)


def structured(data: Data, verbs: Verbs) -> Game:
    """The game that the data describes. Raises ``DataError`` with every fault in it."""
    raw: dict[str, Any] = deepcopy(dict(data.raw))
    try:
        expand_copies(raw)
        sets, choices = table(raw, "chapter_sets", exactly), choices_in(raw)
        return _converter(verbs, sets, choices).structure(raw, Game)
    except Misplaced as error:
        raise DataError(data.told(error.fault)) from None
    except cattrs.BaseValidationError as error:
        found = [data.told(fault) for fault in _faults(error)]
        raise DataError("\n".join(found) or f"game.toml: {error}") from None
    except (AttributeError, TypeError, ValueError) as error:
        said = "a table stands where a value belongs, or a value where a table does"
        raise DataError(f"game.toml: {said} ({error})") from None


def _faults(error: BaseException, path: Path = ()) -> Iterator[Fault]:
    """What cattrs found, flat: each fault with the way to it."""
    if isinstance(error, cattrs.IterableValidationError):
        within, whole = error.group_exceptions()
        for inner, place in within:
            yield from _faults(inner, (*path, place.index))
        for bare in whole:
            yield from _faults(bare, path)
    elif isinstance(error, cattrs.ClassValidationError):
        inside, rest = error.group_exceptions()
        for inner, note in inside:
            yield from _faults(inner, (*path, note.name))
        for bare in rest:
            yield from _faults(bare, path)
    elif isinstance(error, cattrs.ForbiddenExtraKeysError):
        known = [field.name for field in fields(error.cl)]
        for name in sorted(error.extra_fields):
            yield Fault((*path, name), no_such("key", name, known))
    elif isinstance(error, KeyError) and path:
        yield Fault(path, "is missing")
    elif isinstance(error, NoVerb):
        yield Fault(path, str(error), of_row=True)
    else:
        own = isinstance(error, ValueError) and str(error)
        yield Fault(path, own or f"cannot be read ({error})")


def _converter(
    verbs: Verbs,
    sets: Mapping[str, list[str]],
    choices: Mapping[str, list[Mapping[str, Any]]],
) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(When, lambda raw, _: _when(raw, sets))
    converter.register_structure_hook(ByPlayers, lambda raw, _: _by_players(raw))
    converter.register_structure_hook(Ladder, lambda raw, _: _ladder(raw))
    for bound in (int | ByPlayers, int | ByPlayers | None):
        converter.register_structure_hook(bound, lambda raw, _: _number(raw))
    for plain in (int, str, bool):  # by type: a predicate would come after cattrs' own
        converter.register_structure_hook(plain, exactly)
    converter.register_structure_hook(StrEnum, _one_of)
    rows = converter.get_structure_hook(tuple[int, ...])
    converter.register_structure_hook_func(
        _is_list, lambda raw, kind: rows(_listed(raw, kind), kind)
    )
    _name(converter, Rule, RULES | dict(verbs.rules))
    _name(converter, Check, verbs.checks)
    _name(converter, Merit, verbs.merits)
    _name(converter, FactRule, verbs.facts)
    _name(converter, OrderRule, ORDERS | dict(verbs.orders))
    _name(converter, TrackRule, TRACK_RULES | dict(verbs.tracks))
    _name(converter, Starter, STARTERS | dict(verbs.starters))
    _name(converter, CupRule, verbs.cups)
    _name(converter, AidVerb, verbs.aids)
    _name(converter, AidCheck, verbs.aid_checks)
    _name_choices(converter, choices)
    return converter


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _listed(raw: Any, kind: Any) -> Any:
    """A list, as long as it has to be; of a table cattrs would take the keys."""
    sizes = [] if ... in get_args(kind) else get_args(kind)
    if sizes and len(exactly(raw, list)) != len(sizes):
        raise ValueError(f"{raw!r} should be {len(sizes)} values in brackets")
    return exactly(raw, list)


def _one_of(raw: Any, kind: type[StrEnum]) -> StrEnum:
    known = [str(one) for one in kind]
    if raw not in known:
        raise ValueError(no_such(kind.__name__.lower(), raw, known))
    return kind(raw)


def _name(converter: cattrs.Converter, kind: Any, known: Mapping[str, Callable[..., Any]]) -> None:
    def resolve(raw: Any, _: Any) -> Callable[..., Any]:
        if not isinstance(raw, str) or raw not in known:
            raise NoVerb(no_such("verb", raw, known))
        return known[raw]

    converter.register_structure_hook_func(lambda t: t == kind, resolve)


def _name_choices(
    converter: cattrs.Converter, known: Mapping[str, list[Mapping[str, Any]]]
) -> None:
    def resolve(raw: Any, _: Any) -> tuple[Choice, ...]:
        if isinstance(raw, str) and raw not in known:
            raise ValueError(no_such("list of choices", raw, known))
        rows = known[raw] if isinstance(raw, str) else exactly(raw, list)
        return tuple(converter.structure(row, Choice) for row in rows)

    converter.register_structure_hook_func(lambda t: t == tuple[Choice, ...], resolve)


def _when(raw: Any, sets: Mapping[str, list[str]]) -> When:
    """A row's circumstances; ``chapter`` may name one of the game's ``chapter_sets``."""
    needs = dict(exactly(raw, dict))
    if isinstance(named := needs.get("chapter"), str):
        needs["chapter"] = sets.get(named, named)
    met = {k: tuple(v) if isinstance(v, list) else (v,) for k, v in needs.items()}
    for name, values in met.items():
        if wrong := [value for value in values if not isinstance(value, str | int)]:
            raise ValueError(f"{name}: {wrong[0]!r} should be a value or a list of values")
    return When(met)


def _by_players(raw: Any) -> ByPlayers:
    """``{ 2 = 4, 3 = 5 }``."""
    pairs = exactly(raw, dict).items()
    if wrong := next((key for key, _ in pairs if not key.isdecimal()), None):
        raise ValueError(f"{wrong!r} should be a number of players")
    return ByPlayers({int(players): exactly(number, int) for players, number in pairs})


def _number(raw: Any) -> int | ByPlayers:
    return _by_players(raw) if isinstance(raw, dict) else int(exactly(raw, int))


def _ladder(raw: Any) -> Ladder:
    return Ladder(tuple(exactly(rung, int) for rung in exactly(raw, list)))
