"""The counters an entry moved besides what was tapped, so that nobody counts them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.words import minus, signed


@dataclass(frozen=True, slots=True)
class CounterChange:
    """A counter that an entry moved without being asked to."""

    track: str
    by: int
    now: int


def moved(before: State, after: State, play: Play) -> tuple[CounterChange, ...]:
    """The counters of a play whose value an entry changed."""
    return tuple(_moved(play, after.plays[play.number])) if after is not before else ()


def _moved(play: Play, after: Play) -> Iterator[CounterChange]:
    for track, values in after.tracks.items():
        for was, now in zip(play.tracks.get(track, ()), values, strict=False):
            if now != was:
                yield CounterChange(track, now - was, now)


def told(play: Play, moves: Iterable[CounterChange]) -> str:
    """``Points +2, now 8.``"""
    labels = {track.key: track.label for track in play.game.tracks}
    said = (f"{labels.get(m.track, m.track)} {signed(m.by)}, now {minus(m.now)}." for m in moves)
    return " ".join(said)


def receipt(said: str, play: Play, moves: Any) -> str:
    """What was done and which counters it moved; empty if it moved none."""
    return f"{said} {told(play, moves)}" if moves else ""
