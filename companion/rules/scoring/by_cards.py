"""What the cards on a seat's pads mean for its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..parts.pads import CARDS, Hands, Pad, added_up, beginning
from ..parts.tracks import Track

if TYPE_CHECKING:
    from ..journal.play import Play


@dataclass(frozen=True, slots=True)
class Recount:
    """A track whose value differs from the number of cards that it counts."""

    label: str
    track: int
    cards: int


@dataclass(frozen=True, slots=True)
class ByCards:
    """What the cards of one seat add up to for a field."""

    label: str
    played: bool  # whether the cards differ from those at the start
    value: int | None  # None: the points of some card are unknown, or nobody tapped any
    known: int  # the sum of the cards whose points are known
    untold: int  # the number of cards whose points are unknown
    recount: Recount | None


def by_cards(play: Play) -> list[Mapping[str, ByCards]]:
    """By seat, by field."""
    return [_of_seat(play, seat) for seat in range(len(play.seats))]


def has_told_cards(play: Play, seat: int) -> bool:
    """Whether somebody has tapped cards for this seat."""
    own = (pad for pad in play.game.pads if pad.feeds and not pad.shared and pad.key in play.pads)
    return any(play.pads[pad.key][seat] != _begun(play)[pad.key][seat] for pad in own)


def last_round(play: Play, field: str, seat: int) -> int:
    """The round of the newest card of a seat that adds to a field."""
    hands = [play.pads[pad.key][seat] for pad, _ in _feeding(play) if field in pad.feeds]
    return max((laid.round for hand in hands for laid in hand), default=0)


def counted_by(play: Play, track: str, seat: int) -> Pad | None:
    """The pad whose cards determine a seat's track, once any were tapped; else None."""
    for pad in play.game.pads:
        counted = counting(play, pad) if pad.key in play.pads else None
        counts = counted is not None and counted.key == track
        if counts and play.pads[pad.key][seat] != _begun(play)[pad.key][seat]:
            return pad
    return None


def count_of(track: Track, pad: Pad, cards: int) -> int:
    """The value of a track with so many cards on the pad that determines it."""
    return track.start + cards - len(pad.start)


def _feeding(play: Play) -> list[tuple[Pad, Track | None]]:
    """The pads that fill in fields, each with the track that counts its cards as well."""
    pads = (pad for pad in play.game.pads if pad.feeds and pad.key in play.pads)
    return [(pad, counting(play, pad)) for pad in pads]


def counting(play: Play, pad: Pad) -> Track | None:
    """The track that counts the cards on a pad, if there is one."""
    here = (track for track in play.game.tracks if track.key in play.tracks)
    track = next((track for track in here if pad.moves.get(track.key) == CARDS), None)
    own = track and not track.shared and track.each_round == pad.each_round
    return track if own else None


def _of_seat(play: Play, seat: int) -> Mapping[str, ByCards]:
    pads = [pad for pad, _ in _feeding(play)]
    played = {pad.key for pad in pads if play.pads[pad.key][seat] != _begun(play)[pad.key][seat]}
    recounts = {pad.key: _recount(play, pad, track, seat) for pad, track in _feeding(play)}
    told, found = has_told_cards(play, seat), {}
    for field in {key: None for pad in pads for key in pad.feeds}:
        mine = [pad for pad in pads if field in pad.feeds]
        added = [_added(play, pad, field, seat) for pad in mine] if told else []
        known, untold = sum([n for n, _ in added]), sum([n for _, n in added])
        found[field] = ByCards(
            mine[0].label,
            any([pad.key in played for pad in mine]),
            _as_far(play, field, known if told else None, untold),
            known,
            untold,
            next(filter(None, [recounts[pad.key] for pad in mine]), None),
        )
    return found


def _begun(play: Play) -> Mapping[str, Hands]:
    """The cards on every pad at the start."""
    pads, players = play.game.pads, play.situation.players
    return play.situation.once(
        ("begun", play.game), lambda: {pad.key: beginning(pad, players) for pad in pads}
    )


def _added(play: Play, pad: Pad, field: str, seat: int) -> tuple[int, int]:
    """The sum of a hand's cards for a field, and how many cards have unknown points."""
    return added_up(pad, play.offers(pad.key), play.pads[pad.key][seat], pad.feeds[field])


def _as_far(play: Play, field: str, known: int | None, untold: int) -> int | None:
    """The known sum; None if a card is unknown and the field has to be filled in."""
    asked = play.game.sheet.by_key[field]
    return None if untold and asked.default is None and not asked.zero else known


def _recount(play: Play, pad: Pad, track: Track | None, seat: int) -> Recount | None:
    if track is None:
        return None
    there, cards = play.tracks[track.key][seat], count_of(track, pad, len(play.pads[pad.key][seat]))
    return None if there == cards else Recount(track.label, there, cards)
