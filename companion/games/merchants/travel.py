"""A travel in its four steps: caravan, event, towns, good fortune (pp. 14, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Booking, Calculator, Line, Result
from companion.rules.aids.inputs import Input, Row
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.issues import Issue
from companion.rules.parts.decks import CatalogueCard
from companion.rules.words import listed, plural, signed

from .market import COINS, OnTurn
from .trip import (
    EVENT,
    FORTUNE,
    PLACES,
    TOWNS,
    TRACKS,
    TRAVEL_DICE,
    is_at,
    partner,
    seats_mask,
    town_names,
    travelling,
    trip_of,
    visits,
)  # fmt: skip

LANTERNS = 3  # p. 14: for the shortcut
FIRST_COINS, COINS_AFTER = 5, 3  # p. 15
LOGGED = "Put delivered commissions and heroes face down in it. Return the goods."  # p. 15
VELVET = 2  # p. 23: prestige for each upgrade
PRESTIGE = "prestige|prestige-from-0"  # the tracks that a booking moves
COMMISSIONS, HEROES = "delivered-commissions", "delivered-heroes"
COMMISSION: Mapping[str, Input[int]] = {
    "goods": ask.number("Goods", low=1, high=3),
    "upgraded": ask.number("Of these upgraded", high=3, default=0),
}
SUMS = (("one-three-six", "", (1, 3, 6)), ("one-two-three", "-low", (1, 2, 3)))  # ruling 1
GRID = tuple(
    Choice(
        f"{goods}-{upgraded}{of}", signed(sums[goods - 1] + upgraded),
        when=ask.only({"commission-prestige": ruling}),
    )
    for ruling, of, sums in SUMS
    for goods in (1, 2, 3)
    for upgraded in range(goods + 1)
)  # fmt: skip


ROUTES = ("Highway, 1 fortune", ""), ("Shortcut, 2 fortunes", "")
COMPANIONS = ("Companion, no die", ""), ("Companion with die", "")
VISITS = (
    Choice("there", "Named town"), Choice("partner", "Partner town"), Choice("pass", "Passes"),
)  # fmt: skip


def heroes_of(town: CatalogueCard) -> str:
    """``knights, 2 coins``: who is delivered there, and what each of them brings (p. 22)."""
    coins, prestige = town.details["coins"], town.details["prestige"]
    gain = plural(coins, "coin") if not prestige else f"{prestige} prestige"
    both = f"{coins} of each" if coins == prestige else gain
    return f"{town.details['class']}s, {both}"


class Delivery(Calculator):
    """What delivers commissions."""

    commissions: Input[tuple[Row, ...]]

    @ask.check
    def no_more_are_upgraded_than_delivered(self) -> Iterator[Issue]:
        for n, row in enumerate(self.commissions, 1):
            if row["upgraded"] > row["goods"]:
                said = f"Commission {n}: at most as many upgraded goods as goods."
                yield Issue("conflict", said, field="commissions")

    def prestige_for(self, row: Row) -> int:
        """By its goods and how many of them are upgraded (p. 15)."""
        by_goods, more = self.fact("commission"), self.fact("upgraded")
        found: int = by_goods[row["goods"] - 1] + more * row["upgraded"]
        return found


class Caravan(OnTurn):
    """Who picks in which order, from how many dice, and the leader's good fortunes (pp. 14, 15)."""

    key, label, src = "caravan", "Travel", "pp. 14, 15"
    asks, books = "Where to, {name}?", True

    players = ask.number("Players", low=2, high=4, hidden=True, known=lambda table: table.players)
    leader = ask.number(
        "Leader", high=3, widget=ask.People(), hidden=True, known=lambda table: table.seat
    )
    town = ask.choice("Town", ask.Cards("towns"), default="", widget=ask.Keys(says=heroes_of))
    shortcut = ask.flag("Shortcut", widget=ask.Segments(*ROUTES))
    die = ask.flag("Companion with a travel die", widget=ask.Segments(*COMPANIONS))
    joined = ask.numbers(
        "Who comes along", high=3, most=3, widget=ask.People(), hint="ask clockwise"
    )
    lovebug = ask.flag("Lovebug", hidden=True, known=lambda table: table.held("steeds", "lovebug"))

    @ask.check
    def the_leader_sits_here(self) -> Iterator[Issue]:
        yield from self.sit_here("leader", (self.leader,))

    @ask.check
    def who_joined_sits_here(self) -> Iterator[Issue]:
        yield from self.sit_here("joined", self.joined)

    def sit_here(self, key: str, seats: Iterable[int]) -> Iterator[Issue]:
        if any(seat >= self.players for seat in seats):
            yield Issue("too-high", f"Seats count from 0 to {self.players - 1}.", field=key)

    def answer(self) -> Answer:
        order = travelling(self.leader, self.joined, self.players, self.shortcut)
        dice = min(TRAVEL_DICE, len(order) + self.die)
        return {"dice": dice, "order": order, "fortunes": 2 if self.shortcut else 1}

    def lines(self, answer: Answer) -> Iterator[Line]:
        dice = plural(answer["dice"], "die", "dice")
        if not self.town:
            yield Result(dice, f"Dice are taken in this order: {self.people(*answer['order'])}.")
            return
        route = "Shortcut" if self.shortcut else "Highway"
        spend = f" for {LANTERNS} lanterns" if self.shortcut else ""
        other = f"Others in the caravan may visit {self.named(partner(self.town))} instead."
        yield Result(
            dice, f"{route} to {self.named(self.town)}{spend}. {other}", book=self.sets_out
        )
        if self.lovebug:
            yield Line("+1", self._lovebug, label="Lantern (Lovebug)")

    @property
    def _lovebug(self) -> str:
        first = self.situation["lovebug"] == "before"
        return "Take it first." if first else "Take it after paying for the shortcut."

    @property
    def sets_out(self) -> Booking:
        counts = {
            "travel-step": EVENT, "travel-leader": self.leader,
            "travel-town": PLACES.index(self.town), "travel-shortcut": int(self.shortcut),
            "travel-die": int(self.die), "travel-joined": seats_mask(self.joined),
            "used-companions": 1,
        }  # fmt: skip
        return Booking("Set out", counts=counts)


