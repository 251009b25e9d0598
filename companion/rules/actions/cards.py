"""Actions with decks: let the app shuffle one, enter which card came up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.plays import recalled
from companion.rules.journal.state import INTRODUCED, State
from companion.rules.parts.decks import Deck, called
from companion.rules.words import plural

from .base import LogGroup, MovesCounters, PlayAction, Repeat, Who, unknown

NO_DECK = "There is no deck {} here."


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
            return unknown(self.deck, NO_DECK)
        if play.seen.get(self.deck):
            return [
                Issue("conflict", "Cards have been revealed already. Undo them first.", self.deck)
            ]
        if not deck.numbered:
            said = "These cards have no numbers, so the app can’t shuffle them."
            return [Issue("conflict", said, self.deck)]
        return []

    def apply(self, state: State, play: Play) -> State:
        deck = play.deck(self.deck)
        assert deck is not None
        orders = {**play.orders, self.deck: tuple(deck.shuffled(self.seed))}
        return state.with_play(state.resettled(play.but(orders=orders)))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"Shuffled in the app: {_deck(play, self.deck)}."


@dataclass(frozen=True, slots=True)
class Reveal(MovesCounters):
    """A card came up at ``position`` (from 0). A correction replaces the one noted there."""

    kind = "reveal"
    log_group = LogGroup.EVENTS
    who = Who.TABLE
    repeat = Repeat.IDEMPOTENT
    deck: str
    card: int
    position: int
    correction: bool = False

    def issues(self, state: State, play: Play) -> list[Issue]:
        deck = play.deck(self.deck)
        if deck is None:
            return unknown(self.deck, NO_DECK)
        seen = play.seen.get(self.deck, ())
        if self.correction:
            return self._correction_faults(play, deck, seen)
        if 0 <= self.position < len(seen):
            came = f"Card {deck.called(seen[self.position])}" if seen[self.position] else "A card"
            return [Issue("stale", f"{came} is entered there already.", self.deck)]
        if not 0 <= self.position <= len(seen):
            return [Issue("stale", f"Only {plural(len(seen), 'card')} entered so far.", self.deck)]
        rest = play.orders.get(self.deck, ())[self.position :]
        if rest and rest[0] != self.card:
            said = f"The next card of the shuffled deck is {deck.called(rest[0])}."
            return [Issue("conflict", said, self.deck)]
        refusal = deck.refusal(seen, self.card)
        return [Issue("unknown-choice", refusal, self.deck)] if refusal else []

    def _correction_faults(self, play: Play, deck: Deck, seen: tuple[int, ...]) -> list[Issue]:
        if not 0 <= self.position < len(seen):
            return [Issue("stale", "No card is entered there yet.", self.deck)]
        if self.deck in play.orders:
            return [
                Issue("conflict", "The app shuffled this deck, so its order is known.", self.deck)
            ]
        try:
            deck.corrected(seen, self.position, self.card)
        except ValueError as error:
            return [Issue("unknown-choice", str(error), self.deck)]
        return []

    def apply(self, state: State, play: Play) -> State:
        seen, deck = play.seen.get(self.deck, ()), play.deck(self.deck)
        assert deck is not None
        corrects = self.correction
        order = deck.corrected(seen, self.position, self.card) if corrects else (*seen, self.card)
        after = play.but(seen={**play.seen, self.deck: tuple(order)})
        facts = _still_brought_in(play, after, self.deck) if self.correction else play.facts
        if facts is not play.facts:
            after = after.but(facts=facts, rulings_not_applied=True)
        return recalled(state.with_play(after), play.number, self.deck)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        deck, card = _deck(play, self.deck), _card(play, self.deck, self.card)
        if self.correction:
            clock = play.game.clock
            place = f"card {self.position + 1} was"
            if any(phase.deck == self.deck for phase in clock.phases):  # one comes up each round
                place = f"in {clock.within(self.position + 1)} it was"
            return f"{deck} corrected: {place} {card}."
        return f"{deck}: {card} revealed."


def _still_brought_in(before: Play, after: Play, deck: str) -> Mapping[str, Any]:
    """The card facts of the play, without what a corrected card had brought in."""
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


def _card(play: Play, key: str, card: int) -> str:
    names = next(plan.names for plan in play.game.deck_plans if plan.key == key)
    return called(card, names) if card else "a card"
