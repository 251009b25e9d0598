"""Calculators for Merchants: prices, deliveries, caravans, ways round, the final travel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.rules.aids.aid import Answer, Question
from companion.rules.issues import Issue

from .deeds import Choice, Piles, best_of, choices_of, gained

BREMBIZANT = 2  # p. 23
SPACES = 5  # p. 9: of the Ringway
DARK = ("north", "east", "south", "west")  # p. 11, clockwise
RUINS = ("bottom-left", "top-left", "top-right", "bottom-right")  # p. 13, clockwise
TRAVEL_DICE = 5  # p. 2
ON_A_SECTION = 2  # p. 10: market dice
COINS, PRESTIGE = "coins", "prestige|prestige-from-0"  # the tracks that a booking moves
COMMISSIONS, HEROES = "delivered-commissions", "delivered-heroes"


def bazaar(question: Question) -> Answer:
    """What goods cost: each section once, less Brembizánt's discount, never below 0 (p. 10)."""
    bought = [good for good, n in question["bought"].items() if n]
    coins = sum(question["values"][good] for good in bought)
    return {"coins": max(0, coins - BREMBIZANT * question["brembizant"])}


def bill(question: Question) -> Answer:
    """The same purchase in words: what each section costs, and what is free.

    Brembizánt may leave nothing to pay; goods that are worth nothing have no price yet.
    """
    bought = {good: n for good, n in question["bought"].items() if n}
    worth = sum(question["values"][good] for good in bought)
    parts = [
        f"{good} {question['values'][good]}" + (", the second free" if n > 1 else "")
        for good, n in bought.items()
    ]
    less = ["Brembizánt takes 2 off"] if question["brembizant"] else []
    gone = {f"dice-{good}": -n for good, n in bought.items()}
    counts = {COINS: -bazaar(question)["coins"], **gone}  # the dice are set aside for Rest
    return {"bill": "; ".join([*parts, *less]), "worth": worth, "books": {"counts": counts}}


def die(question: Question) -> Answer:
    """A market die turned to another good goes to the section of that good (p. 10)."""
    return {"from": question["from"], "to": question["to"]}


def moved(question: Question) -> Answer:
    """The same move, to be booked."""
    counts = {f"dice-{question['from']}": -1, f"dice-{question['to']}": 1}
    return {"books": {"counts": counts}}


def check_die(question: Question) -> Iterator[Issue]:
    """There is a die to move, and room where it goes."""
    dice, here, there = question["dice"] or {}, question["from"], question["to"]
    if not here or not there or not any(dice.values()):
        return
    if not dice.get(here):
        yield Issue("conflict", "No die lies there.", field="from")
    if dice.get(there, 0) >= ON_A_SECTION:
        yield Issue("conflict", f"At most {ON_A_SECTION} dice lie on a section.", field="from")


def inn(question: Question) -> Answer:
    """Coins for goods, 1 more and a quartz for each upgraded one (p. 12)."""
    upgraded = sum(row["upgraded"] for row in question["goods"])
    coins = sum(row["value"] for row in question["goods"])
    sold = {good: n for good, n in question["sold"].items() if n}
    upgraded += sum(n > 1 for n in sold.values())
    coins += sum(question["values"].get(good, 0) for good in sold)
    return {"coins": coins + upgraded, "quartz": upgraded}


def receipt(question: Question) -> Answer:
    """The same sale in words."""
    sold = [
        f"{'upgraded ' if n > 1 else ''}{good} {question['values'].get(good, 0)}"
        + (" + 1" if n > 1 else "")
        for good, n in question["sold"].items()
        if n
    ]
    by_value = [f"{row['value']}{' + 1' if row['upgraded'] else ''}" for row in question["goods"]]
    books = {"counts": {COINS: inn(question)["coins"]}}
    return {"receipt": ", ".join([*sold, *by_value]), "books": books}


def building(question: Question) -> Answer:
    """What a building of this game does, and what it takes for it (p. 19)."""
    cards = {card.key: card.details for card in question.game.catalogue}
    found = cards[question["building"]]
    return {"cost": found.get("cost"), "effect": found["effect"]}


def commissions(question: Question) -> Answer:
    """Prestige for each commission, by its goods and how many are upgraded (p. 15)."""
    each = _prestige(question, question["commissions"])
    return {"prestige": sum(each), "each": each}


def delivered(question: Question) -> Answer:
    """The same delivery, to be booked."""
    counts = {
        PRESTIGE: commissions(question)["prestige"],
        COMMISSIONS: len(question["commissions"]),
    }
    return {"books": {"counts": counts}}


def _prestige(question: Question, rows: Iterable[Mapping[str, Any]]) -> list[int]:
    table, more = question.fact("commission"), question.fact("upgraded")
    return [table[row["goods"] - 1] + more * row["upgraded"] for row in rows]


def check_upgraded(question: Question) -> Iterator[Issue]:
    """No more goods are upgraded than are delivered."""
    for number, row in enumerate(question["commissions"] or (), 1):
        if None not in (row["goods"], row["upgraded"]) and row["upgraded"] > row["goods"]:
            said = f"Commission {number}: at most as many upgraded goods as goods."
            yield Issue("conflict", said, field="commissions")


