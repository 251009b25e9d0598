"""What a table weighs: its journal in the database, its folded state in memory."""

from __future__ import annotations

import json
from typing import Any

from companion.rules.journal.log import Log
from companion.rules.journal.state import State

# Measured, and rounded up; tests/table/test_room.py holds them to it.
ENTRY = 1100
ROW = 160  # bytes around what was entered, in a file and in the database
PLAY = 40_000
RESULT = 12_000
"""What each seat of a finished play adds: its points, and what the statistics keep of them."""

LARGEST_ENTRY = 64 * 1024  # bytes of one entry's data: far more than any press has


def data_size(data: Any) -> int:
    """The bytes of an entry's data, as the database keeps it."""
    return len(json.dumps(data))


def journal_size(log: Log, start: int) -> int:
    """The bytes of what people entered, as the database keeps it, from row ``start`` on."""
    return sum(data_size(row.entry.data) for row in log.since(start))


def weight(state: State, size: int) -> int:
    """About how many bytes the state of a journal of that ``size`` takes in memory."""
    finished = sum([len(play.seats) for play in state.plays if play.finished])
    return ENTRY * len(state.log) + PLAY * len(state.plays) + RESULT * finished + size
