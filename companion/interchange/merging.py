"""A file and a table that were once the same: which of them goes on from the other."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from companion.rules.journal.log import Entry
from companion.rules.journal.secrecy import concealed


class Meeting(StrEnum):
    KNOWN = "known"  # the table has all that the file has, and perhaps more
    LONGER = "longer"  # the file goes on where the table stops
    APART = "apart"  # both went on, each in its own way


def meeting(table: Sequence[Entry], file: Sequence[Entry]) -> Meeting:
    """How a table's journal and the one of a file with the same id belong together."""
    if not all(map(_is_same, table, file)):
        return Meeting.APART
    return Meeting.LONGER if len(file) > len(table) else Meeting.KNOWN


def _is_same(mine: Entry, theirs: Entry) -> bool:
    """Whether the file tells this entry, be it without what was a secret when it was saved."""
    if (mine.action, mine.play, mine.person, mine.at) != (
        theirs.action, theirs.play, theirs.person, theirs.at
    ):  # fmt: skip
        return False
    return theirs.data in (mine.data, concealed(mine.action, mine.data))
