"""How many cards of a pad are still in the box: copies that pads share, single cards and kinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .pads import Hands, Key, copies, count, count_kind

if TYPE_CHECKING:
    from .play import Play


def left(play: Play, pad: str, key: Key) -> int | None:
    """How many more of a card can be laid; None: nobody knows how many there are."""
    rest = [n for n in (_of_card(play, pad, key), _of_kind(play, pad, key)) if n is not None]
    return max(0, min(rest)) if rest else None


def in_all(play: Play, pad: str, key: Key) -> int | None:
    """How many there are of a card, or of its kind where those have run out first."""
    own = _of_card(play, pad, key)
    kind = key if own is not None and own <= 0 else play.offers(pad).get(key.kind, key)
    return copies(kind, play.situation)


def _of_card(play: Play, pad: str, key: Key) -> int | None:
    there = copies(key, play.situation)
    laid = sum(count(hands, key.key) for hands in _sharing(play, pad))
    return None if there is None else there - laid


def _of_kind(play: Play, pad: str, key: Key) -> int | None:
    offers = play.offers(pad)
    kind = offers.get(key.kind, key)
    there = copies(kind, play.situation)
    return None if there is None else there - count_kind(play.pads[pad], offers, kind.key)


def _sharing(play: Play, key: str) -> Iterator[Hands]:
    """The cards of all pads whose copies are the same."""
    source = play.pad(key).out_of or key
    for pad in play.game.pads:
        if pad.key in play.pads and source in (pad.key, pad.out_of):
            yield play.pads[pad.key]
