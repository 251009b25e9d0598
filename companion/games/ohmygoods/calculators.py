"""Calculators for Oh my Goods!: chains, payments, what goods are worth, what a building makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Result, Said, ToSheet
from companion.rules.aids.paying import Given, pay_both
from companion.rules.aids.table import Table
from companion.rules.game import Game
from companion.rules.parts.decks import CatalogueCard, good_values
from companion.rules.situation import fitting
from companion.rules.words import change, listed, plural

from .chains import Chain, best
from .guide import (
    CHARBURNER,
    COLOURS,
    cards_built,
    colours_built,
    costs_now,
    gone_assistants,
    goods_made,
    is_last,
    laid_now,
    tableau,
)
from .sunset import CARDS, RESOURCES, Sunset

ANY = "any"
"""The resource of a building that takes whatever there is."""

VINEYARD = "vineyard"
EXPANSION = {"chapter": "expansion"}
GOODS = (  # without grapes: each Vineyard has its own value
    *ask.choices_of(
        "brick cattle leather flour bread shoes food fabric clothes meat planks iron barrels tools"
        " glass windows coal"
    ),
    *ask.choices_of("weapon corn oven wine", when=ask.only(EXPANSION)),
)


HELD = ask.Keys(more=5)
"""Goods come on cards of five, too."""


def coins_a_point(game: Game) -> int:
    return game.sheet.by_key["coins"].per


class Worth(Calculator):
    """All goods in coins, grapes by their Vineyards, and the points for them."""

    key, label, src = "worth", "What goods are worth", "Game End; expansion, Card Explanations"
    phases = ("over", "producing")
    last = True
    fills = "coins"

    goods = ask.counts("Your goods", GOODS, awaited=True, offered=goods_made, widget=HELD)
    grapes = ask.counts(
        "Grapes by colour", COLOURS, default={}, hint="unconfirmed: check the Vineyard",
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
        left = f", {plural(answer['left'], 'coin')} over" if answer["left"] else ""
        text = f"{plural(answer['coins'], 'coin')}: {plural(answer['points'], 'point')}{left}."
        yield Result(str(answer["points"]), text)
        yield ToSheet({"coins": answer["coins"]})


class Chains(Calculator):
    """The most that goods can be worth after all chains, and in which order to get there."""

    key, label, src = "chains", "Last round: best chains", "Phase IV; Game End; Q7"
    phases = ("producing", "over")
    last = True
    hint = "First produce, then tap what you have"
    fills = "coins"

    buildings = ask.choices(
        "Your buildings", ask.Cards("buildings"), most=30, known=lambda table: tableau(table).kinds
    )
    produced = ask.choices(
        "Buildings that produced this round", ask.Cards("buildings"), default=[], most=30,
        when=ask.only({**EXPANSION, "final-chains": "as-ever"}),
    )  # fmt: skip
    goods = ask.counts("Your goods", GOODS, awaited=True, offered=goods_made, widget=HELD)
    cards = ask.counts("Cards in hand", RESOURCES, default={}, awaited=True)
    folds = (buildings,)

    def answer(self) -> Answer:
        known = [c for c in every_chain(self.game, self.values()) if c.building in self.working()]
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
        """What the goods are worth as they are."""
        return sum(self.values()[good] * n for good, n in self.goods.items())

    def values(self) -> Mapping[str, int]:
        return good_values(self.game.catalogue)

    def lines(self, answer: Answer) -> Iterator[Said]:
        before, coins = self.worth(), answer["coins"]
        over = coins % coins_a_point(self.game)
        more = f", {plural(over, 'coin')} over" if over else ""
        points = f"{plural(answer['points'], 'point')}{more}."
        if answer["steps"]:
            text = f"{before} → {plural(coins, 'coin')}: {points}"
            yield Result(change(coins - before, "coin").split()[0], text)
        else:
            text = f"{plural(coins, 'coin')}: {points} No chain makes them worth more."
            yield Result("+0", text)
        chains = {chain.building: chain for chain in every_chain(self.game, self.values())}
        for n, step in enumerate(answer["steps"], 1):
            said = self.becomes(chains[step["building"]], step["times"])
            yield Line(f"{n}.", f"at the {self.named(step['building'])}", label=said)
        if VINEYARD not in self.buildings:  # whose grapes are worth more than these coins
            yield ToSheet({"coins": answer["coins"]})

    def becomes(self, chain: Chain, times: int) -> str:
        """``3 fabric + 3 coal → 6 clothes``."""
        uses = " + ".join(f"{times} {item.removesuffix(' card')}" for item in chain.uses)
        return f"{uses} → {times * len(chain.uses)} {chain.makes}"


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

    key, label, src = "payment", "Payment", "Phase IV; expansion, Course of Play"
    phases = ("producing",)
    hint = "Tap your goods, then enter the cost"

    goods = ask.counts("Your goods", GOODS, offered=goods_made, widget=HELD)
    costs = ask.numbers(
        "Cost", high=99, most=2, hint="two with the expansion: 5 3", awaited=True,
        known=costs_now,
    )  # fmt: skip

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
        if not any(self.goods.values()):
            yield Result(str(sum(self.costs)), "Tap the goods you have.")
            return
        if answer["given"] is None:
            yield Result("–", "These goods are not enough.")
            return
        lost, given = answer["lost"], answer["given"]
        how = f"{plural(lost, 'coin')} lost, as there is no change." if lost else "Exact."
        hands = [f"Hand in {self.counted(goods)}." for goods in given if goods]
        if len(hands) > 1:
            yield Result(str(sum(self.costs)), f"Pay for each separately. {how}")
            for cost, text in zip(self.costs, hands, strict=False):
                yield Line(str(cost), text)
            return
        stay = self.counted(_left(self.goods, given))
        rest = f" {stay} left." if stay else ""
        yield Result(str(sum(self.costs)), " ".join([*hands, how]) + rest)


def _left(goods: Mapping[str, int], given: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return {good: n - sum(each.get(good, 0) for each in given) for good, n in goods.items()}


class Mode(StrEnum):
    EFFICIENT = "efficient"
    SLOPPY = "sloppy"
    ASSISTANT = "assistant"


FEWER = {Mode.EFFICIENT: 0, Mode.SLOPPY: 1, Mode.ASSISTANT: 0}  # B5


class Produce(Calculator):
    """For each building the cards the hand must add, by who works there; null: it makes nothing."""

    key, label, src = "produce", "What your buildings make", "Phases II, IV; Card Explanations"
    phases = ("producing", "sunset", "sunrise")
    hint = "Efficient makes 2, sloppy or a base assistant 1"

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

    @classmethod
    def is_idle(cls, table: Table) -> bool:
        """Nobody knows the buildings, or the seat has built, or chains come first."""
        built = laid_now(table, "tableau", "tableau-typed", "hired")
        late = table.phase == "producing" and (bool(built) or is_last(table))
        # A Charburner is there from the start, but without its draw nobody knows which.
        return late or all(row["card"] == CHARBURNER for row in cards_built(table) or ())

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
        for row in sorted(working, key=lambda row: (row["sloppy"], row["efficient"])):
            label, text = self.named(row["card"]).partition(":")[0], self.needed(row["card"])
            if not row["efficient"]:
                yield Line("2", text, label=label, tag="efficient", good=True)
            elif not row["sloppy"]:
                yield Line("1", text, label=label, tag="sloppy")
            else:
                yield Line("0", text, label=label, tag=f"{row['sloppy']} short")
        kinds = [self.card(row["card"]).details.get("kind") for row in self.buildings]
        if CHARBURNER not in kinds:  # everybody has one, but which one was not entered
            yield Line("?", "Choose your Charburner in Setup.", label="Charburner")

    def needed(self, key: str) -> str:
        """``1 clay, 3 cotton: 1 cotton missing``."""
        required = needs(self.card(key).details["needs"])
        market = {kind: n + self.offices.get(kind, 0) for kind, n in self.market.items()}
        if ANY in required:
            gap = max(0, required[ANY] - sum(market.values()))
            return f"{required[ANY]} of any kind: {f'{gap} missing' if gap else 'all there'}"
        gaps = {kind: n - market.get(kind, 0) for kind, n in required.items()}
        short = [f"{n} {kind}" for kind, n in gaps.items() if n > 0]
        wanted = ", ".join(f"{n} {kind}" for kind, n in required.items())
        return f"{wanted}: {f'{listed(short)} missing' if short else 'all there'}"


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
    hint = "Only assistants set out. You need these colours and the cost"
    when = ask.only({"chapter": "with-base-assistants"})

    colours = ask.counts("Your buildings", COLOURS, known=colours_built)
    hired = ask.choices(
        "No longer on offer", ask.Cards("assistants"), default=[],
        known=gone_assistants,
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
            wanted = f"Missing: {self.counted(row['short'] or {})}"
            points = "" if row["points"] is None else plural(row["points"], "point")
            figure, label, short = str(row["cost"]), self.named(key), row["missing"]
            if short:
                tag = f"Short by {short}"
                yield Line(figure, wanted, label=label, tag=tag, of=key, on_key=wanted)
            else:
                yield Line(
                    figure, points, label=label, tag="All colours", good=True, of=key,
                    on_key="You have its colours",
                )  # fmt: skip


CALCULATORS = (Worth, Chains, Payment, Produce, Sunset, Hire)
