"""The table from above: who sits where, and an arrow to whoever gets something from whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from companion.rules.journal.play import Play
from companion.rules.words import abbreviated

WIDE, ACROSS = 340, 52  # ``ACROSS`` is half of the table's width
FEW, LOW, DEEP = 3, 38, 56  # half of its height for so few, and for more
ROOM = 70  # for marks and names above and below, with their tails
MARK = 14  # half of a mark's side
CLEAR = 0.3  # of a turn's radians: what an arrow leaves free around a mark
LETTERS = 11
"""So many letters of a name have room beside the table."""


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """Where somebody sits: corner of the mark, and where the name begins, ends or is centred."""

    seat: int
    name: str
    x: str
    y: str
    text_x: str
    text_y: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Ring:
    wide: int
    high: int
    places: tuple[SeatPosition, ...]
    arrows: tuple[str, ...]  # paths
    said: tuple[str, ...]  # the same in words: ``Ada to Ben``


def ring(play: Play, to: Sequence[int], first: int) -> Ring:
    """Everybody clockwise from ``first`` at the top; ``to`` says to whom each one gives."""
    seats = len(play.seats)
    down = LOW if seats <= FEW else DEEP
    high = 2 * down + ROOM
    turns = [((seat - first) % seats) * 2 * pi / seats - pi / 2 for seat in range(seats)]
    return Ring(
        WIDE, high,
        tuple(_place(seat, play.names[seat], turns[seat], down) for seat in range(seats)),
        tuple(_arrows(turns, to, down)),
        tuple(f"{play.names[seat]} to {play.names[other]}" for seat, other in enumerate(to)),
    )  # fmt: skip


def _place(seat: int, name: str, turn: float, down: int) -> SeatPosition:
    x, y = _at(turn, down)
    side = round(cos(turn), 6)
    anchor = "start" if side > 0 else "end" if side < 0 else "middle"
    beside = x + (MARK + 5) * ((side > 0) - (side < 0))
    below = y + 5 if side else y + (MARK + 15 if sin(turn) > 0 else -MARK - 6)
    return SeatPosition(
        seat=seat,
        name=abbreviated(name, LETTERS),
        x=_svg_number(x - MARK),
        y=_svg_number(y - MARK),
        text_x=_svg_number(beside),
        text_y=_svg_number(below),
        anchor=anchor,
    )


def _arrows(turns: Sequence[float], to: Sequence[int], down: int) -> Iterator[str]:
    """Along the edge of the table, the short way round; with two, each on their own side."""
    for seat, other in enumerate(to):
        ahead = (turns[other] - turns[seat]) % (2 * pi)
        way = 1 if ahead <= pi else -1
        x, y = _at(turns[seat] + way * CLEAR, down)
        to_x, to_y = _at(turns[other] - way * CLEAR, down)
        arc = f"A{ACROSS} {down} 0 0 {int(way > 0)}"
        yield f"M{_svg_number(x)} {_svg_number(y)}{arc} {_svg_number(to_x)} {_svg_number(to_y)}"


def _at(turn: float, down: int) -> tuple[float, float]:
    return WIDE / 2 + ACROSS * cos(turn), down + ROOM / 2 + down * sin(turn)


def _svg_number(length: float) -> str:
    return f"{length:.1f}"
