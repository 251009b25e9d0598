"""Numbers of this device that another one has replaced since its last entry."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.actions.scoring import Fill, Replaced
from companion.rules.journal.people import shown_names
from companion.rules.journal.state import State

UNSAID = "nothing"


def overtaken(state: State, device: str) -> Iterator[int]:
    """The entries in the newest play that replaced a number of this device since its last entry."""
    play, log = state.play, state.log
    if play is None or play.secret or not log.heard_of(device):
        return
    for row in log.newest():
        if row.entry.device == device and log.stands(row):
            return
        before, fill = row.snapshot, row.action
        if isinstance(before, Replaced) and row.play == play.number and log.stands(row):
            was = log.find(before.seq)
            mine = was is not None and was.entry.device == device
            if mine and isinstance(fill, Fill) and fill.value != before.value:
                yield row.entry.seq


def overtaken_by(state: State, seq: int) -> str:
    """``Ben's phone changed Fists from 2 to 5, for Ada.``"""
    row = state.log[seq - 1]
    fill, play = row.action, row.about(state)
    assert isinstance(fill, Fill) and play is not None
    name = shown_names(state.people).get(row.teller or 0)
    field = play.game.sheet.by_key[fill.field]
    was, now = (
        UNSAID if v in (None, "") else field.words(v) for v in (row.snapshot.value, fill.value)
    )
    who = f"{name}’s phone" if name else "Another phone"
    return f"{who} changed {field.label} from {was} to {now}, for {play.names[fill.seat]}."
