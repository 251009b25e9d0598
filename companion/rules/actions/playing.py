"""Actions while a game is set up and played: tick what is done, go on to the next moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.clock import OVER, Moment
from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.state import State
from companion.rules.tracks import Track
from companion.rules.words import shortened

from .base import Malformed, PlayAction, no


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
        return state.with_play(play.but(ticks=ticks, prompts=prompts))

    def said(self, play: Play) -> str:
        prompt = next((p for p in play.prompts if p.key == self.step), None)
        if prompt:
            return f"{play.names[prompt.seat]}: done"
        text = play.texts.get(self.step, self.step)
        return f"{'done' if self.on else 'not done'}: {shortened(text, 60)}"


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
            return state.with_play(play.but(moment=moment, prompts=()))
        fresh = {t.key: (t.start,) * len(play.tracks[t.key]) for t in _each_round(play)}
        tracks = {**play.tracks, **fresh}
        return state.with_play(play.but(moment=moment, prompts=(), tracks=tracks))

    def said(self, play: Play) -> str:
        if play.moment == OVER:
            return "next"
        return f"end of {play.game.clock.phase(play.moment).label}"


def _each_round(play: Play) -> list[Track]:
    return [track for track in play.game.tracks if track.each_round and track.key in play.tracks]
