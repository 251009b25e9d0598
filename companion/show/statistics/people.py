"""How everybody fared, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import is_
from typing import NamedTuple

from companion.rules.journal.play import Play
from companion.rules.words import minus, plural
from companion.show.statistics.counting import AT, Part, Source
from companion.show.statistics.results import PlayResult
from companion.show.statistics.tally import PersonTally, Tally

LARGE, SMALL = 44, 36  # a square, and one where there are many
FEW = 5
HEAD = 40  # above the squares
NAMES = 100  # left of them
GAP = 1
SHADES = 4


class Duel(NamedTuple):
    """How often one came before another, and how often they met."""

    before: int
    met: int

    @property
    def shade(self) -> int:
        """From 0 (never) to 4 (always)."""
        return round(SHADES * self.before / self.met)


Duels = Sequence[Sequence[Duel | None]]
"""By row and column, None where two never met."""


class Square(NamedTuple):
    duel: Duel
    x: int
    y: int
    middle: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heat:
    width: int
    height: int
    side: int
    columns: tuple[int, ...]  # where everybody's mark stands above their column
    rows: tuple[int, ...]  # and how high their name stands before their row
    squares: tuple[Square, ...]


def heat(duels: Duels) -> Heat:
    side = LARGE if len(duels) <= FEW else SMALL
    xs, ys = ([start + side * n for n in range(len(duels))] for start in (NAMES, HEAD))
    squares = tuple(
        Square(duel, x + GAP, y + GAP, (x + side // 2, y + side // 2))
        for y, row in zip(ys, duels, strict=True)
        for x, duel in zip(xs, row, strict=True)
        if duel
    )
    edges = NAMES + side * len(duels), HEAD + side * len(duels)
    heads, rows = tuple(x + (side - HEAD) // 2 for x in xs), tuple(y + side // 2 for y in ys)
    return Heat(*edges, side - 2 * GAP, heads, rows, squares)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person in the list."""

    key: str
    name: str
    play: Play  # where they sat last: their colour is found there
    seat: int
    plays: int
    wins: int
    share: int  # per cent of their plays
    points: int  # from here to their place: in plays that not all won or lost, if there are some
    average: float
    best: int
    worst: int
    place: float
    run: int  # the most plays in a row that they won, of those they were in
    alone: bool  # whether nobody was ever there to have a place among
    together: bool = False  # whether they always won or lost with all others: nothing compares them

    @property
    def said(self) -> str:
        """How they did, in words."""
        if self.together:
            return f"Won {self.wins} of {plural(self.plays, 'game')}."
        place = [] if self.alone else [f"rank {minus(self.place)}"]
        run = f" {self.run} wins in a row." if self.run > 1 else ""
        if self.plays == 1:
            points = f"{minus(self.best)} {'point' if self.best == 1 else 'points'}"
            return f"1 game: {', '.join([points, *place])}.{run}"
        span = f"from {minus(self.worst)} to {minus(self.best)}"
        points = f"{minus(self.average)} {'point' if self.average == 1 else 'points'}"
        average = f"On average {' and '.join([points, *place])}, {span}."
        return f"Won {self.share}% of {self.plays} games. {average}{run}"


def rows(found: Tally, parts: Sequence[Part]) -> list[PersonRow]:
    """All who played, whoever won most often first."""
    return [_row(who, found, parts) for who in ranked(found)]


def ranked(found: Tally) -> list[str]:
    """The word for each, whoever won most often first."""
    order = [(-one.wins, -mean(one.points, one.plays), who) for who, one in found.people.items()]
    return [who for _, _, who in sorted(order)]


def name_of(who: str, one: PersonTally, parts: Sequence[Part]) -> str:
    """What they are called, with their table where others have the name too."""
    play, score = one.last
    return f"{score.name} ({table_of(play, parts).name})" if AT in who else score.name


def table_of(play: PlayResult, parts: Sequence[Part]) -> Source:
    """Where a play was played."""
    return next(part.table for part in parts if any(map(is_, repeat(play), part.tally.results)))


def mean(points: int, number: int) -> float:
    """The average, to a tenth."""
    return rounded(10 * points, number) / 10


def rounded(points: int, number: int) -> int:
    """Points shared by a number; a half goes up, as people do it."""
    return (2 * points + number) // (2 * number)


def duels(found: Tally, drawn: Sequence[PersonRow]) -> Iterator[tuple[Duel | None, ...]]:
    """By row and column; None where two never met, and where a row meets itself."""
    keys = [row.key for row in drawn]
    for one in keys:
        met = [found.met(one, other) if one != other else 0 for other in keys]
        pairs = zip(keys, met, strict=True)
        yield tuple([Duel(found.before.get((one, two), 0), n) if n else None for two, n in pairs])


def _row(who: str, found: Tally, parts: Sequence[Part]) -> PersonRow:
    one = found.people[who]
    play, score = one.last
    mine = [(play, score) for play, score in zip(found.results, one.scores, strict=True) if score]
    rivals = [score for play, score in mine if not play.together]
    compared = rivals or [score for _, score in mine]
    totals = [score.total for score in compared]
    return PersonRow(
        key=who,
        name=name_of(who, one, parts),
        play=play.play,
        seat=score.seat,
        plays=one.plays,
        wins=one.wins,
        share=rounded(100 * one.wins, one.plays),
        points=sum(totals),
        average=mean(sum(totals), len(totals)),
        best=max(totals),
        worst=min(totals),
        place=mean(sum(score.place for score in compared), len(totals)),
        run=found.runs[who],
        alone=found.counts == {1},
        together=not rivals,
    )
