"""Who is who among several tables, and what a device was told about it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.journal.people import plain_name
from companion.show.statistics.counting import Part
from companion.show.statistics.identity import AT, Identity, Source
from companion.show.statistics.merging import merged
from companion.show.statistics.people import name_of, ranked


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


def known(parts: Sequence[Part]) -> list[KnownPerson]:
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
        where = f" at {at.get(table, 'another table')}" if table else ""
        return f"{names.get(name, name)}{where}"

    same = [Correction(f"{called(k)} is {called(other)}", k) for k, other in who.same.items()]
    apart = [
        Correction(f"{called(name + AT + table)} is somebody else", name, table)
        for table, name in sorted(who.apart)
    ]
    return same + apart
