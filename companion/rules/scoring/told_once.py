"""What a sheet knows before anybody types: what was counted or played, and that nothing is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..numbers import written
from ..parts.pads import CARDS as BY_CARDS
from ..parts.pads import Hands, Pad, added_up, beginning
from ..parts.tracks import Track

if TYPE_CHECKING:
    from ..journal.play import Play

TRACK, CARDS, DRAW = "track", "cards", "draw"


@dataclass(frozen=True, slots=True)
class Recount:
    """A track that stands elsewhere than as many cards would have moved it."""

    label: str
    track: int
    cards: int


@dataclass(frozen=True, slots=True)
class Feed:
    """What fills in a field: a track, the cards on pads or a draw; what it says of each seat."""

    source: str
    label: str
    values: tuple[Any, ...]  # None: it does not know, as some card does not tell, or nobody tapped
    untold: tuple[int, ...] = ()  # cards of each seat whose points nobody has told
    recounts: tuple[Recount | None, ...] = ()  # where a seat has counted more cards, or fewer

    def says(self, seat: int) -> str:
        """What it has of one seat, as a clause."""
        says = "say" if self.source == CARDS else "says"
        return f"the {self.source} {says} {written(self.values[seat])}"


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
    pads = [pad for pad in play.game.pads if pad.feeds and pad.key in play.pads]
    moved = {pad.key for pad in pads if play.pads[pad.key] != _begun(play)[pad.key]}
    told = [has_told_cards(play, seat) for seat in range(len(play.seats))]
    sums = {pad.key: [_sums(play, pad, n) if one else None for n, one in enumerate(told)]
            for pad in pads}  # fmt: skip
    for field in {key: None for pad in pads for key in pad.feeds}:
        mine = [pad for pad in pads if field in pad.feeds]
        if any(pad.key in moved for pad in mine):
            each = [_added(one, field) for one in zip(*(sums[p.key] for p in mine), strict=True)]
            values = tuple(_as_far(play, field, one) for one in each)
            untold = tuple(n for _, n in each)
            yield field, Feed(CARDS, mine[0].label, values, untold, _recounts(play, mine))


def has_told_cards(play: Play, seat: int) -> bool:
    """Whether cards of a seat are tapped; those of the others lie on the table and are asked."""
    own = (pad for pad in play.game.pads if pad.feeds and not pad.shared and pad.key in play.pads)
    return any(play.pads[pad.key][seat] != _begun(play)[pad.key][seat] for pad in own)


def _begun(play: Play) -> Mapping[str, Hands]:
    """What lay on every pad before anybody played a card."""
    pads, players = play.game.pads, play.situation.players
    return play.situation.once(
        ("begun", play.game), lambda: {pad.key: beginning(pad, players) for pad in pads}
    )


def _sums(play: Play, pad: Pad, seat: int) -> Mapping[str, tuple[int, int]]:
    """What the cards of a hand add to each field, and how many do not tell."""
    hand, offers = play.pads[pad.key][seat], play.offers(pad.key)
    return play.situation.again(
        ("sums", pad.key, seat, play.game),
        hand,
        lambda: {field: added_up(pad, offers, hand, what) for field, what in pad.feeds.items()},
    )


def _added(
    sums: tuple[Mapping[str, tuple[int, int]] | None, ...], field: str
) -> tuple[int | None, int]:
    """What several pads add up to, and how many cards do not tell; None: nobody tapped."""
    here = [one[field] for one in sums if one]
    known = sum(n for n, _ in here) if len(here) == len(sums) else None
    return known, sum(untold for _, untold in here)


def _as_far(play: Play, field: str, added: tuple[int | None, int]) -> int | None:
    """What is known goes on the sheet where nothing would be 0; elsewhere all of it is asked."""
    asked, (known, untold) = play.game.sheet.by_key[field], added
    return None if untold and asked.default is None and not asked.zero else known


def _recounts(play: Play, pads: list[Pad]) -> tuple[Recount | None, ...]:
    """By seat the first track that counts the cards of one of these pads and says otherwise."""
    found = [[_recount(play, pad, seat) for pad in pads] for seat in range(len(play.seats))]
    return tuple(next(filter(None, one), None) for one in found)


def _recount(play: Play, pad: Pad, seat: int) -> Recount | None:
    here = (track for track in play.game.tracks if track.key in play.tracks)
    track = next((track for track in here if pad.moves.get(track.key) == BY_CARDS), None)
    if track is None or track.shared or track.each_round != pad.each_round:
        return None
    there = play.tracks[track.key][seat]
    cards = track.start + len(play.pads[pad.key][seat]) - len(pad.start)
    return None if there == cards else Recount(track.label, there, cards)


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
    nothing = {field.key: 0 for field in play.game.sheet.fields() if field.zero}
    return tuple(
        entry if _alone(play, entry) else {**nothing, **there}
        for entry, there in zip(play.entries, play.filled_in, strict=True)
    )


def _alone(play: Play, entry: Mapping[str, Any]) -> bool:
    fields = play.game.sheet.by_key
    return any(fields[key].sole for key in entry if key in fields)
