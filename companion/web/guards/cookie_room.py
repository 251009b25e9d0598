"""Keeps the session cookie small: browsers drop one that is too large altogether."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LARGEST = 3800  # bytes; browsers take 4096 with the cookie's name and its attributes
# The least important key comes first and is shortened first.
LEAST_FIRST = ("names", "apart", "same", "told", "seats", "people", "tables")


def fitting(kept: dict[str, Any], size: Callable[[dict[str, Any]], int]) -> dict[str, Any]:
    """The session, shortened until ``size`` says that it fits into a cookie."""
    for key in LEAST_FIRST:
        while size(kept) > LARGEST and kept.get(key):
            kept = {**kept, key: _shorter(kept[key])}
    return kept


def _shorter(memory: Any) -> Any:
    """A list without its last and oldest item, or a mapping without its first."""
    return memory[:-1] if isinstance(memory, list) else dict(list(memory.items())[1:])
