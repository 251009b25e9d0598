"""Moving a track, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..issues import Issue
from ..journal.play import Play
from ..journal.plays import remembered
from ..journal.state import State
from ..parts.tracks import Prompt, Track
from ..scoring.origin import count_of, counted_by
from ..situation import Situation
from ..words import (
    LARGEST_NUMBER,
    minus,
    no_number,
    out_of_range,
    possessive,
    signed,
    summed,
    unusual,
    whole,
)
from .base import Malformed, PlayAction, Who, seat_issues, unknown

SCORES_STAND = "This game is finished. Edit its score sheet instead."


@dataclass(frozen=True, slots=True)
class Count(PlayAction):
    """Moves a track ``by`` an amount, or sets it ``to`` a number or a sum, as typed."""

    kind = "count"
    who = Who.SEAT
    track: str
    seat: int | None = None
    by: int | None = None
    to: int | str | None = None

    def __post_init__(self) -> None:
        if (self.by is None) == (self.to is None):
            raise Malformed("count: give either by or to.")

    def issues(self, state: State, play: Play) -> list[Issue]:
        if self.track not in play.tracks:
            return unknown(self.track, "There is no counter {} here.")
        track = play.track(self.track)
        if play.finished:  # a track that fills in a field would silently change the result
            return [Issue("stale", SCORES_STAND, self.track, self.seat)]
        if track.shared != (self.seat is None):
            said = f"{track.label}: counted {'together' if track.shared else 'per player'}."
            return [Issue("players", said)]
        return seat_issues(play, self.seat) or self._range_faults(track, play)

    def _range_faults(self, track: Track, play: Play) -> list[Issue]:
        wanted = self._wanted(play)
        if wanted is None:
            return [Issue("not-a-number", no_number(track.label, self.to), self.track, self.seat)]
        if self.by and self.by < 0 and track.low == 0 and wanted < 0:
            return [Issue("too-low", self.too_few(play), self.track, self.seat)]
        if wrong := out_of_range(track.label, wanted, track.low, track.high):
            return [Issue(*wrong, self.track, self.seat)]
        if (wanted - track.start) % track.step:
            steps = f"{track.start}, {track.start + track.step} and so on"
            return [Issue("not-a-number", f"{track.label}: {steps}.", self.track, self.seat)]
        if track.together and wanted + on_others(track, play) > track.together:
            said = f"{track.label}: all {track.together} are in use. Take one away elsewhere first."
            return [Issue("supply", said, self.track, self.seat)]
        return []

    def too_few(self, play: Play) -> str:
        """``Coins: Ada has 10, but this takes 12.``"""
        there, takes = play.tracks[self.track][self.seat or 0], -(self.by or 0)
        has = "there are" if self.seat is None else f"{play.names[self.seat]} has"
        return f"{play.track(self.track).label}: {has} {minus(there)}, but this takes {takes}."

    def doubts(self, state: State, play: Play) -> list[Issue]:
        if self.issues(state, play):
            return []
        track, wanted, at = play.track(self.track), summed(self.to), self.seat or 0
        if pad := counted_by(play, self.track, at):
            whose = possessive(play.names[at])
            said = f"{whose} {track.label} counter follows the tapped cards."
            where = f"To change it, add or remove a card under “{pad.label}”."
            return [Issue("conflict", f"{said} {where}", self.track, self.seat)]
        if wanted is None or track.high is not None:
            return []
        asked = Issue("unusual", unusual(track.label, wanted), self.track, self.seat)
        return [asked] if track.usual < wanted <= LARGEST_NUMBER else []

    def apply(self, state: State, play: Play) -> State:
        track, at = play.track(self.track), self.seat or 0
        values, wanted = play.tracks[self.track], self._wanted(play)
        if pad := counted_by(play, self.track, at):
            wanted = count_of(track, pad, len(play.pads[pad.key][at]))
        assert wanted is not None
        move = track.moves(track, self._here(play), values[at], wanted)
        changed = (*values[:at], move.value, *values[at + 1 :])
        # Catching up with a slower pace, people say where they are; what that set off is done.
        catches_up = play.repaced is not None and play.repaced.asks_for(self.track)
        asked = tuple(
            Prompt(f"{self.track}-{state.seq + 1}-{i}", at, what, self.track, values[at])
            for i, what in enumerate(() if catches_up else move.prompts)
        )
        last_round = play.last_round
        if track.ends_at is not None:  # it has reached the value that ends the game, or no longer
            at_once = last_round or play.moment.round + track.rounds_after
            last_round = at_once if max(changed) >= track.ends_at else None
        play = play.but(
            tracks={**play.tracks, self.track: changed},
            moved={**play.moved, (self.track, at): play.moment.round},
            repaced=play.repaced and play.repaced.without(self.track, at),
            prompts=(*self._standing(play, track, move.value), *asked),
            last_round=last_round,
        )
        after = state.with_play(play)
        return remembered(after, play.number) if track.kept_with else after

    def _here(self, play: Play) -> Situation:
        """The situation for a track's rule: the round, the seat, and the values of all tracks."""
        here = play.situation.at(play.moment.round) if play.moment.round else play.situation
        return replace(here, tracks=play.tracks, seat=self.seat)

    def _standing(self, play: Play, track: Track, value: int) -> Iterator[Prompt]:
        """The prompts after the move; counting back removes those that the count had set off."""
        at = self.seat or 0
        back = value < play.tracks[self.track][at]
        for prompt in play.prompts:
            if not back or (prompt.track, prompt.seat) != (self.track, at):
                yield prompt
                continue
            move = track.moves(track, self._here(play), prompt.since, value)
            yield from (replace(prompt, asked=what) for what in move.prompts[:1])

    def snapshot(self, before: State, after: State, play: Play) -> int | None:
        values, at = play.tracks.get(self.track, ()), self.seat or 0
        return values[at] if 0 <= at < len(values) else None

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        track = play.track(self.track)
        what = track.label if self.seat is None else f"{track.label}: {play.names[self.seat]}"
        if self.to is None:
            return f"{what} {signed(self.by or 0)}."
        if summed(self.to) == snapshot:
            return f"{what} still {minus(self.to)}."
        came_to = "" if whole(self.to) is not None else f" = {minus(summed(self.to) or 0)}"
        there = snapshot if snapshot is None else minus(snapshot)
        return f"{what} {there} → {minus(self.to)}{came_to}."

    def _wanted(self, play: Play) -> int | None:
        """The value asked for; None if what was typed is not a number."""
        if self.to is not None:
            return summed(self.to)
        return play.tracks[self.track][self.seat or 0] + (self.by or 0)


def on_others(track: Track, play: Play) -> int:
    """How many pieces are on the other tracks that share a supply with this one."""
    others = [t for t in play.game.tracks if t.together and t.key != track.key]
    return sum(sum(play.tracks.get(other.key, ())) for other in others)
