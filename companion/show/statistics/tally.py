"""What some plays come to, counted once, so that two such counts can be put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import combinations, groupby
from operator import itemgetter

from companion.show.statistics.results import PlayResult, Score

NIGHT = timedelta(hours=5)  # so long after midnight an evening may last
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
    def by(play: PlayResult, number: int, *scores: Score) -> Standout:
        """Of one play, and these people in it."""
        since = {score.name: play.when for score in scores}
        return Standout(number, play, since, frozenset({play.title}), 1)

    @staticmethod
    def of(found: Sequence[Standout], high: bool = True) -> Standout | None:
        """The highest of some, or the lowest; those that are level are one."""
        numbers = [one.number for one in found]
        most = (max if high else min)(numbers, default=0)
        level = [one for one, number in zip(found, numbers, strict=True) if number == most]
        if len(level) < 2:
            return level[0] if level else None
        first = min(level, key=lambda one: one.play.when)
        since = dict(first.since)
        for one in level:
            for name, when in one.since.items():
                if since.setdefault(name, when) > when:
                    since[name] = when
        titles = first.titles.union(*[one.titles for one in level])
        return Standout(most, first.play, since, titles, sum([one.plays for one in level]))

    @property
    def names(self) -> list[str]:
        """Whose it is, whoever had it first in front."""
        return sorted(self.since, key=lambda name: (self.since[name], name))


@dataclass(frozen=True, slots=True)
class ChapterTally:
    first: PlayResult
    best: Standout | None
    plays: int
    scores: int
    points: int


@dataclass(frozen=True, slots=True)
class Records:
    """What stands out; nothing where nobody was against anybody, or no play is known."""

    highest: Standout | None
    longest: Standout | None
    closest: Standout | None
    clearest: Standout | None
    against: int  # plays in which somebody was against somebody


@dataclass(frozen=True)
class Tally:
    results: tuple[PlayResult, ...]
    order: tuple[int, ...]  # their numbers in the order in which they ended
    people: Mapping[str, PersonTally]
    before: Mapping[Pair, int]  # how often the first of a pair came before the second
    level: Mapping[Pair, int]  # how often two shared a place, whichever is named first
    evenings: frozenset[date]
    minutes: int
    counts: frozenset[int]  # players at a play
    scored: frozenset[int]  # categories that gave anybody points
    chapters: Mapping[str, ChapterTally]
    records: Records | None  # None: of no plays at all

    @property
    def first(self) -> PlayResult:
        return self.results[self.order[0]]

    @property
    def newest(self) -> PlayResult:
        return self.results[self.order[-1]]

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
        """The same with other words for people."""
        return replace(
            self,
            people={names[who]: one for who, one in self.people.items()},
            before={(names[one], names[two]): n for (one, two), n in self.before.items()},
            level={(names[one], names[two]): n for (one, two), n in self.level.items()},
        )

    def only(self, numbers: Sequence[int]) -> Tally:
        """Of some of its plays, by their numbers here."""
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
    points = [score.points for _, scores in plays for score in scores.values()]
    ends = (result.ended for result in results)
    before, level = _duels(plays)
    return Tally(
        results=results,
        order=tuple(range(len(results))),
        people={
            who: _person(results, tuple(scores.get(who) for _, scores in plays)) for who in keys
        },
        before=before,
        level=level,
        evenings=frozenset((end - NIGHT).date() for end in ends if end),
        minutes=sum(result.minutes for result in results),
        counts=frozenset(len(result.scores) for result in results),
        scored=frozenset(i for i, each in enumerate(zip(*points, strict=False)) if any(each)),
        chapters=dict(_chapters(plays)),
        records=_records(plays) if plays else None,
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


def _chapters(plays: Sequence[Keyed]) -> Iterator[tuple[str, ChapterTally]]:
    found: dict[str, list[Keyed]] = {}
    for play in plays:
        found.setdefault(play[0].play.chapter, []).append(play)
    for chapter, mine in found.items():
        if any(play.together for play, _ in mine):
            yield chapter, ChapterTally(mine[0][0], None, len(mine), 0, 0)
            continue
        scores = [(play, score) for play, each in mine for score in each.values()]
        totals = [score.total for _, score in scores]
        top = max(totals)
        best = Standout.of([Standout.by(p, top, s) for p, s in scores if s.total == top])
        yield chapter, ChapterTally(mine[0][0], best, len(mine), len(scores), sum(totals))


def _records(plays: Sequence[Keyed]) -> Records:
    counted = [pair for pair in plays if not pair[0].together]
    tops = [max([score.total for score in each.values()]) for _, each in counted]
    top = max(tops, default=0)
    best = [
        Standout.by(play, top, *(score for score in each.values() if score.total == top))
        for (play, each), total in zip(counted, tops, strict=True)
        if total == top
    ]
    minutes = max([play.minutes for play, _ in plays])
    long = [Standout.by(play, minutes) for play, _ in plays if play.minutes == minutes]
    margins = [(play, by) for play, _ in plays if (by := play.margin) is not None]
    ends = {pick([by for _, by in margins]) for pick in (min, max) if margins}
    won = [Standout.by(play, by, *play.winners) for play, by in margins if by in ends]
    of = Standout.of
    return Records(of(best), of(long), of(won, high=False), of(won), len(margins))
