"""Random choices of a set-up in people's words: what was drawn, what is locked, who begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.play import Play
from companion.rules.setup import Draw
from companion.rules.situation import fitting
from companion.rules.state import State
from companion.show.log.lookback import latest
from companion.show.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Thing:
    """One kind of thing that was drawn, with all its copies; ``place`` is where it came up."""

    place: int
    label: str
    copies: tuple[Any, ...]
    locked: bool
    does: str = ""  # what the card does, where that is known
    seat: int | None = None  # whose it is


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw as it stands: nothing drawn yet, or these things in this order."""

    key: str
    label: str
    things: tuple[Thing, ...]
    begins: bool
    offered: bool  # whether whoever looks may draw, now or again

    @property
    def lockable(self) -> bool:
        """With one thing only there is nothing to keep."""
        return sum(len(thing.copies) for thing in self.things) > 1

    @property
    def keeps(self) -> bool:
        """Whether some of it can be kept while the rest is drawn again."""
        return self.lockable and self.offered


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who begins, and whom a corrected result would have had instead."""

    seat: int
    draw: str  # the draw that can decide it; "": none
    instead: int | None
    offered: bool  # whether whoever looks may say who begins


def drawings(state: State, play: Play, visitor: Visitor) -> dict[str, Drawing]:
    """Every draw that is for this play, by key."""
    fits = fitting(play.game.draws, play.situation)
    offered = not play.finished and visitor.may("draw")
    return {draw.key: _drawing(state, play, draw, offered) for draw in fits}


def beginning(
    state: State, play: Play, visitor: Visitor, draws: Mapping[str, Drawing]
) -> Beginning | None:
    """Who begins; nobody needs to be told so alone."""
    if len(play.seats) < 2 or not play.game.first:
        return None
    draw = next((d.key for d in draws.values() if d.begins), "")
    instead = None if play.finished else state.corrected_first(play)
    offered = not play.finished and visitor.may("begin")
    return Beginning(play.situation.first, draw, instead, offered)


def _drawing(state: State, play: Play, draw: Draw, offered: bool) -> Drawing:
    hand = play.drawn.get(draw.key, ())
    kept = _kept(state, play, draw) if hand else ()
    copies, seats = Counter(hand), whose(play, draw)
    things = tuple(
        Thing(
            place + 1, play.drawn_thing(draw, thing), (thing,) * copies[thing], thing in kept,
            _does(play, thing), seats.get(thing),
        )
        for place, thing in enumerate(copies)
    )  # fmt: skip
    return Drawing(draw.key, draw.label, things, draw.begins, offered)


def whose(play: Play, draw: Draw) -> dict[Any, int]:
    """The seat each drawn thing is for; none where they are not dealt out one by one."""
    things = tuple(Counter(play.drawn.get(draw.key, ())))
    if not (draw.each and len(things) == len(play.seats) > 1):
        return {}
    first = play.situation.first
    return {thing: (first + place) % len(things) for place, thing in enumerate(things)}


def _does(play: Play, thing: Any) -> str:
    card = play.card_of(thing)
    said = card.details.get("effect", card.details.get("gives", "")) if card else ""
    return str(said)


def _kept(state: State, play: Play, draw: Draw) -> tuple[Any, ...]:
    entry = latest(state, play, "draw", {"draw": draw.key})
    return tuple(entry.data.get("kept", ())) if entry else ()
