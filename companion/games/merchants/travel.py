"""A travel in its four steps: caravan, event, towns, good fortune (pp. 14, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Booking, Calculator, Line, Result
from companion.rules.aids.inputs import Input, Row
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.issues import Issue
from companion.rules.situation import Situation
from companion.rules.words import listed, plural, signed

from .market import COINS
from .trip import (
    EVENT,
    FORTUNE,
    PLACES,
    TOWNS,
    TRAVEL_DICE,
    VISITS,
    SetsOut,
    UnderWay,
    heroes_of,
    open_visits,
    over,
    partner,
    seats_mask,
    standing,
    still_to_visit,
    travelling,
    trip_of,
    visits,
)  # fmt: skip

LANTERNS = 3  # p. 14: for the shortcut
FIRST_COINS, COINS_AFTER = 5, 3  # p. 15
FULL = 3  # p. 15; ruling 19: goods of a commission
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


def count_delivered(goods: Iterable[int], situation: Situation) -> int:
    """How many commissions count as delivered, by the goods that each was filled with."""
    every = situation["partial-commission"] != "only-full"
    return sum(every or n == FULL for n in goods)


class Delivery(Calculator):
    """What delivers commissions."""

    commissions: Input[tuple[Row, ...]]

    @ask.check
    def no_more_are_upgraded_than_delivered(self) -> Iterator[Issue]:
        for n, row in enumerate(self.commissions, 1):
            if row["upgraded"] > row["goods"]:
                said = f"Commission {n} can’t have more upgraded goods than goods."
                yield Issue("conflict", said, field="commissions")

    def prestige_for(self, row: Row) -> int:
        """By its goods and how many of them are upgraded (p. 15)."""
        by_goods, more = self.fact("commission"), self.fact("upgraded")
        found: int = by_goods[row["goods"] - 1] + more * row["upgraded"]
        return found


class Caravan(SetsOut):
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
        if self.begun:
            yield self.still_under_way()
            return
        if not self.town:
            yield Result(dice, f"Dice are taken in this order: {self.people(*answer['order'])}.")
            return
        route = "Shortcut" if self.shortcut else "Highway"
        spend = f" for {LANTERNS} lanterns" if self.shortcut else ""
        other = f"Others in the caravan may visit {self.named(partner(self.town))} instead."
        way = f"{route} to {self.named(self.town)}"
        book = self.sets_out(f"{way}, {dice}")
        yield Result(dice, f"{way}{spend}. {other}", book=book)
        if self.lovebug:
            yield Line("+1", self._lovebug, label="Lantern (Lovebug)")

    @property
    def _lovebug(self) -> str:
        first = self.situation["lovebug"] == "before"
        return "Take it first." if first else "Take it after paying for the shortcut."

    def sets_out(self, short: str) -> Booking:
        marks = {
            "travel-step": EVENT, "travel-leader": self.leader,
            "travel-town": PLACES.index(self.town), "travel-shortcut": int(self.shortcut),
            "travel-die": int(self.die), "travel-joined": seats_mask(self.joined),
            "travel-visited": 0,
        }  # fmt: skip
        counts = {mark: to - self.marks.get(mark, 0) for mark, to in marks.items()}
        counts["used-companions"] = 1
        return Booking("Set out", counts=counts, given=standing(self.marks), short=short)


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
            f"Reveal the top {deck} event and read it aloud. Roll the dice."
            " Each take 1 die, in this order, and do what the event says for it."
        )
        book = Booking(
            f"Arrive in {self.named(self.dest)}", counts={"travel-step": 1},
            given=standing(self.marks), short="All took a die",
        )  # fmt: skip
        yield Result(dice, text, book=book if self.is_now else None)
        for n, seat in enumerate(self.order, 1):
            yield Line(str(n), self._why(seat), label=self.people(seat))
        yield Line("−1", "per reroll of all dice left, before you take yours", label="Lantern")
        yield Line("→", "Return all travel dice. Discard the event.", label="Then")
        yield from self.left_open()

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
        known=still_to_visit,
    )  # fmt: skip

    @classmethod
    def due(cls, table: Table) -> int | None:
        return next(iter(still_to_visit(table)), None)

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
        if self.at and self.seat not in self.left:
            done = f"{who} does not travel, or has already visited a town."
            yield Result("–", "Take the travel dice first." if self.at == EVENT else done)
            yield from self.left_open()
            return
        place = "passes" if self.where == "pass" else f"visits {self.named(self.town)}"
        then = self.people(others[0]) if others else "good fortune"
        book = self._delivers(answer, then) if self.left else None
        text = f"prestige. {who} {place}. Then {then}."
        yield Result(signed(answer["prestige"]), text, book=book)
        if answer["coins"]:
            text = "from the supply"
            yield Line(str(answer["coins"]), text, label=f"Take {plural(answer['coins'], 'coin')}")
        if self.woolsworth and (more := answer["upgraded"]):
            yield Line(signed(more), "1 per upgraded good", label="Quartz (Woolsworth)")
        if answer["commissions"] + answer["heroes"]:
            yield Line("→", LOGGED, label="Your log")
        if self._counting(answer) < answer["commissions"]:
            yield Line(
                str(self._counting(answer)), self.fact("partial"), label="Delivered commissions"
            )
        yield from self.left_open()

    def _delivers(self, answer: Answer, then: str) -> Booking:
        """Others may deliver at the same time, so it asks only that this one has not."""
        counts = {
            PRESTIGE: answer["prestige"], COINS: answer["coins"],
            COMMISSIONS: self._counting(answer), HEROES: answer["heroes"],
            "travel-visited": 1 << self.seat,
        }  # fmt: skip
        given = {**standing(self.marks), "travel-visited": 0}
        coins = f", take {plural(answer['coins'], 'coin')}" if answer["coins"] else ""
        some = answer["commissions"] + answer["heroes"]
        label = "Deliver" if some else "Pass" if self.where == "pass" else "Nothing here"
        short = f"{signed(answer['prestige'])} prestige{coins}"
        return Booking(label, counts=counts, given=given, short=short, then=then)

    def _counting(self, answer: Answer) -> int:
        goods = [int(key[0]) for key, n in self.commissions.items() for _ in range(n)]
        return count_delivered(goods if answer["commissions"] else [], self.situation)


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
        n, takes = sum(self.taken.values()), f"{self.people(self.seat)} takes {self._what(answer)}"
        book = self._takes(answer, takes) if n == self.most and self._may_take else None
        yield Result(f"{n} of {self.most}", f"{takes}.", book=book)
        said = {
            "die": ("Illuminated die", "Roll it into your special reserve. You can have 2."),
            "deed": ("Deed", "Take the bonus beside it. The top of the deck has none."),
        }
        for key, (label, text) in said.items():
            if n := self.taken.get(key, 0):
                yield Line(signed(n), text, label=label)
        if self.first and self.taken.get("coins"):
            yield Line("3", f"{self.people(self.first - 1)} took the 5.", label="Coins")
        if answer["prestige"]:
            yield Line(signed(answer["prestige"]), "for the upgrade", label="Prestige (Velvet)")
        yield from self.left_open()

    def _what(self, answer: Answer) -> str:
        names = {"die": "illuminated die", "deed": "deed", "upgrade": "wagon upgrade"}
        plain = [
            plural(self.taken[key], name, f"{name[:-3]}dice" if key == "die" else f"{name}s")
            for key, name in names.items()
            if self.taken.get(key)
        ]
        return listed([*plain, *([plural(answer["coins"], "coin")] if answer["coins"] else [])])

    @property
    def _may_take(self) -> bool:
        return self.is_now and self.seat == self.leader

    def _takes(self, answer: Answer, short: str) -> Booking:
        """What was taken, and the end of the travel."""
        five = self.seat + 1 if self.taken.get("coins") and not self.first else 0
        counts = {
            **over(self.marks),
            COINS: answer["coins"], PRESTIGE: answer["prestige"], "five-coins": five,
            "wagon-upgrades": self.taken.get("upgrade", 0), "used-deeds": self.taken.get("deed", 0),
        }  # fmt: skip
        given = standing(self.marks)
        given |= {"five-coins": self.first, "wagon-upgrades": self.upgrades}
        return Booking("Take", counts=counts, given=given, short=short, rests=True)
