"""Counters set by hand to something else than what lies on the pads that move them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.journal.play import Play
from companion.rules.parts.pads import Pad, added
from companion.rules.parts.tracks import Track


def by_hand(play: Play, pad: Pad) -> str:
    """``Set by hand: Cotton 2, not 14 as tapped.``; nothing where nobody taps what all share."""
    if not pad.shared or play.pads[pad.key] == ((),):
        return ""
    said = ", ".join(_differing(play, pad))
    return f"Set by hand: {said}." if said else ""


def _differing(play: Play, pad: Pad) -> Iterator[str]:
    for track in play.game.tracks:
        if track.key not in pad.moves or track.key not in play.tracks or not track.shared:
            continue
        tapped, counted = _tapped(play, track), play.tracks[track.key][0]
        if tapped not in (None, counted):
            yield f"{track.short or track.label} {counted}, not {tapped} as tapped"


def _tapped(play: Play, track: Track) -> int | None:
    """Where cards alone would have moved it, those of all pads that do; None: not all of them lie
    there as long as it counts."""
    pads = [pad for pad in play.game.pads if track.key in pad.moves and pad.key in play.pads]
    if any(pad.each_round != track.each_round for pad in pads):
        return None
    here = ((pad, hand) for pad in pads for hand in play.pads[pad.key])
    each = (added(p, play.offers(p.key), hand, p.moves[track.key]) or 0 for p, hand in here)
    return track.start + sum(each)
