"""Everything the statistics page shows, and who is who among several tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import is_

from companion.rules.game import Game
from companion.rules.journal.people import plain_name
from companion.show.statistics.counting import (
    AT,
    Identity,
    Part,
    Source,
    merged,
    narrowed,
    of_table,
)
from companion.show.statistics.people import (
    Duels,
    Heat,
    PersonRow,
    duels,
    heat,
    name_of,
    ranked,
    rows,
)
from companion.show.statistics.points import (
    MOST_PEOPLE,
    Categories,
    ChapterRow,
    History,
    PlayRecord,
    categories,
    chapters,
    facts,
    history,
    told_time,
)
from companion.show.statistics.results import PlayResult
from companion.show.statistics.tally import Tally


@dataclass(frozen=True, slots=True)
class Filters:
    """What was asked for by the filters."""

    game: str = ""
    people: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class TogetherRow:
    """A chapter that all win or lose: how often it was played to its end, how often won, and the
    most attempts that it took."""

    title: str
    plays: int
    won: int
    attempts: int


@dataclass(frozen=True, slots=True)
class Statistics:
    plays: int
    evenings: int
    time: str
    rows: tuple[PersonRow, ...]
    drawn: tuple[PersonRow, ...]  # of these the pictures are
    duels: Duels  # by row and column of ``drawn``
    heat: Heat
    focus: str  # the game whose points are compared, where there are several
    history: History | None
    categories: Categories | None
    chapters: tuple[ChapterRow, ...]
    records: tuple[PlayRecord, ...]
    games: tuple[tuple[str, str], ...]  # to choose from
    people: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    together: tuple[TogetherRow, ...] = ()  # chapters that all win or lose

    @property
    def met(self) -> bool:
        """Whether anybody was ever against anybody."""
        return any(duel for row in self.duels for duel in row)

    @property
    def several(self) -> bool:
        """Whether there is something to compare."""
        return self.plays > 1


def statistics(tables: Sequence[Source], who: Identity, choice: Filters) -> Statistics:
    """All of it; two plays of different games are never compared by their points."""
    every = parts_of(tables, who)
    chosen = narrowed(every, choice.game, choice.people, choice.count)
    return counted_up(every, chosen, len(tables) > 1)


def parts_of(tables: Sequence[Source], who: Identity) -> list[Part]:
    """The tables at which something was finished, with what it came to."""
    parts = [Part(table, of_table(table, who)) for table in tables]
    return [part for part in parts if part.tally.results]


def counted_up(every: Sequence[Part], parts: Sequence[Part], tables: bool = False) -> Statistics:
    """What ``parts`` come to; ``every`` play there is says what can be asked for.

    ``tables``: there are several, so a record names its own.
    """
    found = merged(part.tally for part in parts)
    all_of_it = len(parts) == len(every) and all(map(is_, parts, every))
    known = found if all_of_it else merged(part.tally for part in every)
    game = most_played(parts)
    of_it = [part for part in parts if game and part.table.state.game.slug == game.slug]
    several = len(of_it) < len(parts)
    focus = merged(part.tally for part in of_it) if several else found
    everybody = rows(found, parts)
    drawn = tuple(sorted(everybody, key=lambda row: -row.plays)[:MOST_PEOPLE])
    matrix = tuple(duels(found, drawn))
    return Statistics(
        plays=len(found.results),
        evenings=len(found.evenings),
        time=told_time(found.minutes),
        rows=tuple(everybody),
        drawn=drawn,
        duels=matrix,
        heat=heat(matrix),
        focus=game.title if game and several else "",
        history=history(focus, of_it),
        categories=categories(focus, of_it),
        chapters=tuple(chapters(focus)),
        records=tuple(facts(focus, of_it, tables)),
        games=_games(every),
        people=tuple((key, name_of(key, known.people[key], every)) for key in ranked(known)),
        counts=tuple(sorted(known.counts)),
        together=tuple(_together(focus)),
    )


def _together(found: Tally) -> Iterator[TogetherRow]:
    rows: dict[str, list[PlayResult]] = {}
    for one in (found.results[number] for number in found.order):
        if one.together:
            rows.setdefault(one.title, []).append(one)
    for title, mine in rows.items():
        attempts = max(one.play.situation.attempt for one in mine)
        yield TogetherRow(title, len(mine), sum(bool(one.winners) for one in mine), attempts)


def most_played(parts: Sequence[Part]) -> Game | None:
    """The game that most of the plays are of, the one finished last of equals."""
    plays: Counter[str] = Counter()
    newest = sorted(parts, key=lambda part: part.tally.newest.when, reverse=True)
    for part in newest:
        plays[part.table.state.game.slug] += len(part.tally.results)
    slug = next((slug for slug, _ in plays.most_common(1)), None)
    games = (part.table.state.game for part in parts)
    return next((game for game in games if game.slug == slug), None)


def _games(parts: Sequence[Part]) -> tuple[tuple[str, str], ...]:
    """All that were played, the first one first."""
    first = sorted(parts, key=lambda part: part.tally.first.when)
    games = (part.table.state.game for part in first)
    return tuple({game.slug: game.title for game in games}.items())


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
    found = merged(part.tally for part in parts)
    people = ((who, found.people[who]) for who in ranked(found))
    return [KnownPerson(who, name_of(who, one, parts), _tables(who, parts)) for who, one in people]


def _tables(who: str, parts: Sequence[Part]) -> tuple[tuple[str, str, str], ...]:
    found = {
        (part.table.uid, part.table.name, plain_name(score.name))
        for part in parts
        if who in part.tally.people
        for score in part.tally.people[who].scores
        if score
    }
    return tuple(sorted(found, key=lambda one: one[1]))


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
