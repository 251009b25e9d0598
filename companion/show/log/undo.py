"""What one device can take back, and what it can bring back."""

from __future__ import annotations

from companion.rules.log import Log, Logged

FAR_BACK = 300


def last_of(log: Log, device: str) -> tuple[Logged | None, Logged | None]:
    """The device's last entry that stands, and its newest undo if nothing was entered since."""
    redoable: Logged | None = None
    for index in range(len(log) - 1, max(-1, len(log) - 1 - FAR_BACK), -1):
        row = log[index]
        if row.entry.by != device or row.refused or row.entry.seq in log.revoked:
            continue
        if row.entry.action != "undo":
            return (None if row.entry.action == "start" else row), redoable
        if redoable is None and not _brings_back(log, row):
            redoable = row
    return None, redoable


def _brings_back(log: Log, undo: Logged) -> bool:
    """Whether an undo was a redo: what it takes back is itself an undo."""
    target = undo.entry.data.get("entry")
    taken = log.find(target) if isinstance(target, int) else None
    return taken is not None and taken.entry.action == "undo"
