"""Removes from a table what this visitor may not see; all pages get their tables from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.journal.secrecy import NOBODY, Viewer, redacted_for
from companion.table.links import LinkSeed, Role
from companion.table.tables import Table, find_all
from companion.web.visitor import device

MOST_FIRST: dict[str, int] = {role: place for place, role in enumerate(Role)}


def viewer(table: Table) -> Viewer:
    """Whose secrets this visitor may see; a watcher's link sees nobody's."""
    return NOBODY if table.role == Role.WATCHER else Viewer(table.person, device.name())


def redacted_for_visitor(table: Table) -> Table:
    """The table without what others keep secret from this visitor."""
    return replace(table, state=redacted_for(table.state, viewer(table)))


def redacted_for_everyone(table: Table) -> Table:
    """The table without any secrets, for what all visitors get alike."""
    return replace(table, state=redacted_for(table.state, NOBODY))


def opened(links: Sequence[LinkSeed]) -> list[Table | None]:
    """The tables that links open, in their order."""
    return [one and redacted_for_visitor(one) for one in find_all(links)]


def own_tables() -> list[Table]:
    """The tables of this device, each once, by its link with the most rights."""
    mine: dict[int, Table] = {}
    for one in opened(device.tables()):
        if one and (one.id not in mine or MOST_FIRST[one.role] < MOST_FIRST[mine[one.id].role]):
            mine[one.id] = one
    return list(mine.values())


def has_played(slug: str) -> bool:
    """Whether this device has a finished game of this kind."""
    mine = (table.state for table in own_tables() if table.state.game.slug == slug)
    return any(play.finished for state in mine for play in state.plays)
