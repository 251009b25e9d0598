"""A travel under way: who leads it, by which road, to which town, and who has been there.

Quiet tracks remember it, so every phone shows the same step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Booking, Line
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.parts.clock import Pace
from companion.rules.parts.decks import CatalogueCard
from companion.rules.words import plural

from .market import OnTurn

EVENT, TOWNS, FORTUNE = 1, 2, 3
"""The steps of a travel under way. ``travel-step`` has the first two; 0: nobody travels."""
PLACES = ("northbreak", "scorchborn", "windglass", "farglen", "nightpoem", "cursecairn")
"""The towns, both of a region side by side."""
VISITS = (
    Choice("there", "Named town"), Choice("partner", "Partner town"), Choice("pass", "Passes"),
)  # fmt: skip


def partner(town: str) -> str:
    """The other town of its region."""
    return PLACES[PLACES.index(town) ^ 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """A travel under way; unless it was begun, nobody travels."""

    begun: int = 0  # the step that was entered last
    leader: int = 0
    town: str = PLACES[0]
    shortcut: bool = False
    die: bool = False
    joined: tuple[int, ...] = ()
    visited: tuple[int, ...] = ()
    players: int = 2

    @property
    def step(self) -> int:
        """Good fortune comes once everybody has visited a town, whoever was the last."""
        return FORTUNE if self.begun == TOWNS and not self.to_visit else self.begun

    @property
    def others(self) -> list[int]:
        """Who travels with the leader, clockwise."""
        left = [(self.leader + step) % self.players for step in range(1, self.players)]
        return [seat for seat in left if seat in self.joined]

    @property
    def picks(self) -> list[int]:
        """The order in which they take a die: the leader last on a shortcut, else first (p. 14)."""
        return [*self.others, self.leader] if self.shortcut else [self.leader, *self.others]

    @property
    def fortunes(self) -> int:
        """How many good fortunes the leader chooses (p. 15)."""
        return 2 if self.shortcut else 1

    @property
    def dice(self) -> int:
        return min(5, len(self.picks) + self.die)  # p. 2

    @property
    def to_visit(self) -> list[int]:
        """Who has not delivered yet, the leader first."""
        return [seat for seat in (self.leader, *self.others) if seat not in self.visited]


MARKS = tuple(
    Choice(f"travel-{name}", name)
    for name in ("step", "leader", "town", "shortcut", "die", "joined", "visited")
)
"""The tracks that remember a travel."""


def marks_of(table: Table) -> dict[str, int]:
    return {mark.key: table.track(mark.key) or 0 for mark in MARKS}


REMEMBERED = ask.record("Marks", MARKS, default={}, hidden=True, known=marks_of)


def trip_of(table: Table) -> Trip:
    """The travel under way, unless what is remembered cannot be."""
    begun, leader, town, shortcut, die, joined, visited = marks_of(table).values()
    if not begun or leader >= table.players or max(joined, visited) >> table.players:
        return Trip()
    return Trip(
        begun=begun, leader=leader, town=PLACES[town], shortcut=bool(shortcut), die=bool(die),
        joined=_seats(joined), visited=_seats(visited), players=table.players,
    )  # fmt: skip


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if mask >> seat & 1)


def standing(marks: Mapping[str, int]) -> dict[str, int]:
    """What a booking is worked out from: the travel and its step, whoever else has delivered."""
    return {mark: n for mark, n in marks.items() if mark not in ("travel-joined", "travel-visited")}


def over(marks: Mapping[str, int]) -> dict[str, int]:
    return {mark: -n for mark, n in marks.items() if n}


def ending(marks: Mapping[str, int]) -> Booking:
    """Ends a travel that nobody goes on with."""
    return Booking("End this travel", counts=over(marks), given=standing(marks))


def open_visits(table: Table) -> list[str]:
    """Where a traveller may go; the leader has nothing to choose (p. 15)."""
    return ["there"] if table.seat == trip_of(table).leader else [one.key for one in VISITS]


def still_to_visit(table: Table) -> list[int]:
    """Who has not delivered yet; nobody at another step."""
    here = trip_of(table)
    return here.to_visit if here.step == TOWNS else []


def still_to_travel(table: Table) -> list[int]:
    """Who has not visited their final town yet (p. 16)."""
    left = (seat for seat in table.order if not table.seat_view(seat).track("final-visited"))
    return [seat for seat in left if table.play.seats[seat].person is not None]


class UnderWay(OnTurn):
    """A step of a travel that somebody leads."""

    step = 0

    leader = ask.number("Leader", high=3, hidden=True, known=lambda table: trip_of(table).leader)
    shortcut = ask.flag("Shortcut", hidden=True, known=lambda table: trip_of(table).shortcut)
    dest = ask.choice(
        "Destination", ask.Cards("towns"), hidden=True, known=lambda table: trip_of(table).town
    )
    marks = REMEMBERED
    at = ask.number("Step", high=3, default=0, hidden=True, known=lambda table: trip_of(table).step)
    late = ask.flag(  # at a quicker pace nobody knows whose turn it is
        "Another one’s turn", hidden=True,
        known=lambda t: t.play.pace is not Pace.PHASE or t.acting != trip_of(t).leader,
    )  # fmt: skip

    @classmethod
    def due(cls, table: Table) -> int | None:
        here = trip_of(table)
        return here.leader if here.step == cls.step else None

    @classmethod
    def headed(cls, table: Table) -> str:
        seat, here = cls.due(table), trip_of(table)
        name = table.names[table.seat if seat is None else seat]
        return cls.asks.format(name=name, town=town_names(table)[here.town], most=here.fortunes)

    @property
    def is_now(self) -> bool:
        """Whether the travel has come to this step."""
        return self.at == self.step

    def left_open(self) -> Iterator[Line]:
        """A travel may be forgotten when the turn passes on. Then it can be ended."""
        if self.is_now and self.late:
            text = "If you don’t go on with it, end it."
            yield Line("–", text, label="Travel", book=ending(self.marks))


def town_names(table: Table) -> dict[str, str]:
    return {card.key: card.label for card in table.play.game.catalogue}


def visits(table: Table) -> dict[str, str]:
    """The two towns that a traveller may choose, by their names."""
    names, there = town_names(table), trip_of(table).town
    return {"there": names[there], "partner": names[partner(there)]}


def heroes_of(town: CatalogueCard) -> str:
    """``knights, 2 coins``: who is delivered there, and what each of them brings (p. 22)."""
    coins, prestige = town.details["coins"], town.details["prestige"]
    gain = plural(coins, "coin") if not prestige else f"{prestige} prestige"
    both = f"{coins} of each" if coins == prestige else gain
    return f"{town.details['class']}s, {both}"
