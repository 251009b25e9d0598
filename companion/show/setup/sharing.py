"""Who fetches what: the parts of a set-up shared out, so that all can lay out at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

EVERYONE = "player"
"""The part of a game's set-up that each person does for the own seat."""


def shared_out(sizes: Mapping[str, int], people: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The seats that take on each part: the largest parts first, to whoever has least to do.

    ``people`` are the seats somebody sits in.
    """
    load = dict.fromkeys(people, 0)
    taken: dict[str, tuple[int, ...]] = {}
    for part in sorted(sizes, key=lambda part: -sizes[part]):
        if part == EVERYONE:
            taken[part] = tuple(people)
            continue
        seat = min(load, key=lambda seat: load[seat])
        load[seat] += sizes[part]
        taken[part] = (seat,)
    return taken
