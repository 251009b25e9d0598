"""A road that winds from stop to stop, and the one beside it that was not taken, as curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, MIDDLE, ASIDE = 40.0, 20.0, 8.5
LARGEST = 14.0  # mm: no seal is larger, whatever room a stop has


@dataclass(frozen=True, slots=True)
class Bend:
    """One stop's piece of the road, in a drawing of its own that joins the next without a seam."""

    height: float
    x: float
    road: str  # the curves through this piece
    ghost: str  # those of the road not taken
    other: str  # the chapter there
    other_x: float
    width: float = WIDTH

    @property
    def y(self) -> float:
        return self.height / 2

    @property
    def seal(self) -> str:
        """Where the seal stands and how large it is, for a drawing of 24 by 24."""
        size = min(self.height * 0.97, LARGEST)
        return f"translate({self.x - size / 2:g} {self.y - size / 2:g}) scale({size / 24:.3f})"


def bends(forks: Sequence[tuple[int, str]], height: float) -> list[Bend]:
    """A piece for every stop, told by the fork it is in (0: none) and the chapter beside it."""
    xs = _sides([fork for fork, _ in forks])
    found = []
    for i, (fork, other) in enumerate(forks):
        above = xs[i - 1] if i else None
        below = xs[i + 1] if i + 1 < len(xs) else None
        first = not i or forks[i - 1][0] != fork
        last = i + 1 == len(forks) or forks[i + 1][0] != fork
        ghost = _ghost(xs[i], above, below, height, first, last) if fork else ""
        aside = 2 * MIDDLE - xs[i]
        road = _down(xs[i], above, height) + _on(xs[i], below, height)
        found.append(Bend(height, xs[i], road, ghost, other, aside))
    return found


def _sides(forks: Sequence[int]) -> list[float]:
    """Left and right in turns; within a fork the road keeps its side."""
    side, found = -1, list[float]()
    for i, fork in enumerate(forks):
        if not (i and fork and forks[i - 1] == fork):
            side = -side
        found.append(MIDDLE + side * ASIDE)
    return found


def _down(x: float, above: float | None, height: float) -> str:
    """From the stop above; its drawing shows the upper half of this curve."""
    return "" if above is None else _curve(above, -height / 2, x, height / 2)


def _on(x: float, below: float | None, height: float) -> str:
    """To the stop below; its drawing shows the lower half of this curve."""
    return "" if below is None else _curve(x, height / 2, below, height * 3 / 2)


def _ghost(
    x: float, above: float | None, below: float | None, height: float, first: bool, last: bool
) -> str:
    """The road not taken: it leaves ours above its first stop and comes back below its last."""
    aside = 2 * MIDDLE - x
    enters = f"M{aside:g} 0V{height / 2:g}"
    if first:
        start = (above + x) / 2 if above is not None else None
        enters = "" if start is None else _curve(start, 0, aside, height / 2)
    leaves = f"M{aside:g} {height / 2:g}V{height:g}"
    if last:
        end = (below + x) / 2 if below is not None else None
        leaves = "" if end is None else _curve(aside, height / 2, end, height)
    return enters + leaves


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = (y + to_y) / 2
    return f"M{x:g} {y:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
