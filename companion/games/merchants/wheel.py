"""The market wheel and the building tiles of Merchants: what stands where."""

from __future__ import annotations

from collections.abc import Sequence

SECTIONS = (5, 4, 3, 2, 1, 1)  # p. 6, step 4: the value of each section of the wheel
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
