"""Who won, and the sentence that says why; a whole table scored in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..issues import Issue, Level
from ..parts.settings import CardFact
from ..situation import ALWAYS, When, fitting
from ..words import capital, listed, plural, together
from .sheet import Breakdown, ScoringContext

TieBreakValue = Callable[[ScoringContext, Sequence[Breakdown], int], int | None]
"""Computes a seat's value in a tie-break; higher is better. None: it cannot be compared."""

Assumed = frozenset[tuple[int, str]]
"""(seat, field) pairs that count as 0 in a tie though nobody entered them, in old results."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One step of breaking a tie: most of a field, or a value the game works out."""

    label: str
    src: str
    field: str = ""
    value: TieBreakValue | None = None
    shown: bool = True  # whether the two values mean something to people
    zero: str = ""  # who is at 0, where the value counts seats from there: ``The bag is with {}``
    unknown: str = ""  # who knows more, where a seat cannot be compared
    when: When = ALWAYS
    ruling: str = ""  # how it is read, where the rules are unclear

    def is_given(self, context: ScoringContext, seat: int) -> bool:
        """Whether a seat's value is known: entered, or computed from its points."""
        return not self.field or context.is_given(seat, self.field)

    def merit(self, context: ScoringContext, scored: Sequence[Breakdown], seat: int) -> int | None:
        if self.value:
            return self.value(context, scored, seat)
        return context.values(self.field)[seat]


@dataclass(frozen=True, slots=True)
class RankedSeat:
    seat: int
    position: int
    total: int
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The ranking by seat, the winners, what decided it, and the sentence about it."""

    places: tuple[RankedSeat, ...]
    winners: tuple[int, ...]
    decided_by: str | None
    why: str
    unbroken: str = ""  # who knows more of a tie that our rules cannot break
    undecided: bool = False  # such a tie is the one for the first place, so nobody has won yet
    lost: str = ""  # what was missed by somebody alone who has not won, as a clause
    open: tuple[LevelSeats, ...] = ()  # ties that a number could break which is not there
    together: bool = False  # all have won or lost, so that nobody has a place

    def won(self, seat: int) -> bool:
        return seat in self.winners and not self.undecided

    def tie(self, place: RankedSeat) -> str:
        """The tie-break that put a seat before others with as many points; empty for these."""
        level = [other.position for other in self.places if other.total == place.total]
        return place.decided_by if place.position == min(level) else ""

    @property
    def issues(self) -> list[Issue]:
        """What the scores leave open."""
        unbroken = [Issue("missing", self.unbroken, level=Level.WARN)] if self.unbroken else []
        return [*unbroken, *(issue for level in self.open for issue in level.issues)]


@dataclass(frozen=True, slots=True)
class LevelSeats:
    """Seats that are still tied, and the tie-break values that some have not entered."""

    seats: tuple[int, ...]
    total: int
    tie: TieBreak  # the one to compare next
    missing: tuple[tuple[int, TieBreak], ...]  # of it and those after it

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have not entered the next tie-break value."""
        return tuple(seat for seat, tie in self.missing if tie is self.tie)

    @property
    def issues(self) -> list[Issue]:
        said = "Tied without a number for {}, so the rank is shared."
        return [
            Issue("missing", said.format(tie.label), tie.field, seat, Level.WARN)
            for seat, tie in self.missing
        ]


def rank(
    context: ScoringContext,
    scored: Sequence[Breakdown],
    tiebreaks: Sequence[TieBreak],
    solo_conditions: Sequence[CardFact] = (),
    assumed: Assumed = frozenset(),
    target: int | None = None,
) -> Result:
    """Order seats by total, then by each tie-break in turn that all who are tied have given.

    What stays level is shared. Alone, the target and the ``solo_conditions`` have to be met.
    """
    if context.situation.solo:
        missed = _missed(context, scored[0], solo_conditions)
        return _alone(context.names[0], scored[0].total, missed, target)
    ties = list(fitting(tiebreaks, context.situation))
    return _Ranking(context, scored, ties, assumed).result()


