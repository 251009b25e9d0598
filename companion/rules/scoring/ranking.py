"""Who won, and the sentence that says why; a whole table scored in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..issues import Issue, Level
from ..parts.settings import CardFact
from ..situation import ALWAYS, When, fitting
from ..words import capital, listed, plural, together
from .sheet import Breakdown, ScoringContext

TieBreakValue = Callable[[ScoringContext, Sequence[Breakdown], int], int | None]
"""Computes a seat's value in a tie-break; higher is better. None: it cannot be compared."""

Merits = tuple[int, ...]
"""A seat's points, then its value in each tie-break that it was compared by."""

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

    What stays level is shared. Alone, the target and the
    ``solo_conditions`` have to be met.
    """
    target = context.setting("target") if target is None else target
    tiebreaks = list(fitting(tiebreaks, context.situation))
    merits, still_open = _compared(context, scored, tiebreaks, assumed)
    places = _places(merits, tiebreaks)
    if context.situation.solo:
        return _alone(context, places, _missed(context, scored[0], solo_conditions), target)
    winners = tuple(place.seat for place in places if place.position == 1)
    decided = next(p.decided_by for p in places if p.position == 1) or None
    apart = _incomparable(context, scored, tiebreaks)
    undecided = len(winners) > 1 and merits[winners[0]][0] in apart
    level = any(merits.count(mine) > 1 for mine in merits if mine[0] in apart)
    unbroken = _who_knows(tiebreaks) if level else ""
    why = _why(context, scored, merits, places, tiebreaks, undecided)
    return Result(places, winners, decided, why, unbroken, undecided, open=tuple(still_open))


def _compared(
    context: ScoringContext,
    scored: Sequence[Breakdown],
    ties: Sequence[TieBreak],
    assumed: Assumed,
) -> tuple[list[Merits], list[LevelSeats]]:
    """The values by which each seat was compared, and the ties that wait for a number.

    A later tie-break says nothing before an earlier one is there. Where a seat cannot be compared
    at all, nobody who is level with it is.
    """
    merits: list[Merits] = [()] * len(scored)
    still_open: list[LevelSeats] = []
    apart = _incomparable(context, scored, ties)

    def absent(seat: int, tie: TieBreak) -> bool:
        return not tie.is_given(context, seat) and (seat, tie.field) not in assumed

    def among(seats: Sequence[int], so_far: Merits, left: Sequence[TieBreak]) -> None:
        missing = tuple((s, tie) for tie in left for s in seats if absent(s, tie))
        if len(seats) > 1 and left and not any(tie is left[0] for _, tie in missing):
            for alike in _alike(seats, lambda seat: left[0].merit(context, scored, seat)):
                value = left[0].merit(context, scored, alike[0])
                among(alike, (*so_far, value or 0), left[1:])
            return
        if len(seats) > 1 and missing:
            still_open.append(LevelSeats(tuple(seats), so_far[0], left[0], missing))
        for seat in seats:
            merits[seat] = so_far

    for seats in _alike(range(len(scored)), lambda seat: scored[seat].total):
        total = scored[seats[0]].total
        among(seats, (total,), [] if total in apart else ties)
    return merits, still_open


def _incomparable(
    context: ScoringContext, scored: Sequence[Breakdown], ties: Sequence[TieBreak]
) -> set[int]:
    """The totals of seats that some tie-break cannot compare."""
    return {
        mine.total
        for seat, mine in enumerate(scored)
        if any(tie.merit(context, scored, seat) is None for tie in ties)
    }


def _alike(seats: Iterable[int], value: Callable[[int], int | None]) -> list[list[int]]:
    """Seats in groups of the same value."""
    found: dict[int | None, list[int]] = {}
    for seat in seats:
        found.setdefault(value(seat), []).append(seat)
    return list(found.values())


def _who_knows(tiebreaks: Sequence[TieBreak]) -> str:
    return next((tie.unknown for tie in tiebreaks if tie.unknown), "")


def _places(merits: Sequence[Merits], tiebreaks: Sequence[TieBreak]) -> tuple[RankedSeat, ...]:
    ordered = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    places: list[RankedSeat] = []
    for mine, group in groupby(ordered, key=lambda seat: merits[seat]):
        rivals = [m for m in merits if m != mine and m[0] == mine[0]]
        depth = max((_first_difference(mine, rival) for rival in rivals), default=0)
        decided = tiebreaks[depth - 1].label if depth else ""
        position = len(places) + 1
        places += [RankedSeat(seat, position, mine[0], decided) for seat in group]
    return tuple(sorted(places, key=lambda place: place.seat))


def _first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    return next(i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)


def _why(
    context: ScoringContext,
    scored: Sequence[Breakdown],
    merits: Sequence[Merits],
    places: Sequence[RankedSeat],
    tiebreaks: Sequence[TieBreak],
    undecided: bool,
) -> str:
    ordered = sorted(places, key=lambda place: place.position)
    best = ordered[0]
    winners = [context.names[p.seat] for p in ordered if p.position == 1]
    tied = [p.seat for p in ordered if p.total == best.total]
    level = [context.names[seat] for seat in tied]
    points = plural(best.total, "point")
    if len(level) == 1:
        return f"{winners[0]} wins with {points}, {_ahead(context.names, ordered)}."
    if undecided:
        return f"{together(winners)} are tied on {points}. {_who_knows(tiebreaks)}"
    if len(winners) == len(level):
        compared = tiebreaks[: len(merits[best.seat]) - 1]
        same = [tie.label for tie in compared if _all_gave(context, tie, tied)]
        also = f", also tied on {listed(same)}" if same else ""
        return f"{together(winners)} share the win with {points} each{also}."
    wins = "wins" if len(winners) == 1 else "share the win"
    on = _decided_on(context, scored, merits, tied, tiebreaks)
    won = f"{together(winners)} {wins} on {on}."
    if steps := list(_steps(context.names, merits, tied, tiebreaks)):
        return f"{together(level)} are tied on {points}. {'. '.join([*steps, won])}"
    return f"{together(level)} are tied on {points}. {won}"


def _steps(
    names: Sequence[str],
    merits: Sequence[Merits],
    tied: Sequence[int],
    tiebreaks: Sequence[TieBreak],
) -> Iterator[str]:
    """The steps before the last one that decided: ``Ada and Ben are ahead on gifts``."""
    best, left = merits[tied[0]], list(tied)
    for depth, tie in enumerate(tiebreaks[: len(best) - 1], start=1):
        ahead = [seat for seat in left if merits[seat][: depth + 1] == best[: depth + 1]]
        if all(merits[seat] == best for seat in ahead):
            return
        if len(ahead) < len(left):
            yield f"{together([names[seat] for seat in ahead])} are ahead on {tie.label}"
        left = ahead


def _decided_on(
    context: ScoringContext,
    scored: Sequence[Breakdown],
    merits: Sequence[Merits],
    tied: Sequence[int],
    tiebreaks: Sequence[TieBreak],
) -> str:
    """The step that put the first of ``tied`` ahead of the next, with both values if entered."""
    best = merits[tied[0]]
    runner = next(merits[seat] for seat in tied if merits[seat] != best)
    depth = _first_difference(best, runner)
    tie, compared = tiebreaks[depth - 1], [s for s in tied if merits[s][:depth] == best[:depth]]
    said = tie.label
    if tie.shown and _all_gave(context, tie, compared):
        said += f" ({best[depth]} to {runner[depth]})"
    if not tie.zero:
        return said
    seats = range(len(scored))
    zero = next(seat for seat in seats if not tie.merit(context, scored, seat))
    away = _seats_away(context.names, [(seat, merits[seat][depth]) for seat in compared])
    return f"{said}. {tie.zero.format(context.names[zero])}. {away}"


def _all_gave(context: ScoringContext, tie: TieBreak, seats: Sequence[int]) -> bool:
    return all(tie.is_given(context, seat) for seat in seats)


def _ahead(names: Sequence[str], ordered: Sequence[RankedSeat]) -> str:
    """``1 ahead of Ben and Cleo``: all who share the second place."""
    best, second = ordered[0].total, ordered[1].total
    behind = [names[place.seat] for place in ordered if place.total == second]
    return f"{best - second} ahead of {together(behind)}"


def _seats_away(names: Sequence[str], away: Sequence[tuple[int, int]]) -> str:
    """``Ada sits 2 seats away, Cleo 1``, without whoever is there."""
    told = [(names[seat], steps) for seat, steps in away if steps]
    first = [f"{name} sits {plural(steps, 'seat')} away" for name, steps in told[:1]]
    return ", ".join([*first, *(f"{name} {steps}" for name, steps in told[1:])])


def _alone(
    context: ScoringContext,
    places: tuple[RankedSeat, ...],
    lost: Sequence[str],
    target: int | None,
) -> Result:
    """The result of a solo play: won unless a target or a solo condition was missed."""
    missed = listed(lost)
    total = places[0].total
    name, points = context.names[0], plural(places[0].total, "point")
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
    lost = (d for d in asked if d.missed_by in by_sheet or context.setting(d.key) is False)
    return [demand.lost for demand in lost]