def open_visits(table: Table) -> list[str]:
    """Where a traveller may go; the leader has nothing to choose (p. 15)."""
    leads = table.seat == trip_of(table).leader
    return ["there"] if leads else [one.key for one in VISITS]


class UnderWay(OnTurn):
    """A step of a travel that somebody leads."""

    step = 0

    leader = ask.number("Leader", high=3, hidden=True, known=lambda table: trip_of(table).leader)
    shortcut = ask.flag("Shortcut", hidden=True, known=lambda table: trip_of(table).shortcut)
    dest = ask.choice(
        "Destination", ask.Cards("towns"), hidden=True, known=lambda table: trip_of(table).town
    )

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


class Event(UnderWay):
    """The order in which the travellers take a die (p. 14)."""

    key, label, src = "event", "Event", "p. 14"
    step, books = EVENT, True
    asks = "{name} travels to {town}"

    order = ask.numbers(
        "Order", high=3, most=4, hidden=True, known=lambda table: trip_of(table).picks
    )
    dice = ask.number("Dice", low=1, high=5, hidden=True, known=lambda table: trip_of(table).dice)
    whisper = ask.numbers(
        "Whisper", high=3, most=4, default=[], hidden=True,
        known=lambda t: [s for s in range(t.players) if t.seat_view(s).held("steeds", "whisper")],
    )  # fmt: skip

    def answer(self) -> Answer:
        return {"dice": self.dice, "order": list(self.order)}

    def lines(self, answer: Answer) -> Iterator[Line]:
        deck = "shortcut" if self.shortcut else "highway"
        dice = plural(self.dice, "die", "dice")
        text = (
            f"Reveal the top {deck} event and read it aloud. Roll."
            " Take 1 die each in this order and do what the event says for it."
        )
        yield Result(dice, text, book=Booking("All took dice", counts={"travel-step": 1}))
        for n, seat in enumerate(self.order, 1):
            yield Line(str(n), self._why(seat), label=self.people(seat))
        yield Line("−1", "per reroll of all dice left, before you take yours", label="Lantern")
        yield Line("→", "Return all travel dice. Discard the event.", label="Then")

    def _why(self, seat: int) -> str:
        leads = (
            "leads, so last on a shortcut" if self.shortcut else "leads, so first on the highway"
        )
        more = "Whisper may add 1 to the die" if seat in self.whisper else ""
        return ", ".join(filter(None, [leads if seat == self.leader else "", more]))


