"""What a sheet knows before anybody types: what a track has counted, and that nothing is 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .tracks import Track

if TYPE_CHECKING:
    from .play import Play


def feeders(play: Play) -> dict[str, Track]:
    """The tracks that fill in a field, by its key; one that nobody has moved tells nothing."""
    return {
        track.feeds: track
        for track in play.game.tracks
        if track.feeds and any(value != track.start for value in play.tracks.get(track.key, ()))
    }


def filled_in(play: Play, seat: int) -> dict[str, Any]:
    """What stands on a seat's sheet: what was typed there, else what a track says."""
    entry = play.entries[seat]
    if _alone(play, entry):
        return dict(entry)
    fed = {key: play.tracks[track.key][seat] for key, track in feeders(play).items()}
    return {**fed, **entry}


def counted(play: Play) -> tuple[Mapping[str, Any], ...]:
    """What counts for each seat: that, and 0 where nothing entered means none."""
    nothing = {field.key: 0 for field in play.game.sheet.fields() if field.zero}
    return tuple(
        entry if _alone(play, entry) else {**nothing, **filled_in(play, seat)}
        for seat, entry in enumerate(play.entries)
    )


def _alone(play: Play, entry: Mapping[str, Any]) -> bool:
    fields = play.game.sheet.by_key
    return any(fields[key].sole for key in entry if key in fields)
