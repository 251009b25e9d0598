"""Entries that cannot be read: they keep their number in the log and change nothing."""

from __future__ import annotations

from dataclasses import replace

from ..plain import Unshowable, plain
from .log import Entry, Logged

DAMAGED = "damaged"
"""The action kind of an entry that cannot be read."""
WHY = "it cannot be read, so it counts for nothing. Take it back and enter it again."


def showable(entry: Entry) -> Entry:
    """The entry with its text cleaned for pages; if that fails, only its number and moment."""
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
    """The log row of an unreadable entry; ``gone`` says that somebody has undone it."""
    return Logged(entry, refused="" if gone else WHY, damaged=True)
