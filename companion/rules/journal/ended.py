"""What a play comes to at its end: who is level and still asked, and what the story remembers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..parts.campaign import Finished
from ..scoring.ranking import LevelSeats, untold_ties

if TYPE_CHECKING:
    from .play import Play


def level_seats(play: Play) -> Iterator[LevelSeats]:
    """Who is level and has to tell something before anybody can say who is ahead."""
    if not play.scored:
        return
    (reckoning, _), fields = play.reckoned, play.game.sheet.by_key

    def told(seat: int, key: str) -> bool:
        has_line = fields[key].tied and key in reckoning.entries[seat]
        return key in play.entries[seat] or not has_line

    yield from untold_ties(reckoning, play.scored[0], play.game.tiebreaks, told)


def outcome(play: Play) -> Finished | None:
    """What the story remembers of it, once it is finished."""
    scored = play.scored if play.finished else None
    if not scored:
        return None
    _, result = scored
    totals = tuple(place.total for place in result.places)
    first = tuple(play.names[seat] for seat in result.winners)
    if result.undecided:
        return Finished(play.chapter, play.names, totals, (), level=first)
    return Finished(play.chapter, play.names, totals, first, lost=result.lost)
