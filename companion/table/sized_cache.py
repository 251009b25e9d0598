"""A cache that is bounded by the sum of its values' sizes, and drops the least used first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """Values by key, each with a size in a unit of the caller's choice; safe for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._total = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store the value, then drop others until all fit; the newest stays however large."""
        with self._lock:
            self._total += size - self._values.pop(key, (None, 0))[1]
            self._values[key] = value, size
            while self._total > self._most and len(self._values) > 1:
                self._total -= self._values.popitem(last=False)[1][1]

    def drop(self, key: K) -> None:
        with self._lock:
            self._total -= self._values.pop(key, (None, 0))[1]
