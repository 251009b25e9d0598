"""Calculators for Oh my Goods!: chains, payments, what goods are worth, what a building makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Result, Said, ToSheet
from companion.rules.aids.inputs import Row
from companion.rules.aids.paying import Given, pay_both
from companion.rules.aids.table import LaidCards, Table
from companion.rules.game import Game
from companion.rules.parts.decks import CatalogueCard, good_values
from companion.rules.situation import fitting
from companion.rules.words import change, plural

from .chains import Chain, best
from .sunset import CARDS, RESOURCES, Sunset

ANY = "any"
"""The resource of a building that takes whatever there is."""

VINEYARD, CHARBURNER = "vineyard", "charburner"
EXPANSION = {"chapter": "expansion"}
GOODS = (  # without grapes: each Vineyard has its own value
    *ask.choices_of(
        "brick cattle leather flour bread shoes food fabric clothes meat planks iron barrels tools"
        " glass windows coal"
    ),
    *ask.choices_of("weapon corn oven wine", when=ask.only(EXPANSION)),
)
COLOURS = ask.choices_of("green red gray yellow white")


def tableau(table: Table) -> LaidCards:
    """The cards before this seat, one by one or by kind."""
    return table.pad("tableau", "tableau-typed")


def colours_built(table: Table) -> dict[str, int | None]:
    return {colour.key: tableau(table).in_group(colour.key) for colour in COLOURS}


def cards_built(table: Table) -> list[Row] | None:
    rows = tableau(table).rows
    return None if rows is None else [{"card": row["card"]} for row in rows]


def coins_a_point(game: Game) -> int:
    return game.sheet.by_key["coins"].per


class Worth(Calculator):
    """All goods in coins, grapes by their Vineyards, and the points for them."""

    key, label, src = "worth", "What your goods are worth", "Game End; expansion, Card Explanations"
    phases = ("over", "producing")
    fills = "coins"

    goods = ask.counts("Your goods", GOODS, awaited=True)
    grapes = ask.counts(
        "Grapes, by colour", COLOURS, default={}, hint="unconfirmed: check the Vineyard",
        when=ask.only(EXPANSION), awaited=True,
    )  # fmt: skip
    colours = ask.counts(
        "Your buildings, Vineyards included", COLOURS, default={}, known=colours_built,
        hint="using 1 coin per grape for each of the Vineyard’s colour", when=ask.only(EXPANSION),
    )  # fmt: skip
    folds = (colours,)

    def answer(self) -> Answer:
        values = good_values(self.game.catalogue)
        coins = sum(values[good] * n for good, n in self.goods.items())
        # A Vineyard is a building of its colour itself.
        coins += sum(n * max(1, self.colours.get(colour, 0)) for colour, n in self.grapes.items())
        points, left = divmod(coins, coins_a_point(self.game))
        return {"coins": coins, "points": points, "left": left}

    def lines(self, answer: Answer) -> Iterator[Said]:
        left = f", {answer['left']} left over" if answer["left"] else ""
        text = f"in points: your goods are worth {plural(answer['coins'], 'coin')}{left}."
        yield Result(str(answer["points"]), text)
        yield ToSheet({"coins": answer["coins"]})


class Chains(Calculator):
    """The most that goods can be worth after all chains, and in which order to get there."""

    key, label, src = "chains", "Last round: best chains", "Phase IV; Game End; Q7"
    phases = ("producing", "over")
    last = True
    hint = "Your goods and cards before you use chains"
    fills = "coins"

    buildings = ask.choices(
        "Your buildings", ask.Cards("buildings"), most=30, known=lambda table: tableau(table).kinds
    )
    produced = ask.choices(
        "Buildings that produced this round", ask.Cards("buildings"), default=[], most=30,
        when=ask.only({**EXPANSION, "final-chains": "as-ever"}),
    )  # fmt: skip
    goods = ask.counts("Your goods", GOODS, awaited=True)
    cards = ask.counts("Cards in hand", RESOURCES, default={}, awaited=True)
    folds = (buildings,)

    def answer(self) -> Answer:
        values = good_values(self.game.catalogue)
        known = [c for c in every_chain(self.game, values) if c.building in self.working()]
        cards = {f"{kind} card": n for kind, n in self.cards.items()}
        # Chains that use what others make come first in the search, which is quicker so, and
        # last here.
        plan = best(known[::-1], {**self.goods, **cards})[::-1]
        used = [(chain, times) for chain, times in zip(known, plan, strict=True) if times]
        coins = self.worth() + sum(chain.gain * times for chain, times in used)
        steps = [{"building": chain.building, "times": times} for chain, times in used]
        return {"coins": coins, "points": coins // coins_a_point(self.game), "steps": steps}

    def working(self) -> tuple[str, ...]:
        """The buildings whose chains may be used: all, or by ruling Q7 those that produced."""
        as_ever = self.situation["final-chains"] == "as-ever"
        only_some = self.situation.chapter != "base" and as_ever
        return self.produced if only_some else self.buildings

    def worth(self) -> int:
        """What the goods are worth as they lie."""
        values = good_values(self.game.catalogue)
        return sum(values[good] * n for good, n in self.goods.items())

    def lines(self, answer: Answer) -> Iterator[Said]:
        coins, points = plural(answer["coins"], "coin"), answer["points"]
        if answer["steps"]:
            before = self.worth()
            more = change(points - before // coins_a_point(self.game), "point")
            text = f"and {more}: goods worth {coins}, {plural(points, 'point')}."
            yield Result(change(answer["coins"] - before, "coin"), text)
        else:
            text = f"in points for goods worth {coins}. No chain makes them worth more."
            yield Result(str(points), text)
        for n, step in enumerate(answer["steps"], 1):
            text = f"use its chain {plural(step['times'], 'time')}"
            yield Line(f"{n}.", label=self.named(step["building"]), text=text)
        if VINEYARD not in self.buildings:  # whose grapes are worth more than these coins
            yield ToSheet({"coins": answer["coins"]})


def every_chain(game: Game, values: Mapping[str, int]) -> list[Chain]:
    """Every chain, each after those that make what it uses."""
    found = []
    for card in game.catalogue:
        if card.catalogue == "buildings" and "chain" in card.details:
            uses, makes = tuple(card.details["chain"].split(" + ")), card.details["good"]
            gain = len(uses) * values[makes] - sum(values.get(item, 0) for item in uses)
            found.append(Chain(card.key, uses, makes, gain))
    made = {chain.makes: chain for chain in found}

    def depth(chain: Chain) -> int:
        return 1 + max((depth(made[item]) for item in chain.uses if item in made), default=0)

    return sorted(found, key=depth)


class Payment(Calculator):
    """Which goods to give for each cost, so that least is lost; null where it cannot be paid."""

    key, label, src = "payment", "Paying", "Phase IV; expansion, Course of Play"
    phases = ("producing", "sunrise")
    hint = "What you have, and what it costs"

    goods = ask.counts("Your goods", GOODS)
    costs = ask.numbers(
        "Cost", high=99, most=2, hint="such as 5, or 5 3 for two in the expansion", awaited=True
    )

    def answer(self) -> Answer:
        values = good_values(self.game.catalogue)
        given = self.given([(values[good], n) for good, n in self.goods.items()])
        if given is None:
            return {"lost": None, "given": None}
        named = [{good: n for good, n in zip(self.goods, each, strict=True) if n} for each in given]
        paid = sum(values[good] * n for each in named for good, n in each.items())
        return {"lost": paid - sum(self.costs), "given": named}

    def given(self, purse: list[tuple[int, int]]) -> list[Given] | None:
        if not self.costs:
            return []
        found = pay_both(purse, (self.costs[0], self.costs[1] if len(self.costs) > 1 else 0))
        return list(found)[: len(self.costs)] if found else None

    def lines(self, answer: Answer) -> Iterator[Line]:
        if answer["given"] is None:
            yield Result("–", "These goods are not enough.")
            return
        lost = answer["lost"]
        how = "at least: there is no change." if lost else "it can be paid exactly."
        yield Result(str(lost), f"lost in coins{' ' if lost else ': '}{how}")
        for n, goods in enumerate(answer["given"], 1):
            if goods:
                yield Line(f"{n}.", f"pay {self.counted(goods)}")


class Mode(StrEnum):
    EFFICIENT = "efficient"
    SLOPPY = "sloppy"
    ASSISTANT = "assistant"


FEWER = {Mode.EFFICIENT: 0, Mode.SLOPPY: 1, Mode.ASSISTANT: 0}  # B5


class Produce(Calculator):
    """For each building the cards the hand must add, by who works there; null: it makes nothing."""

    key, label, src = "produce", "What can I make?", "Phases II, IV; Card Explanations"
    phases = ("producing", "sunset", "sunrise")
    hint = "Which of your cards work with this market"

    market = ask.counts(
        "In the market", RESOURCES,
        known=lambda table: {kind.key: table.track(kind.key) for kind in RESOURCES},
    )  # fmt: skip
    offices = ask.counts(
        "Your Market Offices", RESOURCES, default={},
        known=lambda table: {k.key: tableau(table).count(f"office-{k.key}") for k in RESOURCES},
    )  # fmt: skip
    buildings = ask.rows(
        "Your buildings",
        {
            "card": ask.choice("Card", CARDS),
            "tower": ask.flag("With a tower", when=ask.only(EXPANSION)),
        },
        most=30, known=cards_built, awaited=True,
    )  # fmt: skip
    folds = (market, offices, buildings)

    def answer(self) -> Answer:
        market = {kind: n + self.offices.get(kind, 0) for kind, n in self.market.items()}
        found = []
        for row in self.buildings:
            required = needs(self.card(row["card"]).details.get("needs", ""))
            short = {mode.value: missing(required, market, mode, row["tower"]) for mode in Mode}
            found.append({"card": row["card"], **(short if required else dict.fromkeys(short))})
        return {"buildings": found}

    def lines(self, answer: Answer) -> Iterator[Line]:
        working = [row for row in answer["buildings"] if row["efficient"] is not None]
        efficient = [row for row in working if not row["efficient"]]
        sloppy = [row for row in working if row["efficient"] and not row["sloppy"]]
        for row in efficient:
            text = "with an efficient worker, 1 with a sloppy one or a base assistant"
            yield Line("2", text, label=self.named(row["card"]), tag="Efficient", good=True)
        for row in [*sloppy, *(row for row in working if row["sloppy"])]:
            label, short = self.named(row["card"]), row["sloppy"]
            more = f"or a base assistant needs {plural(row['efficient'], 'card')} from your hand"
            if short:
                yield Line("–", f"an efficient worker {more}", label=label, tag=f"Short by {short}")
            else:
                text = f"with a sloppy worker. An efficient one {more}"
                yield Line("1", text, label=label, tag="Sloppy")
        kinds = [self.card(row["card"]).details.get("kind") for row in self.buildings]
        if CHARBURNER not in kinds:  # everybody has one, so nobody has told which
            text = "not counted here: tell in the set-up which one you have"
            yield Line("?", text, label="Charburner")


def needs(said: str) -> dict[str, int]:
    """What a card needs as the catalogue writes it: ``1 clay + 3 ore``, ``2 red``."""
    if any_kind := re.fullmatch(r"(\d+) of any kind", said):
        return {ANY: int(any_kind[1])}
    return {kind: int(n) for n, kind in re.findall(r"(\d+) ([a-z]+)", said)}


def missing(
    required: Mapping[str, int],
    market: Mapping[str, int],
    mode: Mode = Mode.EFFICIENT,
    tower: bool = False,
) -> int:
    """Cards the hand must add. ``market`` includes what Market Offices add; a tower saves 1."""
    if ANY in required:
        gap = required[ANY] - sum(market.values())
    else:
        gap = sum(max(0, n - market.get(kind, 0)) for kind, n in required.items())
    return max(0, gap - FEWER[mode] - tower)


class Hire(Calculator):
    """Who is left to hire, and in which colours one wants buildings for them; the nearest first."""

    key, label, src = "hire", "Who can I hire?", "Hiring an Assistant; B2"
    phases = ("producing",)
    hint = "Only those on offer: pay the cost, have these colours"
    when = ask.only({"chapter": "with-base-assistants"})

    colours = ask.counts("Your buildings", COLOURS, known=colours_built)
    hired = ask.choices(
        "All assistants hired so far", ask.Cards("assistants"), default=[],
        known=lambda table: table.laid("hired"),
    )  # fmt: skip
    folds = (hired,)

    def answer(self) -> Answer:
        found = {}
        for card, shown in self.situation.once(("hire", self.game), self.assistants):
            short = {colour: n - self.colours.get(colour, 0) for colour, n in shown.items()}
            short = {colour: n for colour, n in short.items() if n > 0}
            row = {"cost": card.details["cost"], "points": card.points, "short": short or None}
            found[card.key] = {**row, "missing": sum(short.values())}
        left = [key for key in found if key not in self.hired]
        nearest = sorted(left, key=lambda key: found[key]["missing"])
        return {"assistants": {key: found[key] for key in nearest}}

    def assistants(self) -> list[tuple[CatalogueCard, dict[str, int]]]:
        """The assistants there are, with how many buildings of each colour one has to show."""
        return [
            (card, needs(card.details["needs"]))
            for card in fitting(self.game.catalogue, self.situation)
            if card.catalogue == "assistants" and "needs" in card.details
        ]

    def lines(self, answer: Answer) -> Iterator[Line]:
        for key, row in answer["assistants"].items():
            wanted = f"still wanted: {self.counted(row['short'] or {})}"
            points = "" if row["points"] is None else plural(row["points"], "point")
            figure, label, short = str(row["cost"]), self.named(key), row["missing"]
            if short:
                tag = f"Short by {short}"
                yield Line(figure, wanted, label=label, tag=tag, of=key, on_key=wanted)
            else:
                yield Line(
                    figure, points, label=label, tag="All colours", good=True, of=key,
                    on_key="you have its colours",
                )  # fmt: skip


CALCULATORS = (Worth, Chains, Payment, Produce, Sunset, Hire)