def travel_die(question: Question) -> Answer:
    """What a raised travel die counts as; above 6 by ruling 7, where 0 brings nothing."""
    raised = question["face"] + question["more"]
    above = 6 if question.situation["above-six"] == "six" else 0
    return {"die": raised if raised <= 6 else above}


def caravan(question: Question) -> Answer:
    """Who picks in which order, from how many dice, and the leader's good fortunes (pp. 14, 15)."""
    players, leader, shortcut = question["players"], question["leader"], question["shortcut"]
    left = [(leader + step) % players for step in range(1, players)]
    others = [seat for seat in left if seat in question["joined"]]
    order = [*others, leader] if shortcut else [leader, *others]
    dice = min(TRAVEL_DICE, len(order) + question["die"])
    return {"dice": dice, "order": order, "fortunes": 2 if shortcut else 1}


def check_caravan(question: Question) -> Iterator[Issue]:
    """Leader and companions sit at the table."""
    players, joined = question["players"], question["joined"] or ()
    for key, seats in (("leader", (question["leader"],)), ("joined", joined)):
        if players and any(seat is not None and seat >= players for seat in seats):
            yield Issue("too-high", f"Seats count from 0 to {players - 1}.", field=key)


def move(question: Question) -> Answer:
    """Where the pawn ends on the Ringway, counted clockwise from its start space (p. 9)."""
    to = (question["at"] + question["value"] + question["horseshoe"]) % SPACES
    return {"space": to, "beside": question.fact("ring")[to]}


def dark_market(question: Question) -> Answer:
    """The spaces in reach, 1 coin for each step, nearest first (p. 11)."""
    at, steps = DARK.index(question["at"]), range(1, min(len(DARK), question["coins"]) + 1)
    return {"reach": [{"space": DARK[(at + n) % len(DARK)], "coins": n} for n in steps]}


def ruins(question: Question) -> Answer:
    """The corners in reach, 1 step and 1 more for each hero, nearest first (p. 13)."""
    at, steps = RUINS.index(question["at"]), range(1, 2 + question["heroes"])
    return {"reach": [RUINS[(at + n) % len(RUINS)] for n in steps]}


def balance(question: Question) -> Answer:
    """Coins less prestige, and what one more coin and one more prestige add to the base (p. 16)."""
    coins, prestige = question["coins"], question["prestige"]
    more = {"coin": int(coins < prestige), "prestige": int(prestige < coins)}
    return {"ahead": coins - prestige, "base": min(coins, prestige), "more": more}


def countdown(question: Question) -> Answer:
    """Night dice of a turn, and what happens to them at its end (p. 10)."""
    turn = question["turn"]
    dice = {key: question.fact(key, turn) for key in ("reserve", "locked")}
    return {**dice, "refresh": question.fact("refreshing", turn)}


def final_travel(question: Question) -> Answer:
    """Every town by the base it leads to, then by the sum, the best first (p. 16)."""
    told = question["told"]
    choices = [Choice(row["coins"], row["prestige"], row["times"]) for row in question["deeds"]]
    choices += choices_of(told)
    split = question.situation["choice-deeds"] == "each-time"
    towns = [card for card in question.game.catalogue if card.catalogue == "towns"]
    gains = [_delivered(question, town.key, town.details) for town in towns]
    coins = question["coins"] + gained(told, "coins")
    prestige = question["prestige"] + gained(told, "prestige")
    starts = [Piles(coins + gain["coins"], prestige + gain["prestige"]) for gain in gains]
    trips = [
        {"town": town.key, **gain, "base": piles.base, "sum": piles.sum}
        for town, gain, piles in zip(towns, gains, best_of(starts, choices, split), strict=True)
    ]
    return {"towns": sorted(trips, key=lambda trip: (-trip["base"], -trip["sum"]))}


def trips(question: Question) -> Answer:
    """The same towns, each with what a visit brings to be booked."""
    found = []
    for trip in final_travel(question)["towns"]:
        rows = [row for row in question["commissions"] if row["town"] == trip["town"]]
        counts = {COINS: trip["coins"], PRESTIGE: trip["prestige"], COMMISSIONS: len(rows)}
        counts[HEROES] = question["heroes"].get(trip["town"], 0)
        brings = trip["coins"] + trip["prestige"]
        found.append({**trip, "brings": brings, "books": {"counts": counts}})
    return {"towns": found}


def _delivered(question: Question, town: str, hero: Mapping[str, int]) -> dict[str, int]:
    heroes = question["heroes"].get(town, 0)
    rows = [row for row in question["commissions"] if row["town"] == town]
    prestige = heroes * hero["prestige"] + sum(_prestige(question, rows))
    return {"coins": heroes * hero["coins"], "prestige": prestige}


AIDS = {
    "bazaar": bazaar, "bill": bill, "die": die, "moved": moved, "delivered": delivered,
    "trips": trips, "inn": inn, "receipt": receipt, "building": building,
    "commissions": commissions, "travel-die": travel_die,
    "caravan": caravan, "move": move, "dark-market": dark_market, "ruins": ruins,
    "balance": balance, "countdown": countdown, "final-travel": final_travel,
}  # fmt: skip
AID_CHECKS = {"upgraded": check_upgraded, "die": check_die, "caravan": check_caravan}
