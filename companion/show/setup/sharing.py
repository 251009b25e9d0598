"""Shares set-up steps out evenly, so that all can lay out at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil

EVERYONE = "player"
"""The part of a game's set-up that each person does for their own seat."""

Unit = tuple[str, tuple[str, ...]]
"""Steps of one part that one person should do, such as building a deck."""


def shared_out(
    units: Sequence[Unit],
    seats: Sequence[int],
    claims: Mapping[str, int],
    placed: Sequence[int] = (),
) -> dict[str, int]:
    """The seat that takes on each step: as many for each, neighbouring steps in one hand.

    ``placed`` are the seats that have a step to do besides, once for each.
    """

    def spread(taken: Mapping[str, int]) -> int:
        load = Counter([*placed, *taken.values()])
        return max(load[seat] for seat in seats) - min(load[seat] for seat in seats)

    ways = [_dealt(units, seats, claims, placed, share) for share in (round, ceil)]
    return min(ways, key=spread)


def _dealt(
    units: Sequence[Unit],
    seats: Sequence[int],
    claims: Mapping[str, int],
    placed: Sequence[int],
    whole: Callable[[float], int],
) -> dict[str, int]:
    """The steps dealt out, each seat getting an even part of what is left."""
    load = Counter(placed)
    taken: dict[str, int] = {}
    for part, steps in units:
        if part in claims:
            taken |= dict.fromkeys(steps, claims[part])
            load[claims[part]] += len(steps)
    free = [steps for part, steps in units if part not in claims]
    hands = sorted(seats, key=lambda seat: -load[seat])  # who has taken on most gets least
    for number, hand in enumerate(hands):
        others = hands[number:]
        share = whole((sum(map(len, free)) + sum(load[seat] for seat in others)) / len(others))
        while free and (others == [hand] or load[hand] + len(free[0]) / 2 <= share):
            steps = free.pop(0)
            taken |= dict.fromkeys(steps, hand)
            load[hand] += len(steps)
    return taken
