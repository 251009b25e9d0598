"""Whether the group builds a deck by hand or the app shuffles it, and what can be changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.show.visitor import Visitor

OUTDATED = (
    "other cards than when they were shuffled.",
    "A ruling has changed since. Shuffle again, or build the deck by hand.",
)
OURS = (
    "shuffled here.",
    "Leave the cards in order of their numbers. Play names the one to take.",
)
BY_HAND = ("built by hand.", "Cards have come up already.")
OFFERED = ("no wish to shuffle?", "Guildbook can do it. Then Play names the card to take.")


@dataclass(frozen=True, slots=True)
class Shuffling:
    """A deck that the app can shuffle, and what whoever looks can do about it."""

    key: str
    label: str
    said: str  # after its label
    hint: str
    entry: int | None  # what to take back to build it by hand after all
    offered: bool


def shufflings(
    state: State, play: Play, visitor: Visitor, decks: Iterable[Deck]
) -> Iterator[Shuffling]:
    """Those of the play's decks whose cards have numbers, if there is something to tell."""
    may = visitor.may("shuffle")
    for deck in decks:
        if not all(segment.numbered for segment in deck.segments):
            continue
        begun = bool(play.seen.get(deck.key))
        entry = None if begun else state.log.latest(play, "shuffle", {"deck": deck.key})
        if may or entry or begun:
            said, hint = _title_and_hint(bool(play.orders.get(deck.key)), begun, entry is not None)
            seq, offered = entry.seq if entry else None, may and not begun and not play.finished
            yield Shuffling(deck.key, deck.label, said, hint, seq, offered)


def _title_and_hint(ours: bool, begun: bool, shuffled: bool) -> tuple[str, str]:
    if shuffled and not ours:
        return OUTDATED
    return OURS if ours else BY_HAND if begun else OFFERED
