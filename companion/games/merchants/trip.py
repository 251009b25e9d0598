"""A travel under way: who leads it, by which road, to which town, and who has been there.

Quiet tracks remember it, so every phone shows the same step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.aids.table import Table

TRAVEL_DICE = 5  # p. 2
EVENT, TOWNS, FORTUNE = 1, 2, 3
"""The steps of a travel under way, as ``travel-step`` has them; 0: nobody travels."""
REGIONS = (
    ("northbreak", "scorchborn"), ("windglass", "farglen"), ("nightpoem", "cursecairn"),
)  # fmt: skip
PLACES = tuple(town for pair in REGIONS for town in pair)


def partner(town: str) -> str:
    """The other town of its region."""
    pair = next(pair for pair in REGIONS if town in pair)
    return pair[1 - pair.index(town)]


def travelling(leader: int, joined: Iterable[int], players: int, last: bool) -> list[int]:
    """Clockwise from the leader, who comes first on the highway and last on a shortcut (p. 14)."""
    left = [(leader + step) % players for step in range(1, players)]
    others = [seat for seat in left if seat in joined]
    return [*others, leader] if last else [leader, *others]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """A travel under way."""

    step: int
    leader: int
    town: str
    shortcut: bool
    joined: tuple[int, ...]
    visited: tuple[int, ...]
    players: int
    die: bool
    counts: Mapping[str, int]  # the tracks that remember it

    @property
    def picks(self) -> list[int]:
        """The travellers in the order in which they take a die."""
        return travelling(self.leader, self.joined, self.players, self.shortcut)

    @property
    def fortunes(self) -> int:
        """How many good fortunes the leader chooses (p. 15)."""
        return 2 if self.shortcut else 1

    @property
    def dice(self) -> int:
        return min(TRAVEL_DICE, len(self.picks) + self.die)

    @property
    def to_visit(self) -> list[int]:
        """Who has not delivered yet, the leader first."""
        order = travelling(self.leader, self.joined, self.players, last=False)
        return [seat for seat in order if seat not in self.visited]


TRACKS = ("step", "leader", "town", "shortcut", "die", "joined", "visited")


def trip(table: Table) -> Trip | None:
    """The travel under way; None: nobody travels."""
    counts = {f"travel-{name}": table.track(f"travel-{name}") or 0 for name in TRACKS}
    step, leader, town, shortcut, die, joined, visited = counts.values()
    if not step:
        return None
    return Trip(
        step=step,
        leader=leader,
        town=PLACES[town],
        shortcut=bool(shortcut),
        joined=_seats(joined),
        visited=_seats(visited),
        players=table.players,
        die=bool(die),
        counts=counts,
    )


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if mask >> seat & 1)


def seats_mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in {*seats})


def is_at(step: int, table: Table) -> Trip | None:
    here = trip(table)
    return here if here and here.step == step else None


NOBODY = Trip(
    step=0, leader=0, town=PLACES[0], shortcut=False, joined=(), visited=(),
    players=2, die=False, counts={},
)  # fmt: skip


def trip_of(table: Table) -> Trip:
    """The travel under way, or one that nobody leads."""
    return trip(table) or NOBODY


def town_names(table: Table) -> dict[str, str]:
    return {card.key: card.label for card in table.play.game.catalogue}


def visits(table: Table) -> dict[str, str]:
    """The two towns that a traveller may choose, by their names."""
    names, there = town_names(table), trip_of(table).town
    return {"there": names[there], "partner": names[partner(there)]}
