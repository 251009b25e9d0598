"""Calculators for Newdale: odds of the bag, costs, Barracks, goods and the better objective."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Result, Said, ToSheet
from companion.rules.aids.inputs import Input, Row
from companion.rules.aids.paying import pay
from companion.rules.aids.table import Table, total
from companion.rules.fields import Choice
from companion.rules.issues import Issue
from companion.rules.words import percent, plural, together

from .figures import draws_from, scant
from .scoring import COINS_A_POINT

OPTIONS = ("first", "second")
PRINTED = "1 or 2, printed on the area"
ASSISTANTS = ask.choices_of("yellow green red blue")
COLOURS = tuple(colour.key for colour in ASSISTANTS)
FIGURES = (*ASSISTANTS, Choice("hooded", "Hooded Ones", when=ask.only({"chapter": ("V", "VII")})))
GOODS = ask.choices_of(
    "coal cattle meat bread barrel corn yarn fabric flour planks clay ore fish"
    " smoked-fish fish-soup"
)
OBJECTIVE = tuple(f"objective_{o}_{what}" for o in OPTIONS for what in ("coins", "points"))


def grapes(prefix: str, ruling: Mapping[str, str]) -> tuple[Choice, ...]:
    when = ask.only({"chapter": "from-iii", **ruling})
    return tuple(Choice(f"{prefix}-{colour}", f"grape, {colour}", when=when) for colour in COLOURS)


GOODS_NOW = (*GOODS, *grapes("grape", {}))
GOODS_LEFT = (
    *GOODS, *grapes("grape", {"grape-value": "round-seven"}),
    *grapes("own-grape", {"grape-value": "empty-market"}),
)  # fmt: skip


def own_assistants(table: Table) -> dict[str, int | None]:
    """The assistants that only this seat may use, by colour."""
    added = [table.pad(key) for key in ("built", "sailors", "sailors-unarmed")]
    tapped = [table.pad(key) for key in ("rabbit", "onyx")]
    return {
        colour: total(*(p.added(colour) for p in added), *(p.count(colour) for p in tapped))
        for colour in COLOURS
    }


def in_market(table: Table) -> dict[str, int | None]:
    return {colour: table.track(colour) for colour in COLOURS}


def coins_each(table: Table) -> dict[str, int | None]:
    """What goods are worth: as printed; grapes by the assistants of the market and one's own, in
    an empty market by one's own alone."""
    own, there = own_assistants(table), in_market(table)
    cards = [card for card in table.play.game.catalogue if card.catalogue == "goods"]
    printed = {card.key: card.details.get("coins") for card in cards}
    by_both = {f"grape-{colour}": total(there[colour], own[colour]) for colour in COLOURS}
    return printed | by_both | {f"own-grape-{colour}": own[colour] for colour in COLOURS}


def losing_to(owner: int, fists: Sequence[int]) -> list[int]:
    """The seats that lose a point to somebody's Barracks: all with fewer fists (p. 15)."""
    return [seat for seat, n in enumerate(fists) if n < fists[owner]]


def objective_options(table: Table) -> list[Row]:
    return [
        {what: table.setting(f"objective_{option}_{what}") for what in ("coins", "points")}
        for option in OPTIONS
    ]