class Towns(UnderWay):
    """What one traveller delivers: prestige, coins, and what breaks ties (pp. 15, 22)."""

    key, label, src = "towns", "Towns", "pp. 15, 22"
    step, books = TOWNS, True
    asks = "What does {name} deliver?"

    seat = ask.number("Seat", high=3, hidden=True, known=lambda table: table.seat)
    where = ask.choice(
        "Visits", VISITS, default="there", widget=ask.Keys(),
        names=visits, offered=open_visits,
    )  # fmt: skip
    commissions = ask.counts(
        "Commissions", GRID, high=3, default={}, hint="one tap each",
        widget=ask.Grid(
            across=("0", "1", "2", "3"), down=("1 good", "2 goods", "3 goods"), corner="upgraded"
        ),
    )  # fmt: skip
    heroes = ask.number("Heroes delivered", high=3, default=0, widget=ask.Stepper())
    woolsworth = ask.flag("Woolsworth", hidden=True, known=lambda t: t.held("steeds", "woolsworth"))
    left = ask.numbers(
        "Still to visit", high=3, most=4, default=[], hidden=True,
        known=lambda t: trip_of(t).to_visit,
    )  # fmt: skip

    @classmethod
    def due(cls, table: Table) -> int | None:
        here = is_at(TOWNS, table)
        return here.to_visit[0] if here and here.to_visit else None

    @ask.check
    def the_leader_visits_the_named_town(self) -> Iterator[Issue]:
        if self.seat == self.leader and self.where == "partner":
            yield Issue("conflict", "The leader visits only the named town.", field="where")

    @ask.check
    def three_commissions_at_most(self) -> Iterator[Issue]:
        if sum(self.commissions.values()) > 3:
            said = "A wagon holds 3 commissions. Check the taps."
            yield Issue("supply", said, field="commissions")

    @property
    def town(self) -> str:
        return partner(self.dest) if self.where == "partner" else self.dest

    def answer(self) -> Answer:
        if self.where == "pass":
            return {"prestige": 0, "coins": 0, "commissions": 0, "heroes": 0, "upgraded": 0}
        by_goods, more = self.fact("commission"), self.fact("upgraded")
        rows = [(int(key[0]), int(key[2]), n) for key, n in self.commissions.items() if n]
        hero = self.card(self.town).details
        prestige = sum(n * (by_goods[goods - 1] + more * up) for goods, up, n in rows)
        return {
            "prestige": prestige + self.heroes * hero["prestige"],
            "coins": self.heroes * hero["coins"],
            "commissions": sum(n for _, _, n in rows),
            "heroes": self.heroes,
            "upgraded": sum(n * up for _, up, n in rows),
        }

    def lines(self, answer: Answer) -> Iterator[Line]:
        who, others = self.people(self.seat), [seat for seat in self.left if seat != self.seat]
        counts = {
            PRESTIGE: answer["prestige"], COINS: answer["coins"],
            COMMISSIONS: answer["commissions"], HEROES: answer["heroes"],
            "travel-visited": 1 << self.seat, "travel-step": 0 if others else 1,
        }  # fmt: skip
        place = "passes" if self.where == "pass" else f"visits {self.named(self.town)}"
        then = f"Then {self.people(others[0])}." if others else "Then good fortune."
        book = Booking(
            "Deliver" if answer["commissions"] + self.heroes else "Nothing here", counts=counts
        )
        yield Result(signed(answer["prestige"]), f"prestige. {who} {place}. {then}", book=book)
        if answer["coins"]:
            text = "from the supply"
            yield Line(str(answer["coins"]), text, label=f"Take {plural(answer['coins'], 'coin')}")
        if self.woolsworth and (more := answer["upgraded"]):
            yield Line(signed(more), "1 per upgraded good", label="Quartz (Woolsworth)")
        if answer["commissions"] + answer["heroes"]:
            yield Line("→", LOGGED, label="Your log")


