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

from . import trip
from .market import COINS, OnTurn, on_track

LOGGED = "Put delivered commissions and heroes face down in it. Return the goods."  # p. 15
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


def count_delivered(goods: Iterable[int], situation: Situation) -> int:
    """How many commissions count as delivered, by the goods that each was filled with."""
    every = situation["partial-commission"] != "only-full"
    return sum(every or n == 3 for n in goods)  # p. 15; ruling 19


class Delivery(Calculator):
    """What delivers commissions."""

    commissions: Input[tuple[Row, ...]]

    @ask.check
    def no_more_are_upgraded_than_delivered(self) -> Iterator[Issue]:
        for n, row in enumerate(self.commissions, 1):
            if row["upgraded"] > row["goods"]:
                said = f"Commission {n} can’t have more upgraded goods than goods."
                yield Issue("conflict", said, field="commissions")


def prestige_of(calculator: Calculator, goods: int, upgraded: int) -> int:
    """What a commission brings, by its goods and how many of them are upgraded (p. 15)."""
    each: tuple[int, ...] = calculator.fact("commission")
    more: int = calculator.fact("upgraded")
    return each[goods - 1] + more * upgraded


class Caravan(OnTurn):
    """Who picks in which order, from how many dice, and the leader's good fortunes (pp. 14, 15)."""

    key, label, src = "caravan", "Travel", "pp. 14, 15"
    asks, books = "Where to, {name}?", True

    players = ask.number("Players", low=2, high=4, hidden=True, known=lambda table: table.players)
    leader = ask.number("Leader", high=3, widget=ask.People(), hidden=True, known=lambda t: t.seat)
    town = ask.choice("Town", ask.Cards("towns"), default="", widget=ask.Keys(says=trip.heroes_of))
    shortcut = ask.flag(
        "Shortcut", widget=ask.Segments(("Highway, 1 fortune", ""), ("Shortcut, 2 fortunes", ""))
    )
    die = ask.flag(
        "Companion with a travel die",
        widget=ask.Segments(("Companion, no die", ""), ("Companion with die", "")),
    )
    joined = ask.numbers(
        "Who comes along", high=3, most=3, widget=ask.People(), hint="ask clockwise"
    )
    lovebug = ask.flag("Lovebug", hidden=True, known=lambda table: table.held("steeds", "lovebug"))
    marks = trip.REMEMBERED
    begun = ask.flag("Travel under way", hidden=True, known=lambda t: trip.trip_of(t).begun > 0)

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
        here = trip.Trip(
            leader=self.leader, shortcut=self.shortcut, die=self.die, joined=self.joined,
            players=self.players,
        )  # fmt: skip
        return {"dice": here.dice, "order": here.picks, "fortunes": here.fortunes}

    def lines(self, answer: Answer) -> Iterator[Line]:
        dice = plural(answer["dice"], "die", "dice")
        if self.begun:
            leads = self.people(self.marks.get("travel-leader", 0))
            town = self.marks.get("travel-town", 0)
            where = self.named(*trip.PLACES[town : town + 1])
            text = f"{leads} still travels to {where}. Tap Play to go on, or end that travel."
            yield Result("–", text, book=trip.ending(self.marks))
            return
        if not self.town:
            yield Result(dice, f"Dice are taken in this order: {self.people(*answer['order'])}.")
            return
        route = "Shortcut" if self.shortcut else "Highway"
        spend = " for 3 lanterns" if self.shortcut else ""  # p. 14
        other = f"Others in the caravan may visit {self.named(trip.partner(self.town))} instead."
        way = f"{route} to {self.named(self.town)}"
        yield Result(dice, f"{way}{spend}. {other}", book=self.sets_out(f"{way}, {dice}"))
        if self.lovebug:
            first = self.situation["lovebug"] == "before"
            text = "Take it first." if first else "Take it after paying for the shortcut."
            yield Line("+1", text, label="Lantern (Lovebug)")

    def sets_out(self, short: str) -> Booking:
        marks = {
            "travel-step": trip.EVENT, "travel-leader": self.leader,
            "travel-town": trip.PLACES.index(self.town), "travel-shortcut": int(self.shortcut),
            "travel-die": int(self.die), "travel-joined": sum(1 << seat for seat in {*self.joined}),
            "travel-visited": 0,
        }  # fmt: skip
        counts = {mark: to - self.marks.get(mark, 0) for mark, to in marks.items()}
        counts["used-companions"] = 1
        return Booking("Set out", counts=counts, given=trip.standing(self.marks), short=short)


