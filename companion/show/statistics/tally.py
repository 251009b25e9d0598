"""What some plays come to, counted once, so that two such counts can be put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, groupby
from operator import itemgetter

from companion.show.statistics.results import PlayResult, Score

Pair = tuple[str, str]
Keyed = tuple[PlayResult, Mapping[str, Score]]
"""A play, and what people in it came to by the one word for each; the game's own are left out."""


@dataclass(frozen=True, slots=True)
class PersonTally:
    """What somebody's plays add up to."""

    scores: tuple[Score | None, ...]  # one for each of the tally's plays, None: they were away
    last: tuple[PlayResult, Score]  # their name and colour are found there
    plays: int
    wins: int
    points: int
    categories: tuple[int, ...]  # points in each; means nothing where games are mixed


@dataclass(frozen=True, slots=True)
class Standout:
    """A number that stands out, and all who are level in it."""

    number: int
    play: PlayResult  # the earliest of its plays
    since: Mapping[str, float]  # whose it is, by name, and when each had it first
    titles: frozenset[str]  # of all its plays
    plays: int

    @staticmethod
    def of(number: int, level: Iterable[tuple[PlayResult, Sequence[Score]]]) -> Standout:
        """The record that these plays share, each with the people who have it."""
        plays = sorted(level, key=lambda one: one[0].when)
        since: dict[str, float] = {}
        for play, scores in plays:
            for score in scores:
                since.setdefault(score.name, play.when)
        titles = frozenset(play.title for play, _ in plays)
        return Standout(number, plays[0][0], since, titles, len(plays))

    @property
    def names(self) -> list[str]:
        """Whose it is, whoever had it first in front."""
        return sorted(self.since, key=lambda name: (self.since[name], name))


@dataclass(frozen=True)
class Tally:
    results: tuple[PlayResult, ...]
    order: tuple[int, ...]  # their numbers in the order in which they ended
    people: Mapping[str, PersonTally]
    before: Mapping[Pair, int]  # how often the first of a pair came before the second
    level: Mapping[Pair, int]  # how often two shared a place, whichever is named first

    @property
    def first(self) -> PlayResult:
        return self.results[self.order[0]]

    @property
    def newest(self) -> PlayResult:
        return self.results[self.order[-1]]

    @cached_property
    def counts(self) -> frozenset[int]:
        """How many seats there were at a play."""
        return frozenset(len(play.scores) for play in self.results)

    @cached_property
    def runs(self) -> dict[str, tuple[int, int]]:
        """The most plays in a row that each has won, of those they were in, and the last of them
        by its number here."""
        return {who: _longest_run(one, self.order) for who, one in self.people.items()}

    def met(self, one: str, other: str) -> int:
        """How often two were in the same play."""
        both = (one, other), (other, one)
        return sum([counts.get(pair, 0) for counts in (self.before, self.level) for pair in both])

    def called(self, names: Mapping[str, str]) -> Tally:
        """This count with other keys for people."""
        return replace(
            self,
            people={names[who]: one for who, one in self.people.items()},
            before={(names[one], names[two]): n for (one, two), n in self.before.items()},
            level={(names[one], names[two]): n for (one, two), n in self.level.items()},
        )

    def only(self, numbers: Sequence[int]) -> Tally:
        """The count of some of its plays, by their numbers here."""
        people = self.people.items()
        scores = (
            {who: score for who, one in people if (score := one.scores[number])}
            for number in numbers
        )
        return tally([*zip([self.results[number] for number in numbers], scores, strict=True)])

    def ranked(self) -> list[str]:
        """The word for each person, whoever won most often first, then who has most points."""
        order = [(-one.wins, -mean(one.points, one.plays), who) for who, one in self.people.items()]
        return [who for _, _, who in sorted(order)]


def mean(points: int, number: int) -> float:
    """The average, to a tenth."""
    return rounded(10 * points, number) / 10


def rounded(points: int, number: int) -> int:
    """Points shared by a number; a half goes up, as people do it."""
    return (2 * points + number) // (2 * number)


def tally(plays: Sequence[Keyed]) -> Tally:
    """Everything that is counted of ``plays``."""
    plays = sorted((play for play in plays if play[1]), key=lambda play: play[0].when)
    results = tuple(result for result, _ in plays)
    keys = dict.fromkeys(who for _, scores in plays for who in scores)
    before, level = _duels(plays)
    return Tally(
        results=results,
        order=tuple(range(len(results))),
        people={
            who: _person(results, tuple(scores.get(who) for _, scores in plays)) for who in keys
        },
        before=before,
        level=level,
    )


def _person(results: Sequence[PlayResult], scores: tuple[Score | None, ...]) -> PersonTally:
    pairs = [(play, score) for play, score in zip(results, scores, strict=True) if score]
    mine = [score for _, score in pairs]
    return PersonTally(
        scores=scores,
        last=pairs[-1],
        plays=len(mine),
        wins=sum([score.won for score in mine]),
        points=sum([score.total for score in mine]),
        categories=tuple(map(sum, zip(*[score.points for score in mine], strict=True))),
    )


def _longest_run(one: PersonTally, order: Sequence[int]) -> tuple[int, int]:
    longest, end, run = 0, -1, 0
    for number in order:
        if score := one.scores[number]:
            run = run + 1 if score.won else 0
            if run > longest:
                longest, end = run, number
    return longest, end


def _duels(plays: Sequence[Keyed]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often who came before whom, and how often they were level."""
    before: Counter[Pair] = Counter()
    level: Counter[Pair] = Counter()
    for scores in (scores for play, scores in plays if not play.together):
        order = sorted([(score.place, who) for who, score in scores.items()])
        before.update(combinations([who for _, who in order], 2))
        if len({place for place, _ in order}) < len(order):
            for _, shared in groupby(order, itemgetter(0)):
                level.update(combinations([who for _, who in shared], 2))
    for pair, times in level.items():
        before[pair] -= times
    return before, level
