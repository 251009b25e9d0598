"""Actions with cards and other things left to chance: draw, shuffle, reveal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.setup import Draw
from companion.rules.situation import fitting
from companion.rules.state import State
from companion.rules.words import said

from .base import PlayAction, no


@dataclass(frozen=True, slots=True)
class DrawThings(PlayAction):
    """The app draws for the group; what is ``kept`` stays from the draw before."""

    kind: ClassVar[str] = "draw"
    draw: str
    seed: int
    kept: tuple[Any, ...] = ()

    def faults(self, state: State, play: Play) -> list[Issue]:
        draw = self._draw(play)
        if draw is None:
            return [no("unknown-field", f"Nothing is drawn as {self.draw[:40]!r}.", self.draw[:40])]
        if not all(isinstance(thing, str | int) for thing in self.kept):
            return [no("unknown-choice", "Only what was drawn can be kept.", self.draw)]
        things = draw.things(play.situation, play.known())
        if strange := list((Counter(self.kept) - Counter(things)).elements()):
            return [no("unknown-choice", f"{said(strange)} cannot be kept.", self.draw)]
        if len(self.kept) > draw.wanted(play.situation):
            return [no("too-high", "No more can be kept than are drawn.", self.draw)]
        return []

    def done(self, state: State, play: Play) -> State:
        draw = self._draw(play)
        assert draw is not None
        before = play.drawn.get(self.draw, ())
        hand = draw.drawn(play.situation, play.known(), self.seed, self.kept, before)
        if draw.begins:
            play = play.begun_by(hand[0])
        drawn = play.but(drawn={**play.drawn, self.draw: hand})
        return state.with_play(_told(state, drawn, draw, hand))

    def said(self, play: Play) -> str:
        draw = self._draw(play)
        return f"draw {draw.label if draw else self.draw}"

    def _draw(self, play: Play) -> Draw | None:
        here = fitting(play.game.draws, play.situation)
        return next((draw for draw in here if draw.key == self.draw), None)


def _told(state: State, play: Play, draw: Draw, hand: tuple[Any, ...]) -> Play:
    """The play with the card fact or option that this draw answers, if it answers one."""
    if play.finished:
        return play
    option = next((o for o in play.game.options if o.key == draw.settles), None)
    if option:
        picked = next(c.key for c in option.choices if hand[0] in (c.key, c.label))
        return state.resettled(play.but(given={**play.given, option.key: picked}))
    fact = next((f for f in play.game.card_facts if f.key == draw.settles), None)
    if fact is None:
        return play
    told = fact.read(list(hand) if draw.count else hand[0])
    return state.resettled(play.but(facts={**play.facts, fact.key: told}))


@dataclass(frozen=True, slots=True)
class Shuffle(PlayAction):
    """The app shuffles the deck instead of the group."""

    kind: ClassVar[str] = "shuffle"
    deck: str
    seed: int

    def faults(self, state: State, play: Play) -> list[Issue]:
        deck = play.deck(self.deck)
        if deck is None:
            return [
                no("unknown-field", f"There is no deck {self.deck[:40]!r} here.", self.deck[:40])
            ]
        if play.seen.get(self.deck):
            return [no("conflict", "Cards have come up already; take them back first.", self.deck)]
        if not deck.numbered:
            said = "These cards have no numbers, so only you can shuffle them."
            return [no("conflict", said, self.deck)]
        return []

    def done(self, state: State, play: Play) -> State:
        deck = play.deck(self.deck)
        assert deck is not None
        orders = {**play.orders, self.deck: tuple(deck.shuffled(self.seed))}
        return state.with_play(play.but(orders=orders))

    def said(self, play: Play) -> str:
        return "shuffle the deck"


@dataclass(frozen=True, slots=True)
class Reveal(PlayAction):
    """A card came up at ``position`` (from 0). A correction replaces the one noted there."""

    kind: ClassVar[str] = "reveal"
    deck: str
    card: int
    position: int
    correction: bool = False

    def faults(self, state: State, play: Play) -> list[Issue]:
        deck = play.deck(self.deck)
        if deck is None:
            return [
                no("unknown-field", f"There is no deck {self.deck[:40]!r} here.", self.deck[:40])
            ]
        seen = play.seen.get(self.deck, ())
        if self.correction:
            return self._correction_faults(play, seen)
        if self.position < len(seen):
            came = f"Card {seen[self.position]}" if seen[self.position] else "A card"
            return [no("stale", f"{came} is noted there already.", self.deck)]
        if self.position > len(seen):
            return [no("stale", f"Only {len(seen)} cards are noted so far.", self.deck)]
        order = play.orders.get(self.deck)
        if order and order[self.position] != self.card:
            return [
                no("conflict", f"The shuffled deck has {order[self.position]} next.", self.deck)
            ]
        refusal = deck.refusal(seen, self.card)
        return [no("unknown-choice", refusal, self.deck)] if refusal else []

    def _correction_faults(self, play: Play, seen: tuple[int, ...]) -> list[Issue]:
        if not 0 <= self.position < len(seen):
            return [no("stale", "No card is noted there yet.", self.deck)]
        if self.deck in play.orders:
            return [no("conflict", "The app shuffled this deck, so its order is known.", self.deck)]
        try:
            self._order(play)
        except ValueError as error:
            return [no("unknown-choice", str(error), self.deck)]
        return []

    def _order(self, play: Play) -> list[int]:
        seen, deck = play.seen.get(self.deck, ()), play.deck(self.deck)
        assert deck is not None
        if self.correction:
            return deck.corrected(seen, self.position, self.card)
        return [*seen, self.card]

    def done(self, state: State, play: Play) -> State:
        seen = {**play.seen, self.deck: tuple(self._order(play))}
        return state.with_play(play.but(seen=seen))

    def said(self, play: Play) -> str:
        return f"event {self.card}" if self.card else f"event, {self.deck[:40]}"
