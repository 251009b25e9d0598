"""A deck during play: what may come up and how likely, what came, what is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace
from companion.rules.parts.decks import Card, Deck, Left, Names, Seen, called
from companion.rules.words import bar_width, in_words, listed, percent, plural, spans
from companion.show.play.tools import Tool

FEW = 4  # offers that say their chances themselves


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
    some: str  # the cards that may be in, as a phrase


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
        return f"{self.one} not entered" if self.asks and not self.is_stated else ""

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
    unnumbered_end = not deck.numbered and len(seen) >= deck.size
    return DeckView(
        deck.key, deck.label, deck.one, deck.size, seen,
        came=seen[-1] if here and seen and len(seen) == expected else None,
        due=due,
        asks=due and bool(here),
        missed=play.game.clock.within(len(seen) + 1) if behind else "",
        numbered=deck.numbered,
        next=order[len(seen)] if order and due else None,
        offers=possible,
        chances=tuple(_chances(possible)) if len(possible) > FEW else (),
        left=tuple(_rest(deck, left) for left in deck.left(seen)),
        shufflable=deck.numbered and not seen and not order,
        note=deck.segments[0].note if unnumbered_end else "",
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
    above = deck.segments[: deck.segments.index(segment)]
    left = segment.left(seen[sum(map(len, above)) :])
    found = []
    for card, chance in chances.items():
        surely = left.sure.count(card) or (left.choose if len(left.pool) == 1 else 0)
        said = f"{surely} left" if surely else ""
        found.append(Offer(card, said, chance, deck.names.get(card, "")))
    return tuple(found)


def _chances(offered: Iterable[Offer]) -> Iterator[Chance]:
    """A line for each chance, with the cards that have it."""
    alike: dict[Fraction, list[Card]] = {}
    for offer in offered:
        alike.setdefault(offer.chance, []).append(offer.card)
    for chance, cards in alike.items():
        named = listed(spans(cards))
        if len(named) > 5:  # no room beside the ledger's rule
            named = f"{len(cards)} ×"
        yield Chance(named, percent(chance), in_words(chance), bar_width(chance))


def _rest(deck: Deck, left: Left) -> Rest:
    kinds = [deck.called(card) for card in sorted(left.pool)]
    if not left.choose:
        some = ""
    elif not kinds:
        some = f"{plural(left.choose, 'card')} without a number"
    elif len(kinds) == 1:
        some = f"{left.choose} × {kinds[0]}"
    else:
        some = f"{left.choose} of {listed(kinds)}"
    count = len(left.sure) + left.choose
    return Rest(left.label, count, tuple(map(deck.called, left.sure)), some)


def changes(play: Play, key: str) -> list[CardChange]:
    """What each card noted so far may have been instead."""
    deck, seen, found = play.deck(key), play.seen.get(key, ()), []
    if deck is None or key in play.orders:
        return []
    clock = play.game.clock
    by_round = any(phase.deck == key for phase in clock.phases)
    for position, card in enumerate(seen):
        number = position + 1
        place = clock.called(number) if by_round else f"Card {number}"
        if others := tuple(_others(deck, seen, position)):
            found.append(CardChange(place, position, deck.called(card), others))
    return found


def _others(deck: Deck, seen: Seen, position: int) -> Iterator[tuple[Card, str]]:
    for card in sorted(deck.cards()):
        if card == seen[position]:
            continue
        try:
            deck.corrected(seen, position, card)
        except ValueError:
            continue
        yield card, deck.called(card)