class Production(Calculator):
    """The chances of a building, with the figures that are still to come (p. 11)."""

    key, label, src = "production", "Chance of production", "pp. 2, 6, 10, 11, 15"
    phases = ("planning", "assistants", "actions")
    hint = "What does the building need?"

    needs = ask.record("What the building needs", ASSISTANTS, awaited=True)
    market = ask.record("In the market", FIGURES, known=in_market)
    own = ask.record(
        "Your own assistants", ASSISTANTS, default={}, hint="those only you can use",
        known=own_assistants,
    )  # fmt: skip
    draws = ask.number(
        "Figures still to draw", high=99, hint="4, or 6 if the event says so",
        known=lambda table: table.pad("drawn").coming,
    )  # fmt: skip
    bag = ask.record("In the bag", FIGURES, known=lambda table: table.pad("drawn").left)
    sloppy = ask.number("Fewer if sloppy", high=99, hint=PRINTED, known=lambda table: 1)
    extra = ask.number("More if extraordinary", high=99, hint=PRINTED, known=lambda table: 1)
    compensation = ask.number(
        "Cards for a missing assistant", high=9, default=0, hint="3, or 2 once the tile is gone",
        known=lambda table: total(3, table.pad("growth").added("cards-less")),
    )  # fmt: skip
    folds = (sloppy, extra, compensation, own, market, draws, bag)

    @ask.check
    def no_more_is_drawn_than_there_is(self) -> Iterator[Issue]:
        if self.draws > (there := sum(self.bag.values())):
            said = f"The bag holds {plural(there, 'figure')}, so you can’t draw {self.draws}."
            yield Issue("too-high", said, field="draws")

    def has(self, colour: str) -> int:
        return self.market.get(colour, 0) + self.own.get(colour, 0)

    def short(self) -> dict[str, int]:
        """What is missing before the draw."""
        gaps = {c: self.needs[c] - self.has(c) for c in COLOURS}
        return {c: n for c, n in gaps.items() if n > 0}

    def answer(self) -> Answer:
        figures, needed = sum(self.bag.values()), [c for c in COLOURS if self.needs[c]]
        wanted = tuple((n, self.bag[c]) for c, n in self.short().items())
        ways, enough = draws_from(wanted, figures - sum(size for _, size in wanted), self.draws)
        others = figures - sum(self.bag[c] for c in needed)
        least, fewer = self.extra + sum(self.needs[c] - self.has(c) for c in needed), ways[0]
        if least <= self.draws:
            fewer = scant(enough, len(ways) - 1, others, self.draws, least - 1)
        every = comb(figures, self.draws)
        return {
            "chances": {
                "sloppy": Fraction(sum(ways[: self.sloppy + 1]), every),
                "orderly": Fraction(ways[0], every),
                "extraordinary": Fraction(ways[0] - fewer, every),
            },
            "missing": Fraction(sum(short * count for short, count in enumerate(ways)), every),
        }

    def lines(self, answer: Answer) -> Iterator[Line]:
        reasons = (self.why_sloppy, self.why_orderly, self.why_extraordinary)
        for (name, chance), why in zip(answer["chances"].items(), reasons, strict=True):
            sure = "certain: " if chance == 1 else "" if chance else "not possible: "
            yield Line(percent(chance), f"{sure}{why()}", label=name.capitalize())

    def why_sloppy(self) -> str:
        short = self.short()
        if not short:
            return "none missing"
        if sum(short.values()) <= self.sloppy:
            return f"{self.sloppy} may be missing"
        return f"{self.counted(short)} missing now, {self.sloppy} may be"

    def why_orderly(self) -> str:
        short = self.short()
        if not short:
            return "none missing"
        cards = plural(self.compensation * sum(short.values()), "card")
        instead = f", or {cards} paid" if self.compensation else ""
        return f"{self.counted(short)} must be drawn{instead}"

    def why_extraordinary(self) -> str:
        needed = [c for c in COLOURS if self.needs[c]]
        spare = sum(max(0, self.has(c) - self.needs[c]) for c in needed)
        more, drawn = max(0, self.extra - spare), self.counted(self.short())
        colours = together(needed, "or")
        if not more:
            extra = f"{self.extra} more {colours} already there"
            return f"{drawn} must be drawn, {extra}" if drawn else extra
        return f"{drawn}, and {more} more {colours}" if drawn else f"{more} more {colours}"


class WithValues(Calculator):
    """What has goods whose worth somebody may have to enter."""

    goods: Input[dict[str, int]]
    values: Input[dict[str, int]]

    @ask.check
    def every_good_has_a_value(self) -> Iterator[Issue]:
        """Only grapes may be worth nothing."""
        for card in self.game.catalogue:
            if self.goods.get(card.key) and not self.values.get(card.key):
                said = f"Enter what 1 {card.label} is worth. It’s on the card."
                yield Issue("missing", said, field="values")


