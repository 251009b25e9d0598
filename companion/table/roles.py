"""What a link lets somebody do."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    HOST = "host"  # everything, links and deletion too
    PLAYER = "player"  # enters; bound to a person: only what is their own
    WATCHER = "watcher"  # sees
