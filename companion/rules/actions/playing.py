"""Actions during set-up and play: tick a step, go on to the next moment, pass the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..issues import Issue
from ..journal.play import Play
from ..journal.state import State
from ..parts.clock import OVER, Moment, Order, Pace, Tap
from ..parts.pads import beginning
from ..parts.setup import ToTick
from ..parts.tracks import Prompt
from ..words import possessive, stopped
from .base import MOVED_ON, LogGroup, Malformed, PlayAction, Repeat, Who, seat_issues, unknown


@dataclass(frozen=True, slots=True)
class Tick(PlayAction):
    """Ticks or unticks a set-up step or a prompt; with a seat, for the person who sits there."""

    kind = "tick"
    log_group = LogGroup.SETUP
    who = Who.SEAT
    step: str
    on: bool = True
    seat: int | None = None

    def issues(self, state: State, play: Play) -> list[Issue]:
        if faults := seat_issues(play, self.seat):
            return faults
        if self.step in play.to_tick.keys.union(prompt.key for prompt in play.prompts):
            return []
        return unknown(self.step, "There is no step {} here.")

    def apply(self, state: State, play: Play) -> State:
        whom = play.people if self.seat is None else {play.seats[self.seat].person} - {None}
        done = play.done_by(self.step) | whom if self.on else play.done_by(self.step) - whom
        everyone = self.on if self.seat is None else done >= play.people
        ticks = play.ticks | {self.step} if everyone else play.ticks - {self.step}
        others = {tick for tick in play.own_ticks if tick[1] != self.step}
        own = set() if everyone else {(person, self.step) for person in done}
        prompts = tuple(prompt for prompt in play.prompts if prompt.key != self.step)
        return state.with_play(
            play.but(ticks=ticks, own_ticks=frozenset(others | own), prompts=prompts)
        )

    def snapshot(self, before: State, after: State, play: Play) -> Prompt | ToTick:
        prompts = (prompt for prompt in play.prompts if prompt.key == self.step)
        return next(prompts, play.to_tick)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        done = "Ticked" if self.on else "Unticked"
        if isinstance(snapshot, Prompt):
            return stopped(f"{done}, {play.names[snapshot.seat]}: {play.prompted(snapshot)}")
        who = "" if self.seat is None else f", {play.names[self.seat]}"
        text = play.texts.get(self.step) if snapshot.situation.chapter == play.chapter else None
        if text is None:  # the play no longer has the step: as it was then, in today's words
            then = ToTick(play.game, snapshot.situation, snapshot.before)
            text = then.texts.get(self.step, self.step)
        return stopped(f"{done}{who}: {text}")


@dataclass(frozen=True, slots=True)
class Advance(PlayAction):
    """Goes on to the next moment. It names the moment it leaves, so no stale page skips one.

    ``to`` is another moment of the round, if not the next one, or the end of the game: then final
    scoring begins for everyone, whatever rounds are left.
    """

    kind = "advance"
    repeat = Repeat.IDEMPOTENT
    closes_calculator = True
    moment: tuple[Any, ...]
    to: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if not self.moment:
            raise Malformed("advance: it names the moment that it leaves.")
        self.check_moment(self.moment)
        self.check_moment(self.to)

    def issues(self, state: State, play: Play) -> list[Issue]:
        if Moment(*self.moment) != play.moment:
            return [Issue("stale", MOVED_ON)]
        if play.moment == OVER:
            return [Issue("conflict", "The last round is over. Time to score.")]
        if not self.to or self._ends:
            return []
        there, has = Moment(*self.to), play.game.clock.has
        if there.round != play.moment.round or not has(there, play.situation):
            return [Issue("unknown-choice", "There is no such moment in this round.")]
        return []

    def doubts(self, state: State, play: Play) -> list[Issue]:
        return [*rounds_left(play)] if self._ends else []

    @property
    def _ends(self) -> bool:
        return bool(self.to) and Moment(*self.to) == OVER

    def apply(self, state: State, play: Play) -> State:
        clock, play = play.game.clock, play.but(repaced=None)
        after = clock.after(play.moment, play.situation, play.rounds, play.pace)
        moment = Moment(*self.to) if self.to else after
        if self._ends and any(rounds_left(play)):
            play = play.but(last_round=play.moment.round)
        if moment == OVER or moment.round == play.moment.round:
            return state.with_play(play.but(moment=moment, turn=None, lap=0))
        tracks, pads, earlier = dict(play.tracks), dict(play.pads), dict(play.earlier)
        for track in play.game.tracks:
            if track.each_round and track.key in tracks:
                tracks[track.key] = (track.start,) * len(tracks[track.key])
        for pad in play.game.pads:
            cards = [laid for hand in play.pads.get(pad.key, ()) for laid in hand]
            if pad.pile and pad.key in pads:  # cleared, but not back in their pile before a shuffle
                earlier[pad.key] = (*earlier.get(pad.key, ()), *cards)
            if pad.each_round and pad.key in pads:
                pads[pad.key] = beginning(pad, play.situation.players)
        return state.with_play(
            play.but(moment=moment, tracks=tracks, pads=pads, earlier=earlier, turn=None, lap=0)
        )

    def snapshot(self, before: State, after: State, play: Play) -> Pace:
        return play.pace

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        moment, clock = Moment(*self.moment), play.game.clock
        if self._ends:
            return f"The game ended in {clock.within(moment.round)}."
        if self.to:
            phase = clock.phase(Moment(*self.to)).label
            return f"{clock.called(moment.round)}: moved on to {phase}."
        if snapshot is Pace.ENDS:
            return "All rounds played."
        if snapshot is Pace.ROUND and not clock.phase(moment).closing:
            return f"{clock.called(moment.round)} done."
        who = "" if moment.seat is None else f": {play.names[moment.seat]} is"
        return f"{clock.placed(moment)}{who} done."


def rounds_left(play: Play) -> Iterator[Issue]:
    """Asks whether the end is meant while rounds are left, unless the group follows none."""
    here, rounds = play.moment, play.rounds
    if here == OVER or play.pace is Pace.ENDS or (rounds and here.round >= rounds):
        return
    at = play.game.clock.called(here.round, rounds)
    yield Issue("unusual", f"{at}. End the game and score now?")


@dataclass(frozen=True, slots=True)
class Turn(PlayAction):
    """Sets whose turn it is in a phase that all play in turn; the phase stays the same."""

    kind = "turn"
    closes_calculator = True
    seat: int
    lap: int = 0  # how often the turn has gone round the table, from 0

    def issues(self, state: State, play: Play) -> list[Issue]:
        turns = play.moment != OVER and play.game.clock.phase(play.moment).order is Order.TURNS
        if not turns:
            return [Issue("conflict", "It isn’t one player’s turn now.")]
        laps = len(play.game.clock.phase(play.moment).laps) or 1
        if not 0 <= self.lap < laps:
            return [Issue("unknown-choice", "There is no such turn in this phase.")]
        return seat_issues(play, self.seat)

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(turn=self.seat, lap=self.lap))

    def snapshot(self, before: State, after: State, play: Play) -> Moment:
        return play.moment

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        laps = () if snapshot == OVER else play.game.clock.phase(snapshot).laps
        lap = f"{laps[self.lap].label}: " if 0 <= self.lap < len(laps) else ""
        return f"{lap}{possessive(play.names[self.seat])} turn."


def passed_on(state: State, number: int, tap: Tap) -> State:
    """The turn with the next person who has not had it; after the last one the next moment."""
    play = state.plays[number]
    play = play.but(taps=(*play.taps, tap))
    order, done = play.game.clock.order_at(play.moment, play.situation), play.had_turn
    at = order.index(play.acting) if play.acting in order else 0
    waiting = [seat for seat in order[at:] if seat not in done and seat in play.sitting]
    if waiting:
        return state.with_play(play.but(turn=waiting[0]))
    return Advance((*play.moment.as_json(),)).apply(state.with_play(play), play)
