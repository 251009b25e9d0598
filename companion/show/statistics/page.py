"""The statistics page: how everybody fared, who beats whom, and who is who among tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import is_
from typing import NamedTuple

from companion.rules.game import Game
from companion.rules.journal.people import plain_name
from companion.rules.journal.play import Play
from companion.rules.words import minus, plural
from companion.show.statistics import points, tally
from companion.show.statistics.points import Categories, ChapterRow, History, PlayRecord
from companion.show.statistics.results import PlayResult
from companion.show.statistics.tally import AT, Identity, Part, Source, Tally, mean, rounded

SHADES = 4  # of a square in the picture of who beats whom


class Duel(NamedTuple):
    """How often one came before another, and how often they met."""

    before: int
    met: int

    @property
    def shade(self) -> int:
        """From 0 (never) to 4 (always)."""
        return round(SHADES * self.before / self.met)


Duels = Sequence[Sequence[Duel | None]]  # by row and column, None where two never met


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


def duels(found: Tally, drawn: Sequence[PersonRow]) -> Iterator[tuple[Duel | None, ...]]:
    """By row and column; None where two never met, and where a row meets itself."""
    keys = [row.key for row in drawn]
    for one in keys:
        met = [(two, found.met(one, two) if one != two else 0) for two in keys]
        yield tuple([Duel(found.before.get((one, two), 0), n) if n else None for two, n in met])


def person_row(who: str, found: Tally, parts: Sequence[Part]) -> PersonRow:
    """How somebody fared."""
    one = found.people[who]
    (play, score), compared = one.last, one.compared
    return PersonRow(
        key=who,
        name=tally.name_of(who, one, parts),
        play=play.play,
        seat=score.seat,
        plays=one.plays,
        wins=one.wins,
        share=rounded(100 * one.wins, one.plays),
        points=compared.points,
        average=mean(compared.points, compared.plays),
        best=compared.best,
        worst=compared.worst,
        place=mean(compared.places, compared.plays),
        run=found.runs[who][0],
        alone=found.counts == {1},
        together=compared.together,
    )


@dataclass(frozen=True, slots=True)
class Filters:
    """What was asked for by the filters."""

    game: str = ""
    people: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    plays: int
    evenings: int
    time: str
    rows: tuple[PersonRow, ...]
    drawn: tuple[PersonRow, ...]  # of these the pictures are
    duels: Duels  # by row and column of ``drawn``
    focus: str  # the game whose points are compared, where there are several
    history: History | None
    categories: Categories | None
    chapters: tuple[ChapterRow, ...]
    records: tuple[PlayRecord, ...]
    games: tuple[tuple[str, str], ...]  # to choose from, the one played first in front
    people: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    together: tuple[tuple[str, int, int, int], ...] = ()  # see ``_together``

    @property
    def met(self) -> bool:
        """Whether anybody was ever against anybody."""
        return any(duel for row in self.duels for duel in row)


def statistics(tables: Sequence[Source], who: Identity, choice: Filters) -> Statistics:
    """Everything the page shows; points of different games are never compared."""
    every = parts_of(tables, who)
    chosen = tally.narrowed(every, choice.game, choice.people, choice.count)
    return counted_up(every, chosen, len(tables) > 1)


def parts_of(tables: Sequence[Source], who: Identity) -> list[Part]:
    """The tables at which something was finished, with what it came to."""
    parts = [Part(table, tally.of_table(table, who)) for table in tables]
    return [part for part in parts if part.tally.results]


def counted_up(every: Sequence[Part], parts: Sequence[Part], tables: bool = False) -> Statistics:
    """What ``parts`` come to; ``every`` play there is says what can be asked for.

    ``tables``: there are several, so a record names its own.
    """
    found = tally.merged(part.tally for part in parts)
    all_of_it = len(parts) == len(every) and all(map(is_, parts, every))
    known = found if all_of_it else tally.merged(part.tally for part in every)
    game = most_played(parts)
    of_it = [part for part in parts if game and part.game.slug == game.slug]
    several = len(of_it) < len(parts)
    focus = tally.merged(part.tally for part in of_it) if several else found
    everybody = [person_row(who, found, parts) for who in found.ranked()]
    drawn = tuple(sorted(everybody, key=lambda row: -row.plays)[: points.MOST_PEOPLE])
    games = (part.game for part in sorted(every, key=lambda part: part.tally.in_order[0].when))
    return Statistics(
        plays=len(found.results),
        evenings=len({play.evening for play in found.results if play.evening}),
        time=points.told_time(sum([play.minutes for play in found.results])),
        rows=tuple(everybody),
        drawn=drawn,
        duels=tuple(duels(found, drawn)),
        focus=game.title if game and several else "",
        history=points.history(focus, of_it),
        categories=points.categories(focus, of_it),
        chapters=tuple(points.chapters(focus)),
        records=tuple(points.facts(focus, of_it, tables)),
        games=tuple({game.slug: game.title for game in games}.items()),
        people=tuple((key, tally.name_of(key, known.people[key], every)) for key in known.ranked()),
        counts=tuple(sorted(known.counts)),
        together=tuple(_together(focus)),
    )


def _together(found: Tally) -> Iterator[tuple[str, int, int, int]]:
    """The chapters that all win or lose: how often each was played to its end, how often won, and
    the most attempts that it took."""
    rows: dict[str, list[PlayResult]] = {}
    for one in found.in_order:
        if one.together:
            rows.setdefault(one.title, []).append(one)
    for title, mine in rows.items():
        attempts = max(one.play.situation.attempt for one in mine)
        yield title, len(mine), sum(bool(one.winners) for one in mine), attempts


def most_played(parts: Sequence[Part]) -> Game | None:
    """The game that most of the plays are of, the one finished last of equals."""
    plays: Counter[str] = Counter()
    for part in sorted(parts, key=lambda part: part.tally.in_order[-1].when, reverse=True):
        plays[part.game.slug] += len(part.tally.results)
    slug = next((slug for slug, _ in plays.most_common(1)), None)
    return next((part.game for part in parts if part.game.slug == slug), None)


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody, and where they played: id and name of each table, and their name that counts."""

    key: str
    name: str
    tables: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that was told, and what takes it back."""

    said: str
    name: str
    table: str = ""


def known_people(parts: Sequence[Part]) -> list[KnownPerson]:
    """Everybody, whoever won most often first."""
    found = tally.merged(part.tally for part in parts)
    people = ((who, found.people[who]) for who in found.ranked())
    return [
        KnownPerson(who, tally.name_of(who, one, parts), _tables(who, parts)) for who, one in people
    ]


def _tables(who: str, parts: Sequence[Part]) -> tuple[tuple[str, str, str], ...]:
    found = {
        (part.table.uid, part.table.name, plain_name(score.name))
        for part in parts
        if who in part.tally.people
        for score in part.tally.people[who].scores
        if score
    }
    return tuple(sorted(found, key=lambda one: (one[1], one[2], one[0])))


def corrections(who: Identity, parts: Sequence[Part], tables: Sequence[Source]) -> list[Correction]:
    """Everything, in the spelling that people use themselves."""
    people = (one for part in parts for one in part.tally.people.values())
    scores = (score for one in people for score in one.scores if score)
    names = {plain_name(score.name): score.name for score in scores}
    at = {one.uid: one.name for one in tables}

    def called(key: str) -> str:
        name, _, table = key.partition(AT)
        where = f" in {at.get(table, 'another game')}" if table else ""
        return f"{names.get(name, name)}{where}"

    same = [Correction(f"{called(k)} is {called(other)}", k) for k, other in who.same.items()]
    apart = [
        Correction(f"{called(name + AT + table)} is someone else", name, table)
        for table, name in sorted(who.apart)
    ]
    return same + apart
