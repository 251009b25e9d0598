"""Every row of a game's data, however deep, with the way to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ..data.faults import Fault, no_such, there_are
from ..data.toml_lines import Path
from ..fields import Choice, Field, Kind
from ..game import Game
from ..journal.come_about import AUTOMATON, LAST
from ..parts.clock import Reminder
from ..parts.settings import CardFact, Option, Ruling
from ..scoring.limits import Limit
from ..situation import STORY, When

REPEATED = {"facts", "catalogue", "keys"}
"""Lists in which a key may stand several times, for other circumstances each."""


def rows(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for name in _columns(value.__class__):
        found, here = getattr(value, name), (*path, name)
        if isinstance(found, tuple):
            for number, row in enumerate(found):
                if _columns(row.__class__):
                    yield (*here, number), row
                    yield from rows(row, (*here, number))
        elif _columns(found.__class__):
            yield here, found
            yield from rows(found, here)


@cache
def _columns(kind: type) -> tuple[str, ...]:
    """The fields of a row; none of what is not a row."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def row_faults(game: Game) -> Iterator[Fault]:
    """Keys that stand twice, rows without a source, conditions that nothing meets."""
    every = list(rows(game))
    yield from _twice(game, every)
    for path, row in every:
        if hasattr(row, "src") and not row.src.strip():
            yield Fault((*path, "src"), "no source")
    known = _dimensions(game)
    in_play = _come_about(game) | known
    of_seat = _own(game) | known
    for path, row in every:
        when: When = getattr(row, "when", When())
        for key, values in when.needs.items():
            own = isinstance(row, Field | Choice | Limit) and path[0] == "sheet"
            asked = in_play if isinstance(row, Reminder) else of_seat if own else known
            yield from _condition((*path, "when"), key, values, asked)


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
            yield Fault(path, f"{key} is never {value!r}; {there_are(value, allowed)}")


def _dimensions(game: Game) -> dict[str, set[Any] | None]:
    """What a condition can ask for, and the values that can be; None: any."""
    known: dict[str, set[Any] | None] = {
        "chapter": {chapter.key for chapter in game.chapters},
        "players": set(range(game.players[0], game.players[1] + 1)),
        "round": set(range(1, 100)),
        STORY: {True, False},
    }
    settings: list[Option | Ruling] = [*game.options, *game.rulings]
    known |= {s.key: {choice.key for choice in s.choices} for s in settings}
    return known | {fact.key: _values(fact) for fact in game.card_facts}


def _come_about(game: Game) -> dict[str, set[Any] | None]:
    """What a reminder can ask for besides: facts, draws, decks, tracks, the last round."""
    known: dict[str, set[Any] | None] = {topic.key: None for topic in game.topics}
    known |= {draw.key: set(draw.pool) or None for draw in game.draws}
    known |= {deck.key: None for deck in game.deck_plans}
    known |= {track.key: None for track in game.tracks}
    return known | {LAST: {True, False}, AUTOMATON: {True, False}}


def _own(game: Game) -> dict[str, set[Any] | None]:
    """What a line of the sheet can ask for besides: what its seat was dealt."""
    return {draw.key: set(draw.pool) or None for draw in game.draws if draw.each}


def _values(fact: CardFact) -> set[Any] | None:
    listed = {choice.key for choice in fact.choices}
    flags = {True, False}
    match fact.kind:
        case Kind.CHOICE:
            return listed
        case Kind.LIST:
            return listed | flags  # of a list one can ask whether there is anything in it
        case Kind.FLAG:
            return flags
    return None
