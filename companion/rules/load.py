"""Read a game's TOML into the rules model, refusing anything it does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path as File
from typing import Any

import cattrs

from .aids import AidCheck, AidVerb
from .campaign import STARTERS, CupRule, Starter
from .clock import ORDERS, OrderRule
from .data import Data, DataError, read
from .facts import FactRule
from .faults import Fault, no_such
from .game import Game
from .lookup import told
from .ranking import Merit
from .rulings import Choice
from .sheet import RULES, Check, Rule
from .situation import When
from .tables import ByPlayers, Ladder
from .toml_lines import Path
from .tracks import TRACK_RULES, TrackRule

__all__ = ["DataError", "Verbs", "game", "structured"]

TYPES = {
    int: "a whole number",
    str: "text in quotes",
    bool: "true or false",
    dict: "a table in braces",
    list: "a list in brackets",
}


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
        _expand_copies(raw)
        sets, choices = raw.pop("chapter_sets", {}), _choices(raw)
        return _converter(verbs, sets, choices).structure(raw, Game)
    except cattrs.BaseValidationError as error:
        raise DataError("\n".join(data.told(fault) for fault in _faults(error))) from None
    except (AttributeError, TypeError, ValueError) as error:
        said = "a table stands where a value belongs, or a value where a table does"
        raise DataError(f"game.toml: {said} ({error})") from None


def _faults(error: BaseException, path: Path = ()) -> Iterator[Fault]:
    """What cattrs found, flat: each fault with the way to it."""
    if isinstance(error, cattrs.IterableValidationError):
        for inner, place in error.group_exceptions()[0]:
            yield from _faults(inner, (*path, place.index))
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


def _expand_copies(raw: dict[str, Any]) -> None:
    """A pool names each card once; the deck says of how many copies."""
    for plan in raw.get("deck_plans", []):
        copies = {int(card): n for card, n in plan.pop("copies", {}).items()}
        for row in raw.get("segments", []):
            if row.get("deck", "events") == plan.get("key"):
                row["pool"] = [c for c in row.get("pool", []) for _ in range(copies.get(c, 1))]


def _choices(raw: dict[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    """Lists of choices that fields can name: the game's own, and the cards of each catalogue."""
    found: dict[str, list[Mapping[str, Any]]] = raw.pop("choice_sets", {})
    labels = raw.pop("choice_labels", {})
    for card in raw.get("catalogue", []):
        known = {"label": card.get("label"), **card.get("details", {})}
        label = told(labels.get(card.get("catalogue"), "{label}"), known)
        choice = {"key": card.get("key"), "label": label or card.get("label")}
        found.setdefault(card.get("catalogue"), []).append(choice)
    return found


def _converter(
    verbs: Verbs,
    sets: Mapping[str, list[str]],
    choices: Mapping[str, list[Mapping[str, Any]]],
) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(When, lambda raw, _: _when(raw, sets))
    converter.register_structure_hook(ByPlayers, lambda raw, _: _by_players(raw))
    converter.register_structure_hook(Ladder, lambda raw, _: _ladder(raw))
    for table in (int | ByPlayers, int | ByPlayers | None):
        converter.register_structure_hook(table, lambda raw, _: _number(raw))
    for plain in (int, str, bool):  # by type: a predicate would come after cattrs' own
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook(StrEnum, _one_of)
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


def _exactly(raw: Any, kind: type) -> Any:
    """A number where words belong is a mistake in the data, not something to convert."""
    if type(raw) is not kind:
        raise ValueError(f"{raw!r} should be {TYPES[kind]}")
    return raw


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
        rows = known[raw] if isinstance(raw, str) else _exactly(raw, list)
        return tuple(converter.structure(row, Choice) for row in rows)

    converter.register_structure_hook_func(lambda t: t == tuple[Choice, ...], resolve)


def _when(raw: Any, sets: Mapping[str, list[str]]) -> When:
    """A row's circumstances; ``chapter`` may name one of the game's ``chapter_sets``."""
    needs = dict(_exactly(raw, dict))
    if isinstance(named := needs.get("chapter"), str):
        needs["chapter"] = sets.get(named, named)
    return When({k: tuple(v) if isinstance(v, list) else (v,) for k, v in needs.items()})


def _by_players(raw: Any) -> ByPlayers:
    """``{ 2 = 4, 3 = 5 }``."""
    pairs = _exactly(raw, dict).items()
    if wrong := next((key for key, _ in pairs if not key.isdecimal()), None):
        raise ValueError(f"{wrong!r} should be a number of players")
    return ByPlayers({int(players): _exactly(number, int) for players, number in pairs})


def _number(raw: Any) -> int | ByPlayers:
    return _by_players(raw) if isinstance(raw, dict) else int(_exactly(raw, int))


def _ladder(raw: Any) -> Ladder:
    return Ladder(tuple(_exactly(rung, int) for rung in _exactly(raw, list)))
