"""Values that change by being copied, and may remember what they have worked out."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Self, TypeVar

T = TypeVar("T")


class Copied:
    """A frozen dataclass without slots: what one has cached is its own, never a copy's."""

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
        # Counted in the copy: in the original another thread may cache something meanwhile.
        if len(mine) > len(names):
            for name in mine.keys() - names.keys():
                del mine[name]
        mine.update(changes)
        return copy

    def once(self, what: Hashable, work: Callable[[], T]) -> T:
        """What ``work`` comes to, done the first time ``what`` is asked of this very value."""
        known: dict[Hashable, T] = self.__dict__.setdefault("_known", {})
        if what not in known:
            known[what] = work()
        return known[what]
