"""The poster of a story: its winding road with every stop, drawn to hang on a wall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.journal.state import State
from companion.rules.words import capital, listed
from companion.show.paper.charts import PersonMark
from companion.show.paper.log import Closing, Won, over, summary
from companion.show.story import Fork, Stop, road

WIDTH, MIDDLE, ASIDE = 40.0, 20.0, 8.5
LARGEST = 14.0  # mm: no seal is larger, whatever room a stop has
HEIGHTS = ((5, 26.0), (6, 22.0), (8, 16.5), (11, 13.0), (13, 11.5))
"""How high a stop is, in mm, where the road has up to so many; the style sheet says the same."""
MOST = HEIGHTS[-1][0]


@dataclass(frozen=True, slots=True)
class Bend:
    """One stop's piece of the road, in a drawing of its own that joins the next without a seam."""

    height: float
    x: float
    road: str  # the curves through this piece
    ghost: str  # those of the road not taken
    other: str  # the chapter there
    width: float = WIDTH

    @property
    def y(self) -> float:
        return self.height / 2

    @property
    def other_x(self) -> float:
        return self.width - self.x

    @property
    def seal(self) -> str:
        """Where the seal stands and how large it is, for a drawing of 24 by 24."""
        size = min(self.height * 0.97, LARGEST)
        return f"translate({self.x - size / 2:g} {self.y - size / 2:g}) scale({size / 24:.3f})"


def bends(forks: Sequence[tuple[int, str]], height: float) -> list[Bend]:
    """A piece for every stop, told by the fork it is in (0: none) and the chapter beside it."""
    side, xs, before = -1, list[float](), 0
    for fork, _ in forks:
        # Left and right in turns; within a fork the road keeps its side.
        side = side if fork and fork == before else -side
        xs.append(MIDDLE + side * ASIDE)
        before = fork
    found = []
    for i, (fork, other) in enumerate(forks):
        above = xs[i - 1] if i else None
        below = xs[i + 1] if i + 1 < len(xs) else None
        first = not i or forks[i - 1][0] != fork
        last = i + 1 == len(forks) or forks[i + 1][0] != fork
        ghost = _ghost(xs[i], above, below, height, first, last) if fork else ""
        # The drawings above and below show the other halves of these curves.
        road = "" if above is None else _curve(above, -height / 2, xs[i], height / 2)
        road += "" if below is None else _curve(xs[i], height / 2, below, height * 3 / 2)
        found.append(Bend(height, xs[i], road, ghost, other))
    return found


def _ghost(
    x: float, above: float | None, below: float | None, height: float, first: bool, last: bool
) -> str:
    """The road not taken: it leaves ours above its first stop and comes back below its last."""
    aside = WIDTH - x
    enters = f"M{aside:g} 0V{height / 2:g}"
    if first:
        enters = "" if above is None else _curve((above + x) / 2, 0, aside, height / 2)
    leaves = f"M{aside:g} {height / 2:g}V{height:g}"
    if last:
        leaves = "" if below is None else _curve(aside, height / 2, (below + x) / 2, height)
    return enters + leaves


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = (y + to_y) / 2
    return f"M{x:g} {y:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"


@dataclass(frozen=True, slots=True)
class Halt:
    """One stop on the poster: what is told on either side of the road."""

    bend: Bend
    seal: str
    title: str  # the town, else the chapter
    over: str  # the chapter and its day
    ahead: bool = False
    winners: str = ""
    lost: str = ""  # else what was missed
    best: int | None = None
    totals: tuple[tuple[PersonMark, int], ...] = ()  # everybody's points


@dataclass(frozen=True, slots=True)
class Poster:
    over: bool
    story: bool
    halts: Sequence[Halt]
    low: int  # which of the heights
    earlier: int  # plays that have no room
    closing: Closing


Place = tuple[Stop, int, str]
"""A stop on its way to the paper: the number of the fork it is in, 0: none, and the chapter
beside it."""


def poster(state: State, large: bool = False) -> Poster | None:
    """Everything on it; None before the first result."""
    closing = summary(state, large)
    if closing is None:
        return None
    known = {one.play: one for one in closing.chapters}
    if state.told:
        places = list(_places(road(state, state.told, covered=True).parts))
    else:  # the games of a table without a story, one after the other
        places = [(Stop("", f"Game {number + 1}", "done", number), 0, "") for number in known]
    shown = places[-MOST:]
    low = next(i for i, (most, _) in enumerate(HEIGHTS) if len(shown) <= most)
    drawn = bends([(fork, beside) for _, fork, beside in shown], HEIGHTS[low][1])
    return Poster(
        over=over(state),
        story=bool(state.told),
        halts=[_halt(stop, known, bend) for (stop, _, _), bend in zip(shown, drawn, strict=True)],
        low=low,
        earlier=len(places) - len(shown),
        closing=closing,
    )


def _places(parts: Sequence[Stop | Fork]) -> Iterator[Place]:
    forks = 0
    for part in parts:
        if isinstance(part, Stop):
            yield part, 0, ""
            continue
        forks += 1
        each = [stop.key for stop in part.other]
        if len(each) != len(part.road):
            each = [listed(each, "or"), *[""] * (len(part.road) - 1)]
        for stop, other in zip(part.road, each, strict=True):
            yield stop, forks, other


def _halt(stop: Stop, known: dict[int, Won], bend: Bend) -> Halt:
    one = known.get(stop.play) if stop.play is not None else None
    if one is None:
        ahead = stop.look != "now"
        text = "" if ahead else stop.text  # which way to take is for the table, not for the wall
        return Halt(bend, stop.key, stop.title, text, ahead)
    each = () if one.together or (one.alone and not one.lost) else one.totals  # said already
    first = [mark.short for mark, _, first in one.totals if first]
    return Halt(
        bend=bend,
        seal=one.seal,
        title=one.name or stop.title,
        over=", ".join(filter(None, (one.title if one.name else "", one.day))),
        winners="" if one.together else one.in_front(first),
        lost=capital(one.lost),
        best=one.best,
        totals=tuple((mark, total) for mark, total, _ in each),
    )
