"""Read a game's TOML into the rules model, refusing anything it does not know."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import cattrs
from cattrs.v import format_exception

from .aids import AidCheck, AidVerb
from .campaign import STARTERS, CupRule, Starter
from .clock import ORDERS, OrderRule
from .facts import FactRule
from .game import Game
from .ranking import Merit
from .rulings import Choice
from .sheet import RULES, Check, Rule
from .situation import When
from .tables import ByPlayers, Ladder
from .tracks import TRACK_RULES, TrackRule


class DataError(ValueError):
    """A game's data is wrong; the message starts with where."""


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


def game(folder: Path, verbs: Verbs) -> Game:
    """The game in ``folder``. Its TOML files together hold the fields of ``Game``."""
    raw: dict[str, Any] = {"slug": folder.name}
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        for key, value in _read(path).items():
            if key in raw:
                raise DataError(f"{folder.name}/{path.name}: {key!r} stands elsewhere too")
            raw[key], files[key] = value, f"{folder.name}/{path.name}"
    _expand_copies(raw)
    sets, choices = raw.pop("chapter_sets", {}), _choices(raw)
    try:
        return _converter(verbs, sets, choices).structure(raw, Game)
    except cattrs.BaseValidationError as error:
        found = cattrs.transform_error(error, format_exception=_reason)
        raise DataError("\n".join(_placed(message, files) for message in found)) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path.parent.name}/{path.name}: {error}") from error


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
    for card in raw.get("catalogue", []):
        choice = {"key": card.get("key"), "label": card.get("label")}
        found.setdefault(card.get("catalogue"), []).append(choice)
    return found


def _reason(error: BaseException, kind: type | None) -> str:
    """Our own refusals speak for themselves."""
    said = str(error)
    own = isinstance(error, ValueError) and not isinstance(error, UnicodeError) and said
    return said if own else format_exception(error, kind)


def _placed(message: str, files: Mapping[str, str]) -> str:
    """``what @ $.steps[3].text`` with the file it stands in up front."""
    what, _, path = message.rpartition(" @ ")
    key = path.removeprefix("$.").split("[")[0].split(".")[0]
    return f"{files.get(key, 'game')}: {path.removeprefix('$.')}: {what}"


def _converter(
    verbs: Verbs,
    sets: Mapping[str, list[str]],
    choices: Mapping[str, list[Mapping[str, Any]]],
) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(When, lambda raw, _: _when(raw, sets))
    converter.register_structure_hook(ByPlayers, lambda raw, _: _by_players(raw))
    converter.register_structure_hook(Ladder, lambda raw, _: Ladder(tuple(raw)))
    for plain in (int, str, bool):  # by type: a predicate would come after cattrs' own
        converter.register_structure_hook(plain, _exactly)
    converter.register_structure_hook(StrEnum, lambda raw, kind: kind(raw))
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
        raise ValueError(f"{raw!r} should be {kind.__name__}")
    return raw


def _name(converter: cattrs.Converter, kind: Any, known: Mapping[str, Callable[..., Any]]) -> None:
    def resolve(raw: Any, _: Any) -> Callable[..., Any]:
        if raw not in known:
            raise ValueError(f"no verb {raw!r}")
        return known[raw]

    converter.register_structure_hook_func(lambda t: t == kind, resolve)


def _name_choices(
    converter: cattrs.Converter, known: Mapping[str, list[Mapping[str, Any]]]
) -> None:
    def resolve(raw: Any, _: Any) -> tuple[Choice, ...]:
        if isinstance(raw, str) and raw not in known:
            raise ValueError(f"no choices {raw!r}")
        rows = known[raw] if isinstance(raw, str) else raw
        return tuple(converter.structure(row, Choice) for row in rows)

    converter.register_structure_hook_func(lambda t: t == tuple[Choice, ...], resolve)


def _when(raw: Mapping[str, Any], sets: Mapping[str, list[str]]) -> When:
    """A row's circumstances; ``chapter`` may name one of the game's ``chapter_sets``."""
    needs = dict(raw)
    if isinstance(named := needs.get("chapter"), str):
        needs["chapter"] = sets.get(named, named)
    return When({k: tuple(v) if isinstance(v, list) else (v,) for k, v in needs.items()})


def _by_players(raw: Mapping[str, int]) -> ByPlayers:
    return ByPlayers({int(players): number for players, number in raw.items()})
