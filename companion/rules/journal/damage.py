"""Entries that cannot be read: they keep their number and their place, and do nothing."""

from __future__ import annotations

from ..plain import Unshowable, plain
from .log import Entry, Logged

DAMAGED = "damaged"
"""Stands for the action of an entry of which nobody can tell what it was."""
WHY = "it cannot be read, so it counts for nothing. Take it back and enter it again."


def showable(entry: Entry) -> Entry:
    """The entry itself; where a page could not show it, only its number and its moment."""
    numbers = (entry.play, entry.person, entry.seat)
    sound = all(number is None or type(number) is int for number in numbers)
    if isinstance(entry.data, dict) and sound and _is_plain(entry):
        return entry
    return Entry(entry.seq, DAMAGED, {}, at=entry.at)


def _is_plain(entry: Entry) -> bool:
    try:
        for part in (entry.action, entry.data, entry.key, entry.device):
            plain(part)
    except Unshowable:
        return False
    return True


def damaged(entry: Entry, gone: bool) -> Logged:
    """Its row in the log; ``gone``: somebody has taken it back."""
    return Logged(entry, refused="" if gone else WHY, damaged=True)
