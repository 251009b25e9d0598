"""Calculators for Merchants: prices, deliveries, caravans, ways round, the final travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.merchants.deeds import Choice, Piles, best

SECTIONS = (5, 4, 3, 2, 1, 1)  # p. 6, step 4: the value of each section of the wheel
MOST_DICE = 2  # p. 10: on one section
SPACES = 5  # p. 9: of the Ringway
CORNERS = 4  # pp. 11, 13: of the dark market ring and of the ruins tablet
TRAVEL_DICE = 5  # p. 2
TILES = (
    ("Blazing Quartz Mine", "Queen's Eyes Surveyor"),
    ("Icebreaker Harbor", "Merchant's Guildhall"),
    ("Oracle of Lumi", "Candle & Quartz"),
    ("Otho's Lanternworks", "Guildmaster's Mansion"),
    ("Yedl's Workshop", "Frosted Filigree"),
)  # ruling 21: worked out, not read


def clashes(picked: Sequence[str]) -> tuple[str, ...]:
    """The pairs of picked buildings that share a tile, if our pairs are right."""
    return tuple(" and ".join(tile) for tile in TILES if set(tile) <= set(picked))


def wheel_from(order: Sequence[str], five: str | None) -> tuple[str, ...]:
    """The six goods from $5 down; empty while the group has not told all of it."""
    if len(order) != len(SECTIONS) or five not in order:
        return ()
    at = order.index(five)
    return (*order[at:], *order[:at])


def turned(wheel: Sequence[str], steps: int = 1, up: bool = False) -> tuple[str, ...]:
    """The wheel after so many clockwise steps: values fall, or rise by ruling 11."""
    at = (steps if up else -steps) % len(wheel)
    return (*wheel[at:], *wheel[:at])


def bazaar_cost(values: Mapping[str, int], bought: Mapping[str, int], discount: int = 0) -> int:
    """What goods cost: each section once, less Brembizánt's discount, never below 0."""
    if any(not 0 <= n <= MOST_DICE for n in bought.values()):
        raise ValueError(f"At most {MOST_DICE} dice lie on a section.")
    return max(0, sum(values[good] for good, n in bought.items() if n) - discount)


@dataclass(frozen=True, slots=True)
class Gain:
    """What somebody gets."""

    coins: int = 0
    prestige: int = 0
    quartz: int = 0

    def __add__(self, other: Gain) -> Gain:
        return Gain(
            self.coins + other.coins, self.prestige + other.prestige, self.quartz + other.quartz
        )


def inn_sale(values: Sequence[int], upgraded: int = 0) -> Gain:
    """Coins for goods of these values, 1 more and a quartz for each upgraded one (p. 12)."""
    if not 0 <= upgraded <= len(values):
        raise ValueError("At most as many upgraded goods as goods.")
    return Gain(coins=sum(values) + upgraded, quartz=upgraded)


def commission(table: Sequence[int], goods: int, upgraded: int = 0, extra: int = 1) -> int:
    """Prestige for goods on one commission; ``table`` is the fact ``commission`` (ruling 1)."""
    if not 1 <= goods <= len(table):
        raise ValueError(f"A commission takes 1 to {len(table)} goods.")
    if not 0 <= upgraded <= goods:
        raise ValueError("At most as many upgraded goods as goods.")
    return table[goods - 1] + extra * upgraded


def travel_die(face: int, more: int, above_six: str = "six") -> int:
    """A raised travel die; 0 where it brings nothing (ruling 7)."""
    if face + more <= 6:
        return face + more
    return 6 if above_six == "six" else 0


@dataclass(frozen=True, slots=True)
class Caravan:
    """Who picks in which order, from how many dice, and what the leader gets for it."""

    dice: int
    order: tuple[int, ...]
    fortunes: int


def caravan(seats: int, leader: int, joined: Sequence[int], shortcut: bool, die: bool) -> Caravan:
    """A caravan under way (pp. 14, 15); ``die``: the companion came with a travel die."""
    left = [(leader + step) % seats for step in range(1, seats)]
    others = [seat for seat in left if seat in joined]
    order = (*others, leader) if shortcut else (leader, *others)
    dice = min(TRAVEL_DICE, len(order) + die)
    return Caravan(dice, order, 2 if shortcut else 1)


def space(old: int, value: int, horseshoe: int = 0) -> int:
    """Where the pawn ends on the Ringway, counted clockwise from its start space."""
    if horseshoe not in (-1, 0, 1):
        raise ValueError("A horseshoe moves the pawn 1 space, and only 1 may be spent a turn.")
    return (old + value + horseshoe) % SPACES


def dark_market(at: int, coins: int) -> dict[int, int]:
    """The spaces in reach and what they cost; north, east, south, west are 0 to 3."""
    return {(at + n) % CORNERS: n for n in range(1, min(CORNERS, coins) + 1)}


def ruins(at: int, heroes: int) -> tuple[int, ...]:
    """The corners in reach, clockwise from the bottom left (0), nearest first."""
    return tuple((at + n) % CORNERS for n in range(1, 2 + heroes))


def balance(coins: int, prestige: int) -> tuple[int, int, int]:
    """Coins less prestige, and what one more coin and one more prestige add to the base."""
    return coins - prestige, int(coins < prestige), int(prestige < coins)


@dataclass(frozen=True, slots=True)
class Town:
    """An outlying town with what one hero brings there and what is on the wagon for it."""

    key: str
    hero: Gain
    heroes: int = 0
    commissions: tuple[tuple[int, int], ...] = ()  # goods and upgraded goods to deliver

    def gain(self, table: Sequence[int]) -> Gain:
        prestige = sum(commission(table, goods, upgraded) for goods, upgraded in self.commissions)
        return sum([self.hero] * self.heroes, Gain(prestige=prestige))


@dataclass(frozen=True, slots=True)
class Trip:
    """The final travel to one town and the piles it leads to."""

    town: str
    gain: Gain
    piles: Piles


def final_travel(
    piles: Piles,
    towns: Sequence[Town],
    table: Sequence[int],
    choices: Sequence[Choice] = (),
    split: bool = True,
) -> list[Trip]:
    """Every town by the base it leads to, then by the sum, the best first."""
    trips = []
    for town in towns:
        gain = town.gain(table)
        after = Piles(piles.coins + gain.coins, piles.prestige + gain.prestige)
        trips.append(Trip(town.key, gain, best(after, choices, split)))
    return sorted(trips, key=lambda trip: (-trip.piles.base, -trip.piles.sum))
