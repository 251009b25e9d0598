"""Calculators for Oh my Goods!: chains, payments, what goods are worth, what a building makes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from companion.rules.aids.aid import Answer, Question
from companion.rules.aids.paying import Given, pay_both
from companion.rules.game import Game
from companion.rules.parts.decks import CatalogueCard, good_values
from companion.rules.situation import fitting

from .chains import Chain, best
from .sunset import check_seen, sunset

ANY = "any"
"""The resource of a building that takes whatever there is."""


VINEYARD, CHARBURNER = "vineyard", "charburner"


def chains(question: Question) -> Answer:
    """The most that goods can be worth after all chains, and in which order to get there."""
    values, goods = good_values(question.game.catalogue), question["goods"]
    known = [c for c in _chains(question.game, values) if c.building in _working(question)]
    cards = {f"{kind} card": n for kind, n in question["cards"].items()}
    # Chains that use what others make come first in the search, which is quicker so, and last here.
    plan = best(known[::-1], {**goods, **cards})[::-1]
    used = [(chain, times) for chain, times in zip(known, plan, strict=True) if times]
    coins = sum(values[good] * n for good, n in goods.items())
    coins += sum(chain.gain * times for chain, times in used)
    steps = [{"building": chain.building, "times": times} for chain, times in used]
    return {"coins": coins, "points": coins // _per(question.game), "steps": steps}


def _working(question: Question) -> tuple[str, ...]:
    """The buildings whose chains may be used: all, or by ruling Q7 those that produced."""
    here = question.situation
    only_some = here.chapter != "base" and here["final-chains"] == "as-ever"
    found: tuple[str, ...] = question["produced" if only_some else "buildings"]
    return found


def chains_gain(question: Question) -> Answer:
    """How many coins and points more that is than the goods are worth as they lie."""
    values, found = good_values(question.game.catalogue), chains(question)
    before = sum(values[good] * n for good, n in question["goods"].items())
    points = found["points"] - before // _per(question.game)
    gained = {"gain": found["coins"] - before, "more": points}
    # Grapes have a value of their own, so with a Vineyard these coins may not be all.
    return gained if VINEYARD in question["buildings"] else {**gained, "total": found["coins"]}


def _chains(game: Game, values: Mapping[str, int]) -> list[Chain]:
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


def _per(game: Game) -> int:
    return game.sheet.by_key["coins"].per


def payment(question: Question) -> Answer:
    """Which goods to give for each cost, so that least is lost; null where it cannot be paid."""
    values, goods, costs = (
        good_values(question.game.catalogue),
        question["goods"],
        question["costs"],
    )
    purse = [(values[good], n) for good, n in goods.items()]
    given = _payment(purse, costs)
    if given is None:
        return {"lost": None, "given": None}
    named = [{good: n for good, n in zip(goods, each, strict=True) if n} for each in given]
    paid = sum(values[good] * n for each in named for good, n in each.items())
    return {"lost": paid - sum(costs), "given": named}


def _payment(purse: list[tuple[int, int]], costs: tuple[int, ...]) -> list[Given] | None:
    if not costs:
        return []
    found = pay_both(purse, (costs[0], costs[1] if len(costs) > 1 else 0))
    return list(found)[: len(costs)] if found else None


def worth(question: Question) -> Answer:
    """All goods in coins, grapes by their Vineyards, and the points for them."""
    values = good_values(question.game.catalogue)
    coins = sum(values[good] * n for good, n in question["goods"].items())
    own = question["colours"]
    # A Vineyard is a building of its colour itself.
    coins += sum(n * max(1, own.get(colour, 0)) for colour, n in question["grapes"].items())
    points, left = divmod(coins, _per(question.game))
    return {"coins": coins, "points": points, "left": left}


class Mode(StrEnum):
    EFFICIENT = "efficient"
    SLOPPY = "sloppy"
    ASSISTANT = "assistant"


FEWER = {Mode.EFFICIENT: 0, Mode.SLOPPY: 1, Mode.ASSISTANT: 0}  # B5


def produce(question: Question) -> Answer:
    """For each building the cards the hand must add, by who works there; null: it makes nothing."""
    extra, cards = question["offices"], {c.key: c for c in question.game.catalogue}
    market = {kind: n + extra.get(kind, 0) for kind, n in question["market"].items()}
    rows = []
    for row in question["buildings"]:
        required = needs(cards[row["card"]].details.get("needs", ""))
        short = {m.value: missing(required, market, m, row["tower"]) for m in Mode}
        rows.append({"card": row["card"], **(short if required else dict.fromkeys(short))})
    return {"buildings": rows}


def charburners(question: Question) -> Answer:
    """Everybody has one Charburner: where none is counted, nobody has told which."""
    kinds = {card.key: card.details.get("kind") for card in question.game.catalogue}
    return {"charburner": [kinds[row["card"]] for row in question["buildings"]].count(CHARBURNER)}


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


def hire(question: Question) -> Answer:
    """Who is left to hire, and in which colours one wants buildings for them; the nearest first."""
    has, found = question["colours"], {}
    for card, shown in question.situation.once(("hire", question.game), lambda: _shown(question)):
        short = {colour: n - has.get(colour, 0) for colour, n in shown.items()}
        short = {colour: n for colour, n in short.items() if n > 0}
        row = {"cost": card.details["cost"], "points": card.points, "short": short or None}
        found[card.key] = {**row, "missing": sum(short.values())}
    left = [key for key in found if key not in question["hired"]]
    return {"assistants": {k: found[k] for k in sorted(left, key=lambda k: found[k]["missing"])}}


def _shown(question: Question) -> list[tuple[CatalogueCard, dict[str, int]]]:
    """The assistants there are, with how many buildings of each colour one has to show."""
    return [
        (card, needs(card.details["needs"]))
        for card in fitting(question.game.catalogue, question.situation)
        if card.catalogue == "assistants" and "needs" in card.details
    ]


AIDS = {
    "chains": chains, "chains-gain": chains_gain, "payment": payment, "worth": worth,
    "produce": produce, "charburners": charburners, "sunset": sunset, "hire": hire,
}  # fmt: skip
AID_CHECKS = {"seen": check_seen}
