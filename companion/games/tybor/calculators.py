"""Calculators for Tybor: what a Building costs, how to pay it, what the next card brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import (
    Answer,
    Booking,
    Calculator,
    Heading,
    Line,
    Result,
    Said,
)
from companion.rules.aids.inputs import Input
from companion.rules.aids.paying import pay_with_fewest
from companion.rules.aids.table import Table
from companion.rules.fields import Choice, Field
from companion.rules.situation import ALWAYS, When
from companion.rules.words import listed, said, signed

from .guide import SEARCHED_WITH, direction, hand, stage_first
from .scoring import COLOURS

GREAT_POINTS = 3  # more than on the Little side (2b, As a Builder)
PICKS = tuple(f"pick-{number}" for number in range(1, 8))
BY_COLOUR = tuple(Choice(colour, colour.title()) for colour in COLOURS)
STRENGTHS = tuple(Choice(str(strength), f"of {strength}") for strength in range(1, 7))


def workers_there(table: Table) -> list[int] | None:
    cards = table.pad("workers").cards
    return None if cards is None else [int(strength) for strength in cards]


WORKERS = ask.numbers("Your Workers by Strength", STRENGTHS, high=99, most=120, known=workers_there)


def strengths(workers: Sequence[int]) -> str:
    """``2, 2 and 3``: Workers by their Strength."""
    return listed([str(strength) for strength in workers])


def paid(workers: Sequence[int], cost: int) -> dict[str, Any]:
    """The Workers to discard: the least Strength that is enough, then the fewest cards."""
    kinds = sorted(Counter(workers).items())
    given = pay_with_fewest(kinds, cost)
    if given is None:
        return {"given": None, "lost": None}
    used = [strength for (strength, _), n in zip(kinds, given, strict=True) for _ in range(n)]
    return {"given": used, "lost": sum(used) - cost}


class Build(Calculator):
    """What a Building costs with so many matching colour symbols, and how to pay it."""

    key, label, src = "build", "Can I build?", "2b; Points for Buildings"
    phases = PICKS
    books = True

    stage = ask.number("Stage", low=1, high=4, hidden=True, known=lambda table: table.round)
    great = ask.flag("Great side", hidden=True)
    colour = ask.choice("Colour of the Building", BY_COLOUR, default="", widget=ask.Keys())
    symbols = ask.number("Matching symbols", high=99, default=0, hint="if not entered")
    points = ask.number("Points printed", high=20, default=0, hint="Little side")
    workers = WORKERS
    sum = ask.number("Or their total Strength", high=999, default=0, widget=ask.Stepper())
    noted = ask.counts(
        "Symbols on Citizens", BY_COLOUR, default={},
        known=lambda table: {colour: table.pad("symbols").count(colour) for colour in COLOURS},
    )  # fmt: skip
    folds = (points, workers, sum, noted)

    def answer(self) -> Answer:
        return self.side(self.great, self.symbols)

    def side(self, great: bool, symbols: int) -> dict[str, Any]:
        """One side of a Building for somebody with so many matching symbols."""
        printed: int = self.fact("cost_great" if great else "cost_little", self.stage)
        cost = max(0, printed - self.fact("discount") * symbols)
        return {"cost": cost, **paid(self.workers, cost)}

    def lines(self, answer: Answer) -> Iterator[Said]:
        """Both sides of the Building; of every colour, where only symbols were entered."""
        if self.colour or not any(self.noted.values()):
            symbols = self.symbols + self.noted.get(self.colour, 0)
            if self.colour:
                colour, less = self.named(self.colour), self.fact("discount") * symbols
                note = f"{symbols} {colour.lower()} on Citizens: {less} Strength less. "
                text = f"{note if less else ''}Tap its points to build it."
                yield Heading(f"{{name}} builds {colour}", text, ("colour", "symbols", "workers"))
            yield from (self.size(great, self.side(great, symbols)) for great in (False, True))
            return
        for colour in COLOURS:
            sides = [self.side(great, self.symbols + self.noted[colour]) for great in (False, True)]
            little, great = ("no" if self.short(side) else "yes" for side in sides)
            can = f"{self.named(colour)}, Little: {little}, Great: {great}"
            ways = f"Little {self.way(sides[0])}. Great {self.way(sides[1])}."
            yield Line(str(sides[0]["cost"]), ways, label=can)

    def size(self, great: bool, side: Answer) -> Line:
        label = f"{'Great' if great else 'Little'}: {side['cost']} Strength"
        short = self.short(side)
        book = self.built("Anyway" if short else "Build", great, side, self.points)
        usual = () if short or not self.colour else range(1, 7)  # higher ones are typed
        return Line(
            str(side["cost"]), self.hand_in(side), label=label, tag="No" if short else "Yes",
            good=not short, book=book if self.colour else None,
            ways=[self.built(str(n + GREAT_POINTS * great), great, side, n) for n in usual],
        )  # fmt: skip

    def hand_in(self, side: Answer) -> str:
        cost, given, lost = side["cost"], side["given"], side["lost"]
        if not cost:
            return "Hand in no Worker."
        if short := self.short(side):
            return f"Short by {short}: the Workers have {cost - short}."
        if given is None:
            return f"Hand in Workers with {cost} or more."
        workers = "Worker" if len(given) == 1 else "Workers"
        rest = f"{lost} Strength wasted." if lost else "Nothing wasted."
        return f"Hand in {workers} {strengths(given)}. {rest}"

    def short(self, side: Answer) -> int:
        cost: int = side["cost"]
        return max(0, cost - (sum(self.workers) or self.sum))

    def way(self, side: Answer) -> str:
        if not side["cost"]:
            how = "free"
        elif short := self.short(side):
            how = f"{short} short"
        elif side["given"] is None:
            how = "enough"
        else:
            lost = f", {side['lost']} Strength wasted" if side["lost"] else ""
            how = f"pay with {strengths(side['given'])}{lost}"
        return f"{side['cost']} Strength: {how}"

    def built(self, label: str, great: bool, side: Answer, little: int) -> Booking:
        """The Building before whoever builds it, and the Workers that paid for it gone; ``little``
        are the points of its Little side, 0 where nobody has told them."""
        points = {"points": little + GREAT_POINTS * great} if little else {}
        mark = {"mark": "great"} if great else {}
        return Booking(
            label,
            lays=[{"pad": "built", "card": self.colour, **points, **mark}],
            lifts=[{"pad": "workers", "card": str(strength)} for strength in side["given"] or ()],
            short=f"Build, {label} points",
        )


class Payment(Calculator):
    """The Workers to discard for a cost."""

    key, label, src = "payment", "Paying with Workers", "2b"
    phases = PICKS

    workers = WORKERS
    cost = ask.number("Cost in Strength", high=99)

    def answer(self) -> Answer:
        return paid(self.workers, self.cost)

    def lines(self, answer: Answer) -> Iterator[Line]:
        given, lost = said(answer["given"]), answer["lost"]
        if not self.cost:
            yield Result("0", "It costs nothing. Discard no Worker.")
        elif answer["given"] is None:
            yield Result("–", "These Workers aren’t enough.")
        else:
            yield Result(str(lost), f"Strength wasted. Pay with {given}.")


class MissingColours(Calculator):
    """The colours to search the pile for, one Building each; none with 4 and more."""

    key, label, src = "missing-colours", "Missing colours", "1. Deal Cards"
    phases = ("deal",)
    hint = "Tap the Buildings on display"
    when = ask.only({"players": SEARCHED_WITH})

    display = ask.counts(
        "Buildings on display", BY_COLOUR, high=20, widget=ask.Keys(cycles=True), awaited=True
    )
    players = ask.number("Players", low=2, high=8, hidden=True, known=lambda table: table.players)

    def answer(self) -> Answer:
        searched = self.players in SEARCHED_WITH
        return {"missing": [c for c in COLOURS if searched and not self.display[c]]}

    def lines(self, answer: Answer) -> Iterator[Line]:
        if self.players not in SEARCHED_WITH:
            yield Result("–", "With 4 or more players, don’t search for colours.")
        elif answer["missing"]:
            each = f"one Building each of {self.named(*answer['missing'])}"
            text = f"Search the pile from the top for {each}. Add them to the display"
            yield Result("+", f"{text} and shuffle the pile.")
        else:
            yield Result("✓", "You have all four colours.")


def on_sheet(key: str, label: str, when: When = ALWAYS) -> Input[int]:
    return ask.number(label, high=99, default=0, when=when, known=lambda table: table.sheet(key))


class Thresholds(Calculator):
    """What the next steps of a tableau would bring, the nearest first."""

    key, label, src = "thresholds", "Next scoring thresholds", "Points for Symbols; A4, A6, P7"
    phases = ("over",)

    farmers = on_sheet("farmers", "Farmers")
    merchants = on_sheet("merchants", "Merchants")
    captains = on_sheet("captains", "Captains")
    priests = on_sheet("priests", "Priests")
    soldiers = on_sheet("soldiers", "Soldiers")
    citizens = on_sheet("citizens", "Citizens")
    great = on_sheet("great", "Great Buildings", when=ask.only({"objectives": "great-fours"}))
    folds = (farmers, merchants, captains, priests, soldiers, citizens, great)

    def answer(self) -> Answer:
        of = self.game.sheet.by_key
        found = [
            self.every(of["farmers"], self.farmers),
            self.every(of["soldiers"], self.soldiers),
            self.next_merchants(of["merchants"]),
            self.next_captain(of["captains"]),
        ]
        if not self.priests:
            found.append({"field": "priests", "more": 1, "points": of["priests"].worth})
        if "great-fours" in (self.situation["objectives"] or ()):
            found.append(self.every(of["great"], self.great))
        return {"next": sorted(found, key=lambda step: (step["more"], -step["points"]))}

    def every(self, field: Field, count: int) -> dict[str, Any]:
        return {"field": field.key, "more": field.per - count % field.per, "points": field.worth}

    def next_merchants(self, field: Field) -> dict[str, Any]:
        """Merchants are played as Citizens, so each is one of those it pays for."""
        sets, more = self.merchants // field.per, field.per - self.merchants % field.per
        worth = (sets + 1) * (self.citizens + more) - sets * self.citizens
        return {"field": field.key, "more": more, "points": worth}

    def next_captain(self, field: Field) -> dict[str, Any]:
        count, steps = self.captains, (0, *self.situation["captain_table"])
        points = field.worth
        if count < len(steps) - 1:
            points = steps[count + 1] - steps[count]
        elif count == len(steps) - 1 and self.situation["beyond-five"] == "three-each":
            points = field.worth * (count + 1) - steps[count]
        return {"field": field.key, "more": 1, "points": points}

    def lines(self, answer: Answer) -> Iterator[Line]:
        unsure = self.situation["captain-values"] == "unconfirmed"
        for step in answer["next"]:
            doubt = "?" if unsure and step["field"] == "captains" else ""
            more, label = f"{step['more']} more", self.named(step["field"])
            yield Line(signed(step["points"]), more, label=label, tag=doubt)


class Passing(Calculator):
    """Who gets a seat's hand, which way round, and who is first in the next stage (2c)."""

    key, label, src = "passing", "Passing hands", "2c; Playing with 5-8"
    phases = (*PICKS, "deal")

    stage = ask.number("Stage", low=1, high=4, hidden=True, known=lambda table: table.round)
    seat = ask.number(
        "Whose hand", high=7, src="2c", hidden=True, widget=ask.People(),
        known=lambda table: table.seat,
    )  # fmt: skip

    def answer(self) -> Answer:
        way = direction(self.situation, self.stage)
        return {
            "to": (self.seat + way) % self.situation.players,
            "way": "left" if way > 0 else "right",
            "hand": hand(self.situation, self.stage),
            "next": stage_first(self.situation, self.stage + 1),
        }

    def lines(self, answer: Answer) -> Iterator[Line]:
        way, whose, to = answer["way"], self.people(self.seat), self.people(answer["to"])
        text = f"To the {way}: {whose}’s hand goes to {to}."
        yield Result("←" if way == "left" else "→", text)


CALCULATORS = (Build, Payment, MissingColours, Thresholds, Passing)
