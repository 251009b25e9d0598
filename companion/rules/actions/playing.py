"""Actions while a game is set up and played: tick, draw, shuffle, reveal, advance, count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.clock import OVER, Moment
from companion.rules.issues import Issue
from companion.rules.numbers import LARGEST
from companion.rules.setup import Draw
from companion.rules.situation import fitting
from companion.rules.state import Play, Prompt, State
from companion.rules.tracks import Track
from companion.rules.words import said, signed

from .base import Malformed, PlayAction, no, seat_fault


@dataclass(frozen=True, slots=True)
class Tick(PlayAction):
    """A set-up step or a prompt is done, or not done after all."""

    kind: ClassVar[str] = "tick"
    step: str
    on: bool = True

    def faults(self, state: State, play: Play) -> list[Issue]:
        if self.step in play.texts or any(prompt.key == self.step for prompt in play.prompts):
            return []
        return [no("unknown-field", f"There is no step {self.step[:40]!r} here.", self.step[:40])]

    def done(self, state: State, play: Play) -> State:
        ticks = play.ticks | {self.step} if self.on else play.ticks - {self.step}
        prompts = tuple(prompt for prompt in play.prompts if prompt.key != self.step)
        return state.with_play(replace(play, ticks=ticks, prompts=prompts))

    def said(self, play: Play) -> str:
        text = play.texts.get(self.step) or next(
            (prompt.text for prompt in play.prompts if prompt.key == self.step), self.step
        )
        return f"{'done' if self.on else 'not done'}: {text[:60]}"


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
        drawn = replace(play, drawn={**play.drawn, self.draw: hand})
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
        return state.resettled(replace(play, given={**play.given, option.key: picked}))
    fact = next((f for f in play.game.card_facts if f.key == draw.settles), None)
    if fact is None:
        return play
    told = fact.read(list(hand) if draw.count else hand[0])
    return state.resettled(replace(play, facts={**play.facts, fact.key: told}))


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
        return state.with_play(replace(play, orders=orders))

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
        return state.with_play(replace(play, seen=seen))

    def said(self, play: Play) -> str:
        return f"event {self.card}" if self.card else f"event, {self.deck[:40]}"


@dataclass(frozen=True, slots=True)
class Advance(PlayAction):
    """On to the next moment, from the one named: a stale page cannot skip another."""

    kind: ClassVar[str] = "advance"
    moment: tuple[Any, ...]

    def __post_init__(self) -> None:
        if len(self.moment) != 3 or type(self.moment[0]) is not int:
            raise Malformed("advance: moment is a round, a phase and a seat.")

    @property
    def leaves(self) -> Moment:
        return Moment(*self.moment)

    def faults(self, state: State, play: Play) -> list[Issue]:
        if self.leaves != play.moment:
            return [no("stale", "The game has moved on since this page was opened.")]
        if play.moment == OVER:
            return [no("conflict", "The last round is over: it is time to score.")]
        return []

    def done(self, state: State, play: Play) -> State:
        rounds = play.last_round or play.game.rounds(play.situation)
        moment = play.game.clock.after(play.moment, play.situation, rounds)
        if moment.round == play.moment.round:
            return state.with_play(replace(play, moment=moment, prompts=()))
        fresh = {t.key: (t.start,) * len(play.tracks[t.key]) for t in _each_round(play)}
        tracks = {**play.tracks, **fresh}
        return state.with_play(replace(play, moment=moment, prompts=(), tracks=tracks))

    def said(self, play: Play) -> str:
        if play.moment == OVER:
            return "next"
        return f"end of {play.game.clock.phase(play.moment).label}"


def _each_round(play: Play) -> list[Track]:
    return [track for track in play.game.tracks if track.each_round and track.key in play.tracks]


@dataclass(frozen=True, slots=True)
class Count(PlayAction):
    """A track goes up or down ``by`` so many, or is set ``to`` a value."""

    kind: ClassVar[str] = "count"
    track: str
    seat: int | None = None
    by: int | None = None
    to: int | None = None

    def __post_init__(self) -> None:
        if (self.by is None) == (self.to is None):
            raise Malformed("count: give either by or to.")

    def faults(self, state: State, play: Play) -> list[Issue]:
        track = self._track(play)
        if track is None or self.track not in play.tracks:
            return [
                no("unknown-field", f"There is no track {self.track[:40]!r} here.", self.track[:40])
            ]
        if track.shared != (self.seat is None):
            return [no("players", f"{track.label} is {'shared' if track.shared else 'per seat'}.")]
        return seat_fault(play, self.seat) or self._range_faults(track, play)

    def _range_faults(self, track: Track, play: Play) -> list[Issue]:
        low, wanted = track.low, self._wanted(play)
        if wanted < (-LARGEST if low is None else low):
            return [no("too-low", f"{track.label}: at least {low}.", self.track, self.seat)]
        high = LARGEST if track.high is None else track.high
        if wanted > high:
            return [no("too-high", f"{track.label}: at most {high}.", self.track, self.seat)]
        return []

    def done(self, state: State, play: Play) -> State:
        track, at = self._track(play), self.seat or 0
        assert track is not None
        values = play.tracks[self.track]
        move = track.moves(track, play.situation, values[at], self._wanted(play))
        changed = (*values[:at], move.value, *values[at + 1 :])
        asked = tuple(
            Prompt(f"{self.track}-{state.seq + 1}-{i}", at, text)
            for i, text in enumerate(move.prompts)
        )
        play = replace(
            play,
            tracks={**play.tracks, self.track: changed},
            prompts=play.prompts + asked,
            last_round=_last_round(track, changed, play),
        )
        return state.with_play(play)

    def said(self, play: Play) -> str:
        track = self._track(play)
        who = "" if self.seat is None or self.seat >= len(play.seats) else play.names[self.seat]
        if track is None or self.track not in play.tracks:
            return f"count {self.track[:40]}"
        before = play.tracks[self.track][self.seat or 0]
        what = who or track.label
        return (
            f"{what} {before} → {self._wanted(play)}"
            if self.to is not None
            else (f"{what} {signed(self.by or 0)}")
        )

    def _wanted(self, play: Play) -> int:
        if self.to is not None:
            return self.to
        return play.tracks[self.track][self.seat or 0] + (self.by or 0)

    def _track(self, play: Play) -> Track | None:
        return next((t for t in play.game.tracks if t.key == self.track), None)


def _last_round(track: Track, values: tuple[int, ...], play: Play) -> int | None:
    """The round after which the game ends, once a track that ends it has got that far."""
    if track.ends_at is None:
        return play.last_round
    if max(values) < track.ends_at:
        return None
    return play.last_round or play.moment.round + track.rounds_after
