"""A mapping that records which keys are read, so that only what matters is tried again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.scoring.sheet import Entry

Read = set[tuple[int, str]]
"""The (seat, field) pairs that were read."""


class RecordingMapping(Mapping[str, Any]):
    """The entry of a seat; every key read from it is added to ``read``."""

    __slots__ = ("entry", "read", "seat")

    def __init__(self, entry: Entry, read: Read, seat: int) -> None:
        self.entry, self.read, self.seat = entry, read, seat

    def __getitem__(self, key: str) -> Any:
        self.read.add((self.seat, key))
        return self.entry[key]

    def get(self, key: str, default: Any = None) -> Any:
        """Like ``Mapping.get``, but faster."""
        self.read.add((self.seat, key))
        return self.entry.get(key, default)

    def __iter__(self) -> Iterator[str]:
        self.read.update((self.seat, key) for key in self.entry)
        return iter(self.entry)

    def __len__(self) -> int:
        return len(self.entry)
