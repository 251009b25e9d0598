"""What lies face down in a deck, by what came up."""

from __future__ import annotations

from companion.rules.parts.decks import Deck, DeckSegment


def test_a_card_that_a_ruling_put_elsewhere_took_its_place_in_the_pile() -> None:
    segments = (
        DeckSegment("rounds 1-2", "made up", choose=2, pool=(1, 1, 1)),
        DeckSegment("round 3", "made up", fixed=(9,)),
    )
    deck = Deck("events", "Events", segments)
    assert [(left.label, left.choose) for left in deck.left([7])] == [
        ("rounds 1-2", 1), ("round 3", 0),
    ]  # fmt: skip
    assert [(left.label, left.sure) for left in deck.left([7, 1])] == [("round 3", (9,))]