class Fortune(UnderWay):
    """The leader's good fortunes: 1 by highway, 2 by shortcut (p. 15)."""

    key, label, src = "fortune", "Good fortune", "pp. 15, 23"
    step, books = FORTUNE, True
    asks = "{name}’s good fortune: choose {most}"

    seat = ask.number("Seat", high=3, hidden=True, known=lambda table: table.seat)
    taken = ask.counts(
        "Good fortune", (
            Choice("die", "Illuminated die"), Choice("deed", "Deed"),
            Choice("coins", "Coins"), Choice("upgrade", "Wagon upgrade"),
        ), high=2, default={}, widget=ask.Keys(cycles=True), awaited=True,
        names=lambda table: {"coins": "3 coins" if table.track("five-coins") else "5 coins"},
    )  # fmt: skip
    first = ask.number(
        "Who took the 5 coins", high=4, default=0, hidden=True,
        known=lambda t: t.track("five-coins"),
    )  # fmt: skip
    upgrades = ask.number(
        "Upgrades", high=6, default=0, hidden=True, known=lambda t: t.track("wagon-upgrades")
    )
    velvet = ask.flag("Velvet", hidden=True, known=lambda table: table.held("steeds", "velvet"))
    marks = ask.record(
        "Marks", tuple(Choice(f"travel-{name}", name) for name in TRACKS), default={}, hidden=True,
        known=lambda table: trip_of(table).counts,
    )  # fmt: skip

    @property
    def most(self) -> int:
        return 2 if self.shortcut else 1

    @ask.check
    def no_more_than_the_route_brings(self) -> Iterator[Issue]:
        if sum(self.taken.values()) > self.most:
            route = "shortcut brings 2" if self.shortcut else "highway brings 1"
            yield Issue(
                "conflict", f"The {route}. Tap the other one again to drop it.", field="taken"
            )

    @ask.check
    def one_upgrade_per_wagon(self) -> Iterator[Issue]:
        if (
            self.taken.get("upgrade")
            and not self.velvet
            and self.upgrades + self.taken["upgrade"] > 1
        ):
            yield Issue(
                "conflict", f"{self.people(self.seat)} can have only 1 upgrade.", field="taken"
            )

    def answer(self) -> Answer:
        n = self.taken.get("coins", 0)
        first = FIRST_COINS - COINS_AFTER if n and not self.first else 0
        upgrades = self.taken.get("upgrade", 0)
        return {"coins": n * COINS_AFTER + first, "prestige": VELVET * upgrades * self.velvet}

    def lines(self, answer: Answer) -> Iterator[Line]:
        n = sum(self.taken.values())
        book = Booking("Take", counts=self._counts(answer)) if n == self.most else None
        yield Result(
            f"{n} of {self.most}",
            f"{self.people(self.seat)} takes {self._what(answer)}.",
            book=book,
        )
        said = {
            "die": ("Illuminated die", "Roll it into your special reserve. You may hold 2."),
            "deed": ("Deed", "With the bonus beside it. The top of the deck has none."),
        }
        for key, (label, text) in said.items():
            if n := self.taken.get(key, 0):
                yield Line(signed(n), text, label=label)
        if self.first and self.taken.get("coins"):
            yield Line("3", f"{self.people(self.first - 1)} took the 5.", label="Coins")
        if answer["prestige"]:
            yield Line(signed(answer["prestige"]), "for the upgrade", label="Prestige (Velvet)")

    def _what(self, answer: Answer) -> str:
        names = {"die": "illuminated die", "deed": "deed", "upgrade": "wagon upgrade"}
        plain = [
            plural(self.taken[key], name, f"{name[:-3]}dice" if key == "die" else f"{name}s")
            for key, name in names.items()
            if self.taken.get(key)
        ]
        return listed([*plain, *([plural(answer["coins"], "coin")] if answer["coins"] else [])])

    def _counts(self, answer: Answer) -> dict[str, int]:
        """What was taken, and the end of the travel."""
        ends = {name: -n for name, n in self.marks.items() if n}
        five = self.seat + 1 if self.taken.get("coins") and not self.first else 0
        return {
            **ends, COINS: answer["coins"], PRESTIGE: answer["prestige"], "five-coins": five,
            "wagon-upgrades": self.taken.get("upgrade", 0), "used-deeds": self.taken.get("deed", 0),
        }  # fmt: skip
