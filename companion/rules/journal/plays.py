"""The plays of a table; a finished one is scored again only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

from .play import Play

if TYPE_CHECKING:
    from .state import State

Points = list[tuple[int, bool]]
"""What each seat has, and whether it won with that."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """One thing that the group has settled for the plays of a chapter, and what was before it."""

    chapter: str
    key: str  # of the ruling or card fact
    table: State  # the plays as they were, and what holds from then on
    before: Settled | None
    _points: dict[Finished, Points] = field(default_factory=dict, repr=False)

    def rescored(self) -> Iterator[int]:
        """The plays that come out otherwise by it, by number."""
        for one in self.table.plays.each:
            if isinstance(one, Finished) and one.chapter == self.chapter and one.waits(self.key):
                was = points(one.play)
                if self.before is not one.since:
                    assert self.before is not None
                    was = self.before.points_of(one)
                if was != self.points_of(one):
                    yield one.play.number

    def points_of(self, one: Finished) -> Points:
        if one not in self._points:
            self._points[one] = points(one.by(self))
        return self._points[one]


class Finished:
    """A finished play outside of the story, by what holds now.

    What that makes of it is worked out once somebody asks: a group may settle a hundred things
    before anybody looks at an old result again.
    """

    __slots__ = ("_known", "chapter", "given", "is_open", "play", "since")

    def __init__(self, play: Play, since: Settled | None) -> None:
        self.play = play
        self.since = since  # the last thing settled for its chapter that the play knows of
        self.chapter, self.given, self.is_open = play.chapter, play.given, play.is_open
        self._known = since, play

    def waits(self, key: str) -> bool:
        """Whether it can wait for somebody to ask, if something is settled for its chapter."""
        return not self.is_open and key not in self.given

    def now(self, last: Settled | None) -> Play:
        """The play once all is settled that was up to ``last``; the newest is remembered."""
        if last is self.since:  # also asked by a state from before something was settled
            return self.play
        known, play = self._known
        if known is not last:
            assert last is not None
            play = self.by(last)
            self._known = last, play
        return play

    def by(self, last: Settled) -> Play:
        """The play by what holds after ``last``, or by the latest with which its sheet adds up."""
        wanted = last.table.resettled(self.play)
        if wanted.situation == self.play.situation and last.before is self.since:
            return self.play
        settled: Settled | None = last
        while settled is not self.since:
            assert settled is not None
            found = wanted if settled is last else settled.table.resettled(self.play)
            if adds_up(found):
                behind = found.situation != wanted.situation
                return found.but(rulings_not_applied=True) if behind else found
            settled = settled.before
        behind = self.play.situation != wanted.situation
        return self.play.but(rulings_not_applied=True) if behind else self.play


def adds_up(play: Play) -> bool:
    return bool(play.scored) and not play.untouched


def points(play: Play) -> Points:
    if not play.scored:
        return []
    breakdowns, result = play.scored
    return [(one.total, result.won(seat)) for seat, one in enumerate(breakdowns)]


class Plays(Sequence[Play]):
    """All plays in order, each by what holds now."""

    __slots__ = ("_settled", "each")

    def __init__(
        self, each: Iterable[Play | Finished] = (), settled: Mapping[str, Settled] | None = None
    ) -> None:
        self.each = tuple(each)
        self._settled = settled or {}  # the last thing by chapter

    def __len__(self) -> int:
        return len(self.each)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    def __getitem__(self, index: int | slice) -> Play | Plays:
        if isinstance(index, slice):
            return Plays(self.each[index], self._settled)
        return self._now(self.each[index])

    def __iter__(self) -> Iterator[Play]:
        return map(self._now, self.each)

    def _now(self, one: Play | Finished) -> Play:
        return one if isinstance(one, Play) else one.now(self._settled.get(one.chapter))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plays) and tuple(self) == tuple(other)

    @property
    def as_told(self) -> Iterator[Play]:
        """The same, cheaply, for whoever asks only what settling something does not change.

        That is all but its game, situation, orders, moment, steps and score.
        """
        return (one if isinstance(one, Play) else one.play for one in self.each)

    def with_one(self, play: Play) -> Plays:
        """The same with ``play`` in the place of the one of its number, or at the end."""
        one: Play | Finished = play
        if play.finished and not play.story:
            one = Finished(play, self._settled.get(play.chapter))
        return Plays((*self.each[: play.number], one, *self.each[play.number + 1 :]), self._settled)

    def at_once(self, key: str) -> list[int]:
        """The numbers of those that cannot wait if something is settled."""
        each = enumerate(self.each)
        return [number for number, one in each if one.is_open or key in one.given]

    def settled_for(self, chapters: Iterable[str], key: str, table: State) -> Plays:
        """The same once something is settled for ``chapters``."""
        last = self._settled
        new = {one: Settled(one, key, table, last.get(one)) for one in chapters}
        return Plays(self.each, {**last, **new})

    def settled_since(self, before: Plays) -> list[Settled]:
        """What was settled after ``before``."""
        return [one for key, one in self._settled.items() if before._settled.get(key) is not one]
