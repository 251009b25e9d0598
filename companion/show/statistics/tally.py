"""What plays come to: counted once for each table, put together, narrowed; and who is who."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, groupby, repeat
from operator import is_, itemgetter

from companion.rules.game import Game
from companion.rules.journal.people import plain_name
from companion.rules.journal.state import State
from companion.show.statistics.results import PlayResult, Score, counting_results

Pair = tuple[str, str]
Keyed = tuple[PlayResult, Mapping[str, Score]]
"""A play, and what people in it came to by the one word for each; the game's own are left out."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How somebody did beside others: in plays that not all won or lost, if there are some."""

    plays: int
    points: int
    best: int
    worst: int
    places: int  # added up
    together: bool  # whether there are none

    @staticmethod
    def of(plays: Iterable[PlayResult], scores: Iterable[Score | None]) -> Compared:
        pairs = [(play, score) for play, score in zip(plays, scores, strict=True) if score]
        rivals = [score for play, score in pairs if not play.together]
        mine = rivals or [score for _, score in pairs]
        totals = [score.total for score in mine]
        places = sum([score.place for score in mine])
        return Compared(
            len(mine), sum(totals), max(totals), min(totals), places, together=not rivals
        )

    @staticmethod
    def merged(several: Sequence[Compared]) -> Compared:
        mine = [one for one in several if not one.together] or several
        return Compared(
            plays=sum([one.plays for one in mine]),
            points=sum([one.points for one in mine]),
            best=max([one.best for one in mine]),
            worst=min([one.worst for one in mine]),
            places=sum([one.places for one in mine]),
            together=mine[0].together,
        )


@dataclass(frozen=True, slots=True)
class PersonTally:
    """What somebody's plays add up to."""

    scores: tuple[Score | None, ...]  # one for each of the tally's plays, None: they were away
    last: tuple[PlayResult, Score]  # their name and colour are found there
    plays: int
    wins: int
    points: int
    categories: tuple[int, ...]  # points in each; means nothing where games are mixed
    compared: Compared


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
        """The record that these plays share, the earliest first, with the people who have it."""
        plays = [*level]
        since = {score.name: play.when for play, scores in reversed(plays) for score in scores}
        titles = frozenset([play.title for play, _ in plays])
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

    @cached_property
    def in_order(self) -> list[PlayResult]:
        return [self.results[number] for number in self.order]

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
            who: _person(results, tuple([scores.get(who) for _, scores in plays])) for who in keys
        },
        before=before,
        level=level,
    )


