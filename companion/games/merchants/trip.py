"""A travel under way: who leads it, by which road, to which town, and who has been there.

Quiet tracks remember it, so every phone shows the same step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Booking, Line, Result
from companion.rules.aids.inputs import Counts, Input
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.parts.clock import Pace
from companion.rules.parts.decks import CatalogueCard
from companion.rules.words import plural

from .market import OnTurn

TRAVEL_DICE = 5  # p. 2
EVENT, TOWNS, FORTUNE = 1, 2, 3
"""The steps of a travel under way. ``travel-step`` has the first two; 0: nobody travels."""
REGIONS = (
    ("northbreak", "scorchborn"), ("windglass", "farglen"), ("nightpoem", "cursecairn"),
)  # fmt: skip
PLACES = tuple(town for pair in REGIONS for town in pair)
VISITS = (
    Choice("there", "Named town"), Choice("partner", "Partner town"), Choice("pass", "Passes"),
)  # fmt: skip


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

    begun: int  # the step that was entered last
    leader: int
    town: str
    shortcut: bool
    joined: tuple[int, ...]
    visited: tuple[int, ...]
    players: int
    die: bool

    @property
    def step(self) -> int:
        """Good fortune comes once everybody has visited a town, whoever was the last."""
        return FORTUNE if self.begun == TOWNS and not self.to_visit else self.begun

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


MARKS = {
    name: f"travel-{name}"
    for name in ("step", "leader", "town", "shortcut", "die", "joined", "visited")
}
"""The tracks that remember a travel."""


def marks_of(table: Table) -> dict[str, int]:
    """Where they stand."""
    return {mark: table.track(mark) or 0 for mark in MARKS.values()}


def remembered() -> Input[Counts]:
    """The same as an input."""
    choices = tuple(Choice(mark, name) for name, mark in MARKS.items())
    return ask.record("Marks", choices, default={}, hidden=True, known=marks_of)


def trip(table: Table) -> Trip | None:
    """The travel under way; None: nobody travels, or what is remembered cannot be."""
    begun, leader, town, shortcut, die, joined, visited = marks_of(table).values()
    if not begun or leader >= table.players or max(joined, visited) >> table.players:
        return None
    return Trip(
        begun=begun,
        leader=leader,
        town=PLACES[town],
        shortcut=bool(shortcut),
        joined=_seats(joined),
        visited=_seats(visited),
        players=table.players,
        die=bool(die),
    )


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if mask >> seat & 1)


def seats_mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in {*seats})


def is_at(step: int, table: Table) -> Trip | None:
    here = trip(table)
    return here if here and here.step == step else None


NOBODY = Trip(
    begun=0, leader=0, town=PLACES[0], shortcut=False, joined=(), visited=(), players=2, die=False
)


def trip_of(table: Table) -> Trip:
    """The travel under way, or one that nobody leads."""
    return trip(table) or NOBODY


def standing(marks: Mapping[str, int]) -> dict[str, int]:
    """What a booking is worked out from: the travel and its step, whoever else has delivered."""
    return {mark: n for mark, n in marks.items() if mark not in (MARKS["joined"], MARKS["visited"])}


def over(marks: Mapping[str, int]) -> dict[str, int]:
    """What ends a travel."""
    return {mark: -n for mark, n in marks.items() if n}


def ending(marks: Mapping[str, int]) -> Booking:
    """Ends a travel that nobody goes on with."""
    return Booking("End this travel", counts=over(marks), given=standing(marks))


def is_late(table: Table) -> bool:
    """Whether it may be another one's turn: at a quicker pace nobody knows."""
    return table.play.pace is not Pace.PHASE or table.acting != trip_of(table).leader


def open_visits(table: Table) -> list[str]:
    """Where a traveller may go; the leader has nothing to choose (p. 15)."""
    leads = table.seat == trip_of(table).leader
    return ["there"] if leads else [one.key for one in VISITS]


def still_to_visit(table: Table) -> list[int]:
    """Who has not delivered yet; nobody at another step."""
    here = is_at(TOWNS, table)
    return here.to_visit if here else []


def still_to_travel(table: Table) -> list[int]:
    """Who has not visited their final town yet (p. 16)."""
    left = (seat for seat in table.order if not table.seat_view(seat).track("final-visited"))
    return [seat for seat in left if table.play.seats[seat].person is not None]


class SetsOut(OnTurn):
    """How a travel begins, unless another one is under way."""

    marks = remembered()
    begun = ask.flag("Travel under way", hidden=True, known=lambda t: trip(t) is not None)

    def still_under_way(self) -> Result:
        leads, town = (
            self.people(self.marks.get("travel-leader", 0)),
            self.marks.get("travel-town", 0),
        )
        where = self.named(*PLACES[town : town + 1])
        text = f"{leads} still travels to {where}. Tap Play to go on, or end that travel."
        return Result("–", text, book=ending(self.marks))


class UnderWay(OnTurn):
    """A step of a travel that somebody leads."""

    step = 0

    leader = ask.number("Leader", high=3, hidden=True, known=lambda table: trip_of(table).leader)
    shortcut = ask.flag("Shortcut", hidden=True, known=lambda table: trip_of(table).shortcut)
    dest = ask.choice(
        "Destination", ask.Cards("towns"), hidden=True, known=lambda table: trip_of(table).town
    )
    marks = remembered()
    at = ask.number(
        "Step", high=3, default=0, hidden=True, known=lambda table: trip_of(table).step
    )  # fmt: skip
    late = ask.flag("Another one’s turn", hidden=True, known=is_late)

    @classmethod
    def due(cls, table: Table) -> int | None:
        here = is_at(cls.step, table)
        return here.leader if here else None

    @classmethod
    def headed(cls, table: Table) -> str:
        """Whose step it is, and where to."""
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
