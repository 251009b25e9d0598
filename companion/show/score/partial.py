"""Points of an unfinished sheet: a line counts once nothing still open can change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice, product
from math import comb, prod
from typing import Any

from companion.rules.card_facts import CardFact, FactKind
from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue, errors
from companion.rules.play import Play
from companion.rules.sheet import Category, Reckoning
from companion.show.score.watched import Watched

FAR = 999
MOST_TRIED = 200
Points = list[int | None]
"""One category's points by seat; None where they cannot be known yet."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A value that is not there yet, with what it may become: every choice, else two far ends."""

    seat: int | None  # None: a card fact of the whole table
    key: str
    ends: tuple[Any, ...]
    chosen: bool = False


def points_so_far(play: Play, reckoning: Reckoning, found: list[Issue]) -> dict[str, Points]:
    """Each category's points, tried with every hole filled one way and the other.

    Open choices are tried in every combination where a category looks at them; with too many
    of them it is not certain.
    """
    holes = sorted(_holes(play, reckoning, found), key=lambda hole: hole.chosen)
    known: dict[str, Points] = {}
    numbers = [hole for hole in holes if not hole.chosen]
    apart = [_filled(reckoning, holes, _first(holes, ends)) for ends in _fillings(len(numbers))]
    looking = [c for c in play.game.sheet.categories if _looks_at(c, holes, apart)]
    for category in play.game.sheet.categories:
        for table in apart:
            known[category.key] = _certain(category, table, known.get(category.key))
    if prod(len(hole.ends) for hole in holes if hole.chosen) > MOST_TRIED:
        return {**known, **{c.key: [None] * len(reckoning.entries) for c in looking}}
    for ends in _other_choices(holes) if looking else ():
        table = _filled(reckoning, holes, ends)
        for category in looking:
            known[category.key] = _certain(category, table, known[category.key])
    return known


def _first(holes: Sequence[Hole], ends: Sequence[int]) -> list[int]:
    """Numbers at these ends, everything chosen as its first choice."""
    return [*ends, *(0 for hole in holes if hole.chosen)]


def _looks_at(category: Category, holes: Sequence[Hole], tables: Sequence[Reckoning]) -> bool:
    """Whether points of a category hang on something that is still to be chosen."""
    chosen = {(hole.seat, hole.key) for hole in holes if hole.chosen}
    for table in tables[:2] if chosen else ():  # everything low, everything high
        watched = [Watched(entry) for entry in table.entries]
        category.rule(category, replace(table, entries=tuple(watched)))
        if any((seat, key) in chosen for seat, one in enumerate(watched) for key in one.read):
            return True
    return False


def _certain(category: Category, table: Reckoning, before: Points | None) -> Points:
    if before is None:
        return [line.points for line in category.rule(category, table)]
    if all(points is None for points in before):
        return before
    lines = category.rule(category, table)
    return [was if was == line.points else None for was, line in zip(before, lines, strict=True)]


def _holes(play: Play, reckoning: Reckoning, found: list[Issue]) -> Iterator[Hole]:
    wrong = {(issue.seat, issue.field) for issue in errors(found)}
    fields = play.game.sheet.by_key
    for seat, entry in enumerate(reckoning.entries):
        for key, value in entry.items():
            if value is None or (seat, key) in wrong or _not_yet(play, seat, fields[key], wrong):
                field = fields[key].here(play.situations[seat])
                chosen = field.kind in (Kind.CHOICE, Kind.FLAG)
                yield Hole(seat, key, _every(field) if chosen else _ends(field), chosen)
    for fact in play.game.card_facts:
        if (None, fact.key) in wrong and fact.kind is FactKind.NUMBER:
            yield Hole(None, fact.key, _fact_ends(fact))


def _not_yet(play: Play, seat: int, field: Field, wrong: Iterable[tuple[Any, Any]]) -> bool:
    """Nothing is 0 only once a seat has told the rest."""
    told = field.key in play.filled_in[seat]
    return field.zero and not told and any(where == seat for where, _ in wrong)


def _every(field: Field) -> tuple[Any, ...]:
    """All that can be chosen."""
    keys = [choice.key for choice in field.choices]
    if field.kind is Kind.FLAG:
        return False, True
    return tuple(keys if field.picks == 1 else combinations(keys, field.picks))


def _ends(field: Field) -> tuple[Any, Any]:
    if field.kind is Kind.FLAG:
        return False, True
    if field.kind is Kind.CHOICE:
        keys = [choice.key for choice in field.choices]
        most = field.picks
        return (keys[0], keys[-1]) if most == 1 else (tuple(keys[:most]), tuple(keys[-most:]))
    if field.kind is Kind.LIST:
        return (), ({item.key: _ends(item)[1] for item in field.item},)
    low = -FAR if field.least is None else field.least
    return low, FAR if field.high is None else field.high


def _fact_ends(fact: CardFact) -> tuple[int, int]:
    return fact.low or 0, fact.high or FAR


def _other_choices(holes: Sequence[Hole]) -> Iterator[list[int]]:
    """All low and all high with every choice but the first ones."""
    numbers = sum(not hole.chosen for hole in holes)
    choices = [range(len(hole.ends)) for hole in holes if hole.chosen]
    for chosen in islice(product(*choices), 1, None):
        yield [*([0] * numbers), *chosen]
        yield [*([1] * numbers), *chosen]


def _fillings(holes: int) -> Iterator[list[int]]:
    """All at one end, all at the other, then so that any two holes differ both ways round.

    Each hole is at its high end in its own half of the last ones: no such half holds another.
    """
    yield [0] * holes
    if holes:
        yield [1] * holes
    size = next(n for n in count() if comb(n, n // 2) >= holes)
    halves = list(islice(combinations(range(size), size // 2), holes))
    for number in range(size):
        yield [int(number in half) for half in halves]


def _filled(reckoning: Reckoning, holes: Sequence[Hole], ends: Sequence[int]) -> Reckoning:
    entries = [dict(entry) for entry in reckoning.entries]
    settings = dict(reckoning.situation.settings)
    for hole, end in zip(holes, ends, strict=True):
        target = settings if hole.seat is None else entries[hole.seat]
        target[hole.key] = hole.ends[end]
    situation = replace(reckoning.situation, settings=settings)
    return replace(reckoning, situation=situation, entries=tuple(entries), typed=())
