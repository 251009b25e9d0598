"""An entry that knows what was read of it, so that nothing is counted anew in vain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.rules.sheet import Entry


class Watched(Mapping[str, Any]):
    """An entry that knows what was read of it, so that nothing is counted anew in vain."""

    def __init__(self, entry: Entry) -> None:
        self.entry, self.read = entry, set[str]()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self.entry[key]

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.entry)
        return iter(self.entry)

    def __len__(self) -> int:
        return len(self.entry)
