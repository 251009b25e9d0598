"""The numbers: how often everybody played, won, by how much, against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import groupby, permutations

from companion.rules.game import Game
from companion.rules.people import plain_name
from companion.show.statistics.identity import AT, Identity, Source
from companion.show.statistics.results import PlayResult, Score, results

NIGHT = timedelta(hours=5)  # so long after midnight an evening may last
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished play of some table, with everybody in it under the one word for them."""

    table: Source
    result: PlayResult
    scores: dict[str, Score]  # the game's own seats left out

    @property
    def margin(self) -> int | None:
        """How far the first was ahead of the second; None where nobody was against them."""
        totals = sorted((score.total for score in self.result.scores), reverse=True)
        return totals[0] - totals[1] if len(totals) > 1 else None


@dataclass(frozen=True)
class PersonNumbers:
    """How one person fared."""

    key: str
    plays: tuple[Counted, ...]  # those they were in, the oldest first

    @cached_property
    def scores(self) -> list[Score]:
        return [play.scores[self.key] for play in self.plays]

    @property
    def name(self) -> str:
        """What they are called, with their table where others have the name too."""
        name = self.scores[-1].name
        return f"{name} ({self.plays[-1].table.name})" if AT in self.key else name

    @cached_property
    def totals(self) -> list[int]:
        return [score.total for score in self.scores]

    @cached_property
    def wins(self) -> int:
        return sum(score.won for score in self.scores)

    @cached_property
    def average(self) -> float:
        return mean(self.totals)

    @property
    def place(self) -> float:
        return mean([score.place for score in self.scores])

    @cached_property
    def run(self) -> tuple[Counted, ...]:
        """The most plays in a row that they won, of those they were in."""
        pairs = zip(self.plays, self.scores, strict=True)
        streaks = groupby(pairs, key=lambda pair: pair[1].won)
        runs = [tuple(play for play, _ in streak) for won, streak in streaks if won]
        return max(runs, key=len, default=())

    @property
    def last(self) -> tuple[PlayResult, int]:
        """Where they sat last: their colour is found there."""
        return self.plays[-1].result, self.scores[-1].seat

    @property
    def tables(self) -> list[tuple[str, str, str]]:
        """Where they played: id and name of each table, and the name that counts for them there."""
        pairs = zip(self.plays, self.scores, strict=True)
        found = {(p.table.uid, p.table.name, plain_name(score.name)) for p, score in pairs}
        return sorted(found, key=lambda one: one[1])


def mean(values: Sequence[int]) -> float:
    """The average, to a tenth."""
    return round(sum(values) / len(values), 1)


def counted(tables: Iterable[Source], who: Identity) -> list[Counted]:
    """Every finished play that somebody was in, in the order in which they ended."""
    found = [_counted(table, one, who) for table in tables for one in results(table.state)]
    return sorted((play for play in found if play.scores), key=_when)


def _counted(table: Source, result: PlayResult, who: Identity) -> Counted:
    scores: dict[str, Score] = {}
    for score in result.scores:
        if score.person is not None:
            key = who.of(table.uid, score.name)
            # Nobody sits in two places, whatever was told.
            scores[plain_name(score.name) if key in scores else key] = score
    return Counted(table, result, scores)


def _when(play: Counted) -> tuple[float, int]:
    ended = play.result.ended
    return (ended.timestamp() if ended else 0.0, play.result.play.number)


def chosen(
    plays: Sequence[Counted], game: str = "", people: Sequence[str] = (), count: int = 0
) -> list[Counted]:
    """The plays of one game, of all these people, of so many seats; whatever is asked for."""
    return [
        play
        for play in plays
        if game in ("", play.result.game.slug)
        and count in (0, len(play.result.scores))
        and all(person in play.scores for person in people)
    ]


def everybody(plays: Sequence[Counted]) -> list[PersonNumbers]:
    """All who played, whoever won most often first."""
    mine: dict[str, list[Counted]] = {}
    for play in plays:
        for key in play.scores:
            mine.setdefault(key, []).append(play)
    people = [PersonNumbers(key, tuple(theirs)) for key, theirs in mine.items()]
    return sorted(people, key=lambda one: (-one.wins, -one.average, one.key))


def duels(plays: Sequence[Counted]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often the first of a pair came before the second, and how often they met."""
    before: Counter[Pair] = Counter()
    met: Counter[Pair] = Counter()
    for play in plays:
        places = [(key, score.place) for key, score in play.scores.items()]
        for (one, mine), (other, theirs) in permutations(places, 2):
            met[one, other] += 1
            if mine < theirs:
                before[one, other] += 1
    return before, met


def evenings(plays: Iterable[Counted]) -> int:
    """Evenings on which something was finished, be it after midnight."""
    ends = (play.result.ended for play in plays)
    return len({(end - NIGHT).date() for end in ends if end})


def minutes(plays: Iterable[Counted]) -> int:
    return sum(play.result.minutes for play in plays)


def most_played(plays: Sequence[Counted]) -> Game | None:
    """The game that most of the plays are of, the one finished last of equals."""
    tally = Counter(play.result.game.slug for play in reversed(plays))
    slug = next((slug for slug, _ in tally.most_common(1)), None)
    return next((play.result.game for play in plays if play.result.game.slug == slug), None)


def category_means(person: PersonNumbers, categories: int) -> list[float]:
    """Where somebody's points come from, on average; the plays are all of one game."""
    rows = [score.points for score in person.scores]
    return [mean([row[i] for row in rows]) for i in range(categories)]


def by_chapter(plays: Sequence[Counted]) -> Iterator[tuple[str, list[Counted]]]:
    """The plays of each chapter, the one met first in front; the plays are all of one game."""
    found: dict[str, list[Counted]] = {}
    for play in plays:
        found.setdefault(play.result.play.chapter, []).append(play)
    yield from found.items()
