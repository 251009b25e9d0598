"""Values that cannot be: numbers upside down, defaults that a field itself would refuse."""

from __future__ import annotations

from collections.abc import Iterator

from ..data.faults import Fault
from ..data.shorthands import MOST_COPIES
from ..data.toml_lines import Path
from ..fields import Field, Kind
from ..game import Game
from ..numbers import LARGEST
from ..parts.facts import Fact
from ..parts.settings import CardFact, Scope
from ..parts.setup import Draw
from ..parts.tables import ByPlayers
from ..parts.tracks import Track
from ..scoring.limits import Limit, Supply
from .rows import rows


def value_faults(game: Game) -> Iterator[Fault]:
    if game.minutes < 1:
        yield Fault(("minutes",), f"{game.minutes} should be at least 1")
    yield from _players(("players",), game.players)
    for i, chapter in enumerate(game.chapters):
        if chapter.players:
            yield from _players(("chapters", i, "players"), chapter.players)
    for path, row in rows(game):
        match row:
            case Field():
                yield from _field(path, row)
            case Track():
                yield from _ends(path, row.low, row.high)
            case Draw():
                yield from _pool(path, row)
            case Fact():
                yield from _fact(path, row)
            case CardFact() if row.under and row.scope is not Scope.CHAPTER:
                yield Fault((*path, "under"), "is for what is told of a chapter only")
            case Supply():
                yield from _supply(path, row)
            case Limit():
                yield from _numbers((*path, "high"), row.high)


def _players(path: Path, players: tuple[int, int]) -> Iterator[Fault]:
    low, high = players
    if not 1 <= low <= high:
        yield Fault(path, f"from {low} to {high} cannot be; the smaller number comes first")


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


def _pool(path: Path, draw: Draw) -> Iterator[Fault]:
    for thing, copies in draw.pool.items():
        if not 1 <= copies <= MOST_COPIES:
            yield Fault((*path, "pool", thing), f"{copies} copies; there are 1 to {MOST_COPIES}")


def _fact(path: Path, fact: Fact) -> Iterator[Fault]:
    if isinstance(fact.value, float | dict):
        yield Fault((*path, "value"), f"{fact.value!r} should be a whole number, text or a list")
    if fact.key == "rounds" and not _is_rounds(fact.value):
        yield Fault((*path, "value"), f"{fact.value!r} should be a number of rounds, 1 or more")


def _is_rounds(value: object) -> bool:
    """Whether a game can last so long; nothing: another column says it."""
    return value is None or (type(value) is int and value > 0)


def _supply(path: Path, supply: Supply) -> Iterator[Fault]:
    if not supply.fields:
        yield Fault((*path, "fields"), "names no field")
    yield from _numbers((*path, "most"), supply.most)


def _numbers(path: Path, number: int | ByPlayers | None) -> Iterator[Fault]:
    """A bound, or one for each number of players."""
    several = number.values if isinstance(number, ByPlayers) else {"": number}
    for players, n in several.items():
        if n is not None and not 0 <= n <= LARGEST:
            where = f" with {players}" if players else ""
            yield Fault(path, f"{n}{where} should be from 0 to {LARGEST}")
