"""Checks of every row of a game's data: keys, sources, conditions, impossible values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from ..data.faults import Fault, Path, no_such, there_are
from ..data.files import MOST_COPIES
from ..fields import Choice, Field, Kind
from ..game import WON, Game
from ..journal.outcome import AUTOMATON, LAST
from ..parts.clock import Reminder
from ..parts.facts import ByPlayers, Fact
from ..parts.settings import CardFact, Option, Ruling, Scope
from ..parts.setup import Draw
from ..parts.tracks import Track
from ..scoring.sheet import Limit, Supply
from ..situation import ALWAYS, STORY
from ..words import LARGEST_NUMBER

REPEATED = {"facts", "catalogue", "keys"}
"""Lists that may repeat a key, each time with other conditions."""


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
        elif hasattr(row, "src"):
            yield from _source((*path, "src"), row.src)
    known = _dimensions(game)
    in_play = _reminder_conditions(game) | known
    of_seat = {d.key: set(d.pool) or None for d in game.draws if d.each} | known
    together = any(game.is_together(chapter.key) for chapter in game.chapters)
    of_story = {WON: {True, False}, **known} if together else known
    for path, row in every:
        own = isinstance(row, Field | Choice | Limit) and path[0] == "sheet"
        asked = in_play if isinstance(row, Reminder) else of_seat if own else known
        asked = of_story if path[0] == "graph" else asked
        for key, values in getattr(row, "when", ALWAYS).needs.items():
            yield from _condition((*path, "when"), key, values, asked)


def _source(path: Path, src: str) -> Iterator[Fault]:
    """Places are told apart by ``; ``; a page is ``p. 7``."""
    for part in src.split(";"):
        if not part.strip():
            yield Fault(path, "a place is empty; separate places by '; '")
        elif re.match(r"(rulebook,? |rules,? )?(page|pg|p) ?\.?\d|\bpages? \d", part.strip(), re.I):
            yield Fault(path, f"{part.strip()!r} should be as in 'p. 7' or 'pp. 7, 8'")


def _twice(game: Game, every: list[tuple[Path, Any]]) -> Iterator[Fault]:
    met: set[tuple[Any, str]] = set()
    for path, row in every:
        if not hasattr(row, "key") or REPEATED.intersection(path):
            continue
        of_sheet = path[:2] == ("sheet", "categories") and len(path) == 5
        group = ("sheet", "fields") if of_sheet else path[:-1]
        if (group, row.key) in met:
            yield Fault((*path, "key"), f"{row.key!r} is there twice")
        met.add((group, row.key))
    shared = Counter(setting.key for setting in game.settings())
    yield from (Fault((), f"setting {key!r} is there twice") for key, n in shared.items() if n > 1)


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
    return {
        "chapter": {chapter.key for chapter in game.chapters},
        "players": set(range(game.players[0], game.players[1] + 1)),
        "round": set(range(1, 100)),
        "attempt": set(range(1, 100)),
        STORY: {True, False},
        **{option.key: {choice.key for choice in option.choices} for option in game.options},
        **{ruling.key: {choice.key for choice in ruling.options} for ruling in game.rulings},
        **{fact.key: _values(fact) for fact in game.card_facts},
    }


def _reminder_conditions(game: Game) -> dict[str, set[Any] | None]:
    """What a reminder can ask for besides: facts, draws, decks, tracks, the last round."""
    named: tuple[Any, ...] = (*game.topics, *game.deck_plans, *game.tracks)
    told = {draw.key: set(draw.pool) or None for draw in game.draws}
    flags = {True, False}
    return {**{row.key: None for row in named}, **told, LAST: flags, AUTOMATON: flags}


def _of_people(path: Path, fact: CardFact) -> Iterator[Fault]:
    if fact.begins and not fact.people:
        yield Fault((*path, "begins"), "only a player can go first; write people = true")
    if fact.people and (fact.kind is not Kind.CHOICE or fact.scope is not Scope.PLAY):
        yield Fault((*path, "people"), 'a player is kind = "choice" with scope = "play"')
    if fact.people and fact.choices:
        yield Fault((*path, "choices"), "the people of the game are the choices")


def _values(fact: CardFact) -> set[Any] | None:
    listed = {choice.key for choice in fact.choices}
    match fact.kind:
        case Kind.CHOICE if not fact.people:
            return listed
        case Kind.LIST | Kind.FLAG:  # of a list one can ask whether there is anything in it
            return {*listed, True, False}
    return None


def value_faults(game: Game) -> Iterator[Fault]:
    if game.minutes < 1:
        yield Fault(("minutes",), f"{game.minutes} should be at least 1")
    players: dict[Path, Any] = {("players",): game.players}
    players |= {("chapters", i, "players"): one.players for i, one in enumerate(game.chapters)}
    for path, (low, high) in ((path, both) for path, both in players.items() if both):
        if not 1 <= low <= high:
            yield Fault(path, f"from {low} to {high} cannot be; the smaller number comes first")
    for path, row in rows(game):
        match row:
            case Field():
                yield from _field(path, row)
            case Track():
                yield from _ends(path, row.low, row.high)
            case Draw():
                for thing, n in row.pool.items():
                    if not 1 <= n <= MOST_COPIES:
                        said = f"{n} copies; there are 1 to {MOST_COPIES}"
                        yield Fault((*path, "pool", thing), said)
            case Fact():
                yield from _fact(path, row)
            case Option() if row.default not in {None, *(one.key for one in row.choices)}:
                yield Fault((*path, "default"), "the default is none of its choices")
            case Ruling() if row.default not in {one.key for one in row.options}:
                yield Fault((*path, "default"), "the default is none of its options")
            case Ruling() if len(row.options) < 2:
                yield Fault((*path, "options"), "nothing to choose from")
            case CardFact() if row.people or row.begins:
                yield from _of_people(path, row)
            case CardFact() if row.under and row.scope is not Scope.CHAPTER:
                yield Fault((*path, "under"), "is for what is told of a chapter only")
            case Supply():
                if not row.fields:
                    yield Fault((*path, "fields"), "names no field")
                yield from _numbers((*path, "most"), row.most)
            case Limit():
                yield from _numbers((*path, "high"), row.high)


def _ends(path: Path, low: int | None, high: int | None) -> Iterator[Fault]:
    if low is not None and high is not None and high < low:
        yield Fault((*path, "high"), f"{high} is below {low}, the least it can be")


def _field(path: Path, field: Field) -> Iterator[Fault]:
    yield from _ends(path, None if field.kind is Kind.SIGNED else field.low, field.high)
    for name in ("per", "picks"):
        if getattr(field, name) < 1:
            yield Fault((*path, name), f"{getattr(field, name)} should be at least 1")
    if field.kind is Kind.LIST and not field.item:
        yield Fault((*path, "item"), "a list needs columns, as item = [{ key = … }]")
    elif field.default is not None:
        for issue in field.read(field.default)[1][:1]:
            yield Fault((*path, "default"), f"{field.default!r} cannot be entered: {issue.message}")


def _fact(path: Path, fact: Fact) -> Iterator[Fault]:
    if isinstance(fact.value, float | dict):
        yield Fault((*path, "value"), f"{fact.value!r} should be a whole number, text or a list")
    rounds = fact.value if fact.key == "rounds" else None  # without a value another column says it
    if rounds is not None and (type(rounds) is not int or rounds < 1):
        yield Fault((*path, "value"), f"{rounds!r} should be a number of rounds, 1 or more")


def _numbers(path: Path, number: int | ByPlayers | None) -> Iterator[Fault]:
    """A bound, or one for each number of players."""
    several = number.values if isinstance(number, ByPlayers) else {"": number}
    for players, n in several.items():
        if n is not None and not 0 <= n <= LARGEST_NUMBER:
            where = f" with {players}" if players else ""
            yield Fault(path, f"{n}{where} should be from 0 to {LARGEST_NUMBER}")
