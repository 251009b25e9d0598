"""Points of an unfinished sheet: a line counts once nothing still open can change it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, islice, product
from math import comb, prod
from typing import Any

from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue, errors
from companion.rules.journal.play import Play
from companion.rules.scoring.sheet import Category, Entry, ScoreLine, ScoringContext

Read = set[tuple[int, str]]
"""The (seat, field) pairs that were read."""
FAR = 999
MOST_TRIED = 200
Points = list[int | None]
"""One category's points by seat; None where they cannot be known yet."""


class RecordingMapping(Mapping[str, Any]):
    """The entry of a seat; every key read from it is added to ``read``."""

    __slots__ = ("entry", "read", "seat")

    def __init__(self, entry: Entry, read: Read, seat: int) -> None:
        self.entry, self.read, self.seat = entry, read, seat

    def __getitem__(self, key: str) -> Any:
        self.read.add((self.seat, key))
        return self.entry[key]

    def get(self, key: str, default: Any = None) -> Any:
        """Like ``Mapping.get``, but faster."""
        self.read.add((self.seat, key))
        return self.entry.get(key, default)

    def __iter__(self) -> Iterator[str]:
        self.read.update((self.seat, key) for key in self.entry)
        return iter(self.entry)

    def __len__(self) -> int:
        return len(self.entry)


@dataclass(frozen=True, slots=True)
class OpenValue:
    """A value that is still unknown, with values to try: every choice, or two extremes."""

    seat: int | None  # None: a card fact of the whole table
    key: str
    ends: tuple[Any, ...]
    chosen: bool = False


Ends = Sequence[tuple[OpenValue, int]]
"""Open values, and which of its ends each is filled in with."""


def points_so_far(play: Play, context: ScoringContext, found: list[Issue]) -> dict[str, Points]:
    """Each category's points, where no open value can change them."""
    open_values = sorted(_open_values(play, context, found), key=lambda gap: gap.chosen)
    tries = _Tries(context, open_values)
    return {category.key: [*tries.points(category)] for category in play.game.sheet.categories}


def knowable(play: Play, points: Mapping[str, Points], untold: set[str]) -> dict[str, Points]:
    """``points`` without those of categories that depend on something ``untold``."""
    unknown: Points = [None] * len(play.seats)
    categories = play.game.sheet.categories
    return {c.key: unknown if untold.intersection(c.asks) else points[c.key] for c in categories}


@dataclass
class _Tries:
    """A table with its open values filled in many ways."""

    context: ScoringContext
    open_values: Sequence[OpenValue]

    def __post_init__(self) -> None:
        self._low = _filled(self.context, [(gap, 0) for gap in self.open_values])

    def points(self, category: Category) -> Points:
        """Only open values that a category looks at are tried at other values; nothing else counts;
        with too many open choices at a table, only those that each seat looks at."""
        seats = range(len(self.context.names))
        found = self._points(category, seats)
        if found is None:
            each = [self._points(category, [seat]) for seat in seats]
            found = [points[0] if points else None for points in each]
        return found

    def _points(self, category: Category, seats: Sequence[int]) -> Points | None:
        """The points of some seats; None if there is too much to try."""
        read: Read = set()
        known: Points = [line.points for line in self._lines(category, (), seats, read)]
        looked: list[OpenValue] = []
        while (now := self._looked_at(read)) != looked:  # it may look at more once one is high
            looked = now
            if prod(len(gap.ends) for gap in looked if gap.chosen) > MOST_TRIED:
                return None
            for ends in _ways(looked):
                if all(points is None for points in known):
                    return known
                tried = [*zip(looked, ends, strict=True)]
                pairs = zip(known, self._lines(category, tried, seats, read), strict=True)
                known = [was if was == line.points else None for was, line in pairs]
        return known

    def _looked_at(self, read: Read) -> list[OpenValue]:
        """The open values among what was read; card facts are not watched, so they always count."""
        return [h for h in self.open_values if h.seat is None or (h.seat, h.key) in read]

    def _lines(
        self, category: Category, ends: Ends, seats: Sequence[int], read: Read
    ) -> list[ScoreLine]:
        table = _filled(self._low, ends) if ends else self._low
        entries = (RecordingMapping(entry, read, n) for n, entry in enumerate(table.entries))
        watched = table.with_entries(tuple(entries))
        return [category.rule(category, watched, seat) for seat in seats]


def _ways(open_values: Sequence[OpenValue]) -> Iterator[Sequence[int]]:
    """Numbers one way and the other with the first of every choice, then every other choice with
    all numbers low and all high."""
    choices = [gap for gap in open_values if gap.chosen]
    numbers = len(open_values) - len(choices)
    for ends in fillings(numbers):
        yield [*ends, *(0 for _ in choices)]
    for chosen in islice(product(*(range(len(gap.ends)) for gap in choices)), 1, None):
        yield [*([0] * numbers), *chosen]
        yield [*([1] * numbers), *chosen]


def _open_values(play: Play, context: ScoringContext, found: list[Issue]) -> Iterator[OpenValue]:
    wrong = {(issue.seat, issue.field) for issue in errors(found)}
    waiting, fields = {seat for seat, _ in wrong}, play.game.sheet.by_key
    for seat, entry in enumerate(context.entries):
        for key, value in entry.items():
            # Nothing is 0 only once a seat has told the rest.
            late = seat in waiting and fields[key].zero and key not in play.filled_in[seat]
            if value is None or (seat, key) in wrong or late:
                field = fields[key].here(play.situations[seat])
                chosen = field.kind in (Kind.CHOICE, Kind.FLAG)
                yield OpenValue(seat, key, _values(field), chosen)
    for fact in play.game.card_facts:
        if (None, fact.key) in wrong and fact.kind is Kind.NUMBER:
            yield OpenValue(None, fact.key, (fact.low or 0, fact.high or FAR))


def _values(field: Field) -> tuple[Any, ...]:
    """All that can be chosen; of anything else the lowest and the highest value."""
    if field.kind is Kind.FLAG:
        return False, True
    if field.kind is Kind.CHOICE:
        keys = [choice.key for choice in field.choices]
        return tuple(keys if field.picks == 1 else combinations(keys, field.picks))
    if field.kind is Kind.LIST:
        return (), ({item.key: _values(item)[-1] for item in field.item},)
    low = -FAR if field.least is None else field.least
    return low, FAR if field.high is None else field.high


def fillings(open_values: int) -> Iterator[list[int]]:
    """All at one end, all at the other, then so that any two open values differ both ways round.

    Each open value is at its high end in its own half of the last ones: no such half holds another.
    """
    yield [0] * open_values
    if open_values:
        yield [1] * open_values
    size = next(n for n in count() if comb(n, n // 2) >= open_values)
    halves = list(islice(combinations(range(size), size // 2), open_values))
    for number in range(size):
        yield [int(number in half) for half in halves]


def _filled(context: ScoringContext, ends: Ends) -> ScoringContext:
    entries, settings = [*context.entries], context.situation.settings
    for seat in {gap.seat for gap, _ in ends}:
        told = {gap.key: gap.ends[end] for gap, end in ends if gap.seat == seat}
        if seat is None:
            settings = {**settings, **told}
        else:
            entries[seat] = {**entries[seat], **told}
    if settings is context.situation.settings:
        return context.with_entries(tuple(entries))
    situation = replace(context.situation, settings=settings)
    return replace(context, situation=situation, entries=tuple(entries), typed=())