class Cost(WithValues):
    """What a building costs, never below 0, and the goods that lose least on it (pp. 8, 9)."""

    key, label, src = "cost", "Cost of a building", "pp. 8, 9, 14"
    phases = ("actions", "building")
    hint = "Enter its printed cost and any discounts"

    printed = ask.number("Printed cost", high=99)
    town = ask.flag("Town symbol, −3")
    gunda = ask.flag(
        "Gunda", when=ask.only({"chapter": ("IVa", "IVb", "V", "VI", "VII", "VIII")}),
        known=lambda t: t.held("characters", "P05") and "P05" not in (t.pad("used").cards or ()),
    )  # fmt: skip
    tile = ask.flag("Bonus tile, −4")
    goods = ask.counts(
        "Goods to pay with", GOODS_NOW, default={}, widget=ask.Keys(priced_by="values")
    )
    values = ask.counts("Coins each", GOODS_NOW, default={}, hidden=True, known=coins_each)

    def answer(self) -> Answer:
        off = 3 * self.town + 3 * self.gunda + 4 * self.tile  # pp. 9, 14
        price = max(0, self.printed - off)
        kinds = {kind: (self.values.get(kind, 0), n) for kind, n in self.goods.items() if n}
        given = pay([*kinds.values()], price)
        if given is None:
            return {"cost": price, "lost": None, "goods": None}
        give = {kind: n for kind, n in zip(kinds, given, strict=True) if n}
        paid = sum(kinds[kind][0] * n for kind, n in give.items())
        return {"cost": price, "lost": paid - price, "goods": give}

    def lines(self, answer: Answer) -> Iterator[Line]:
        cost, lost = plural(answer["cost"], "coin"), answer["lost"]
        if not answer["cost"]:
            yield Result(cost, "to pay. It’s free.")
        elif not any(self.goods.values()):
            yield Result(cost, "to pay.")
        elif answer["goods"] is None:
            yield Result(cost, "to pay. These goods aren’t enough.")
        else:
            change = f" You lose {plural(lost, 'coin')}. There’s no change." if lost else ""
            yield Result(cost, f"to pay. Give {self.counted(answer['goods'])}.{change}")


class Barracks(Calculator):
    """The seats that lose a point: all with fewer fists than the owner (p. 15)."""

    key, label, src = "barracks", "Who loses a point", "p. 15"
    phases = ("special",)
    when = ask.only({
        "chapter": ("II", "IIIa", "IIIb", "IVa", "IVb", "V", "VI", "VII", "VIII"),
        "players": (2, 3, 4),
    })  # fmt: skip

    fists = ask.numbers(
        "Fists", high=99, most=4, hint="everyone’s, clockwise, such as 3 1 2",
        known=lambda table: table.everybody("fists"),
    )  # fmt: skip
    owner = ask.number("Whose Barracks", high=3, widget=ask.People(), known=lambda t: t.seat)
    folds = (fists,)

    @ask.check
    def the_owner_has_fists(self) -> Iterator[Issue]:
        if self.owner >= len(self.fists):
            yield Issue("too-high", "Enter the owner’s fists too.", field="owner")

    def answer(self) -> Answer:
        return {"lose": losing_to(self.owner, self.fists)}

    def lines(self, answer: Answer) -> Iterator[Line]:
        if answer["lose"]:
            yield Result("−1", f"point for {self.people(*answer['lose'])}.")
        else:
            yield Result("0", "points lost. No one has fewer fists.")


def better(goods: Sequence[Row], options: Sequence[Row]) -> dict[str, Any]:
    """The option, or none, that leaves most points, and the goods to give for it (p. 13)."""
    coins = sum(row["value"] * row["count"] for row in goods)
    nothing, points = [0] * len(goods), coins // COINS_A_POINT
    best = {"option": "none", "given": 0, "points": points, "goods": nothing}
    for key, option in zip(OPTIONS, options, strict=False):
        purse = [(row["value"], row["count"] * (key in row["for"])) for row in goods]
        if (given := pay(purse, option["coins"])) is None:
            continue
        paid = sum(value * n for (value, _), n in zip(purse, given, strict=True))
        points = option["points"] + (coins - paid) // COINS_A_POINT
        if (points, -paid) > (best["points"], -best["given"]):
            best = {"option": key, "given": paid, "points": points, "goods": given}
    return best


