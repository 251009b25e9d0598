"""What a sheet knows before anybody types: what was counted or played, and that nothing is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..parts.pads import Key, Pad, added, beginning
from ..parts.tracks import Track

if TYPE_CHECKING:
    from ..journal.play import Play

TRACK, TABLEAU, DRAW = "track", "tableau", "draw"


@dataclass(frozen=True, slots=True)
class Feed:
    """What fills in a field: a track, the cards on pads or a draw; what it says of each seat."""

    source: str
    label: str
    values: tuple[Any, ...]  # None: it does not know, because some card does not tell


def feeds(play: Play) -> dict[str, Feed]:
    """What fills in a field, by its key; what nobody has moved tells nothing."""
    tracks = {
        track.feeds: Feed(TRACK, track.label, _moved(track, play.tracks[track.key]))
        for track in play.game.tracks
        if track.feeds and any(value != track.start for value in play.tracks.get(track.key, ()))
    }
    draws = {
        draw.fills: Feed(DRAW, draw.label, play.held[draw.key])
        for draw in play.game.draws
        if draw.fills and draw.key in play.held
    }
    return tracks | draws | dict(_from_pads(play))


def _moved(track: Track, values: tuple[int, ...]) -> tuple[int | None, ...]:
    if not track.apart:
        return values
    return tuple(None if value == track.start else value for value in values)


def _from_pads(play: Play) -> Iterator[tuple[str, Feed]]:
    """Fields to which pads add up, once somebody has played a card on one of them."""
    players = play.situation.players
    pads = [(pad, play.offers(pad.key)) for pad in play.game.pads if pad.key in play.pads]
    for field in {key: None for pad, _ in pads for key in pad.feeds}:
        mine = [(pad, offers) for pad, offers in pads if field in pad.feeds]
        if any(play.pads[pad.key] != beginning(pad, players) for pad, _ in mine):
            values = tuple(_sum(play, mine, field, seat) for seat in range(len(play.seats)))
            yield field, Feed(TABLEAU, mine[0][0].label, values)


def _sum(
    play: Play, pads: list[tuple[Pad, Mapping[str, Key]]], field: str, seat: int
) -> int | None:
    here = [added(pad, offers, play.pads[pad.key][seat], pad.feeds[field]) for pad, offers in pads]
    return None if None in here else sum(n for n in here if n is not None)


def filled_in(play: Play, seat: int) -> Mapping[str, Any]:
    """What stands on a seat's sheet: what was typed there, else what was counted or played."""
    entry = play.entries[seat]
    if _alone(play, entry):
        return entry
    fed = {key: feed.values[seat] for key, feed in play.fed.items()}
    return {**{key: value for key, value in fed.items() if value is not None}, **entry}


def counted(play: Play) -> tuple[Mapping[str, Any], ...]:
    """What counts for each seat: that, and 0 where nothing entered means none."""
    nothing = {field.key: 0 for field in play.game.sheet.fields() if field.zero}
    return tuple(
        entry if _alone(play, entry) else {**nothing, **there}
        for entry, there in zip(play.entries, play.filled_in, strict=True)
    )


def _alone(play: Play, entry: Mapping[str, Any]) -> bool:
    fields = play.game.sheet.by_key
    return any(fields[key].sole for key in entry if key in fields)
