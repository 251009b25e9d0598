"""The device's cookie, kept as small as browsers want it: they drop a larger one whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LARGEST = 3800  # bytes; browsers take 4096 with the cookie's name and its attributes
# What is given up first comes first.
LEAST_FIRST = ("names", "apart", "same", "told", "seats", "people", "tables")


def fitting(kept: dict[str, Any], size: Callable[[dict[str, Any]], int]) -> dict[str, Any]:
    """What of a device's memory fits into its cookie; ``size`` tells how large that gets."""
    for key in LEAST_FIRST:
        while size(kept) > LARGEST and kept.get(key):
            kept = {**kept, key: _shorter(kept[key])}
    return kept


def _shorter(memory: Any) -> Any:
    """Without one part of it; lists have the oldest last."""
    return memory[:-1] if isinstance(memory, list) else dict(list(memory.items())[1:])