class Event(trip.UnderWay):
    """The order in which the travellers take a die (p. 14)."""

    key, label, src = "event", "Event", "p. 14"
    step, books = trip.EVENT, True
    asks = "{name} travels to {town}"

    order = ask.numbers("Order", high=3, most=4, hidden=True, known=lambda t: trip.trip_of(t).picks)
    dice = ask.number("Dice", low=1, high=5, hidden=True, known=lambda t: trip.trip_of(t).dice)
    whisper = ask.numbers(
        "Whisper", high=3, most=4, default=[], hidden=True,
        known=lambda t: [s for s in range(t.players) if t.seat_view(s).held("steeds", "whisper")],
    )  # fmt: skip

    def answer(self) -> Answer:
        return {"dice": self.dice, "order": list(self.order)}

    def lines(self, answer: Answer) -> Iterator[Line]:
        deck = "shortcut" if self.shortcut else "highway"
        dice = plural(self.dice, "die", "dice")
        reveal = f"Reveal the top {deck} event and read it aloud. Roll the dice."
        text = f"{reveal} Each take 1 die, in this order, and do what the event says for it."
        book = Booking(
            f"Arrive in {self.named(self.dest)}", counts={"travel-step": 1},
            given=trip.standing(self.marks), short="All took a die",
        )  # fmt: skip
        yield Result(dice, text, book=book if self.is_now else None)
        place = "last on a shortcut" if self.shortcut else "first on the highway"
        for n, seat in enumerate(self.order, 1):
            why = [f"leads, so {place}"] if seat == self.leader else []
            why += ["Whisper may add 1 to the die"] if seat in self.whisper else []
            yield Line(str(n), ", ".join(why), label=self.people(seat))
        yield Line("−1", "per reroll of all dice left, before you take yours", label="Lantern")
        yield Line("→", "Return all travel dice. Discard the event.", label="Then")
        yield from self.left_open()


class Towns(trip.UnderWay):
    """What one traveller delivers: prestige, coins, and what breaks ties (pp. 15, 22)."""

    key, label, src = "towns", "Towns", "pp. 15, 22"
    step, books = trip.TOWNS, True
    asks = "What does {name} deliver?"

    seat = ask.number("Seat", high=3, hidden=True, known=lambda table: table.seat)
    where = ask.choice(
        "Visits", trip.VISITS, default="there", widget=ask.Keys(),
        names=trip.visits, offered=trip.open_visits,
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
        "Still to visit", high=3, most=4, default=[], hidden=True, known=trip.still_to_visit
    )

    @classmethod
    def due(cls, table: Table) -> int | None:
        return next(iter(trip.still_to_visit(table)), None)

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
        return trip.partner(self.dest) if self.where == "partner" else self.dest

    def answer(self) -> Answer:
        if self.where == "pass":
            return {"prestige": 0, "coins": 0, "commissions": 0, "heroes": 0, "upgraded": 0}
        rows = [(int(key[0]), int(key[2]), n) for key, n in self.commissions.items() if n]
        hero = self.card(self.town).details
        prestige = sum(n * prestige_of(self, goods, up) for goods, up, n in rows)
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
            yield Result("–", "Take the travel dice first." if self.at == trip.EVENT else done)
            yield from self.left_open()
            return
        place = "passes" if self.where == "pass" else f"visits {self.named(self.town)}"
        then = self.people(others[0]) if others else "good fortune"
        book = self._delivers(answer, then) if self.left else None
        text = f"prestige. {who} {place}. Then {then}."
        yield Result(signed(answer["prestige"]), text, book=book)
        if answer["coins"]:
            label = f"Take {plural(answer['coins'], 'coin')}"
            yield Line(str(answer["coins"]), "from the supply", label=label)
        if self.woolsworth and (more := answer["upgraded"]):
            yield Line(signed(more), "1 per upgraded good", label="Quartz (Woolsworth)")
        if answer["commissions"] + answer["heroes"]:
            yield Line("→", LOGGED, label="Your log")
        if (counting := self._counting(answer)) < answer["commissions"]:
            yield Line(str(counting), self.fact("partial"), label="Delivered commissions")
        yield from self.left_open()

    def _delivers(self, answer: Answer, then: str) -> Booking:
        """Others may deliver at the same time, so it asks only that this one has not."""
        counts = {
            PRESTIGE: answer["prestige"], COINS: answer["coins"],
            COMMISSIONS: self._counting(answer), HEROES: answer["heroes"],
            "travel-visited": 1 << self.seat,
        }  # fmt: skip
        given = {**trip.standing(self.marks), "travel-visited": 0}
        coins = f", take {plural(answer['coins'], 'coin')}" if answer["coins"] else ""
        some = answer["commissions"] + answer["heroes"]
        label = "Deliver" if some else "Pass" if self.where == "pass" else "Nothing here"
        short = f"{signed(answer['prestige'])} prestige{coins}"
        return Booking(label, counts=counts, given=given, short=short, then=then)

    def _counting(self, answer: Answer) -> int:
        goods = [int(key[0]) for key, n in self.commissions.items() for _ in range(n)]
        return count_delivered(goods if answer["commissions"] else [], self.situation)


