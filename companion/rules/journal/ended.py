"""The end of a play: who is tied and still has to say something, and what the story keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ..parts.campaign import Finished
from ..scoring.ranking import LevelSeats

if TYPE_CHECKING:
    from .play import Play


def level_seats(play: Play) -> Iterator[LevelSeats]:
    """The ties that are open because somebody has not entered what breaks them.

    Nobody is asked again for what they chose to leave open, nor is a seat that the game plays.
    """
    for level in play.scored[1].open if play.scored else ():
        left = [
            (seat, tie)
            for seat, tie in level.missing
            if (seat, tie.field) not in play.unsaid and seat in play.sitting
        ]
        if any(tie is level.tie for _, tie in left):
            yield replace(level, missing=tuple(left))


def keeping_ties(before: Play, after: Play) -> Play:
    """A corrected play: tie-breaks left open stay so for seats whose total has not changed."""
    if not before.unsaid:
        return after
    was, now = (play.scored[0] if play.scored else [] for play in (before, after))
    pairs = zip(was, now, strict=False)
    same = {seat for seat, (one, other) in enumerate(pairs) if one.total == other.total}
    return after.but(unsaid=frozenset(pair for pair in before.unsaid if pair[0] in same))


def assuming_zeros(play: Play) -> Play:
    """A result from an earlier edition: tied seats have 0 of what nobody entered."""
    fresh = play.but(unsaid=frozenset())
    return fresh.but(unsaid=left_open(fresh.scored[1].open if fresh.scored else ()))


def left_open(ties: Iterable[LevelSeats]) -> frozenset[tuple[int, str]]:
    """The (seat, field) pairs that are missing for breaking ``ties``."""
    return frozenset((seat, tie.field) for level in ties for seat, tie in level.missing)


def outcome(play: Play) -> Finished | None:
    """What the story keeps of a finished play; None while it is not finished."""
    scored = play.scored if play.finished else None
    if not scored:
        return None
    _, result = scored
    totals = tuple(place.total for place in result.places)
    first = tuple(play.names[seat] for seat in result.winners)
    if result.undecided:
        return Finished(play.chapter, play.names, totals, (), level=first)
    return Finished(play.chapter, play.names, totals, first, lost=result.lost)
