"""What a sheet knows before anybody types: what was counted or played, and that nothing is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..numbers import written
from ..parts.tracks import Track
from .by_cards import Recount, by_cards

if TYPE_CHECKING:
    from ..journal.play import Play

TRACK, CARDS, DRAW = "track", "cards", "draw"


@dataclass(frozen=True, slots=True)
class Feed:
    """What fills in a field: a track, the cards on pads or a draw; what it says of each seat."""

    source: str
    label: str
    values: tuple[Any, ...]  # None: it does not know, as some card does not tell, or nobody tapped
    known: tuple[int, ...] = ()  # what the cards of each seat have, as far as they tell
    untold: tuple[int, ...] = ()  # cards of each seat whose points nobody has told
    recounts: tuple[Recount | None, ...] = ()  # where a seat has counted more cards, or fewer

    def says(self, seat: int) -> str:
        """What it has of one seat, as a clause."""
        says = "say" if self.source == CARDS else "says"
        return f"the {self.source} {says} {written(self.values[seat])}"


def feeds(play: Play) -> dict[str, Feed]:
    """What fills in a field, by its key; what nobody has moved tells nothing."""
    tracks = {
        track.feeds: Feed(TRACK, track.label, told)
        for track in play.game.tracks
        if track.feeds and (told := _told(play, track))
    }
    draws = {
        draw.fills: Feed(DRAW, draw.label, play.held[draw.key])
        for draw in play.game.draws
        if draw.fills and draw.key in play.held
    }
    return tracks | draws | dict(_from_pads(play))


def _told(play: Play, track: Track) -> tuple[int | None, ...]:
    """What a track says of each seat; () where nobody has moved it."""
    values = play.tracks.get(track.key, ())
    if not track.apart:
        return values if any(value != track.start for value in values) else ()
    told = tuple(value if play.is_told(track, at) else None for at, value in enumerate(values))
    return told if any(value is not None for value in told) else ()


def _from_pads(play: Play) -> Iterator[tuple[str, Feed]]:
    """Fields to which pads add up, once somebody has played a card on one of them."""
    seats = by_cards(play)
    for field in seats[0] if seats else ():
        each = [seat[field] for seat in seats]
        if any(one.played for one in each):
            yield (
                field,
                Feed(
                    CARDS,
                    each[0].label,
                    tuple([one.value for one in each]),
                    tuple([one.known for one in each]),
                    tuple([one.untold for one in each]),
                    tuple([one.recount for one in each]),
                ),
            )


def laid(play: Play) -> dict[str, tuple[int, ...]]:
    """How many cards each seat has on its pads, by pad."""
    own = (pad.key for pad in play.game.pads if not pad.shared and pad.key in play.pads)
    return {key: tuple(len(hand) for hand in play.pads[key]) for key in own}


def filled_in(play: Play, seat: int) -> Mapping[str, Any]:
    """What stands on a seat's sheet: what was typed there, else what was counted or played."""
    entry = play.entries[seat]
    if _alone(play, entry):
        return entry
    fed = {key: feed.values[seat] for key, feed in play.fed.items()}
    return {**{key: value for key, value in fed.items() if value is not None}, **entry}


def counted(play: Play) -> tuple[Mapping[str, Any], ...]:
    """What counts for each seat: that, and 0 where nothing entered means none."""
    zeros = play.game.sheet.zeros
    return tuple(
        entry if _alone(play, entry) else {**zeros, **there}
        for entry, there in zip(play.entries, play.filled_in, strict=True)
    )


def _alone(play: Play, entry: Mapping[str, Any]) -> bool:
    fields = play.game.sheet.by_key
    return any(fields[key].sole for key in entry if key in fields)
