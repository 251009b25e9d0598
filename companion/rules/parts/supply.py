"""What can be laid on a pad: copies that are left, shared ones too, single cards and one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..situation import Situation
from .pads import Hands, Key, Pad, copies

if TYPE_CHECKING:
    from ..journal.play import Play


class Stock:
    """What lies on a pad and on those that share its copies, and what is left of each card."""

    def __init__(self, play: Play, pad: str) -> None:
        offers = play.offers(pad)
        self._boxes = play.situation.once(
            ("boxes", pad, play.game),
            lambda: {name: _box(key, offers, play.situation) for name, key in offers.items()},
        )
        self._cards = Counter(
            laid.card for hands in sharing(play, pad) for hand in hands for laid in hand
        )
        here = [laid.card for hand in play.pads[pad] for laid in hand]
        kinds = (key.kind for card in here if (key := offers.get(card)))
        self._kinds = Counter(here) + Counter(kinds)

    def left(self, key: Key) -> int | None:
        """How many more of a card can be laid; None: nobody knows how many there are."""
        box = self._boxes[key.key]
        cards = None if box.cards is None else box.cards - self._cards.get(key.key, 0)
        kinds = None if box.kinds is None else box.kinds - self._kinds.get(box.kind, 0)
        if cards is None or kinds is None:
            rest = kinds if cards is None else cards
            return None if rest is None else max(0, rest)
        return max(0, min(cards, kinds))

    def more(self, key: Key, mine: int) -> int | None:
        """How many more somebody with ``mine`` can lay: what is left, or what a seat can have."""
        rest = self.left(key)
        if key.each is None:
            return rest
        room = max(key.each - mine, 0)
        return room if rest is None else min(rest, room)

    def in_all(self, key: Key) -> int | None:
        """How many there are of a card, or of its kind where those have run out first."""
        box = self._boxes[key.key]
        gone = box.cards is not None and box.cards <= self._cards.get(key.key, 0)
        return box.cards if gone else box.kinds


class _Box(NamedTuple):
    """How many there are of a card, and of its kind where it is one of several alike."""

    cards: int | None
    kind: str
    kinds: int | None


def _box(key: Key, offers: Mapping[str, Key], situation: Situation) -> _Box:
    kind = offers.get(key.kind, key)
    return _Box(copies(key, situation), kind.key, copies(kind, situation))


def tappable(play: Play, pad: Pad, seat: int | None) -> set[str]:
    """What is offered: single cards, kinds where none are known; or only what one has."""
    offers = play.offers(pad.key)
    told = {key.kind for key in offers.values() if key.kind}
    found = {
        k
        for k, key in offers.items()
        if k not in told and (not key.kind or key.kind not in pad.start)
    }
    return found & _may_have(play, pad.own_of, seat, found) if pad.own_of else found


def _may_have(play: Play, draw: str, seat: int | None, every: set[str]) -> set[str]:
    """What a seat has of a draw; as long as that is not told, what lies out and nobody else has."""
    out, held = play.drawn.get(draw), play.held.get(draw, ())
    own = held[seat] if seat is not None and seat < len(held) else None
    if own is not None:
        return {str(own)}
    return (every if out is None else set(map(str, out))) - set(map(str, held))


def holders_of(play: Play, pad: Pad) -> tuple[int, ...]:
    """Who may lay something there: whoever has the card a pad belongs to; as long as nobody has
    told so, all who may still have it."""
    seats = tuple(range(len(play.seats)))
    for draw, card in pad.belongs_to.items():
        out, held = play.drawn.get(draw), play.held.get(draw, (None,) * len(play.seats))
        mine = tuple(seat for seat in seats if held[seat] == card)
        may_have = out is None or card in out
        seats = mine or tuple(seat for seat in seats if held[seat] is None and may_have)
    return seats


def sharing(play: Play, key: str) -> Iterator[Hands]:
    """The cards of all pads whose copies are the same."""
    source = play.pad(key).out_of or key
    for pad in play.game.pads:
        if pad.key in play.pads and source in (pad.key, pad.out_of):
            yield play.pads[pad.key]
