"""Who won, and the sentence that says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..issues import Issue, Level
from ..parts.card_facts import CardFact
from ..situation import ALWAYS, When, fitting
from ..words import listed, plural, together
from .sheet import Breakdown, Reckoning

Merit = Callable[[Reckoning, Sequence[Breakdown], int], int | None]
"""A seat's value in a tie-break; the higher is better. None: nobody can compare this seat."""

Merits = tuple[int, ...]
"""A seat's points, then its value in each tie-break; its points alone where it stays level."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One step of breaking a tie: most (or least) of a field, or a value the game works out."""

    label: str
    src: str
    field: str = ""
    value: Merit | None = None
    most: bool = True
    shown: bool = True  # whether the two values mean something to people
    zero: str = ""  # who is at 0, where the value counts seats from there: ``The bag is with {}``
    unknown: str = ""  # who knows more, where a seat cannot be compared
    when: When = ALWAYS
    ruling: str = ""  # how it is read, where the rules are unclear

    def merit(self, reckoning: Reckoning, scored: Sequence[Breakdown], seat: int) -> int | None:
        if self.value:
            return self.value(reckoning, scored, seat)
        amount = reckoning.values(self.field)[seat]
        return amount if self.most else -amount


@dataclass(frozen=True, slots=True)
class Place:
    seat: int
    position: int
    total: int
    decided_by: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The places in seat order, who won, what decided it, and that in a sentence."""

    places: tuple[Place, ...]
    winners: tuple[int, ...]
    decided_by: str | None
    why: str
    unbroken: str = ""  # who knows more of a tie that our rules cannot break
    undecided: bool = False  # such a tie is the one for the first place, so nobody has won yet
    lost: str = ""  # what was missed by somebody alone who has not won, as a clause

    def won(self, seat: int) -> bool:
        return seat in self.winners and not self.undecided

    def tie(self, place: Place) -> str:
        """What put a seat before others with as many points; nothing for those others."""
        level = [other.position for other in self.places if other.total == place.total]
        return place.decided_by if place.position == min(level) else ""

    @property
    def issues(self) -> list[Issue]:
        """What the scores leave open."""
        return [Issue("missing", self.unbroken, level=Level.WARN)] if self.unbroken else []


@dataclass(frozen=True, slots=True)
class LevelSeats:
    """Seats that nothing has told apart so far, and the tie-break that they have to tell now."""

    seats: tuple[int, ...]
    total: int
    tie: TieBreak
    asked: tuple[int, ...]  # those of them who have not told it


Told = Callable[[int, str], bool]
"""Whether a seat has told a field, be it 0."""


def rank(
    reckoning: Reckoning,
    scored: Sequence[Breakdown],
    tiebreaks: Sequence[TieBreak],
    demands: Sequence[CardFact] = (),
) -> Result:
    """Order seats by total, then by each tie-break in turn; what stays level is shared.

    Alone there is nobody to beat but the target and the ``demands``.
    """
    tiebreaks = list(fitting(tiebreaks, reckoning.situation))
    merits = _merits(reckoning, scored, tiebreaks)
    places = _places(merits, tiebreaks)
    if reckoning.situation.solo:
        return _alone(reckoning, places, _missed(reckoning, scored[0], demands))
    winners = tuple(place.seat for place in places if place.position == 1)
    decided = next(p.decided_by for p in places if p.position == 1) or None
    why = _why(reckoning, merits, places, tiebreaks)
    level = any(len(mine) == 1 and merits.count(mine) > 1 for mine in merits)
    unbroken = _who_knows(tiebreaks) if level else ""
    return Result(places, winners, decided, why, unbroken, _is_open(merits, winners, tiebreaks))


def untold_ties(
    reckoning: Reckoning, scored: Sequence[Breakdown], tiebreaks: Sequence[TieBreak], told: Told
) -> Iterator[LevelSeats]:
    """Those who are level, with the first tie-break that not all of them have told.

    A later one says nothing before that. Where a seat cannot be compared, none of them does.
    """
    ties = list(fitting(tiebreaks, reckoning.situation))

    def among(seats: list[int], left: list[TieBreak]) -> Iterator[LevelSeats]:
        if len(seats) < 2 or not left:
            return
        tie, *later = left
        asked = tuple(seat for seat in seats if tie.field and not told(seat, tie.field))
        if asked:
            yield LevelSeats(tuple(seats), scored[seats[0]].total, tie, asked)
            return
        for alike in _alike(seats, lambda seat: tie.merit(reckoning, scored, seat)):
            yield from among(alike, later)

    for seats in _alike(range(len(scored)), lambda seat: scored[seat].total):
        if all(t.merit(reckoning, scored, seat) is not None for t in ties for seat in seats):
            yield from among(seats, ties)


def _alike(seats: Iterable[int], value: Callable[[int], int | None]) -> list[list[int]]:
    """Seats in groups of the same value."""
    found: dict[int | None, list[int]] = {}
    for seat in seats:
        found.setdefault(value(seat), []).append(seat)
    return list(found.values())


def _merits(
    reckoning: Reckoning, scored: Sequence[Breakdown], tiebreaks: Sequence[TieBreak]
) -> list[Merits]:
    """Whoever is level with a seat that cannot be compared stays level with it."""
    ties = [[t.merit(reckoning, scored, n) for t in tiebreaks] for n in range(len(scored))]
    pairs = [(mine.total, tie) for mine, tie in zip(scored, ties, strict=True)]
    alone = {total for total, tie in pairs if None in tie}
    return [
        (total, *(n for n in tie if n is not None and total not in alone)) for total, tie in pairs
    ]


def _is_open(merits: Sequence[Merits], first: Sequence[int], tiebreaks: Sequence[TieBreak]) -> bool:
    """Whether those in front could not be compared."""
    return len(first) > 1 and len(merits[first[0]]) == 1 and bool(tiebreaks)


def _who_knows(tiebreaks: Sequence[TieBreak]) -> str:
    return next((tie.unknown for tie in tiebreaks if tie.unknown), "")


def _places(merits: Sequence[Merits], tiebreaks: Sequence[TieBreak]) -> tuple[Place, ...]:
    ordered = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    places: list[Place] = []
    for mine, group in groupby(ordered, key=lambda seat: merits[seat]):
        rivals = [m for m in merits if m != mine and m[0] == mine[0]]
        depth = max((_first_difference(mine, rival) for rival in rivals), default=0)
        decided = tiebreaks[depth - 1].label if depth else ""
        position = len(places) + 1
        places += [Place(seat, position, mine[0], decided) for seat in group]
    return tuple(sorted(places, key=lambda place: place.seat))


def _first_difference(a: Sequence[int], b: Sequence[int]) -> int:
    return next(i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)


def _why(
    reckoning: Reckoning,
    merits: Sequence[Merits],
    places: Sequence[Place],
    tiebreaks: Sequence[TieBreak],
) -> str:
    ordered = sorted(places, key=lambda place: place.position)
    best = ordered[0]
    winners = [reckoning.names[p.seat] for p in ordered if p.position == 1]
    level = [reckoning.names[p.seat] for p in ordered if p.total == best.total]
    points = plural(best.total, "point")
    if len(level) == 1:
        return f"{winners[0]} wins with {points}, {_ahead(reckoning.names, ordered)}."
    if _is_open(merits, [p.seat for p in ordered if p.position == 1], tiebreaks):
        return f"{together(winners)} are level on {points}. {_who_knows(tiebreaks)}"
    if len(winners) == len(level):
        also = f", level on {listed([t.label for t in tiebreaks])} too" if tiebreaks else ""
        return f"{together(winners)} share the win with {points} each{also}."
    runner = next(p for p in ordered if p.total == best.total and p.position > 1)
    depth = _first_difference(merits[best.seat], merits[runner.seat])
    tie = tiebreaks[depth - 1]
    values = f" ({abs(merits[best.seat][depth])} to {abs(merits[runner.seat][depth])})"
    wins = "wins" if len(winners) == 1 else "share the win"
    decided = f"{together(winners)} {wins} on {tie.label}{values if tie.shown else ''}"
    if tie.zero:
        away = [(p.seat, merits[p.seat][depth]) for p in ordered if p.total == best.total]
        zero = next(n for n, mine in enumerate(merits) if len(mine) > depth and not mine[depth])
        there = f"{tie.zero.format(reckoning.names[zero])}; {_seats_away(reckoning.names, away)}"
        return f"{together(level)} are level on {points}; {decided}. {there}."
    return f"{together(level)} are level on {points}; {decided}."


def _ahead(names: Sequence[str], ordered: Sequence[Place]) -> str:
    """``1 ahead of Ben and Cleo``: of all who have as many points as whoever comes second."""
    best, second = ordered[0].total, ordered[1].total
    behind = [names[place.seat] for place in ordered if place.total == second]
    return f"{best - second} ahead of {together(behind)}"


def _seats_away(names: Sequence[str], away: Sequence[tuple[int, int]]) -> str:
    """``Ada sits 2 seats on, Cleo 1``, without whoever is there."""
    told = [(names[seat], steps) for seat, steps in away if steps]
    first = [f"{name} sits {plural(steps, 'seat')} on" for name, steps in told[:1]]
    return ", ".join([*first, *(f"{name} {steps}" for name, steps in told[1:])])


def _alone(reckoning: Reckoning, places: tuple[Place, ...], lost: Sequence[str]) -> Result:
    """Solo: the one seat wins unless a target or a demand was given and missed."""
    missed = listed(lost)
    total, target = places[0].total, reckoning.setting("target")
    name, points = reckoning.names[0], plural(places[0].total, "point")
    if target is not None and total < target:
        short = f"{name} scores {points}, {target - total} short of the target of {target}"
        why = short + (f"; {missed}." if missed else ".")
        return Result(places, (), None, why, lost=listed(["the target was missed", *lost]))
    reached = f"reaches the target of {target} with" if target is not None else "scores"
    why = f"{name} {reached} {points}" + (f", but {missed}." if missed else ".")
    return Result(places, () if missed else (0,), None, why, lost=missed)


def _missed(reckoning: Reckoning, mine: Breakdown, demands: Sequence[CardFact]) -> list[str]:
    """What was demanded in vain: a group says so, or a line of its sheet does."""
    by_sheet = {key for line in mine.lines for key, so in line.detail.items() if so}
    asked = fitting(demands, reckoning.situation)
    lost = (d for d in asked if d.missed_by in by_sheet or reckoning.setting(d.key) is False)
    return [demand.lost for demand in lost]