class Fortune(trip.UnderWay):
    """The leader's good fortunes: 1 by highway, 2 by shortcut (p. 15)."""

    key, label, src = "fortune", "Good fortune", "pp. 15, 23"
    step, books = trip.FORTUNE, True
    asks = "{name}’s good fortune: choose {most}"

    seat = ask.number("Seat", high=3, hidden=True, known=lambda table: table.seat)
    taken = ask.counts(
        "Good fortune", (
            Choice("die", "Illuminated die"), Choice("deed", "Deed"),
            Choice("coins", "Coins"), Choice("upgrade", "Wagon upgrade"),
        ), high=2, default={}, widget=ask.Keys(cycles=True), awaited=True,
        names=lambda table: {"coins": "3 coins" if table.track("five-coins") else "5 coins"},
    )  # fmt: skip
    first = on_track("Who took the 5 coins", "five-coins", high=4)
    upgrades = on_track("Upgrades", "wagon-upgrades", high=6)
    velvet = ask.flag("Velvet", hidden=True, known=lambda table: table.held("steeds", "velvet"))

    @property
    def most(self) -> int:
        return 2 if self.shortcut else 1

    @ask.check
    def no_more_than_the_route_brings(self) -> Iterator[Issue]:
        if sum(self.taken.values()) > self.most:
            route = "shortcut brings 2" if self.shortcut else "highway brings 1"
            said = f"The {route}. Tap the other one again to drop it."
            yield Issue("conflict", said, field="taken")

    @ask.check
    def one_upgrade_per_wagon(self) -> Iterator[Issue]:
        more = self.taken.get("upgrade", 0)
        if more and not self.velvet and self.upgrades + more > 1:
            said = f"{self.people(self.seat)} can have only 1 upgrade."
            yield Issue("conflict", said, field="taken")

    def answer(self) -> Answer:
        n, upgrades = self.taken.get("coins", 0), self.taken.get("upgrade", 0)
        coins = 3 * n + (2 if n and not self.first else 0)  # p. 15: whoever is first takes 5
        return {"coins": coins, "prestige": 2 * upgrades * self.velvet}  # p. 23

    def lines(self, answer: Answer) -> Iterator[Line]:
        n, takes = sum(self.taken.values()), f"{self.people(self.seat)} takes {self._what(answer)}"
        may_take = self.is_now and self.seat == self.leader and n == self.most
        book = self._takes(answer, takes) if may_take else None
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
        found = [
            (self.taken.get("die"), "illuminated die", "illuminated dice"),
            (self.taken.get("deed"), "deed", ""),
            (self.taken.get("upgrade"), "wagon upgrade", ""),
            (answer["coins"], "coin", ""),
        ]
        return listed([plural(n, one, many) for n, one, many in found if n])

    def _takes(self, answer: Answer, short: str) -> Booking:
        five = self.seat + 1 if self.taken.get("coins") and not self.first else 0
        counts = {
            **trip.over(self.marks),
            COINS: answer["coins"], PRESTIGE: answer["prestige"], "five-coins": five,
            "wagon-upgrades": self.taken.get("upgrade", 0), "used-deeds": self.taken.get("deed", 0),
        }  # fmt: skip
        given = trip.standing(self.marks)
        given |= {"five-coins": self.first, "wagon-upgrades": self.upgrades}
        return Booking("Take", counts=counts, given=given, short=short, rests=True)