@dataclass
class _Ranking:
    """Several seats in order. Where a tie-break cannot compare a seat at all, nobody who is level
    with it is compared."""

    context: ScoringContext
    scored: Sequence[Breakdown]
    ties: list[TieBreak]
    assumed: Assumed

    def __post_init__(self) -> None:
        self.names = self.context.names
        totals = [breakdown.total for breakdown in self.scored]
        # The totals of seats that some tie-break cannot compare.
        self.apart = {
            total
            for seat, total in enumerate(totals)
            if any(self.merit(tie, seat) is None for tie in self.ties)
        }
        # Each seat's points, then its value in each tie-break that it was compared by.
        self.merits: list[tuple[int, ...]] = [()] * len(totals)
        self.open: list[LevelSeats] = []  # the ties that wait for a number
        for total, level in _alike(range(len(totals)), totals.__getitem__).items():
            self.compare(level, (total,), [] if total in self.apart else self.ties)

    def merit(self, tie: TieBreak, seat: int) -> int | None:
        return tie.merit(self.context, self.scored, seat)

    def all_gave(self, tie: TieBreak, seats: Sequence[int]) -> bool:
        return all(tie.is_given(self.context, seat) for seat in seats)

    def compare(self, seats: list[int], so_far: tuple[int, ...], left: list[TieBreak]) -> None:
        """Tie-break by tie-break; a later one says nothing before an earlier one is there."""
        missing = tuple(
            (seat, tie)
            for tie in left
            for seat in seats
            if not tie.is_given(self.context, seat) and (seat, tie.field) not in self.assumed
        )
        if len(seats) > 1 and left and not any(tie is left[0] for _, tie in missing):
            for value, alike in _alike(seats, lambda seat: self.merit(left[0], seat)).items():
                self.compare(alike, (*so_far, value or 0), left[1:])
            return
        if len(seats) > 1 and missing:
            self.open.append(LevelSeats(tuple(seats), so_far[0], left[0], missing))
        for seat in seats:
            self.merits[seat] = so_far

    def result(self) -> Result:
        merits, places = self.merits, self.places()
        winners = tuple(place.seat for place in places if place.position == 1)
        decided = places[winners[0]].decided_by or None
        undecided = len(winners) > 1 and merits[winners[0]][0] in self.apart
        level = any(merits.count(mine) > 1 for mine in merits if mine[0] in self.apart)
        unbroken = self.who_knows() if level else ""
        why = self.why(places, undecided)
        return Result(places, winners, decided, why, unbroken, undecided, open=tuple(self.open))

    def who_knows(self) -> str:
        return next((tie.unknown for tie in self.ties if tie.unknown), "")

    def places(self) -> tuple[RankedSeat, ...]:
        merits = self.merits
        ordered = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
        places: list[RankedSeat] = []
        for mine, group in groupby(ordered, key=lambda seat: merits[seat]):
            rivals = [m for m in merits if m != mine and m[0] == mine[0]]
            depth = max((_first_difference(mine, rival) for rival in rivals), default=0)
            decided = self.ties[depth - 1].label if depth else ""
            position = len(places) + 1
            places += [RankedSeat(seat, position, mine[0], decided) for seat in group]
        return tuple(sorted(places, key=lambda place: place.seat))

    def why(self, places: Sequence[RankedSeat], undecided: bool) -> str:
        ordered = sorted(places, key=lambda place: place.position)
        best = ordered[0]
        winners = [self.names[p.seat] for p in ordered if p.position == 1]
        tied = [p.seat for p in ordered if p.total == best.total]
        points = plural(best.total, "point")
        if len(tied) == 1:
            second = ordered[1].total
            behind = together([self.names[p.seat] for p in ordered if p.total == second])
            return f"{winners[0]} wins with {points}, {best.total - second} ahead of {behind}."
        if undecided:
            return f"{together(winners)} are tied on {points}. {self.who_knows()}"
        if len(winners) == len(tied):
            compared = self.ties[: len(self.merits[best.seat]) - 1]
            same = [tie.label for tie in compared if self.all_gave(tie, tied)]
            also = f", also tied on {listed(same)}" if same else ""
            return f"{together(winners)} share the win with {points} each{also}."
        wins = "wins" if len(winners) == 1 else "share the win"
        won = f"{together(winners)} {wins} on {self.decided_on(tied)}."
        level = f"{together([self.names[seat] for seat in tied])} are tied on {points}."
        return " ".join([level, *(f"{step}." for step in self.steps(tied)), won])

    def steps(self, tied: Sequence[int]) -> Iterator[str]:
        """The steps before the last one that decided: ``Ada and Ben are ahead on gifts``."""
        best, left = self.merits[tied[0]], list(tied)
        for depth, tie in enumerate(self.ties[: len(best) - 1], start=1):
            ahead = [s for s in left if self.merits[s][: depth + 1] == best[: depth + 1]]
            if all(self.merits[seat] == best for seat in ahead):
                return
            if len(ahead) < len(left):
                yield f"{together([self.names[seat] for seat in ahead])} are ahead on {tie.label}"
            left = ahead

    def decided_on(self, tied: Sequence[int]) -> str:
        """The step that put the first of them ahead of the next, with both values if entered."""
        best = self.merits[tied[0]]
        runner = next(self.merits[seat] for seat in tied if self.merits[seat] != best)
        depth = _first_difference(best, runner)
        tie = self.ties[depth - 1]
        compared = [seat for seat in tied if self.merits[seat][:depth] == best[:depth]]
        said = tie.label
        if tie.shown and self.all_gave(tie, compared):
            said += f" ({best[depth]} to {runner[depth]})"
        if not tie.zero:
            return said
        zero = next(seat for seat in range(len(self.scored)) if not self.merit(tie, seat))
        away = [(self.names[s], self.merits[s][depth]) for s in compared if self.merits[s][depth]]
        told = [f"{name} sits {plural(steps, 'seat')} away" for name, steps in away[:1]]
        told += [f"{name} {steps}" for name, steps in away[1:]]
        return f"{said}. {tie.zero.format(self.names[zero])}. {', '.join(told)}"


