"""Reads a game's TOML into the rules model, refusing anything it does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from inspect import getsourcefile, getsourcelines, signature
from pathlib import Path as File
from typing import Any, get_args, get_origin

import cattrs
from cattrs import IterableValidationNote

from ..aids.calculator import Aid, Binding, Calculator
from ..aids.guide import Guide, Guides
from ..fields import Choice, Kind
from ..game import TARGET, WON, Game
from ..parts.campaign import STARTERS, Carry, CupRule, Starter
from ..parts.clock import ORDERS, OrderRule
from ..parts.decks import Names
from ..parts.facts import ByPlayers, Fact, FactRule, Ladder
from ..parts.settings import CardFact, Scope
from ..parts.tracks import TRACK_RULES, TrackRule
from ..scoring.ranking import TieBreakValue
from ..scoring.sheet import RULES, Check, Rule
from ..situation import When
from .faults import Fault, Path, no_such
from .files import Data, DataError, Misplaced, choices_in, exactly, expand_copies, table


def verb_faults(verbs: Any) -> Iterator[str]:
    """``scoring.py line 11: most takes (context), but is given (category, context, seat)``."""
    for kind in fields(verbs):
        offered, place = getattr(verbs, kind.name), f"scoring.py: VERBS, {kind.name}"
        if not isinstance(offered, Mapping):
            yield f'{place} should be names with functions, as {{"most": most}}'
            continue
        for name, verb in offered.items():
            yield from _call_faults(f"{place}: {name!r}", name, verb, kind.metadata["given"])


def guide_faults(guides: Guides) -> Iterator[str]:
    """``guide.py line 9: special takes (seat, table), but is given (table)``."""
    for phase, guide in guides.items():
        name = getattr(guide, "__name__", phase)
        yield from _call_faults(f"guide.py: GUIDES, {phase!r}", name, guide, ("table",))


def _call_faults(place: str, name: str, verb: Any, given: tuple[str, ...]) -> Iterator[str]:
    """Why something cannot be called with what it is given."""
    if not callable(verb):
        yield f"{place} is {verb!r}, not a function"
        return
    try:
        takes = signature(verb)
        takes.bind(*given)
    except (TypeError, ValueError):
        takes_these, is_given = ", ".join(takes.parameters), ", ".join(given)
        yield f"{begins_at(verb)}: {name} takes ({takes_these}), but is given ({is_given})"


def calculator_faults(calculators: tuple[Any, ...]) -> Iterator[str]:
    """``calculators.py line 9: Share has no label``."""
    for one in calculators:
        if not (isinstance(one, type) and issubclass(one, Calculator)):
            yield f"calculators.py: CALCULATORS has {one!r}, which is no Calculator"
            continue
        for name in (name for name in ("key", "label", "src") if not getattr(one, name, "")):
            yield f"{begins_at(one)}: {one.__name__} has no {name}"


def begins_at(verb: Callable[..., Any]) -> str:
    """The file and line a function or class begins on."""
    try:
        return f"{File(getsourcefile(verb) or '').name} line {getsourcelines(verb)[1] or 1}"
    except (OSError, TypeError):
        return "scoring.py"


class NoVerb(ValueError):
    """A name that none of the game's functions has."""


def _verbs(*given: str) -> Any:
    """Functions of one kind, and the arguments that each is given."""
    return field(default_factory=dict, metadata={"given": given})


