"""People at a table: a person stays the same in any seat and under any name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

# Stands for a person's number in a seat: whoever has the seat's name. Nobody has this number.
BY_NAME = 0


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in one play, and who sits there; None: nobody does, the game plays it by itself."""

    name: str
    colour: str = ""
    person: int | None = BY_NAME


People = tuple[Person, ...]


def is_same(name: str, other: str) -> bool:
    """Whether two names mean the same person: case and spaces aside."""
    return plain_name(name) == plain_name(other)


def seated(people: People, seats: Sequence[Seat], automaton: str) -> tuple[People, list[Seat]]:
    """The people at the table after these have sat down, and the seats with those people."""
    found: list[Seat] = []
    for seat in seats:
        if seat.person == BY_NAME:
            seat = replace(seat, person=_called(people, seat.name, found, automaton))
        if seat.person == BY_NAME:
            seat = replace(seat, person=len(people) + 1)
            people = (*people, Person(len(people) + 1, seat.name.strip(), seat.colour))
        elif seat.person is not None and seat.colour:
            people = tuple(
                replace(one, colour=seat.colour) if one.id == seat.person else one for one in people
            )
        found.append(seat)
    return people, found


def _called(people: People, name: str, taken: Sequence[Seat], automaton: str) -> int | None:
    if automaton and is_same(name, automaton):
        return None
    sitting = {seat.person for seat in taken}
    mine = (one.id for one in people if is_same(one.name, name) and one.id not in sitting)
    return next(mine, BY_NAME)


def named(people: People, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats with the current names of their people."""
    return with_names(shown_names(people), seats)


def with_names(names: Mapping[int, str], seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats with these names; the same tuple if no name has changed."""
    if all(names.get(seat.person or 0, seat.name) == seat.name for seat in seats):
        return tuple(seats)
    return tuple(replace(seat, name=names.get(seat.person or 0, seat.name)) for seat in seats)


def shown_names(people: People) -> dict[int, str]:
    """The name to show for each person, by id; no two are the same."""
    met: Counter[str] = Counter()
    names: dict[int, str] = {}
    for person in people:
        met[plain_name(person.name)] += 1
        count = met[plain_name(person.name)]
        names[person.id] = person.name if count == 1 else f"{person.name} {count}"
    return names


def plain_name(name: str) -> str:
    """A name for comparing: without regard to case and spaces."""
    return " ".join(name.split()).casefold()
