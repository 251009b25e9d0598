"""A deck during play: what may come up and how likely, what came, what is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace
from companion.rules.parts.decks import Card, Deck, DeckSegment, Left, Names, Seen, called
from companion.rules.words import bar_width, in_words, listed, percent, plural, spans
from companion.show.play.tools import Tool

FEW = 4
WIDEST = 5  # letters beside the ledger's rule


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that may come up now."""

    card: Card
    left: str  # how many are surely still in; empty where that is open
    chance: Fraction
    name: str = ""

    @property
    def percent(self) -> str:
        return percent(self.chance)

    @property
    def odds(self) -> str:
        return in_words(self.chance)


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely some cards are, each of them."""

    cards: str
    percent: str
    odds: str
    width: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What still lies face down of one part of the deck."""

    label: str
    count: int
    sure: tuple[str, ...]
    some: str


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card noted before, and which others it may have been."""

    place: str
    position: int
    card: str
    others: tuple[tuple[Card, str], ...]


@dataclass(frozen=True, slots=True)
class DeckView(Tool):
    key: str
    label: str
    one: str  # what a single card of it is called
    size: int
    seen: tuple[Card, ...]
    came: Card | None  # what came up in this round, while that matters
    due: bool  # a card can be noted now
    asks: bool  # and this phase is the one to do it in
    missed: str  # the earlier round whose card is still to be noted
    numbered: bool
    next: Card | None  # the top card of a deck that the app shuffled
    offers: tuple[Offer, ...]
    chances: tuple[Chance, ...]
    left: tuple[Rest, ...]
    shufflable: bool
    note: str
    names: Names = field(default_factory=dict)
    template: str = "table/play/_pile.html"

    def called(self, card: Card) -> str:
        return called(card, self.names)

    @property
    def now(self) -> str:
        return f"{len(self.seen)} of {plural(self.size, 'card')}"

    @property
    def waits(self) -> str:
        return f"{self.one} not entered" if self.comes_first else ""

    @property
    def comes_first(self) -> bool:
        return self.asks and not self.is_stated

    @property
    def stays(self) -> bool:
        return not self.asks

    @property
    def also(self) -> bool:
        return self.numbered

    @property
    def many(self) -> bool:
        return len(self.offers) > FEW

    @property
    def certain(self) -> Card | None:
        """The only card that can come up now."""
        return self.offers[0].card if len(self.offers) == 1 else None

    @property
    def is_stated(self) -> bool:
        """Whether no other card than one can come up in this round."""
        return self.asks and self.certain is not None and not self.missed

    @property
    def certain_entry(self) -> dict[str, Any]:
        """The entry that says it is out."""
        return {"deck": self.key, "card": self.certain, "position": len(self.seen)}

    @property
    def face_down(self) -> int:
        return self.size - len(self.seen)


def piles(play: Play) -> tuple[DeckView, ...]:
    """Every deck of this play, the one of this phase first."""
    found = [_pile(play, deck) for deck in play.game.decks(play.situation)]
    return tuple(sorted(found, key=lambda pile: not (pile.asks or pile.came)))


def _pile(play: Play, deck: Deck) -> DeckView:
    seen = play.seen.get(deck.key, ())
    expected, here = _expected(play, deck)
    due = len(seen) < expected
    order = play.orders.get(deck.key, ())
    possible = offers(deck, seen) if due and deck.numbered and not order else ()
    behind = due and here is not None and len(seen) < expected - 1
    return DeckView(
        deck.key, deck.label, deck.one, deck.size, seen,
        came=seen[-1] if here and seen and len(seen) == expected else None,
        due=due,
        asks=due and bool(here),
        missed=play.game.clock.within(len(seen) + 1) if behind else "",
        numbered=deck.numbered,
        next=order[len(seen)] if order and due else None,
        offers=possible,
        chances=_chances(possible),
        left=tuple(_rest(deck, left) for left in deck.left(seen)),
        shufflable=deck.numbered and not seen and not order,
        note="" if deck.numbered else _note(deck, seen),
        names=deck.names,
    )  # fmt: skip


def _expected(play: Play, deck: Deck) -> tuple[int, bool | None]:
    """How many cards should have come up by now, and whether one comes up in this phase.

    None: no phase says when, so a card may come up at any time.
    """
    clock, moment = play.game.clock, play.moment
    if moment == OVER:
        return 0, False
    if play.pace is Pace.ENDS or all(phase.deck != deck.key for phase in clock.phases):
        return deck.size, None
    count = 0
    for number in range(1, moment.round + 1):
        phases = clock.phases_of(play.situation, number)
        keys = [phase.key for phase in phases]
        now = number == moment.round and play.pace is Pace.PHASE
        ends = keys.index(moment.phase) if now else len(keys)
        count += sum(phase.deck == deck.key for phase in phases[: ends + 1])
    here = [clock.phase(moment)] if play.pace is Pace.PHASE else phases
    return min(count, deck.size), any(phase.deck == deck.key for phase in here)


def offers(deck: Deck, seen: Seen) -> tuple[Offer, ...]:
    """The cards that can be next, each with its exact chance."""
    chances = deck.odds(seen)
    if not chances:
        return ()
    segment = deck.segment_of(len(seen))
    start = _start(deck, segment)
    left = Deck(deck.key, "", (segment,)).left(seen[start:])[0]
    return tuple(
        Offer(card, _surely_left(card, left), chance, deck.names.get(card, ""))
        for card, chance in chances.items()
    )


def _surely_left(card: Card, left: Left) -> str:
    sure = left.sure.count(card) or (left.choose if len(left.pool) == 1 else 0)
    return f"{sure} left" if sure else ""


def _chances(found: tuple[Offer, ...]) -> tuple[Chance, ...]:
    """A line for each chance where there are many cards; few say it themselves."""
    if len(found) <= FEW:
        return ()
    alike: dict[Fraction, list[Card]] = {}
    for offer in found:
        alike.setdefault(offer.chance, []).append(offer.card)
    return tuple(
        Chance(_each(cards), percent(chance), in_words(chance), bar_width(chance))
        for chance, cards in alike.items()
    )


def _each(cards: list[Card]) -> str:
    named = listed(spans(cards))
    return named if len(named) <= WIDEST else f"{len(cards)} ×"


def _rest(deck: Deck, left: Left) -> Rest:
    count = len(left.sure) + left.choose
    return Rest(left.label, count, tuple(map(deck.called, left.sure)), _some(deck, left))


def _some(deck: Deck, left: Left) -> str:
    """The cards that may be in, as a phrase."""
    kinds = [deck.called(card) for card in sorted(left.pool)]
    if not left.choose:
        return ""
    if not kinds:
        return f"{plural(left.choose, 'card')} without a number"
    if len(kinds) == 1:
        return f"{left.choose} × {kinds[0]}"
    return f"{left.choose} of {listed(kinds, 'and')}"


def changes(play: Play, key: str) -> tuple[CardChange, ...]:
    """What each card noted so far may have been instead."""
    deck, seen = play.deck(key), play.seen.get(key, ())
    if deck is None or key in play.orders:
        return ()
    cards = sorted(deck.cards())
    found = (
        CardChange(
            _place(deck, play, i),
            i,
            deck.called(card),
            tuple((other, deck.called(other)) for other in _others(deck, seen, i, cards)),
        )
        for i, card in enumerate(seen)
    )
    return tuple(change for change in found if change.others)


def _others(deck: Deck, seen: Seen, position: int, cards: Iterable[Card]) -> Iterable[Card]:
    for card in cards:
        if card == seen[position]:
            continue
        try:
            deck.corrected(seen, position, card)
        except ValueError:
            continue
        yield card


def _place(deck: Deck, play: Play, position: int) -> str:
    tied = any(phase.deck == deck.key for phase in play.game.clock.phases)
    number = position + 1
    return play.game.clock.called(number) if tied else f"Card {number}"


def _start(deck: Deck, segment: DeckSegment) -> int:
    before = deck.segments[: deck.segments.index(segment)]
    return sum(len(part) for part in before)


def _note(deck: Deck, seen: Seen) -> str:
    """What is to be said of an empty deck."""
    return deck.segments[0].note if len(seen) >= deck.size else ""
