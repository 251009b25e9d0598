"""What can be laid on a pad: copies that are left, shared ones too, single cards and one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .pads import Hands, Key, Pad, copies

if TYPE_CHECKING:
    from ..journal.play import Play


class Stock:
    """What lies on a pad and on those that share its copies, and what is left of each card."""

    def __init__(self, play: Play, pad: str) -> None:
        self._situation, self._offers = play.situation, play.offers(pad)
        self._cards = Counter(
            laid.card for hands in sharing(play, pad) for hand in hands for laid in hand
        )
        here = [laid.card for hand in play.pads[pad] for laid in hand]
        kinds = (key.kind for card in here if (key := self._offers.get(card)))
        self._kinds = Counter(here) + Counter(kinds)

    def left(self, key: Key) -> int | None:
        """How many more of a card can be laid; None: nobody knows how many there are."""
        rest = [n for n in (self._of_card(key), self._of_kind(key)) if n is not None]
        return max(0, min(rest)) if rest else None

    def more(self, key: Key, mine: int) -> int | None:
        """How many more somebody with ``mine`` can lay: what is left, or what a seat can have."""
        rest = self.left(key)
        if key.each is None:
            return rest
        room = max(key.each - mine, 0)
        return room if rest is None else min(rest, room)

    def in_all(self, key: Key) -> int | None:
        """How many there are of a card, or of its kind where those have run out first."""
        own = self._of_card(key)
        kind = key if own is not None and own <= 0 else self._offers.get(key.kind, key)
        return copies(kind, self._situation)

    def _of_card(self, key: Key) -> int | None:
        there = copies(key, self._situation)
        return None if there is None else there - self._cards[key.key]

    def _of_kind(self, key: Key) -> int | None:
        kind = self._offers.get(key.kind, key)
        there = copies(kind, self._situation)
        return None if there is None else there - self._kinds[kind.key]


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


def sharing(play: Play, key: str) -> Iterator[Hands]:
    """The cards of all pads whose copies are the same."""
    source = play.pad(key).out_of or key
    for pad in play.game.pads:
        if pad.key in play.pads and source in (pad.key, pad.out_of):
            yield play.pads[pad.key]
