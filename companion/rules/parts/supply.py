"""What can be laid on a pad: copies that are left, shared ones too, single cards and one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .pads import Hands, Key, Pad, copies, count, count_kind

if TYPE_CHECKING:
    from ..journal.play import Play


def left(play: Play, pad: str, key: Key) -> int | None:
    """How many more of a card can be laid; None: nobody knows how many there are."""
    rest = [n for n in (_of_card(play, pad, key), _of_kind(play, pad, key)) if n is not None]
    return max(0, min(rest)) if rest else None


def more(play: Play, pad: Pad, key: Key, mine: int) -> int | None:
    """How many more somebody with ``mine`` can lay: what is left, or what a seat can have."""
    rest = left(play, pad.key, key)
    if key.each is None:
        return rest
    room = max(key.each - mine, 0)
    return room if rest is None else min(rest, room)


def tappable(play: Play, pad: Pad, seat: int | None) -> set[str]:
    """What is offered: single cards, kinds where none are known; or only what one has."""
    offers = play.offers(pad.key)
    told = {key.kind for key in offers.values() if key.kind}
    found = {
        k
        for k, key in offers.items()
        if k not in told and (not key.kind or key.kind not in pad.start)
    }
    held = play.held.get(pad.own_of, ()) if seat is not None else ()
    own = held[seat] if seat is not None and seat < len(held) else None
    return found & {str(own)} if own is not None else found


def in_all(play: Play, pad: str, key: Key) -> int | None:
    """How many there are of a card, or of its kind where those have run out first."""
    own = _of_card(play, pad, key)
    kind = key if own is not None and own <= 0 else play.offers(pad).get(key.kind, key)
    return copies(kind, play.situation)


def _of_card(play: Play, pad: str, key: Key) -> int | None:
    there = copies(key, play.situation)
    laid = sum(count(hands, key.key) for hands in sharing(play, pad))
    return None if there is None else there - laid


def _of_kind(play: Play, pad: str, key: Key) -> int | None:
    offers = play.offers(pad)
    kind = offers.get(key.kind, key)
    there = copies(kind, play.situation)
    return None if there is None else there - count_kind(play.pads[pad], offers, kind.key)


def sharing(play: Play, key: str) -> Iterator[Hands]:
    """The cards of all pads whose copies are the same."""
    source = play.pad(key).out_of or key
    for pad in play.game.pads:
        if pad.key in play.pads and source in (pad.key, pad.out_of):
            yield play.pads[pad.key]
