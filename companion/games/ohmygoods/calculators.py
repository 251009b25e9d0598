"""Calculators for Oh my Goods!: chains, payments, what goods are worth, what a building makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.rules.aids import inputs as ask
from companion.rules.aids.calculator import Answer, Calculator, Line, Result, Said, ToSheet
from companion.rules.aids.paying import pay_both
from companion.rules.aids.table import Table
from companion.rules.game import Game
from companion.rules.parts.decks import good_values
from companion.rules.situation import fitting
from companion.rules.words import listed, plural, signed

from . import guide
from .chains import Chain, best
from .sunset import CARDS, RESOURCES, Sunset

ANY = "of any kind"  # the resource of a building that takes whatever there is
EXPANSION = {"chapter": "expansion"}
GOODS = (  # without grapes: each Vineyard has its own value
    *ask.choices_of(
        "brick cattle leather flour bread shoes food fabric clothes meat planks iron barrels tools"
        " glass windows coal"
    ),
    *ask.choices_of("weapon corn oven wine", when=ask.only(EXPANSION)),
)
HELD = ask.Keys(more=5)  # goods come on cards of five, too


def coins_a_point(game: Game) -> int:
    return game.sheet.by_key["coins"].per


class Worth(Calculator):
    """All goods in coins, grapes by their Vineyards, and the points for them."""

    key, label, src = "worth", "What goods are worth", "Game End; expansion, Card Explanations"
    phases = ("over", "producing")
    last = True
    fills = "coins"

    goods = ask.counts("Your goods", GOODS, awaited=True, offered=guide.goods_made, widget=HELD)
    grapes = ask.counts(
        "Grapes by colour", guide.COLOURS, default={}, hint="unconfirmed: check the Vineyard",
        when=ask.only(EXPANSION), awaited=True,
    )  # fmt: skip
    colours = ask.counts(
        "Your buildings, Vineyards included", guide.COLOURS, default={}, known=guide.colours_built,
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
        "Your buildings", ask.Cards("buildings"), most=30, known=lambda t: guide.tableau(t).kinds
    )
    produced = ask.choices(
        "Buildings that produced this round", ask.Cards("buildings"), default=[], most=30,
        when=ask.only({**EXPANSION, "final-chains": "as-ever"}),
    )  # fmt: skip
    goods = ask.counts("Your goods", GOODS, awaited=True, offered=guide.goods_made, widget=HELD)
    cards = ask.counts("Cards in hand", RESOURCES, default={}, awaited=True)
    folds = (buildings,)

    def answer(self) -> Answer:
        # By ruling Q7 only the chains of buildings that produced.
        as_ever = self.situation["final-chains"] == "as-ever"
        only_some = self.situation.chapter != "base" and as_ever
        working = self.produced if only_some else self.buildings
        known = [chain for chain in every_chain(self.game) if chain.building in working]
        cards = {f"{kind} card": n for kind, n in self.cards.items()}
        # Chains that use what others make come first in the search, which is quicker so, and
        # last here.
        plan = best(known[::-1], {**self.goods, **cards})[::-1]
        used = [(chain, times) for chain, times in zip(known, plan, strict=True) if times]
        coins = self.worth() + sum(chain.gain * times for chain, times in used)
        steps = [{"building": chain.building, "times": times} for chain, times in used]
        return {"coins": coins, "points": coins // coins_a_point(self.game), "steps": steps}

    def worth(self) -> int:
        """What the goods are worth as they are."""
        values = good_values(self.game.catalogue)
        return sum(values[good] * n for good, n in self.goods.items())

    def lines(self, answer: Answer) -> Iterator[Said]:
        before, coins = self.worth(), answer["coins"]
        over = coins % coins_a_point(self.game)
        more = f", {plural(over, 'coin')} over" if over else ""
        points = f"{plural(answer['points'], 'point')}{more}."
        if answer["steps"]:
            text = f"{before} → {plural(coins, 'coin')}: {points}"
            yield Result(signed(coins - before), text)
        else:
            text = f"{plural(coins, 'coin')}: {points} No chain makes them worth more."
            yield Result("+0", text)
        chains = {chain.building: chain for chain in every_chain(self.game)}
        for n, step in enumerate(answer["steps"], 1):
            chain, times = chains[step["building"]], step["times"]
            uses = " + ".join(f"{times} {item.removesuffix(' card')}" for item in chain.uses)
            becomes = f"{uses} → {times * len(chain.uses)} {chain.makes}"
            yield Line(f"{n}.", f"at the {self.named(chain.building)}", label=becomes)
        if "vineyard" not in self.buildings:  # whose grapes are worth more than these coins
            yield ToSheet({"coins": answer["coins"]})


def every_chain(game: Game) -> list[Chain]:
    """Every chain, each after those that make what it uses."""
    found, values = [], good_values(game.catalogue)
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

    goods = ask.counts("Your goods", GOODS, offered=guide.goods_made, widget=HELD)
    costs = ask.numbers(
        "Cost", high=99, most=2, hint="two with the expansion: 5 3", awaited=True,
        known=guide.costs_now,
    )  # fmt: skip

    def answer(self) -> Answer:
        values = good_values(self.game.catalogue)
        first, second = (*self.costs, 0, 0)[:2]
        given = pay_both([(values[good], n) for good, n in self.goods.items()], (first, second))
        if given is None:
            return {"lost": None, "given": None}
        named = [
            {good: n for good, n in zip(self.goods, each, strict=True) if n}
            for each in given[: len(self.costs)]
        ]
        paid = sum(values[good] * n for each in named for good, n in each.items())
        return {"lost": paid - sum(self.costs), "given": named}

    def lines(self, answer: Answer) -> Iterator[Line]:
        if not any(self.goods.values()):
            yield Result(str(sum(self.costs)), "Tap the goods you have.")
            return
        if answer["given"] is None:
            yield Result("–", "These goods are not enough.")
            return
        lost, given = answer["lost"], [goods for goods in answer["given"] if goods]
        how = f"{plural(lost, 'coin')} lost, as there is no change." if lost else "Exact."
        hands = [f"Hand in {self.counted(goods)}." for goods in given]
        if len(hands) > 1:
            yield Result(str(sum(self.costs)), f"Pay for each separately. {how}")
            for cost, text in zip(self.costs, hands, strict=False):
                yield Line(str(cost), text)
            return
        gone = given[0] if given else {}
        stay = self.counted({good: n - gone.get(good, 0) for good, n in self.goods.items()})
        rest = [f"{stay} left."] if stay else []
        yield Result(str(sum(self.costs)), " ".join([*hands, how, *rest]))


FEWER = {"efficient": 0, "sloppy": 1, "assistant": 0}
"""How many cards may be missing for each mode (B5)."""


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
        known=lambda t: {k.key: guide.tableau(t).count(f"office-{k.key}") for k in RESOURCES},
    )  # fmt: skip
    buildings = ask.rows(
        "Your buildings",
        {
            "card": ask.choice("Card", CARDS),
            "tower": ask.flag("With a tower", when=ask.only(EXPANSION)),
        },
        most=30, known=guide.cards_built, awaited=True,
    )  # fmt: skip
    folds = (market, offices, buildings)

    @classmethod
    def is_idle(cls, table: Table) -> bool:
        """Nobody knows the buildings, or the seat has built, or chains come first."""
        built = guide.laid_now(table, "tableau", "tableau-typed", "hired")
        if table.phase == "producing" and (built or guide.is_last(table)):
            return True
        # A Charburner is there from the start, but without its draw nobody knows which.
        return all(row["card"] == guide.CHARBURNER for row in guide.cards_built(table) or ())

    def answer(self) -> Answer:
        market, found = self.whole_market(), []
        for row in self.buildings:
            short: dict[str, int | None] = dict.fromkeys(FEWER)
            if required := needs(self.card(row["card"]).details.get("needs", "")):
                gap = sum(gaps(required, market).values()) - row["tower"]
                short = {mode: max(0, gap - fewer) for mode, fewer in FEWER.items()}
            found.append({"card": row["card"], **short})
        return {"buildings": found}

    def whole_market(self) -> dict[str, int]:
        return {kind: n + self.offices.get(kind, 0) for kind, n in self.market.items()}

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
        if guide.CHARBURNER not in kinds:  # everybody has one, but which one was not entered
            yield Line("?", "Choose your Charburner in Setup.", label="Charburner")

    def needed(self, key: str) -> str:
        """``1 clay, 3 cotton: 1 cotton missing``."""
        required = needs(self.card(key).details["needs"])
        missing = gaps(required, self.whole_market()).items()
        short = [str(n) if kind == ANY else f"{n} {kind}" for kind, n in missing]
        wanted = ", ".join(f"{n} {kind}" for kind, n in required.items())
        return f"{wanted}: {f'{listed(short)} missing' if short else 'all there'}"


def needs(said: str) -> dict[str, int]:
    """What a card needs as the catalogue writes it: ``1 clay + 3 ore``, ``2 red``."""
    return {kind: int(n) for n, kind in re.findall(rf"(\d+) ({ANY}|[a-z]+)", said)}


def gaps(required: Mapping[str, int], there: Mapping[str, int]) -> dict[str, int]:
    """How many are missing of each kind of which some are."""
    has = {**there, ANY: sum(there.values())}
    short = {kind: n - has.get(kind, 0) for kind, n in required.items()}
    return {kind: n for kind, n in short.items() if n > 0}


class Hire(Calculator):
    """Who is left to hire, and in which colours one wants buildings for them; the nearest first."""

    key, label, src = "hire", "Who can I hire?", "Hiring an Assistant; B2"
    phases = ("producing",)
    hint = "Only assistants set out. You need these colours and the cost"
    when = ask.only({"chapter": "with-base-assistants"})

    colours = ask.counts("Your buildings", guide.COLOURS, known=guide.colours_built)
    hired = ask.choices(
        "No longer on offer", ask.Cards("assistants"), default=[],
        known=guide.gone_assistants,
    )  # fmt: skip
    folds = (hired,)

    def answer(self) -> Answer:
        found = {}
        for card in fitting(self.game.catalogue, self.situation):
            is_one = card.catalogue == "assistants" and "needs" in card.details
            if not is_one or card.key in self.hired:
                continue
            short = gaps(needs(card.details["needs"]), self.colours)
            row = {"cost": card.details["cost"], "points": card.points, "short": short or None}
            found[card.key] = {**row, "missing": sum(short.values())}
        nearest = sorted(found, key=lambda key: found[key]["missing"])
        return {"assistants": {key: found[key] for key in nearest}}

    def lines(self, answer: Answer) -> Iterator[Line]:
        for key, row in answer["assistants"].items():
            text = "" if row["points"] is None else plural(row["points"], "point")
            tag, on_key, short = "All colours", "You have its colours", row["missing"]
            if short:
                tag, text = f"Short by {short}", f"Missing: {self.counted(row['short'])}"
                on_key = text
            yield Line(
                str(row["cost"]), text, label=self.named(key), tag=tag, good=not short, of=key,
                on_key=on_key,
            )  # fmt: skip


CALCULATORS = (Worth, Chains, Payment, Produce, Sunset, Hire)
