"""What a tap below an answer enters: as much of it as this table has told and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.aids.known import OR
from companion.rules.journal.play import Play


def booked(play: Play, aid: Aid, seat: int, found: Mapping[str, Any]) -> dict[str, Any]:
    """The entry that books what an aid has found for somebody; {}: there is nothing to book."""
    parts = {
        "lays": [row for row in found.get("lays", ()) if row["pad"] in play.pads],
        "lifts": list(_lying(play, seat, found.get("lifts", ()))),
        "counts": dict(_counted(play, seat, found.get("counts", {}))),
    }
    told = {name: part for name, part in parts.items() if part}
    return {"aid": aid.key, **play.about(seat), **told} if told and not play.finished else {}


def _lying(play: Play, seat: int, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The cards among them that somebody has laid; what was only typed is nowhere to be taken."""
    there = Counter(
        (pad, laid.card)
        for pad, hands in play.pads.items()
        for laid in hands[0 if len(hands) == 1 else seat]
    )
    for row in rows:
        card = row["pad"], row["card"]
        if there[card]:
            there[card] -= 1
            yield row


def _counted(play: Play, seat: int, moves: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Of tracks that stand for each other the one that is here; not what nobody has told yet."""
    tracks = {track.key: track for track in play.game.tracks if track.key in play.tracks}
    for names, by in moves.items():
        track = next((tracks[name] for name in names.split(OR) if name in tracks), None)
        if track is None or not by:
            continue
        at = 0 if track.shared else seat
        short = play.tracks[track.key][at] + by < (track.low or 0)
        untold = track.shared and short  # pieces that nobody counts
        if not untold and play.is_told(track, at):
            yield track.key, by
