"""Which people of different tables are the same: by name, unless this device says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.journal.people import plain_name
from companion.rules.journal.state import State

MOST = 30  # of each kind, so that a device can remember them
AT = " @ "  # between a name and the table at which it means somebody else


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose plays are counted, and the token by which its pages open."""

    uid: str
    name: str
    token: str
    state: State


@dataclass(frozen=True, slots=True)
class Identity:
    """What this device was told: names that mean somebody else, and namesakes at one table."""

    same: Mapping[str, str] = field(default_factory=dict)  # a name, and whose it is too
    apart: frozenset[tuple[str, str]] = frozenset()  # a table's id and a name there

    @property
    def as_told(self) -> tuple[tuple[tuple[str, str], ...], frozenset[tuple[str, str]]]:
        """All of it, to know a drawn page by."""
        return tuple(sorted(self.same.items())), self.apart

    def of(self, table: str, name: str) -> str:
        """One word for one person."""
        known = plain_name(name)
        key = f"{known}{AT}{table}" if (table, known) in self.apart else known
        return self.same.get(key, key)

    def joined(self, name: str, other: str) -> Identity:
        """Knowing that ``name`` is somebody we know as ``other``; all who were ``name`` move on."""
        if name == other or not (name and other):
            return self
        moved = {k: other if v == name else v for k, v in self.same.items() if k != other}
        kept = dict(list({**moved, name: other}.items())[-MOST:])
        return Identity(kept, self.apart)

    def told_apart(self, table: str, name: str) -> Identity:
        """Knowing that somebody of this name at this table is another than elsewhere."""
        if len(self.apart) >= MOST or not (table and name):
            return self
        return Identity(self.same, self.apart | {(table, name)})

    def without(self, name: str, table: str = "") -> Identity:
        """As if nothing had been told about that name."""
        same = {known: other for known, other in self.same.items() if table or known != name}
        return Identity(same, self.apart - {(table, name)})