OPTION = {"coins": ask.number("Coins asked", high=99), "points": ask.number("Points", high=99)}
SHOWN = "Tap the goods the card shows, or none to allow any good."


class Worth(WithValues):
    """All goods in coins; with the options told, the better one and what to give for it (p. 13)."""

    key, label, src = "worth", "Best use of goods", "pp. 8, 13"
    phases = ("final-production", "over")
    hint = "Tap your goods"
    fills = "coins"

    goods = ask.counts("Your goods", GOODS_LEFT, widget=ask.Keys(priced_by="values"), awaited=True)
    values = ask.counts("Coins each", GOODS_LEFT, default={}, hidden=True, known=coins_each)
    options = ask.rows(
        "Main objective’s options", OPTION, most=2, default=[], known=objective_options,
        needs=OBJECTIVE,
    )  # fmt: skip
    first = ask.choices("First option limited to", GOODS_LEFT, default=[], hint=SHOWN)
    second = ask.choices("Second option limited to", GOODS_LEFT, default=[], hint=SHOWN)
    folds = (options, first, second)

    def answer(self) -> Answer:
        takes = {"first": self.first, "second": self.second}
        kinds = [kind for kind, n in self.goods.items() if n]
        goods: list[Row] = [
            {"value": self.values.get(kind, 0), "count": self.goods[kind],
             "for": [option for option, shown in takes.items() if not shown or kind in shown]}
            for kind in kinds
        ]  # fmt: skip
        found = better(goods, self.options)
        coins = sum(row["value"] * row["count"] for row in goods)
        if not self.options:
            return {"coins": coins, "points": found["points"]}
        give = {kind: n for kind, n in zip(kinds, found["goods"], strict=True) if n}
        return {**found, "coins": coins, "goods": give}

    def lines(self, answer: Answer) -> Iterator[Said]:
        coins, option = plural(answer["coins"], "coin"), answer.get("option")
        if option is None:
            text = f"for goods worth {coins}. Enter the main objective to compare."
        elif option == "none":
            text = f"for goods worth {coins}. No option scores more, so give nothing."
        else:
            give, given = self.counted(answer["goods"]), plural(answer["given"], "coin")
            text = f"with the {option} option. Give {give}, {given} of your {answer['coins']}."
        yield Result(plural(answer["points"], "point"), text)
        told = {} if option is None else {"objective": option, "spent": answer["given"]}
        yield ToSheet({"coins": answer["coins"], **told})


class Objective(Calculator):
    """The better option for goods that are given by their value alone (p. 13)."""

    key, label, src = "objective", "Best objective (by value)", "pp. 8, 13"
    phases = ("final-production",)
    hint = "Enter your goods and what each option needs"

    goods = ask.rows(
        "Goods",
        {
            "value": ask.number("Coins each", high=99),
            "count": ask.number("How many", high=99),
            "for": ask.choices(
                "Can pay for", tuple(Choice(key, key.title()) for key in OPTIONS),
                default=[*OPTIONS], most=2,
            ),
        },
        awaited=True,
    )  # fmt: skip
    options = ask.rows("Main objective’s options", OPTION, most=2, known=objective_options)
    folds = (options,)

    def answer(self) -> Answer:
        return better(self.goods, self.options)

    def lines(self, answer: Answer) -> Iterator[Line]:
        points, option = plural(answer["points"], "point"), answer["option"]
        if option == "none":
            text = "if you give nothing. Every 5 coins of goods score 1 point."
        else:
            text = f"with the {option} option. Give goods worth {plural(answer['given'], 'coin')}."
        yield Result(points, text)
        for n, row in zip(answer["goods"], self.goods, strict=True):
            if n:
                yield Line(f"{n} ×", label=f"worth {plural(row['value'], 'coin')}", tag="give")


CALCULATORS = (Production, Cost, Barracks, Worth, Objective)
