"""Which choice deeds to take as coins and which as prestige, so that the lower pile is highest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

UNREACHED = 10**9  # as if so much prestige were given up


@dataclass(frozen=True, slots=True)
class Choice:
    """A deed worth coins or prestige, completed so many times."""

    coins: int
    prestige: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Piles:
    """Coins and prestige after deeds, and how many of each choice were taken as coins."""

    coins: int
    prestige: int
    as_coins: tuple[int, ...] = ()

    @property
    def base(self) -> int:
        return min(self.coins, self.prestige)

    @property
    def sum(self) -> int:
        return self.coins + self.prestige


def choices_of(deeds: Iterable[Mapping[str, Any]]) -> list[Choice]:
    """The rows of a sheet that leave a choice."""
    return [Choice(d["coins"], d["prestige"], d["times"]) for d in deeds if d["kind"] == "choice"]


def gained(deeds: Iterable[Mapping[str, Any]], kind: str) -> int:
    """What the deeds of one kind bring: coins, prestige or vp."""
    return sum(int(deed[kind]) * int(deed["times"]) for deed in deeds if deed["kind"] == kind)


def best(start: Piles, choices: Sequence[Choice], split: bool = True) -> Piles:
    """The piles with the highest base, then the highest sum."""
    return best_of([start], choices, split)[0]


def best_of(starts: Sequence[Piles], choices: Sequence[Choice], split: bool = True) -> list[Piles]:
    """The best piles for each of several starts.

    Goes through every sum of coins with the least prestige given up for it, so it takes time
    in proportion to the coins on offer, however many ways there are to choose.
    Without ``split`` all completions of a card are taken alike.
    """
    cards = list(choices) if split else [_whole(choice) for choice in choices]
    layers = list(accumulate(cards, _joined, initial=[0]))
    most = sum(card.prestige * card.times for card in cards)
    found = []
    for start in starts:
        prestige = start.prestige + most
        ends = [(start.coins + coins, prestige - loss) for coins, loss in enumerate(layers[-1])]
        end = max(ends, key=lambda end: (min(end), sum(end)))
        taken = _traced(layers, cards, end[0] - start.coins)
        if not split:
            taken = [n * choice.times for n, choice in zip(taken, choices, strict=True)]
        found.append(Piles(*end, tuple(taken)))
    return found


def _whole(choice: Choice) -> Choice:
    return Choice(choice.coins * choice.times, choice.prestige * choice.times)


def _joined(least: list[int], card: Choice) -> list[int]:
    """The least prestige given up for every sum of coins, with one more card to choose on.

    Its completions join in lots of 1, 2, 4 … and a rest, out of which every number can be made.
    """
    if not card.coins:
        return least
    for lot in _lots(card.times):
        gap, loss = [UNREACHED] * (lot * card.coins), lot * card.prestige
        pairs = zip(least + gap, gap + least, strict=True)
        least = [a if a <= b + loss else b + loss for a, b in pairs]
    return least


def _lots(times: int) -> Iterator[int]:
    lot = 1
    while times > 0:
        yield min(lot, times)
        times -= lot
        lot *= 2


def _traced(layers: Sequence[list[int]], cards: Sequence[Choice], coins: int) -> list[int]:
    """How many completions of each card were taken as coins to end with this sum."""
    taken = []
    for card, before, after in reversed(list(zip(cards, layers, layers[1:], strict=False))):
        counts = range(card.times, -1, -1)
        taken.append(next(n for n in counts if _fits(card, n, before, after, coins)))
        coins -= taken[-1] * card.coins
    return taken[::-1]


def _fits(card: Choice, n: int, before: list[int], after: list[int], coins: int) -> bool:
    at = coins - n * card.coins
    return 0 <= at < len(before) and before[at] + n * card.prestige == after[coins]
