"""A game in a group's own words: every sentence of its data with their names in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from operator import is_not
from typing import Any

from ..game import Colour
from ..parts.clock import Phase, Reminder
from ..parts.settings import CardFact
from ..parts.setup import SetupStep
from ..parts.tracks import TrackSaying
from ..scoring.sheet import Supply
from ..words import renamed

SAID = (
    "label", "short", "text", "alone", "hint", "note", "question", "why", "message", "too_high",
    "meaning", "unknown", "tip",
)  # fmt: skip
"""The names of fields that people read."""


BRACED = (SetupStep, Supply, Phase, Reminder, TrackSaying)
"""Rows with braces that are filled in later, when they are said."""

NAMED = re.compile(r"(\{[\w.-]+)")


def worded(value: Any, own: Mapping[str, str]) -> Any:
    """``value`` with the game's words replaced by ``own``; itself where there are none in it."""
    if isinstance(value, tuple):
        found = tuple(worded(item, own) for item in value)
        return found if any(map(is_not, found, value)) else value
    if not is_dataclass(value) or isinstance(value, type) or _keeps_ours(value):
        return value
    if isinstance(value, BRACED):
        own = {ours: theirs.replace("{", "{{").replace("}", "}}") for ours, theirs in own.items()}
    now = {field.name: getattr(value, field.name) for field in fields(value)}
    new = {name: _reworded_field(name, old, own) for name, old in now.items()}
    changes = {name: new[name] for name in now if new[name] is not now[name]}
    return replace(value, **changes) if changes else value


def _reworded_field(name: str, old: Any, own: Mapping[str, str]) -> Any:
    if name not in SAID or not isinstance(old, str):
        return worded(old, own)
    # What stands behind an opening brace is a name that is looked up, whatever word it looks like.
    parts = NAMED.split(old)
    new = "".join(part if n % 2 else renamed(part, own) for n, part in enumerate(parts))
    return old if new == old else new


def _keeps_ours(value: Any) -> bool:
    """Whether a value keeps our words: a question for the group's own word, and colours."""
    asks = isinstance(value, CardFact) and (value.renames or value.names)
    return isinstance(value, Colour) or bool(asks)
