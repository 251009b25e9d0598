"""Every row of a game's data, however deep, with the way to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..card_facts import CardFact, FactKind
from ..faults import Fault, no_such
from ..game import Game
from ..rulings import Option, Ruling
from ..situation import When
from ..toml_lines import Path

REPEATED = {"facts", "catalogue", "keys"}
"""Lists in which a key may stand several times, for other circumstances each."""


def rows(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for field in fields(value):
        found, here = getattr(value, field.name), (*path, field.name)
        if is_dataclass(found):
            yield from rows(found, here)
        elif isinstance(found, tuple):
            for number, row in enumerate(found):
                if is_dataclass(row):
                    yield (*here, number), row
                    yield from rows(row, (*here, number))


def row_faults(game: Game) -> Iterator[Fault]:
    """Keys that stand twice, rows without a source, conditions that nothing meets."""
    every = list(rows(game))
    yield from _twice(game, every)
    for path, row in every:
        if hasattr(row, "src") and not row.src.strip():
            yield Fault((*path, "src"), "no source")
    known = _dimensions(game)
    for path, row in every:
        when: When = getattr(row, "when", When())
        for key, values in when.needs.items():
            yield from _condition((*path, "when"), key, values, known)


def _twice(game: Game, every: list[tuple[Path, Any]]) -> Iterator[Fault]:
    met: set[tuple[Any, str]] = set()
    for path, row in every:
        if not hasattr(row, "key") or REPEATED.intersection(path):
            continue
        of_sheet = path[:2] == ("sheet", "categories") and len(path) == 5
        group = ("sheet", "fields") if of_sheet else path[:-1]
        if (group, row.key) in met:
            yield Fault((*path, "key"), f"{row.key!r} stands twice")
        met.add((group, row.key))
    shared = Counter(setting.key for setting in game.settings())
    yield from (Fault((), f"setting {key!r} stands twice") for key, n in shared.items() if n > 1)


def _condition(
    path: Path, key: str, values: tuple[Any, ...], known: dict[str, set[Any] | None]
) -> Iterator[Fault]:
    if key not in known:
        yield Fault(path, f"nothing is called {key!r}: {no_such('setting', key, known)}")
        return
    allowed = known[key]
    for value in values:
        if allowed is not None and value not in allowed:
            close = no_such("such value", value, allowed).removeprefix(f"no such value {value!r}; ")
            yield Fault(path, f"{key} is never {value!r}; {close}")


def _dimensions(game: Game) -> dict[str, set[Any] | None]:
    """What a condition can ask for, and the values that can be; None: any."""
    known: dict[str, set[Any] | None] = {
        "chapter": {chapter.key for chapter in game.chapters},
        "players": set(range(game.players[0], game.players[1] + 1)),
        "round": set(range(1, 100)),
    }
    settings: list[Option | Ruling] = [*game.options, *game.rulings]
    known |= {s.key: {choice.key for choice in s.choices} for s in settings}
    return known | {fact.key: _values(fact) for fact in game.card_facts}


def _values(fact: CardFact) -> set[Any] | None:
    if fact.kind in (FactKind.CHOICE, FactKind.LIST):
        return {choice.key for choice in fact.choices}
    return {True, False} if fact.kind is FactKind.FLAG else None
