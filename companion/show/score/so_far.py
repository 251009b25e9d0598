"""Points before a sheet is complete: what is certain, and what more of something would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from companion.rules.fields import Field, Kind
from companion.rules.issues import Issue, errors
from companion.rules.journal.play import Play
from companion.rules.parts.facts import Certainty
from companion.rules.parts.pads import Key, Pad, Stock
from companion.rules.scoring.sheet import Category, Entry, ScoringContext
from companion.rules.situation import fitting
from companion.rules.words import signed

Points = list[int | None]
"""One category's points by seat; None where they cannot be known yet."""


class StillOpen(Exception):
    """A rule looks at a value that nobody has entered yet, or that is wrong."""


@dataclass(frozen=True, slots=True)
class ReadEntry(Mapping[str, Any]):
    """The entry of a seat as a rule reads it: what it looks at is added to ``read``."""

    entry: Entry
    open: Collection[str] = ()
    read: set[str] = field(default_factory=set)

    def __getitem__(self, key: str) -> Any:
        if key in self.open:
            raise StillOpen(key)
        self.read.add(key)
        return self.entry[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entry)

    def __len__(self) -> int:
        return len(self.entry)


def points_so_far(
    play: Play, context: ScoringContext, found: list[Issue], untold: Collection[str] = ()
) -> dict[str, Points]:
    """Each category's points, where its rule looks at nothing that is still open; ``untold`` are
    the card facts that nobody has entered."""
    wrong = {(issue.seat, issue.field) for issue in errors(found)}
    waiting, fields = {seat for seat, _ in wrong}, play.game.sheet.by_key
    read = [
        ReadEntry(entry, {
            key
            for key, value in entry.items()
            # Nothing is 0 only once a seat has told the rest.
            if value is None or (seat, key) in wrong
            or (seat in waiting and fields[key].zero and key not in play.filled_in[seat])
        })
        for seat, entry in enumerate(context.entries)
    ]  # fmt: skip
    table = context.with_entries(tuple(read))
    unknown = {key for seat, key in wrong if seat is None} | {*untold}
    return {
        category.key: [
            None if unknown.intersection(category.asks) else _certain(category, table, seat)
            for seat in range(len(read))
        ]
        for category in play.game.sheet.categories
    }


def _certain(category: Category, table: ScoringContext, seat: int) -> int | None:
    try:
        return category.rule(category, table, seat).points
    except StillOpen:
        return None


def by_card(play: Play) -> dict[str, Mapping[str, int]]:
    """What comes with one more of a field where cards are played for it: a Merchant is a Citizen,
    too, and counts as one on the sheet as on its key."""
    found: dict[str, Mapping[str, int]] = {}
    for pad in fitting(play.game.pads, play.situation):
        for key in play.offers(pad.key).values() if pad.ahead else ():
            adds = pad.feeding(key)
            for field_key in [one for one, n in adds.items() if n == 1]:
                found.setdefault(field_key, adds)
    return found


def left(play: Play, seat: int) -> dict[str, int | None]:
    """How many more cards that add to a field can come to a seat; None: nobody knows."""
    found: dict[str, int | None] = {}
    for pad in play.game.pads:
        if not pad.ahead or pad.shared or pad.key not in play.pads:
            continue
        offers = play.offers(pad.key)
        for card, left in remaining(play, pad, offers.values(), seat).items():
            for name in pad.feeding(offers[card]):
                there = found.get(name, 0)
                found[name] = None if there is None or left is None else there + left
    return found


def remaining(play: Play, pad: Pad, keys: Iterable[Key], seat: int) -> dict[str, int | None]:
    """How many more of each card a seat can get; None: nobody knows."""
    stock, mine = Stock(play, pad.key), Counter(laid.card for laid in play.pads[pad.key][seat])
    return {key.key: stock.more(key, mine[key.key]) for key in keys}


def thresholds(play: Play, seat: int) -> dict[str, str]:
    """``2 more: +8``, by field, as the table stands now; what grows evenly says nothing."""
    now, cards, more = Standing(play, seat), by_card(play), left(play, seat)
    found = {
        field.key: now.uneven(count, field, cards.get(field.key, {field.key: 1}),
                              _near(more.get(field.key)))
        for count in now.counts
        for field in count.category.fields
        if field.kind is Kind.COUNT
    }  # fmt: skip
    return {key: text for key, text in found.items() if text}


