"""The cards of a deck on paper, in the order in which they came up."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.decks import Deck
from companion.rules.words import plural
from companion.show.paper.marks import marks


@dataclass(frozen=True, slots=True)
class Card:
    head: str
    number: str
    foot: str


@dataclass(frozen=True, slots=True)
class Came:
    """A deck in the order it came."""

    label: str
    cards: tuple[Card, ...]
    said: str
    firsts: bool  # whether the feet say who was first


def came(play: Play, deck: Deck) -> Came:
    """What came up, each card with its round and, where that changes, who was first."""
    seen = play.seen.get(deck.key, ())
    clock, rounds = play.game.clock, play.game.clock.phases
    each_round = any(phase.deck == deck.key for phase in rounds)
    firsts = each_round and play.game.first and not play.situation.solo
    numbered = all(segment.numbered for segment in deck.segments)
    short = [mark.short for mark in marks(play)]
    left = f"{len(seen)} of {plural(deck.size, 'card')} came up."
    if not numbered:
        return Came(deck.label, (), left if seen else "", False)
    cards = tuple(
        Card(
            clock.called(i + 1) if each_round else str(i + 1),
            str(card),
            short[clock.first(play.situation, i + 1)] if firsts else "",
        )
        for i, card in enumerate(seen)
    )
    whole = not seen or len(seen) == deck.size
    return Came(deck.label, cards, "" if whole else left, firsts)
