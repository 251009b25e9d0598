"""Values that change by being copied, and may remember what they have worked out."""

from __future__ import annotations

from typing import Any, ClassVar, Self


class Copied:
    """A frozen dataclass without slots: what one has cached is its own, never a copy's."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def but(self, **changes: Any) -> Self:
        """The same with some fields changed.

        dataclasses.replace would do, at several times the cost, once for every entry of a journal.
        """
        names, mine = self.__dataclass_fields__, self.__dict__
        assert changes.keys() <= names.keys(), changes.keys()
        if len(mine) > len(names):  # something is cached
            mine = {name: mine[name] for name in names}
        copy = object.__new__(type(self))
        copy.__dict__.update(mine)
        copy.__dict__.update(changes)
        return copy
