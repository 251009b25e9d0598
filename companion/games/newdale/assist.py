"""Calculators for Newdale: odds of the bag, the better objective, costs, Barracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from companion.rules.aids.aid import Answer, Question
from companion.rules.aids.paying import pay
from companion.rules.issues import Issue
from companion.rules.words import plural

from .checks import COINS_A_POINT
from .figures import Draws, draws_from, scant

TOWN_DISCOUNT = 3  # p. 9
GUNDA = 3  # p. 14
TILE = 4  # p. 14
PAYMENTS = 4  # so many are told; the others are hardly ever paid
COLOURS = ("yellow", "green", "red", "blue")
OPTIONS = ("first", "second")


def production(question: Question) -> Answer:
    """The chances of a building, with the figures that are still to come (p. 11)."""
    needs, bag, draws = question["needs"], question["bag"], question["draws"]
    has, in_bag, found = _has(question), sum(bag.values()), _drawn(question)
    needed = [c for c in COLOURS if needs[c]]
    ways, others = found.missing, sum(bag[c] for c in bag if c not in needed)
    least = question["extra"] + sum(needs[c] - has[c] for c in needed)
    fewer = scant(found, others, draws, least - 1) if least <= draws else ways[0]
    every = comb(in_bag, draws)
    return {
        "chances": {
            "sloppy": Fraction(sum(ways[: question["sloppy"] + 1]), every),
            "orderly": Fraction(ways[0], every),
            "extraordinary": Fraction(ways[0] - fewer, every),
        },
        "missing": Fraction(sum(short * count for short, count in enumerate(ways)), every),
    }


def _has(question: Question) -> dict[str, int]:
    return {c: question["market"].get(c, 0) + question["own"].get(c, 0) for c in COLOURS}


def _drawn(question: Question) -> Draws:
    """All draws from the bag, by what is missing after them."""
    needs, bag, has = question["needs"], question["bag"], _has(question)
    wanted = tuple((needs[c] - has[c], bag[c]) for c in COLOURS if needs[c] > has[c])
    others = sum(bag.values()) - sum(size for _, size in wanted)
    return draws_from(wanted, others, question["draws"])


def compensation(question: Question) -> Answer:
    """The cards that have to be paid to be orderly, fewest first, each with its chance (p. 11)."""
    each, ways = question["compensation"], _drawn(question).missing
    every = comb(sum(question["bag"].values()), question["draws"])
    short = [(n, Fraction(count, every)) for n, count in enumerate(ways) if count]
    likely = short[:PAYMENTS] if each and len(short) > 1 else []
    expected = each * sum((n * chance for n, chance in short), Fraction(0))
    pays = [{"cards": each * n, "chance": chance} for n, chance in likely]
    return {"pays": pays, "expected": expected, "tile": Fraction(sum(ways[:2]), every)}


def check_draws(question: Question) -> Iterator[Issue]:
    """Nobody draws more figures than the bag holds."""
    bag, draws = question["bag"], question["draws"]
    if bag is not None and draws is not None and draws > sum(bag.values()):
        said = f"The bag holds {plural(sum(bag.values()), 'figure')}, so {draws} cannot be drawn."
        yield Issue("too-high", said, field="draws")


def objective(question: Question) -> Answer:
    """The option, or none, that leaves most points, and the goods to give for it (p. 13)."""
    return _better(question["goods"], question["options"])


def _better(goods: Sequence[Mapping[str, Any]], options: Sequence[Mapping[str, int]]) -> Answer:
    coins = sum(row["value"] * row["count"] for row in goods)
    best = {
        "option": "none",
        "given": 0,
        "points": coins // COINS_A_POINT,
        "goods": [0] * len(goods),
    }
    for key, option in zip(OPTIONS, options, strict=False):
        purse = [(row["value"], row["count"] * (key in row["for"])) for row in goods]
        if (given := pay(purse, option["coins"])) is None:
            continue
        paid = sum(value * n for (value, _), n in zip(purse, given, strict=True))
        points = option["points"] + (coins - paid) // COINS_A_POINT
        if (points, -paid) > (best["points"], -best["given"]):
            best = {"option": key, "given": paid, "points": points, "goods": given}
    return best


def worth(question: Question) -> Answer:
    """All goods in coins; with the options told, the better one and what to give for it (p. 13)."""
    kinds = [kind for kind, n in question["goods"].items() if n]
    goods = _rows(question)
    takes = [{"for": [o for o in OPTIONS if not question[o] or k in question[o]]} for k in kinds]
    rows = [{**row, **given} for row, given in zip(goods, takes, strict=True)]
    found = _better(rows, question["options"])
    coins = sum(row["value"] * row["count"] for row in goods)
    if not question["options"]:
        return {"coins": coins, "points": found["points"]}
    give = {kind: n for kind, n in zip(kinds, found["goods"], strict=True) if n}
    return {**found, "coins": coins, "goods": give}


def _rows(question: Question) -> list[dict[str, int]]:
    """The goods one has, kind by kind, with what one of each is worth."""
    values, goods = question["values"], question["goods"]
    return [{"value": values.get(kind, 0), "count": n} for kind, n in goods.items() if n]


def check_values(question: Question) -> Iterator[Issue]:
    """What one of a kind is worth has to be told; only grapes may be worth nothing."""
    goods, values = question["goods"], question["values"]
    if goods is None or values is None:
        return
    labels = {c.key: c.label for c in question.game.catalogue if c.catalogue == "goods"}
    for kind in (kind for kind, n in goods.items() if n and kind in labels):
        if not values.get(kind):
            said = f"What is one {labels[kind]} worth? Read it off the card."
            yield Issue("missing", said, field="values")


def cost(question: Question) -> Answer:
    """What a building costs, never below 0, and the goods that lose least on it (pp. 8, 9)."""
    off = TOWN_DISCOUNT * question["town"] + GUNDA * question["gunda"] + TILE * question["tile"]
    price = max(0, question["printed"] - off)
    kinds = [kind for kind, n in question["goods"].items() if n]
    purse = [(row["value"], row["count"]) for row in _rows(question)]
    given = pay(purse, price)
    if given is None:
        return {"cost": price, "lost": None, "goods": None}
    paid = sum(value * n for (value, _), n in zip(purse, given, strict=True))
    give = {kind: n for kind, n in zip(kinds, given, strict=True) if n}
    return {"cost": price, "lost": paid - price, "goods": give}


def barracks(question: Question) -> Answer:
    """The seats that lose a point: all with fewer fists than the owner (p. 15)."""
    fists = question["fists"]
    own = fists[question["owner"]]
    return {"lose": [seat for seat, n in enumerate(fists) if n < own]}


def check_owner(question: Question) -> Iterator[Issue]:
    """The owner of the Barracks is one of those whose fists are told."""
    fists, owner = question["fists"], question["owner"]
    if fists is not None and owner is not None and owner >= len(fists):
        yield Issue("too-high", "The owner is one of those whose fists you told.", field="owner")


AIDS = {
    "production": production, "compensation": compensation, "objective": objective, "cost": cost,
    "worth": worth, "barracks": barracks,
}  # fmt: skip
AID_CHECKS = {"draws": check_draws, "owner": check_owner, "values": check_values}
