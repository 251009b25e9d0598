"""Whether the group builds a deck by hand or the app shuffles it, and what can be changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.decks import Deck
from companion.rules.play import Play
from companion.rules.state import State
from companion.show.log.lookback import latest


@dataclass(frozen=True, slots=True)
class Shuffling:
    """A deck that the app can shuffle."""

    key: str
    label: str
    ours: bool  # shuffled here
    begun: bool  # cards have come up, so it stays as it is
    outdated: bool  # it was shuffled, and a ruling has given it other cards since
    entry: int | None  # what to take back to build it by hand after all


def shufflings(state: State, play: Play, decks: Iterable[Deck]) -> list[Shuffling]:
    """Those of the play's decks whose cards have numbers."""
    numbered = (deck for deck in decks if all(segment.numbered for segment in deck.segments))
    return [_shuffling(state, play, deck) for deck in numbered]


def _shuffling(state: State, play: Play, deck: Deck) -> Shuffling:
    order = play.orders.get(deck.key, ())
    begun = bool(play.seen.get(deck.key))
    entry = None if begun else latest(state, play, "shuffle", {"deck": deck.key})
    return Shuffling(
        deck.key, deck.label, bool(order), begun,
        entry is not None and not order, entry.seq if entry else None,
    )  # fmt: skip
