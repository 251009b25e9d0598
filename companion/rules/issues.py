"""Issues: what is wrong with something entered, in the game's words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MOST = 50  # issues in one answer; nobody reads more


class Level(StrEnum):
    ERROR = "error"
    WARN = "warn"
    ADVICE = "advice"  # nothing wrong, but there is something better


@dataclass(frozen=True, slots=True)
class Issue:
    """One fault, addressed so that a form can show it in place. ``code`` is stable."""

    code: str
    message: str
    field: str | None = None
    seat: int | None = None
    level: Level = Level.ERROR
    better: tuple[tuple[str, Any], ...] = ()  # the fields and values that advice is about


def at_most(issues: list[Issue]) -> list[Issue]:
    """The first issues, and one that says how many more there are."""
    if len(issues) <= MOST:
        return issues
    return [*issues[:MOST], Issue(issues[MOST].code, f"… and {len(issues) - MOST:,} more.")]


def errors(issues: list[Issue]) -> list[Issue]:
    """The errors among issues, without warnings and advice."""
    return [issue for issue in issues if issue.level is Level.ERROR]