@dataclass(frozen=True, slots=True)
class Verbs:
    """The functions a game's data may name, by the name it uses for them."""

    rules: Mapping[str, Rule] = _verbs("category", "context", "seat")
    checks: Mapping[str, Check] = _verbs("context")
    merits: Mapping[str, TieBreakValue] = _verbs("context", "scored", "seat")
    facts: Mapping[str, FactRule] = _verbs("situation")
    orders: Mapping[str, OrderRule] = _verbs("situation", "round")
    tracks: Mapping[str, TrackRule] = _verbs("track", "situation", "before", "wanted")
    starters: Mapping[str, Starter] = _verbs("before", "seats")
    cups: Mapping[str, CupRule] = _verbs("chapters", "settings")
    carries: Mapping[str, Carry] = _verbs("before")

    def by_kind(self) -> dict[Any, Mapping[str, Callable[..., Any]]]:
        """The game's functions and the built-in ones, by the type that the model has for them."""
        return {
            Rule: RULES | dict(self.rules), Check: self.checks, TieBreakValue: self.merits,
            FactRule: self.facts, OrderRule: ORDERS | dict(self.orders),
            TrackRule: TRACK_RULES | dict(self.tracks),
            Starter: STARTERS | dict(self.starters), CupRule: self.cups,
            Carry: self.carries,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Meant:
    """The functions, lists and chapter sets that names refer to while a game is loaded."""

    verbs: Mapping[Any, Mapping[str, Callable[..., Any]]]
    sets: Mapping[str, list[str]]
    choices: Mapping[str, list[Mapping[str, Any]]]


_MEANT: ContextVar[_Meant] = ContextVar("what names mean")


def structured(
    data: Data, verbs: Verbs, calculators: Sequence[type[Calculator]], guides: Guides
) -> Game:
    """The game that the data describes. Raises ``DataError`` with every fault in it."""
    raw: dict[str, Any] = deepcopy(dict(data.raw))
    try:
        expand_copies(raw)
        meant = _Meant(verbs.by_kind(), table(raw, "chapter_sets", list), choices_in(raw))
        _MEANT.set(meant)
        game = asking_won(_converter().structure(raw, Game))
        binding = Binding(game.catalogue, meant.sets)
        aids = tuple(map(binding.aid, calculators))
    except Misplaced as error:
        raise DataError(data.line_of(error.fault)) from None
    except cattrs.BaseValidationError as error:
        found = [data.line_of(fault) for fault in _faults(error)]
        raise DataError("\n".join(found) or f"game.toml: {error}") from None
    except (AttributeError, TypeError, ValueError) as error:
        said = "there is a table where a value belongs, or a value where a table belongs"
        raise DataError(f"game.toml: {said} ({error})") from None
    phases = [phase.key for phase in game.clock.phases]
    if wrong := [no_such("phase", key, phases) for key in guides if key not in phases]:
        raise DataError("\n".join(f"guide.py: GUIDES, {said}" for said in wrong))
    return replace(game, aids=aids, guides=guides)


def asking_won(game: Game) -> Game:
    """The game with the question that decides its chapters played together, unless it has its
    own; where there are points to reach, they decide."""
    if any(fact.key == WON for fact in game.card_facts):
        return game
    rows: tuple[Fact | CardFact, ...] = (*game.facts, *game.card_facts)
    targets = [row.when for row in rows if row.key == TARGET]
    together = [one.key for one in game.chapters if game.is_together(one.key)]
    counted = [when.needs.get("chapter", together) for when in targets]
    asked = tuple(key for key in together if not any(key in chapters for chapters in counted))
    if not asked:
        return game
    won = CardFact(
        key=WON, label="Did you win?", kind=Kind.FLAG, src=game.src, scope=Scope.PLAY, needed=True,
        when=When({"chapter": asked}),
    )  # fmt: skip
    sheet = replace(game.sheet, asks=(WON, *game.sheet.asks))
    return replace(game, card_facts=(*game.card_facts, won), sheet=sheet)


def _faults(error: BaseException, path: Path = ()) -> Iterator[Fault]:
    """What cattrs found, flat: each fault with the way to it."""
    if isinstance(error, cattrs.IterableValidationError | cattrs.ClassValidationError):
        within, whole = error.group_exceptions()
        for inner, note in within:
            step = note.index if isinstance(note, IterableValidationNote) else note.name
            yield from _faults(inner, (*path, step))
        for bare in whole:
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


@cache
def _converter() -> cattrs.Converter:
    """The cattrs converter, made once, because making it takes longer than loading a game."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(When, _when)
    converter.register_structure_hook(ByPlayers, _number)
    converter.register_structure_hook(Ladder, _ladder)
    for bound in (int | ByPlayers, int | ByPlayers | None):
        converter.register_structure_hook(bound, _number)
    for plain in (int, str, bool):  # by type: a predicate would come after cattrs' own
        converter.register_structure_hook(plain, exactly)
    converter.register_structure_hook(StrEnum, _one_of)
    rows = converter.get_structure_hook(tuple[int, ...])
    converter.register_structure_hook_func(
        _is_list, lambda raw, kind: rows(_listed(raw, kind), kind)
    )
    kinds = tuple(Verbs().by_kind())
    converter.register_structure_hook_func(lambda kind: kind in kinds, _verb)
    converter.register_structure_hook_func(lambda kind: kind in (Aid, Guide), _python)
    converter.register_structure_hook_func(
        lambda kind: kind == Names, lambda raw, _: _numbered(raw, str, "the number of a card")
    )
    converter.register_structure_hook_func(
        lambda kind: kind == tuple[Choice, ...], lambda raw, _: _choices(converter, raw)
    )
    return converter


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _listed(raw: Any, kind: Any) -> Any:
    """A list of the right length; given a table, cattrs would take its keys."""
    sizes = [] if ... in get_args(kind) else get_args(kind)
    if sizes and len(exactly(raw, list)) != len(sizes):
        raise ValueError(f"{raw!r} should be {len(sizes)} values in brackets")
    return exactly(raw, list)


def _one_of(raw: Any, kind: type[StrEnum]) -> StrEnum:
    known = [str(one) for one in kind]
    if raw not in known:
        raise ValueError(no_such(kind.__name__.lower(), raw, known))
    return kind(raw)


def _verb(raw: Any, kind: Any) -> Callable[..., Any]:
    known = _MEANT.get().verbs[kind]
    if not isinstance(raw, str) or raw not in known:
        raise NoVerb(no_such("verb", raw, known))
    return known[raw]


def _python(raw: Any, kind: Any) -> None:
    if kind is Guide:
        raise ValueError("is a function in guide.py")
    name = raw.get("key", "share") if isinstance(raw, dict) else "share"
    said = f"write class {str(name).title().replace('-', '')}(Calculator) in calculators.py"
    raise ValueError(f"calculators are Python: {said}, as adding-a-game.md shows")


def _choices(converter: cattrs.Converter, raw: Any) -> tuple[Choice, ...]:
    """A list of choices, or the name of one of the game's lists."""
    known = _MEANT.get().choices
    if isinstance(raw, str) and raw not in known:
        raise ValueError(no_such("list of choices", raw, known))
    rows = known[raw] if isinstance(raw, str) else exactly(raw, list)
    return tuple(converter.structure(row, Choice) for row in rows)


def _when(raw: Any, _: Any) -> When:
    """A row's circumstances; ``chapter`` may name one of the game's ``chapter_sets``."""
    needs = dict(exactly(raw, dict))
    if isinstance(named := needs.get("chapter"), str):
        needs["chapter"] = _MEANT.get().sets.get(named, named)
    met = {k: tuple(v) if isinstance(v, list) else (v,) for k, v in needs.items()}
    for name, values in met.items():
        if wrong := [value for value in values if not isinstance(value, str | int)]:
            raise ValueError(f"{name}: {wrong[0]!r} should be a value or a list of values")
    return When(met)


def _numbered(raw: Any, kind: type, what: str) -> dict[int, Any]:
    """A table whose keys are numbers: ``{ 1 = "Calm", 2 = "Storm" }``."""
    pairs = exactly(raw, dict).items()
    if wrong := next((key for key, _ in pairs if not key.isdecimal()), None):
        raise ValueError(f"{wrong!r} should be {what}")
    return {int(number): exactly(value, kind) for number, value in pairs}


def _number(raw: Any, kind: Any) -> int | ByPlayers:
    """``4``, or ``{ 2 = 4, 3 = 5 }`` by the number of players."""
    if isinstance(raw, dict) or kind is ByPlayers:
        return ByPlayers(_numbered(raw, int, "a number of players"))
    return int(exactly(raw, int))


def _ladder(raw: Any, _: Any) -> Ladder:
    """``[0, 1, 3]``, or ``{ rungs = [0, 1, 3], more = 2 }`` where it goes on."""
    rungs, more = raw, None
    if isinstance(raw, dict):
        if unknown := sorted(raw.keys() - {"rungs", "more"}):
            raise ValueError(no_such("key", unknown[0], ("rungs", "more")))
        rungs, more = raw.get("rungs"), exactly(raw.get("more", 0), int)
    return Ladder(tuple(exactly(rung, int) for rung in exactly(rungs, list)), more)
