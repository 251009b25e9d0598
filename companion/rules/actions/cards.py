"""Actions with cards and other things left to chance: draw, shuffle, reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.setup import Draw
from companion.rules.situation import fitting
from companion.rules.state import INTRODUCED, State
from companion.rules.words import listed, said

from .base import LogGroup, PlayAction, Who, no


@dataclass(frozen=True, slots=True)
class DrawThings(PlayAction):
    """The app draws for the group; what is ``kept`` stays from the draw before."""

    kind = "draw"
    log_group = LogGroup.SETUP
    who = Who.TABLE
    draw: str
    seed: int
    kept: tuple[Any, ...] = ()

    def issues(self, state: State, play: Play) -> list[Issue]:
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

    def apply(self, state: State, play: Play) -> State:
        draw = self._draw(play)
        assert draw is not None
        hand = self._hand(play)
        if draw.begins:
            play = play.begun_by(hand[0])
        drawn = play.but(drawn={**play.drawn, self.draw: hand})
        return state.with_play(_told(state, drawn, draw, hand))

    def trace(self, state: State, play: Play) -> tuple[Any, ...]:
        return () if self.issues(state, play) else self._hand(play)

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        draw = next(draw for draw in play.game.draws if draw.key == self.draw)
        things = listed([play.drawn_thing(draw, thing) for thing in trace])
        return f"Drawn, {draw.label}: {things}."

    def _hand(self, play: Play) -> tuple[Any, ...]:
        draw, before = self._draw(play), play.drawn.get(self.draw, ())
        assert draw is not None
        return draw.drawn(play.situation, play.known(), self.seed, self.kept, before)

    def _draw(self, play: Play) -> Draw | None:
        here = fitting(play.game.draws, play.situation)
        return next((draw for draw in here if draw.key == self.draw), None)


def _told(state: State, play: Play, draw: Draw, hand: tuple[Any, ...]) -> Play:
    """The play with the card fact or option that this draw answers, if it answers one."""
    if play.finished:
        return play
    option = next((o for o in play.game.options if o.key == draw.settles), None)
    if option:
        return state.resettled(play.but(given={**play.given, option.key: hand[0]}))
    fact = next((f for f in play.game.card_facts if f.key == draw.settles), None)
    if fact is None:
        return play
    told = fact.read(list(hand) if draw.count else hand[0])
    return state.resettled(play.but(facts={**play.facts, fact.key: told}))


@dataclass(frozen=True, slots=True)
class Shuffle(PlayAction):
    """The app shuffles the deck instead of the group."""

    kind = "shuffle"
    log_group = LogGroup.EVENTS
    who = Who.TABLE
    deck: str
    seed: int

    def issues(self, state: State, play: Play) -> list[Issue]:
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

    def apply(self, state: State, play: Play) -> State:
        deck = play.deck(self.deck)
        assert deck is not None
        orders = {**play.orders, self.deck: tuple(deck.shuffled(self.seed))}
        return state.with_play(state.resettled(play.but(orders=orders)))

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        return f"Shuffled here: {_deck(play, self.deck)}."


@dataclass(frozen=True, slots=True)
class Reveal(PlayAction):
    """A card came up at ``position`` (from 0). A correction replaces the one noted there."""

    kind = "reveal"
    log_group = LogGroup.EVENTS
    who = Who.TABLE
    deck: str
    card: int
    position: int
    correction: bool = False

    def issues(self, state: State, play: Play) -> list[Issue]:
        deck = play.deck(self.deck)
        if deck is None:
            return [
                no("unknown-field", f"There is no deck {self.deck[:40]!r} here.", self.deck[:40])
            ]
        seen = play.seen.get(self.deck, ())
        if self.correction:
            return self._correction_faults(play, seen)
        if 0 <= self.position < len(seen):
            came = f"Card {seen[self.position]}" if seen[self.position] else "A card"
            return [no("stale", f"{came} is noted there already.", self.deck)]
        if not 0 <= self.position <= len(seen):
            return [no("stale", f"Only {len(seen)} cards are noted so far.", self.deck)]
        rest = play.orders.get(self.deck, ())[self.position :]
        if rest and rest[0] != self.card:
            return [no("conflict", f"The shuffled deck has {rest[0]} next.", self.deck)]
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

    def apply(self, state: State, play: Play) -> State:
        after = play.but(seen={**play.seen, self.deck: tuple(self._order(play))})
        if self.correction:
            after = after.but(facts=_still_brought_in(play, after, self.deck))
        return state.with_play(after)

    def sentence(self, state: State, play: Play, trace: Any) -> str:
        deck = _deck(play, self.deck)
        if self.correction:
            return f"{deck} corrected: card {self.position + 1} was {self.card}."
        return f"{deck}: {self.card or 'one'} came up."


def _still_brought_in(before: Play, after: Play, deck: str) -> Mapping[str, Any]:
    """What was told of the play, without what a card brought in that never came."""
    noted = before.facts.get(INTRODUCED)
    brought, still = (
        {item for row in p.game.graph.introduced(p.situation, p.seen[deck]) for item in row.items}
        for p in (before, after)
    )
    if not noted or not set(noted) & (gone := brought - still):
        return before.facts
    kept = tuple(item for item in noted if item not in gone)
    others = {key: value for key, value in before.facts.items() if key != INTRODUCED}
    return {**others, INTRODUCED: kept} if kept else others


def _deck(play: Play, key: str) -> str:
    return next(plan.label for plan in play.game.deck_plans if plan.key == key)
