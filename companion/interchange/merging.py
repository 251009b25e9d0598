"""Comparing a file with the table of the same id: which of them has more entries."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from companion.rules.actions.table import Undo
from companion.rules.journal.log import Entry, target
from companion.rules.journal.secrecy import concealed, open_part


class Meeting(StrEnum):
    KNOWN = "known"  # the table has every entry of the file, perhaps more
    LONGER = "longer"  # the file has every entry of the table and more
    APART = "apart"  # both have entries that the other lacks


def meeting(
    table: Sequence[Entry], file: Sequence[Entry], readable: Sequence[Entry] | None = None
) -> Meeting:
    """How a table's journal and the one of a file with the same id belong together.

    ``readable`` is the table's journal without its secrets. Whatever a file says in the place of
    one is left aside, or somebody could find it out by trying.
    """
    if not all(map(_is_same, table, table if readable is None else readable, file)):
        return Meeting.APART
    return Meeting.LONGER if len(file) > len(table) else Meeting.KNOWN


def reaches_back(table: Sequence[Entry], more: Sequence[Entry]) -> bool:
    """Whether new entries undo entries of the table, which could reveal a secret."""
    undos = (entry for entry in more if entry.action == Undo.kind)
    return any((target(undo) or 0) <= len(table) for undo in undos)


def _is_same(mine: Entry, readable: Entry, theirs: Entry) -> bool:
    """Whether an entry of the file is this one, perhaps without its secrets."""
    if readable.action != mine.action:  # nothing but its moment can be read
        return mine.at == theirs.at
    if (mine.action, mine.play, mine.person, mine.at) != (
        theirs.action, theirs.play, theirs.person, theirs.at
    ):  # fmt: skip
        return False
    if readable is not mine:
        return open_part(mine.action, mine.data) == open_part(mine.action, theirs.data)
    return theirs.data in (mine.data, concealed(mine.action, mine.data))
