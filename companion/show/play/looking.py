"""Somebody's tableau, only looked at: nothing moves, it stays whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Order
from companion.show.play.asked import Look
from companion.show.play.moment import on_turn
from companion.show.play.pad_keys import PadView
from companion.show.play.pads import pads
from companion.show.play.tracks import tallies
from companion.show.score.thresholds import standing_points


@dataclass(frozen=True, slots=True)
class LookRow:
    figure: str
    label: str
    text: str = ""
    pad: str = ""  # what Edit opens
    sheet: bool = False  # How opens the sheet


@dataclass(frozen=True, slots=True)
class LookedAt:
    seat: int
    stays: int | None  # whose turn it stays
    rows: tuple[LookRow, ...]


def looked_at(play: Play, seat: int) -> LookedAt:
    return LookedAt(seat, _on_turn(play), tuple(_rows(play, seat)))


def _on_turn(play: Play) -> int | None:
    if play.moment == OVER:
        return None
    phase = play.game.clock.phase(play.moment)
    return on_turn(play, phase) if phase.order in (Order.TURNS, Order.EACH) else None


def _rows(play: Play, seat: int) -> Iterator[LookRow]:
    for view in pads(play, seat, Look(seat=seat)).values():
        if view.seat is not None:
            yield LookRow(str(len(view.lying)), view.label, _cards(view), view.key)
    for tally in tallies(play).values():
        if not tally.shared:
            counter = tally.counters[seat]
            if not counter.by_cards:
                yield LookRow(counter.shown, tally.label, counter.since)
    points = standing_points(play, seat)
    if points is not None:
        yield LookRow(str(points), "Points so far", sheet=True)


def _cards(view: PadView) -> str:
    """``Farmer 2, Soldier``."""
    alike = Counter(card.face.label for card in view.lying)
    return ", ".join(f"{label} {n}" if n > 1 else label for label, n in alike.items())
