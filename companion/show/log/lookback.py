"""Looking back in the log for the entry behind something a page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.log import Entry
from companion.rules.play import Play
from companion.rules.state import State

FAR_BACK = 300


def latest(state: State, play: Play, action: str, about: Mapping[str, Any]) -> Entry | None:
    """The play's newest standing entry of this kind about this thing, unless it is long ago."""
    log = state.log
    for index in range(len(log) - 1, max(-1, len(log) - 1 - FAR_BACK), -1):
        entry, refused = log[index].entry, log[index].refused
        if entry.action != action or refused or entry.seq in log.revoked:
            continue
        if entry.play in (None, play.number) and about.items() <= entry.data.items():
            return entry
    return None
