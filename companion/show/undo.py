"""What one device can take back, and what it can bring back."""

from __future__ import annotations

from companion.rules.log import Log, Logged

FAR_BACK = 300


def last_of(log: Log, device: str) -> tuple[Logged | None, Logged | None]:
    """The device's last entry that stands, and its undo if that was the last thing it did."""
    redoable: Logged | None = None
    newest = True
    for index in range(len(log) - 1, max(-1, len(log) - 1 - FAR_BACK), -1):
        row = log[index]
        if row.entry.by != device or row.refused or row.entry.seq in log.revoked:
            continue
        if row.entry.action == "undo":
            redoable, newest = (row if newest else redoable), False
            continue
        return (None if row.entry.action == "start" else row), redoable
    return None, redoable
