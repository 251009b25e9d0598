"""Calculators for Merchants: commissions, ways round, what counts in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Booking, Calculator, Line, Result
from companion.rules.aids.inputs import Row
from companion.rules.aids.table import Table
from companion.rules.fields import Choice
from companion.rules.words import change, said, signed

from . import travel
from .deeds import TOLD, Deeds, Either, Piles, WithDeeds, best, choices_of, gained, prestige_told
from .market import COINS, Bazaar, Inn, MoveDie, OnTurn, Roll, on_track
from .trip import still_to_travel

DARK = ("north", "east", "south", "west")  # p. 11, clockwise
SOUTH = DARK.index("south")
RUINS = ("bottom-left", "top-left", "top-right", "bottom-right")  # p. 13, clockwise
RINGWAY = (
    "Inn / Bazaar, no building", "Bazaar / Commissions", "Commissions / Excursions",
    "Excursions / Dark Market", "Dark Market / Inn",
)  # fmt: skip


def in_words(keys: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(key, key.replace("-", " ").capitalize()) for key in keys)


class Commissions(travel.Delivery):
    """Prestige for each commission (p. 15)."""

    key, label, src = "commissions", "Queen’s Commissions", "p. 15"
    phases = ("turn", "final-travel")
    hint = "Each commission you deliver"

    commissions = ask.rows("Commissions delivered", travel.COMMISSION, most=3, awaited=True)

    @classmethod
    def headed(cls, table: Table) -> str:
        return "What is it worth?"

    def answer(self) -> Answer:
        each = [travel.prestige_of(self, row["goods"], row["upgraded"]) for row in self.commissions]
        return {"prestige": sum(each), "each": each}

    def lines(self, answer: Answer) -> Iterator[Line]:
        yield Result(signed(answer["prestige"]), "prestige when delivered.")
        for n, prestige in enumerate(answer["each"], 1):
            yield Line(signed(prestige), label=f"Commission {n}")


class DarkMarket(OnTurn):
    """The spaces in reach, 1 coin for each step, nearest first (p. 11)."""

    key, label, src = "dark-market", "Dark Market", "p. 11"
    hint = "1 coin per space clockwise"
    asks, books = "How far does {name} move the marker?", True

    at = ask.choice(  # it starts in the south (p. 6, step 10)
        "Where the marker is", in_words(DARK), widget=ask.Keys(),
        known=lambda t: DARK[(SOUTH + (t.track("dark-marker") or 0)) % len(DARK)],
    )  # fmt: skip
    coins = ask.number(  # they lie behind a screen: unless they were entered, one has enough
        "Your coins", high=999,
        known=lambda t: len(DARK) if t.sheet("coins") is None else t.sheet("coins"),
    )  # fmt: skip
    marker = on_track("Marker", "dark-marker", high=3)
    folds = (at, coins)

    def answer(self) -> Answer:
        at, steps = DARK.index(self.at), range(1, min(len(DARK), self.coins) + 1)
        return {"reach": [{"space": DARK[(at + n) % len(DARK)], "coins": n} for n in steps]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        for way in answer["reach"]:
            space, coins = way["space"], way["coins"]
            to = (DARK.index(space) - SOUTH) % len(DARK)  # the track counts clockwise from there
            moves = {COINS: -coins, "dark-marker": to - self.marker}
            book = Booking("Move", counts=moves, given={"dark-marker": self.marker})
            goods = self.fact(f"dark_{space}")
            text = said(goods) if goods else "2 basic goods printed there"
            yield Line(f"${coins}", text, label=self.named(space), book=book)
        if not answer["reach"]:
            yield Result("–", "Without a coin, skip it.")


class Ruins(OnTurn):
    """The corners in reach, 1 step and 1 more for each hero, nearest first (p. 13)."""

    key, label, src = "ruins", "Ruins", "p. 13"
    hint = "1 space, plus up to 1 per hero on your wagon"
    asks, books = "How far does {name} explore?", True

    at = ask.choice(
        "Where the marker is", in_words(RUINS), widget=ask.Keys(),
        known=lambda table: RUINS[table.track("ruins-marker") or 0],
    )  # fmt: skip
    heroes = ask.number("Heroes on your wagon", high=3, default=0)
    marker = on_track("Marker", "ruins-marker", high=3)

    def answer(self) -> Answer:
        at, steps = RUINS.index(self.at), range(1, 2 + self.heroes)
        return {"reach": [RUINS[(at + n) % len(RUINS)] for n in steps]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        for n, corner in enumerate(answer["reach"], 1):
            by = RUINS.index(corner) - self.marker
            goods = self.fact(f"ruins_{corner.replace('-', '_')}")
            text = said(goods, "or") if goods else "1 of 2 upgraded goods printed there"
            book = Booking("Move", counts={"ruins-marker": by}, given={"ruins-marker": self.marker})
            yield Line(str(n), text, label=self.named(corner), book=book)
        yield Line("1", "Then you may pay it to roll the ruins die.", label="Lantern")


class TravelDie(OnTurn):
    """What a raised travel die counts as; above 6 by ruling 7, where 0 brings nothing."""

    key, label, src = "travel-die", "Travel die, raised", "pp. 14, 20, 23; ruling 7"

    face = ask.number("Travel die", low=1, high=6)
    more = ask.number("Raised by", high=3)

    def answer(self) -> Answer:
        raised = self.face + self.more
        above = 6 if self.situation["above-six"] == "six" else 0
        return {"die": raised if raised <= 6 else above}

    def lines(self, answer: Answer) -> Iterator[Line]:
        text = "is what the die counts as." if answer["die"] else "Above 6 it brings nothing."
        yield Result(str(answer["die"]), text)


class Move(OnTurn):
    """Where the pawn ends on the Ringway, counted clockwise from its start space (p. 9)."""

    key, label, src = "move", "Where can I move?", "p. 9"

    at = ask.number(
        "Where you are", tuple(Choice(str(n), name) for n, name in enumerate(RINGWAY)), high=4,
        hint="check the order on your board",
    )  # fmt: skip
    value = ask.number("Value of the die", high=4)
    horseshoe = ask.number(
        "Horseshoe", low=-1, high=1, default=0,
        too_high="A horseshoe moves the pawn 1 space, and you may spend only 1 per turn.",
    )  # fmt: skip

    def answer(self) -> Answer:
        to = (self.at + self.value + self.horseshoe) % len(RINGWAY)
        return {"space": to, "beside": self.fact("ring")[to]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        yield Result("→", said(answer["beside"]), tag="Unconfirmed")


class Building(OnTurn):
    """What a building of this game does, and what it takes for it (p. 19)."""

    key, label, src = "building", "Building", "p. 19"
    asks = "Which building?"

    building = ask.choice("Building", ask.Cards("buildings"), awaited=True)

    def answer(self) -> Answer:
        found = self.card(self.building).details
        return {"cost": found.get("cost"), "effect": found["effect"]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        cost, effect = answer["cost"], said(answer["effect"])
        text = f"and take {effect}." if cost else f"{effect}."
        yield Result("→", text, label=f"Pay {said(cost)}" if cost else "")


class Balance(Calculator):
    """Coins less prestige, and what one more coin and one more prestige add to the base (p. 16)."""

    key, label, src = "balance", "Balance", "p. 16"

    coins = ask.number("Coins", high=999, known=lambda t: t.sheet("coins"))
    prestige = ask.number("Prestige", high=999, known=prestige_told)

    def answer(self) -> Answer:
        coins, prestige = self.coins, self.prestige
        more = {"coin": int(coins < prestige), "prestige": int(prestige < coins)}
        return {"ahead": coins - prestige, "base": min(coins, prestige), "more": more}

    def lines(self, answer: Answer) -> Iterator[Line]:
        if answer["ahead"] < 0:
            lower = "Coins are lower, so 1 more coin adds 1. More prestige adds nothing yet."
        elif answer["ahead"] > 0:
            lower = "Prestige is lower, so 1 more prestige adds 1. More coins add nothing yet."
        else:
            lower = "They are equal, so only 1 more of each adds 1."
        yield Result(str(answer["base"]), f"is your base score. {lower}")
        if answer["ahead"]:
            yield Line(signed(answer["ahead"]), label="Coins less prestige")


class Countdown(OnTurn):
    """Night dice of a turn, and what happens to them at its end (p. 10)."""

    key, label, src = "countdown", "Dice countdown", "pp. 8, 10; B3"

    turn = ask.number("Turn", low=1, high=13, known=lambda table: table.round)
    folds = (turn,)

    def answer(self) -> Answer:
        topics = {"reserve": "reserve", "locked": "locked", "refresh": "refreshing"}
        return {name: self.fact(topic, self.turn) for name, topic in topics.items()}

    def lines(self, answer: Answer) -> Iterator[Line]:
        yield Line(str(answer["reserve"]), label="Night dice in the reserve")
        yield Line(str(answer["locked"]), label="Locked dice after this turn")
        text = said(answer["refresh"]) if answer["refresh"] else "no dice are rolled"
        yield Line("→", label="At the end of this turn", text=text)


class FinalTravel(travel.Delivery, WithDeeds):
    """Every town by the base it leads to, then by the sum, the best first (p. 16)."""

    key, label, src = "final-travel", "Final town", "pp. 15, 16, 21, 22"
    phases = ("final-travel",)
    hint = "Heroes on your wagon"
    books = True

    coins = ask.number("Coins", high=999, known=lambda t: t.sheet("coins"))
    prestige = ask.number("Prestige", high=999, known=prestige_told)
    heroes = ask.counts(
        "Heroes on your wagon", ask.Cards("towns"), high=3, default={},
        widget=ask.Keys(cycles=True), awaited=True,
    )  # fmt: skip
    commissions = ask.rows(
        "Commissions to deliver",
        {"town": ask.choice("Town", ask.Cards("towns")), **travel.COMMISSION},
        most=3, default=[], awaited=True,
    )  # fmt: skip
    deeds = ask.rows(
        "Deeds not on your sheet, with coins or prestige",
        {
            "coins": ask.number("Coins", high=9),
            "prestige": ask.number("Prestige", high=9),
            "times": ask.number("Times", high=3, default=1),
        },
        most=5, default=[],
    )  # fmt: skip
    told = ask.rows(
        "Deeds on the sheet", TOLD, default=[], most=19, hidden=True,
        known=lambda table: table.sheet("deeds"),
    )  # fmt: skip
    visited = on_track("Visited", "final-visited", high=1)
    folds = (coins, prestige, commissions, deeds)

    @classmethod
    def due(cls, table: Table) -> int | None:
        here = table.play.moment.phase == "final-travel"
        return next(iter(still_to_travel(table)), None) if here else None

    def answer(self) -> Answer:
        choices = [Either(row["coins"], row["prestige"], row["times"]) for row in self.deeds]
        choices += choices_of(self.told)
        towns = [card for card in self.game.catalogue if card.catalogue == "towns"]
        gains = [self.delivered(town.key, town.details) for town in towns]
        coins = self.coins + gained(self.told, "coins")
        prestige = self.prestige + gained(self.told, "prestige")
        starts = [Piles(coins + gain["coins"], prestige + gain["prestige"]) for gain in gains]
        ends = best(starts, choices, self.may_split)
        trips = [
            {"town": town.key, **gain, "base": piles.base, "sum": piles.sum}
            for town, gain, piles in zip(towns, gains, ends, strict=True)
        ]
        return {"towns": sorted(trips, key=lambda trip: (-trip["base"], -trip["sum"]))}

    def delivered(self, town: str, hero: Mapping[str, int]) -> dict[str, int]:
        heroes = self.heroes.get(town, 0)
        rows = [row for row in self.commissions if row["town"] == town]
        prestige = sum(travel.prestige_of(self, row["goods"], row["upgraded"]) for row in rows)
        return {"coins": heroes * hero["coins"], "prestige": prestige + heroes * hero["prestige"]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        best, *others = answer["towns"]
        gains, book = self.visit(best)
        text, label = f"{gains}, {best['sum']} in all", self.named(best["town"])
        yield Result(str(best["base"]), text, label=label, book=book)
        for trip in others[:2]:
            if trip["coins"] + trip["prestige"]:
                gains, book = self.visit(trip)
                yield Line(str(trip["base"]), gains, label=self.named(trip["town"]), book=book)

    def visit(self, trip: Row) -> tuple[str, Booking | None]:
        """What a visit brings, in words and to be booked."""
        coins, prestige, town = trip["coins"], trip["prestige"], trip["town"]
        moves = {COINS: coins, travel.PRESTIGE: prestige, travel.HEROES: self.heroes.get(town, 0)}
        goods = [row["goods"] for row in self.commissions if row["town"] == town]
        delivered = travel.count_delivered(goods, self.situation)
        moves |= {travel.COMMISSIONS: delivered, "final-visited": 1}
        gains = f"{change(coins, 'coin')}, {signed(prestige)} prestige"
        book = Booking("Deliver", counts=moves, given={"final-visited": 0})
        return gains, None if self.visited else book


CALCULATORS = (
    Bazaar, MoveDie, Roll, Inn, Commissions, DarkMarket, Ruins,
    travel.Caravan, travel.Event, travel.Towns, travel.Fortune,
    TravelDie, Move, Building, Balance, Countdown, Deeds, FinalTravel,
)  # fmt: skip
