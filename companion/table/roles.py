"""The roles that links have, and which actions each may take."""

from __future__ import annotations

from enum import StrEnum

from companion.rules.actions import ACTIONS
from companion.rules.actions.base import Who


class Role(StrEnum):
    HOST = "host"  # everything, links and deletion too
    PLAYER = "player"  # enters; bound to a person: only what is their own
    WATCHER = "watcher"  # sees


def may_take(role: str, person: int | None, action: str) -> bool:
    """Whether a link of this role, bound to a person or not, may ever take an action."""
    kind = ACTIONS.get(action)
    if kind is None or role == Role.WATCHER:
        return False
    if kind.who is Who.HOST:
        return role == Role.HOST
    return person is None or kind.who is Who.SEAT
