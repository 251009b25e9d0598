"""Looking back in the log for the entry behind something a page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.log import Entry
from companion.rules.play import Play
from companion.rules.state import State


def latest(state: State, play: Play, action: str, about: Mapping[str, Any]) -> Entry | None:
    """The play's newest standing entry of this kind about this thing, unless it is long ago."""
    rows = (row.entry for row in state.log.standing() if row.play == play.number)
    mine = (entry for entry in rows if entry.action == action and entry.seq > play.anew)
    return next((entry for entry in mine if about.items() <= entry.data.items()), None)
