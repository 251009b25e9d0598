"""Entries that cannot be read: they keep their number and their place, and do nothing."""

from __future__ import annotations

from dataclasses import replace

from ..plain import Unshowable, plain
from .log import Entry, Logged

DAMAGED = "damaged"
"""Stands for the action of an entry of which nobody can tell what it was."""
WHY = "it cannot be read, so it counts for nothing. Take it back and enter it again."


def showable(entry: Entry) -> Entry:
    """The entry itself, its text as pages show it; where none could, only number and moment."""
    numbers = (entry.play, entry.person, entry.seat)
    sound = all(number is None or type(number) is int for number in numbers)
    if not isinstance(entry.data, dict) or not sound:
        return _unreadable(entry)
    try:
        for part in (entry.action, entry.key, entry.device):
            plain(part)
        data = plain(entry.data)
    except Unshowable:
        return _unreadable(entry)
    return entry if data == entry.data else replace(entry, data=data)


def _unreadable(entry: Entry) -> Entry:
    return Entry(entry.seq, DAMAGED, {}, at=entry.at)


def damaged(entry: Entry, gone: bool) -> Logged:
    """Its row in the log; ``gone``: somebody has taken it back."""
    return Logged(entry, refused="" if gone else WHY, damaged=True)
