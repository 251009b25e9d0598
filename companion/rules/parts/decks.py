"""Decks built from segments, and the catalogue of a game's cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from ..situation import ALWAYS, Situation, When, fitting
from ..words import listed, plural, spans
from .facts import Certainty

Card = int
UNNUMBERED: Card = 0  # any card of a deck whose cards have no numbers: it is only counted
Seen = Sequence[Card]  # the cards revealed so far, top first
Names = Mapping[Card, str]  # what cards are called, by their numbers
NO_PRICE = ("none", "nothing", "no goods")  # what people write where there is nothing to pay


def called(card: Card, names: Names) -> str:
    """``3 Storm``, or the bare number."""
    return f"{card} {names[card]}" if card in names else str(card)


def said_cards(cards: Iterable[Card], names: Names) -> list[str]:
    """Each that has a name with it; of the others, runs as ``200-204``."""
    ordered = sorted(cards)
    bare = spans(card for card in ordered if card not in names)
    return [*(called(card, names) for card in ordered if card in names), *bare]


@dataclass(frozen=True, slots=True)
class DeckSegment:
    """Cards that lie together: those certainly in, and how many of a pool join them."""

    label: str
    src: str
    fixed: tuple[Card, ...] = ()
    choose: int = 0
    pool: tuple[Card, ...] = ()  # a card stands here once per copy; empty: unnumbered cards
    shuffled: bool = True
    deck: str = "events"
    when: When = ALWAYS
    note: str = ""
    reason: str = ""  # why we think so, for those who keep the data: no page shows it
    sure: Certainty = Certainty.READ
    ruling: str = ""  # with which a group corrects it
    later: bool = False  # comes in during the game: nothing to lay out before it

    def __post_init__(self) -> None:
        if self.pool and not 0 < self.choose <= len(self.pool):
            raise ValueError(f"{self.label}: cannot choose {self.choose} of {len(self.pool)}")
        if both := set(self.fixed) & set(self.pool):
            raise ValueError(f"{self.label}: {sorted(both)} are both fixed and in the pool")
        if not len(self):
            raise ValueError(f"{self.label}: no cards")

    def __len__(self) -> int:
        return len(self.fixed) + self.choose

    @property
    def numbered(self) -> bool:
        return bool(self.fixed or self.pool)

    def odds(self, seen: Seen) -> dict[Card, Fraction]:
        """The exact chance of each card to be next, after ``seen`` of this segment."""
        if not self.numbered:
            return {}
        if not self.shuffled and not self.pool:
            return {self.fixed[len(seen)]: Fraction(1)}
        left = self.left(seen)
        size, pool = len(left.sure) + left.choose, sum(left.pool.values())
        chances = {card: Fraction(n, size) for card, n in Counter(left.sure).items()}
        chances |= {card: Fraction(left.choose * n, size * pool) for card, n in left.pool.items()}
        return dict(sorted(chances.items()))

    def left(self, seen: Seen) -> Left:
        """What is still face down after ``seen`` of this segment."""
        came = Counter(seen)
        # A card that a ruling has put elsewhere since took the place of one of the pool.
        rest = max(0, self.choose - sum(n for card, n in came.items() if card not in self.fixed))
        sure = (Counter(self.fixed) - came).elements()
        return Left(self.label, tuple(sure), rest, Counter(self.pool) - came if rest else {})

    def recipe(self, bottom: bool, names: Names) -> str:
        """How to put this segment on the table, as a sentence."""
        cards = "card" if len(self.fixed) == 1 else "cards"
        sure = f"{cards} {listed(said_cards(self.fixed, names))}" if self.fixed else ""
        if not self.numbered:
            return f"Shuffle these {len(self)} cards and place them face down"
        some, every = "", self.choose == len(self.pool)
        if self.pool:
            kinds = said_cards(set(self.pool), names)
            alike = len(set(self.pool)) == 1
            of = f"copies of card {kinds[0]}" if alike else f"of cards {listed(kinds)}"
            some = f"all {self.choose} {of}" if every else f"{self.choose} {of} at random"
        what = " and ".join(filter(None, (sure, some)))
        mixed = self.shuffled and len(self) > 1 and (sure or every)
        them = "it" if len(self) == 1 else "them"
        place = "at the bottom" if bottom else "on top"
        return f"{'Shuffle' if mixed else 'Take'} {what}. Place {them} face down {place}"

    def dealt(self, random: Random) -> list[Card]:
        cards = [*self.fixed, *random.sample(self.pool, self.choose if self.pool else 0)]
        if self.shuffled:
            random.shuffle(cards)
        return cards


@dataclass(frozen=True, slots=True)
class Left:
    """What a segment still holds: cards surely in it, and how many of which others."""

    label: str
    sure: tuple[Card, ...]
    choose: int
    pool: Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class Deck:
    key: str
    label: str
    segments: tuple[DeckSegment, ...]  # top first
    one: str = "card"  # one of them, within a sentence
    names: Names = field(default_factory=dict)

    def called(self, card: Card) -> str:
        """A card in a sentence."""
        return called(card, self.names)

    @property
    def at_first(self) -> tuple[DeckSegment, ...]:
        """What is laid out before the game, top first."""
        return tuple(segment for segment in self.segments if not segment.later)

    @property
    def size(self) -> int:
        return sum(len(segment) for segment in self.segments)

    @property
    def numbered(self) -> bool:
        return any(segment.numbered for segment in self.segments)

    def odds(self, seen: Seen) -> dict[Card, Fraction]:
        """The cards that may come next, each with its chance. Empty at the end."""
        segment, here = self._at(seen)
        return segment.odds(here) if segment else {}

    def refusal(self, seen: Seen, card: Card) -> str:
        """Why ``card`` cannot be next after ``seen``; empty when it can."""
        segment, _ = self._at(seen)
        if segment is None:
            again = "" if self.numbered else " If you reshuffled the discards, say so first."
            return f"All {self.size} cards of this deck have been revealed.{again}"
        if not segment.numbered:
            return "" if card == UNNUMBERED else "The cards of this deck have no numbers."
        if card in (possible := self.odds(seen)):
            return ""
        now = listed(said_cards(possible, self.names), "or")
        if card in seen:
            return f"Card {self.called(card)} has been revealed already. It can only be {now}."
        return f"Card {self.called(card)} can’t be in {segment.label}. Only {now} can."

    def corrected(self, seen: Seen, position: int, card: Card) -> list[Card]:
        """``seen`` with ``card`` at ``position``; trades places if it was seen elsewhere.

        Raises ValueError with the reason where no such order of cards exists.
        """
        order = list(seen)
        was, order[position] = order[position], card
        if (fault := self.fault(order)) and card in seen:
            order[list(seen).index(card)] = was
            fault = self.fault(order)
        if fault:
            raise ValueError(fault)
        return order

    def fault(self, seen: Seen) -> str:
        """Why this order of cards is impossible; empty when it can have happened."""
        reasons = (self.refusal(seen[:i], card) for i, card in enumerate(seen))
        return next(filter(None, reasons), "")

    def left(self, seen: Seen) -> list[Left]:
        """What the face-down cards are, segment by segment, top first."""
        found, start = [], 0
        for segment in self.segments:
            left = segment.left(seen[start : start + len(segment)])
            start += len(segment)
            if left.sure or left.choose:
                found.append(left)
        return found

    def shuffled(self, seed: int) -> list[Card]:
        """One order of the deck, top first; the same for the same seed."""
        random = Random(seed)
        return [card for segment in self.segments for card in segment.dealt(random)]

    def cards(self) -> Counter[Card]:
        """Every card that may be in the deck, with its copies."""
        return Counter(card for s in self.segments for card in (*s.fixed, *s.pool))

    def segment_of(self, position: int) -> DeckSegment:
        """The segment that the card at ``position`` (from 0) belongs to."""
        for segment in self.segments:
            if position < len(segment):
                return segment
            position -= len(segment)
        raise IndexError(f"the deck has {plural(self.size, 'card')}")

    def _at(self, seen: Seen) -> tuple[DeckSegment | None, Seen]:
        start = 0
        for segment in self.segments:
            if len(seen) < start + len(segment):
                return segment, seen[start:]
            start += len(segment)
        return None, ()


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """How a game builds one deck, for every chapter and table."""

    key: str
    label: str
    one: str = "card"  # one of them, within a sentence
    names: Names = field(default_factory=dict)  # of its cards, by their numbers

    def deck(self, segments: Sequence[DeckSegment], situation: Situation) -> Deck:
        mine = (s for s in segments if s.deck == self.key)
        return Deck(self.key, self.label, tuple(fitting(mine, situation)), self.one, self.names)


@dataclass(frozen=True, slots=True)
class CatalogueCard:
    """A kind of card whose points are known, so that they need not be typed."""

    catalogue: str
    key: str
    label: str
    src: str
    points: int | None = None  # None: not known, so read off the card
    copies: int = 1
    sure: Certainty = Certainty.READ
    note: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    alone: Mapping[str, Any] = field(default_factory=dict)  # those that differ for one player
    among: str = ""  # the fact that lists it where it is in play; "": it always is
    when: When = ALWAYS

    def told(self, solo: bool) -> Mapping[str, Any]:
        """Its details at this table."""
        return {**self.details, **self.alone} if solo else self.details

    def by_name(self, solo: bool = False) -> dict[str, Any]:
        """All that is known of it, by name."""
        own = {"key": self.key, "label": self.label, "copies": self.copies}
        points = {} if self.points is None else {"points": self.points}
        return {**self.told(solo), **own, **points}


def good_values(catalogue: Iterable[CatalogueCard]) -> dict[str, int]:
    """What one of each good is worth in coins, where all of a kind are worth the same."""
    kinds = (card.details for card in catalogue)
    return {kind["good"]: kind["coins"] for kind in kinds if "good" in kind and "coins" in kind}


def worth_of(catalogue: Iterable[CatalogueCard], words: str) -> int | None:
    """What goods in words are worth: ``3 bread and 2 coal``, ``12 coins``. None: nobody knows."""
    said = words.strip().lower()
    if said in NO_PRICE:
        return 0
    if coins := re.search(r"(?<!\d)(\d{1,3}) coins?\b", said):
        return int(coins[1])
    values = {good.rstrip("s"): worth for good, worth in good_values(catalogue).items()}
    parts = re.split(r" *(?:,|\+|\band\b) *", said)
    found = [re.fullmatch(r"(\d{1,2}) +(\w+)", part) for part in parts]
    goods = [(int(one[1]), one[2].rstrip("s")) for one in found if one]
    if len(goods) < len(parts) or not {name for _, name in goods} <= values.keys():
        return None
    return sum(n * values[name] for n, name in goods)
