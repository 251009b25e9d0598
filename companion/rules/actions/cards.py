"""Actions with decks and draws: shuffle or reveal cards, let the app draw, show a secret draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..issues import Issue
from ..journal.outcome import drawn_hand, drawn_thing, settled_option
from ..journal.play import Play
from ..journal.plays import recalled
from ..journal.state import INTRODUCED, State
from ..parts.decks import Deck, DeckPlan, called
from ..parts.setup import Draw
from ..situation import fitting
from ..words import capital, listed, plural, said
from .base import HIDDEN, LogGroup, MovesCounters, PlayAction, Repeat, Who, seat_issues, unknown

NO_DECK = "There is no deck {} here."


@dataclass(frozen=True, slots=True)
class Shuffle(PlayAction):
    """The app shuffles the deck instead of the group."""

    kind = "shuffle"
    deck: str
    seed: int

    def issues(self, state: State, play: Play) -> list[Issue]:
        deck = play.deck(self.deck)
        if deck is None:
            return unknown(self.deck, NO_DECK)
        if play.seen.get(self.deck):
            said = "Cards have been revealed already. Undo them first."
            return [Issue("conflict", said, self.deck)]
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
        return f"Shuffled in the app: {_plan(play, self.deck).label}."


@dataclass(frozen=True, slots=True)
class Reveal(MovesCounters):
    """A card came up at ``position`` (from 0). A correction replaces the one noted there."""

    kind = "reveal"
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
            return [Issue("stale", f"{plural(len(seen), 'card')} entered so far.", self.deck)]
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
            said = "The app shuffled this deck, so its order is known."
            return [Issue("conflict", said, self.deck)]
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
        after = _still_brought_in(play, after, self.deck) if corrects else after
        return recalled(state.with_play(after), play.number, self.deck)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        plan = _plan(play, self.deck)
        deck, card = plan.label, called(self.card, plan.names) if self.card else "a card"
        if self.correction:
            clock = play.game.clock
            place = f"card {self.position + 1} was"
            if any(phase.deck == self.deck for phase in clock.phases):  # one comes up each round
                place = f"in {clock.within(self.position + 1)} it was"
            return f"{deck} corrected: {place} {card}."
        return f"{deck}: {card} revealed."


def _still_brought_in(before: Play, after: Play, deck: str) -> Play:
    """The corrected play, without what the wrong card had brought in."""
    noted = before.facts.get(INTRODUCED)
    brought, still = (
        {item for row in p.game.graph.introduced(p.situation, p.seen[deck]) for item in row.items}
        for p in (before, after)
    )
    if not noted or not set(noted) & (gone := brought - still):
        return after
    kept = tuple(item for item in noted if item not in gone)
    facts = {key: value for key, value in before.facts.items() if key != INTRODUCED}
    facts |= {INTRODUCED: kept} if kept else {}
    return after.but(facts=facts, rulings_not_applied=True)


def _plan(play: Play, key: str) -> DeckPlan:
    return next(plan for plan in play.game.deck_plans if plan.key == key)


NO_DRAW = "There is nothing to draw called {}."


@dataclass(frozen=True, slots=True)
class OfDraw(PlayAction):
    """An action about a draw; that of a secret draw is private until the draw is shown."""

    log_group = LogGroup.SETUP
    draw: str

    def here(self, play: Play) -> Draw | None:
        """The draw, if this play has it."""
        mine = fitting(play.game.draws, play.situation)
        return next((draw for draw in mine if draw.key == self.draw), None)

    def ever(self, play: Play) -> Draw:
        """The same, even if the play no longer has the draw."""
        return next(draw for draw in play.game.draws if draw.key == self.draw)

    @property
    def topic(self) -> str:
        return self.draw

    def is_private(self, play: Play) -> bool:
        return self.draw in play.secret_draws


@dataclass(frozen=True, slots=True)
class DrawThings(OfDraw):
    """The app draws for the group; what is ``kept`` stays from the draw before.

    The seed of a secret draw stands in no file, so nothing is known of it where one is opened.
    """

    kind = "draw"
    secrets = ("seed", "kept")
    seed: int | str | None
    kept: tuple[Any, ...] | str = ()

    def issues(self, state: State, play: Play) -> list[Issue]:
        draw = self.here(play)
        if draw is None:
            return unknown(self.draw, NO_DRAW)
        if self.seed == HIDDEN:
            return []
        if not isinstance(self.seed, int) or isinstance(self.kept, str):
            return [Issue("not-a-number", "A draw needs a number to start from.", self.draw)]
        if not all(isinstance(thing, str | int) for thing in self.kept):
            return [Issue("unknown-choice", "Only what was drawn can be kept.", self.draw)]
        facts = play.known()
        things = draw.things(play.situation, facts)
        if strange := list((Counter(self.kept) - Counter(things)).elements()):
            return [Issue("unknown-choice", f"{said(strange)} can’t be kept.", self.draw)]
        if len(self.kept) > draw.wanted(play.situation, facts):
            return [Issue("too-high", "You can’t keep more than you draw.", self.draw)]
        return []

    def apply(self, state: State, play: Play) -> State:
        draw = self.ever(play)
        hand = self._hand(play, draw)
        if not hand:
            return state
        drawn = play.but(drawn={**play.drawn, self.draw: hand})
        if draw.deals(play.situation):
            return state.with_play(_dealt(drawn, draw, _by_seat(play, hand)))
        if draw.begins:
            drawn = drawn.begun_by(hand[0])
        return state.with_play(_with_answer(state, drawn, draw, hand))

    def snapshot(self, before: State, after: State, play: Play) -> tuple[Any, ...]:
        if self.issues(before, play):
            return ()
        draw = self.ever(play)
        hand = self._hand(play, draw)
        return _by_seat(play, hand) if hand and draw.deals(play.situation) else hand

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        draw = self.ever(play)
        if not snapshot:
            return f"{capital(draw.label)} drawn. Everyone sees only their own."
        if draw.deals(play.situation):
            return f"{capital(draw.label)} drawn. {_of_each(play, draw, snapshot)}"
        things = listed([drawn_thing(play, draw, thing) for thing in snapshot])
        return f"{capital(draw.label)} drawn: {things}."

    def masked(self) -> DrawThings:
        return DrawThings(self.draw, HIDDEN)

    def _hand(self, play: Play, draw: Draw) -> tuple[Any, ...]:
        """The things that the seed gives; empty if the seed is hidden."""
        if not isinstance(self.seed, int) or isinstance(self.kept, str):
            return ()
        facts = play.known()
        return draw.drawn(play.situation, facts, self.seed, self.kept, drawn_hand(play, draw))


@dataclass(frozen=True, slots=True)
class Hold(OfDraw):
    """Enters what one seat got of a draw, dealt or chosen by hand; nothing: it is not known."""

    kind = "hold"
    who = Who.SEAT
    secrets = ("thing",)
    seat: int
    thing: Any = None

    def issues(self, state: State, play: Play) -> list[Issue]:
        draw = self.here(play)
        if draw is None or not draw.each:
            return unknown(self.draw, NO_DRAW)
        if faults := seat_issues(play, self.seat):
            return faults
        if self.thing in (None, "", HIDDEN):
            return []
        meant = self._meant(play, draw)
        if meant is None:
            said = f"{capital(draw.label)}: there is no {str(self.thing)[:40]!r}."
            return [Issue("unknown-choice", said, self.draw, self.seat)]
        held = play.held.get(self.draw, ())
        there = Counter(draw.on_offer(play.situation, play.known(), play.drawn.get(draw.key, ())))
        others = Counter(thing for seat, thing in enumerate(held) if seat != self.seat)
        if meant not in there:
            said = f"{capital(draw.label)}: {drawn_thing(play, draw, meant)} isn’t on display."
            return [Issue("unknown-choice", said, self.draw, self.seat)]
        # A refusal would reveal what the others have of a secret draw.
        if draw.secret or others[meant] < there[meant]:
            return []
        said = f"{capital(draw.label)}: {drawn_thing(play, draw, meant)} is already taken."
        return [Issue("conflict", said, self.draw, self.seat)]

    def apply(self, state: State, play: Play) -> State:
        draw = self.ever(play)
        held = list(play.held.get(self.draw, (None,) * len(play.seats)))
        held[self.seat] = self._meant(play, draw)
        return state.with_play(_dealt(play, draw, tuple(held)))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        draw = self.ever(play)
        who = play.names[self.seat]
        if self.thing == HIDDEN:
            return f"{who} entered {draw.label} in secret."
        meant = self._meant(play, draw)
        what = "not entered" if meant is None else drawn_thing(play, draw, meant)
        return f"{who}, {draw.label}: {what}."

    def masked(self) -> Hold:
        return Hold(self.draw, self.seat, HIDDEN)

    def _meant(self, play: Play, draw: Draw) -> Any:
        """The drawn thing with this name; a form sends only names."""
        things = draw.things(play.situation, play.known())
        return next((thing for thing in things if str(thing) == str(self.thing)), None)


@dataclass(frozen=True, slots=True)
class Unveil(OfDraw):
    """Shows a secret draw to everybody."""

    kind = "unveil"
    may_uncover = True
    shows = True

    def issues(self, state: State, play: Play) -> list[Issue]:
        if self.here(play) is None:
            return unknown(self.draw, NO_DRAW)
        if self.draw in play.concealed_draws:
            return []
        return [Issue("stale", "Everyone can see that already.", self.draw)]

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(shown=play.shown | {self.draw}))

    def snapshot(self, before: State, after: State, play: Play) -> tuple[Any, ...]:
        return play.held.get(self.draw, ())

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        draw = self.ever(play)
        return f"{capital(draw.label)} revealed. {_of_each(play, draw, snapshot or ())}".rstrip()


def _by_seat(play: Play, hand: Sequence[Any]) -> tuple[Any, ...]:
    """The dealt things by seat, in turn order; seats without a person get none."""
    seats, first = len(play.seats), play.situation.first
    dealt = dict(enumerate(hand))
    return tuple(
        dealt.get((seat - first) % seats) if who.person is not None else None
        for seat, who in enumerate(play.seats)
    )


def _dealt(play: Play, draw: Draw, things: tuple[Any, ...]) -> Play:
    """The play with what each seat holds now; a secret draw is hidden again."""
    return play.but(held={**play.held, draw.key: things}, shown=play.shown - {draw.key})


def _of_each(play: Play, draw: Draw, things: Sequence[Any]) -> str:
    """``Ada: Lovebug. Ben: Velvet.``"""
    pairs = zip(play.names, things, strict=False)
    return " ".join(f"{n}: {drawn_thing(play, draw, t)}." for n, t in pairs if t is not None)


def _with_answer(state: State, play: Play, draw: Draw, hand: tuple[Any, ...]) -> Play:
    """The play with the card fact or option that this draw decides, if it decides one."""
    if play.finished:
        return play
    if option := settled_option(play, draw):
        return state.resettled(play.but(given={**play.given, option.key: hand[0]}))
    fact = next((f for f in play.game.card_facts if f.key == draw.settles), None)
    if fact is None:
        return play
    told, _ = fact.read(list(hand) if draw.several else hand[0])
    return state.resettled(play.but(facts={**play.facts, fact.key: told}))
