"""Counting finished plays, adding up the counts of several tables, and who is who at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import is_

from companion.rules.journal.people import plain_name
from companion.rules.journal.state import State
from companion.show.statistics.results import PlayResult, Score, counting_results
from companion.show.statistics.tally import (
    Pair,
    PersonTally,
    Tally,
    tally,
)

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
        people={who: _person(who, parts) for who in people},
        before=_summed(one.before for one in parts),
        level=_summed(one.level for one in parts),
    )


def _person(who: str, parts: Sequence[Tally]) -> PersonTally:
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
    if not (who.same or who.apart):
        return found
    names = {name: who.of(table.uid, name) for name in found.people}
    if all(name == word for name, word in names.items()):
        return found
    if len(set(names.values())) == len(names):
        return found.called(names)
    return counted(found.results, who, table.uid)  # two names here are one person


def counted(plays: Iterable[PlayResult], who: Identity = NOBODY_TOLD, uid: str = "") -> Tally:
    """Some plays of one table."""
    return tally([(play, _keyed(play, who, uid)) for play in plays])


def _keyed(play: PlayResult, who: Identity, uid: str) -> dict[str, Score]:
    scores: dict[str, Score] = {}
    for score in play.scores:
        if score.person is not None:
            key = who.of(uid, score.name)
            # Nobody sits in two places, whatever was told.
            scores[plain_name(score.name) if key in scores else key] = score
    return scores


def narrowed(parts: Sequence[Part], game: str, people: Sequence[str], count: int) -> list[Part]:
    """The plays of one game, of all these people, of so many seats; whatever is asked for."""
    mine = [part for part in parts if game in ("", part.table.state.game.slug)]
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