@dataclass(frozen=True)
class Standing:
    """A seat as the game stands: its points, and what more of something would bring.

    As long as nothing is told of it, nothing is nothing, as on its sheet, even where nothing
    at all would earn something: nobody can lose that.
    """

    play: Play
    seat: int

    @cached_property
    def table(self) -> ScoringContext:
        """The table with 0 for every number that nobody has told yet, and empty lists."""
        context, found = self.play.so_far
        wrong = {(issue.seat, issue.field) for issue in errors(found)}
        nothing = self.play.game.sheet.nothing
        entries = tuple(
            {
                key: nothing.get(key, value) if value is None or (seat, key) in wrong else value
                for key, value in entry.items()
            }
            for seat, entry in enumerate(context.entries)
        )
        return context.with_entries(entries)

    @property
    def told(self) -> bool:
        return bool(self.play.filled_in[self.seat])

    @property
    def points(self) -> int:
        """What it would score if the game ended now, as far as it is told."""
        return sum(count.points for count in self.counts) if self.told else 0

    @property
    def by_category(self) -> dict[str, int]:
        """Points by category, of categories whose every field has a value now."""
        return {count.category.key: count.points for count in self.counts}

    def ahead_by_card(
        self, cards: Mapping[str, Mapping[str, int]], left: Mapping[str, int | None]
    ) -> dict[str, str]:
        """What more of each card would bring, from what one adds to fields; ``?`` for a guess."""
        # All cards that add the same are counted once.
        kinds = {card: (tuple(adds.items()), _near(left[card])) for card, adds in cards.items()}
        found = {kind: self._first_gain(dict(kind[0]), kind[1]) for kind in {*kinds.values()}}
        return {card: text for card, kind in kinds.items() if (text := found[kind])}

    @cached_property
    def counts(self) -> list[_Counted]:
        """Every category but those that somebody has something else instead of, or has to
        choose for first."""
        return [
            _Counted(category, self.table, self.seat)
            for category in self.play.game.sheet.categories
            if all(e.get(f.key) is not None for f in category.fields for e in self.table.entries)
        ]

    def _first_gain(self, adds: Mapping[str, int], room: int) -> str:
        """What the fewest more that move anything would bring."""
        moving = [count for count in self.counts if not count.reads.isdisjoint(adds)]
        for more in range(1, room + 1) if moving else ():
            gains = [(count, self._gain(count, adds, more)) for count in moving]
            if moved := [(count, gain) for count, gain in gains if gain]:
                return self._more(more, sum(gain for _, gain in moved), *(one for one, _ in moved))
        return ""

    def _gain(self, count: _Counted, adds: Mapping[str, int], more: int) -> int:
        gain = count.with_more(adds, more) - count.points
        return max(gain, 0) if count.points > 0 and not self.told else gain

    def _more(self, more: int, gain: int, *counts: _Counted) -> str:
        """``?`` where the points hang on something that nobody has compared with the cards."""
        facts = self.table.facts
        asked = [facts[key] for count in counts for key in count.category.asks if key in facts]
        guessed = any(one.fact.sure in (Certainty.ASSUMED, Certainty.UNKNOWN) for one in asked)
        return f"{more} more: {signed(gain)}{'?' if guessed else ''}"

    def uneven(self, count: _Counted, field: Field, adds: Mapping[str, int], room: int) -> str:
        there = self.table.entries[self.seat][field.key]
        room = room if field.high is None else min(room, field.high - there)
        points = [count.with_more(adds, more) for more in range(room + 1)]
        if len({after - before for before, after in pairwise(points)}) < 2:
            return ""
        more = next(n for n, there in enumerate(points) if there != points[0])
        return self._more(more, points[more] - points[0], count)


@dataclass
class _Counted:
    """A category's points for one seat, as the table stands and with more of something."""

    category: Category
    table: ScoringContext
    seat: int
    _read: set[str] = field(default_factory=set)

    @cached_property
    def points(self) -> int:
        return self._with(self.table.entries[self.seat])

    @cached_property
    def reads(self) -> Set[str]:
        """The fields of this seat that its points hang on."""
        _ = self.points  # once it is counted, it has read
        return self._read

    def with_more(self, adds: Mapping[str, int], more: int) -> int:
        mine = self.table.entries[self.seat]
        extra = {key: mine[key] + by * more for key, by in adds.items() if key in mine}
        return self._with({**mine, **extra})

    def _with(self, mine: Entry) -> int:
        entries = [*self.table.entries]
        entries[self.seat] = ReadEntry(mine, read=self._read)
        table = self.table.with_entries(tuple(entries))
        return self.category.rule(self.category, table, self.seat).points


def _near(left: int | None) -> int:
    """How many more are looked at where so many can come; None: nobody knows.

    What lies further off than five helps nobody decide.
    """
    return 5 if left is None else min(5, left)
