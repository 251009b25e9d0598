"""Wins and points over the plays of a table; our own count, not a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.campaign import Finished
from companion.show.score.asked import untold_win

Scored = Sequence[tuple[Play, Finished]]
"""Finished plays with what came out of them, in order."""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """Somebody at this table, and the last play and seat they had: their colour is found there."""

    name: str
    play: Play
    seat: int
    wins: int
    points: int
    played: int
    totals: tuple[int | None, ...]  # one for each play; None where they were away


def standings(scored: Scored) -> list[PersonRecord]:
    """Everybody who has a result, in the order in which they came to the table.

    A seat that the game plays by itself is nobody, here as in the statistics.
    """
    names = dict.fromkeys(play.names[seat] for play, _ in scored for seat in play.sitting)
    return [_person(name, scored) for name in names]


def ranked(people: Sequence[PersonRecord]) -> list[PersonRecord]:
    """Most wins first, then most points."""
    return sorted(people, key=lambda person: (-person.wins, -person.points))


def _person(name: str, scored: Scored) -> PersonRecord:
    totals = tuple(_total(name, done) for _, done in scored)
    last = next(play for play, done in reversed(scored) if name in done.names)
    known = [total for total in totals if total is not None]
    wins = sum(name in done.winners for play, done in scored if not untold_win(play))
    seat = last.names.index(name)
    return PersonRecord(
        name=name,
        play=last,
        seat=seat,
        wins=wins,
        points=sum(known),
        played=len(known),
        totals=totals,
    )


def _total(name: str, done: Finished) -> int | None:
    return done.totals[done.names.index(name)] if name in done.names else None
