"""Immutable values that are changed by copying, with caches that copies do not share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Self, TypeVar

T = TypeVar("T")


class Copied:
    """A frozen dataclass without slots; a copy starts without cached values."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def but(self, **changes: Any) -> Self:
        """The same with some fields changed.

        dataclasses.replace would do, at several times the cost, once for every entry of a journal.
        """
        names = self.__dataclass_fields__
        assert changes.keys() <= names.keys(), changes.keys()
        copy = object.__new__(type(self))
        mine = copy.__dict__
        mine.update(self.__dict__)
        # Checked in the copy, because another thread may cache something in the original meanwhile.
        if len(mine) > len(names):
            for name in mine.keys() - names.keys():
                del mine[name]
        mine.update(changes)
        return copy

    def once(self, what: Hashable, work: Callable[[], T]) -> T:
        """The result of ``work``, computed once for this value and ``what``."""
        known: dict[Hashable, T] = self.__dict__.setdefault("_known", {})
        if what not in known:
            known[what] = work()
        return known[what]
