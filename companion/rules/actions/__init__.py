"""The closed vocabulary of actions: everything a group can tell the app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .base import Action, Malformed, PlayAction
from .cards import DrawThings, Reveal, Shuffle
from .counting import Count
from .people import Claim, Mask, Ready
from .playing import Advance, Tick
from .scoring import Fill, Finish
from .starting import Start
from .table import Begin, Branch, Hide, Keep, Note, Record, Rule
from .undo import Undo

ACTIONS: Mapping[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Start, Tick, DrawThings, Shuffle, Reveal, Advance, Count, Fill, Finish,
        Record, Rule, Branch, Begin, Keep, Note, Hide,
        Claim, Mask, Ready, Undo,
    )
}  # fmt: skip


def action(kind: str, data: Mapping[str, Any]) -> Action:
    """The action that JSON means; raises ``Malformed`` where it means none."""
    cls = ACTIONS.get(kind)
    if cls is None:
        raise Malformed(f"There is no action {kind[:40]!r}.")
    return cls.from_json(data)


__all__ = [
    "ACTIONS", "Action", "Advance", "Begin", "Branch", "Claim", "Count", "DrawThings", "Fill",
    "Finish", "Hide", "Keep", "Malformed", "Mask", "Note", "PlayAction", "Ready", "Record",
    "Reveal", "Rule",
    "Shuffle", "Start", "Tick", "Undo", "action",
]  # fmt: skip