def _person(results: Sequence[PlayResult], scores: tuple[Score | None, ...]) -> PersonTally:
    mine = [score for score in scores if score]
    last = next(n for n in reversed(range(len(scores))) if scores[n])
    return PersonTally(
        scores=scores,
        last=(results[last], mine[-1]),
        plays=len(mine),
        wins=sum([score.won for score in mine]),
        points=sum([score.total for score in mine]),
        categories=tuple(map(sum, zip(*[score.points for score in mine], strict=True))),
        compared=Compared.of(results, scores),
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
    rivals = (scores for play, scores in plays if not play.together)
    ranked = [sorted([(score.place, who) for who, score in scores.items()]) for scores in rivals]
    ties = (order for order in ranked if len({place for place, _ in order}) < len(order))
    shared = (group for order in ties for _, group in groupby(order, itemgetter(0)))
    before, level = _pairs(ranked), _pairs(shared)
    for pair, times in level.items():
        before[pair] -= times
    return before, level


def _pairs(orders: Iterable[Iterable[tuple[int, str]]]) -> Counter[Pair]:
    """How often one stands before another in them."""
    names = ([who for _, who in order] for order in orders)
    return Counter(chain.from_iterable(combinations(each, 2) for each in names))


MOST = 30  # of each kind, so that a device can remember them
AT = " @ "  # between a name and the table at which it means somebody else


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose plays are counted, and the token by which its pages open."""

    uid: str
    name: str
    token: str
    state: State


@dataclass(frozen=True, slots=True)
class Identity:
    """What this device was told: names that mean somebody else, and namesakes at one table."""

    same: Mapping[str, str] = field(default_factory=dict)  # a name, and whose it is too
    apart: frozenset[tuple[str, str]] = frozenset()  # a table's id and a name there

    @property
    def as_told(self) -> tuple[tuple[tuple[str, str], ...], frozenset[tuple[str, str]]]:
        """Everything that was told, as part of the key of a cached page."""
        return tuple(sorted(self.same.items())), self.apart

    def of(self, table: str, name: str) -> str:
        """One word for one person."""
        known = plain_name(name)
        key = f"{known}{AT}{table}" if (table, known) in self.apart else known
        return self.same.get(key, key)

    def joined(self, name: str, other: str) -> Identity:
        """Adds that ``name`` is the person known as ``other``, and all who were ``name``."""
        if name == other or not (name and other):
            return self
        moved = {k: other if v == name else v for k, v in self.same.items() if k != other}
        kept = dict(list({**moved, name: other}.items())[-MOST:])
        return Identity(kept, self.apart)

    def told_apart(self, table: str, name: str) -> Identity:
        """Adds that the person of this name at this table is not the one of that name elsewhere."""
        if len(self.apart) >= MOST or not (table and name):
            return self
        return Identity(self.same, self.apart | {(table, name)})

    def without(self, name: str, table: str = "") -> Identity:
        """Drops what was told about a name."""
        same = {known: other for known, other in self.same.items() if table or known != name}
        return Identity(same, self.apart - {(table, name)})


NOBODY_TOLD = Identity()


def merged(tallies: Iterable[Tally]) -> Tally:
    """What all their plays come to together, at the cost of the counts, not of the plays."""
    parts = [one for one in tallies if one.results]
    if len(parts) < 2:
        return parts[0] if parts else tally([])
    results = [play for one in parts for play in one.results]
    order = sorted(range(len(results)), key=[play.when for play in results].__getitem__)
    people = dict.fromkeys(who for one in parts for who in one.people)
    return Tally(
        results=tuple(results),
        order=tuple(order),
        people={who: _together(who, parts) for who in people},
        before=_summed(one.before for one in parts),
        level=_summed(one.level for one in parts),
    )


def _together(who: str, parts: Sequence[Tally]) -> PersonTally:
    scores: list[Score | None] = []
    mine: list[PersonTally] = []
    for part in parts:
        one = part.people.get(who)
        if one:
            mine.append(one)
        scores.extend(one.scores if one else (None,) * len(part.results))
    return PersonTally(
        scores=tuple(scores),
        last=max(reversed([one.last for one in mine]), key=lambda last: last[0].when),
        plays=sum([one.plays for one in mine]),
        wins=sum([one.wins for one in mine]),
        points=sum([one.points for one in mine]),
        categories=tuple(map(sum, zip(*[one.categories for one in mine], strict=False))),
        compared=Compared.merged([one.compared for one in mine]),
    )


def _summed(counts: Iterable[Mapping[Pair, int]]) -> dict[Pair, int]:
    first, *others = counts
    found = dict(first)
    for more in others:
        for pair, number in more.items():
            found[pair] = found.get(pair, 0) + number
    return found


@dataclass(frozen=True, slots=True)
class Part:
    """A table, and what those of its plays that are asked for come to."""

    table: Source
    tally: Tally

    @property
    def game(self) -> Game:
        return self.table.state.game


def name_of(who: str, one: PersonTally, parts: Sequence[Part]) -> str:
    """What they are called, with their table where others have the name too."""
    play, score = one.last
    return f"{score.name} ({table_of(play, parts).name})" if AT in who else score.name


def table_of(play: PlayResult, parts: Sequence[Part]) -> Source:
    """Where a play was played."""
    return next(part.table for part in parts if any(map(is_, repeat(play), part.tally.results)))


def of_table(table: Source, who: Identity) -> Tally:
    """All finished plays of a table, with everybody under the one word for them."""
    state = table.state
    found = state.once("tally", lambda: counted(counting_results(state)))
    if all(who.of(table.uid, name) == name for name in found.people):
        return found
    return counted(found.results, who, table.uid)


def counted(plays: Iterable[PlayResult], who: Identity = NOBODY_TOLD, uid: str = "") -> Tally:
    """Some plays of one table."""
    plays = tuple(plays)
    names = {score.name for play in plays for score in play.people}
    keys = {name: who.of(uid, name) for name in names}
    return tally([(play, _keyed(play, keys)) for play in plays])


def _keyed(play: PlayResult, keys: Mapping[str, str]) -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for score in play.people:
        key = keys[score.name]
        # Nobody sits in two places, whatever was told.
        scores[plain_name(score.name) if key in scores else key] = score
    return scores


def narrowed(parts: Sequence[Part], game: str, people: Sequence[str], count: int) -> list[Part]:
    """The plays of one game, of all these people, of so many seats; whatever is asked for."""
    mine = [part for part in parts if game in ("", part.game.slug)]
    if not (people or count):
        return mine
    found = [_fitting(part, people, count) for part in mine]
    return [part for part in found if part.tally.results]


def _fitting(part: Part, people: Sequence[str], count: int) -> Part:
    known = part.tally
    if not all(who in known.people for who in people):
        return Part(part.table, tally([]))
    theirs = [known.people[who].scores for who in people]
    fits = [
        number
        for number, play in enumerate(known.results)
        if count in (0, len(play.scores)) and all(scores[number] for scores in theirs)
    ]
    return part if len(fits) == len(known.results) else Part(part.table, known.only(fits))