def _alike(seats: Iterable[int], value: Callable[[int], int | None]) -> dict[Any, list[int]]:
    """The seats of each value."""
    found: dict[Any, list[int]] = {}
    for seat in seats:
        found.setdefault(value(seat), []).append(seat)
    return found


def _first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    return next(i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)


def _alone(name: str, total: int, lost: Sequence[str], target: int | None) -> Result:
    """The result of a solo play: won unless a target or a solo condition was missed."""
    places, missed, points = (RankedSeat(0, 1, total),), listed(lost), plural(total, "point")
    if target is not None and total < target:
        short = f"{name} scores {points}, {target - total} short of the target of {target}"
        why = f"{short}. {capital(missed)}." if missed else f"{short}."
        return Result(places, (), None, why, lost=listed(["the target was missed", *lost]))
    reached = f"reaches the target of {target} with" if target is not None else "scores"
    why = f"{name} {reached} {points}" + (f", but {missed}." if missed else ".")
    return Result(places, () if missed else (0,), None, why, lost=missed)


def _missed(
    context: ScoringContext, mine: Breakdown, solo_conditions: Sequence[CardFact]
) -> list[str]:
    """The solo conditions that were missed, by card facts or by a line of the sheet."""
    by_sheet = {key for line in mine.lines for key, so in line.detail.items() if so}
    asked = fitting(solo_conditions, context.situation)
    return [
        one.lost for one in asked if one.missed_by in by_sheet or context.setting(one.key) is False
    ]
