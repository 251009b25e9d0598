"""Helpers of all example checks: known names, and a situation from a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.data.faults import no_such
from companion.rules.game import Game
from companion.rules.situation import Situation

Compared = Iterator[tuple[str, Any, Any]]
"""What is compared, what an example wants of it, and what the rules give."""


class Impossible(ValueError):
    """An example that asks for something the game does not have."""


def there(what: str, known: Any, *names: str) -> None:
    """Refuse names that the game does not have; a misspelt one would hold without a word."""
    have = set(known)
    for name in names:
        if name not in have:
            raise Impossible(no_such(what, name, have))


def table_of(game: Game, row: dict[str, Any]) -> Situation:
    given = row.get("settings", {})
    there("chapter", (chapter.key for chapter in game.chapters), row["chapter"])
    chapter = game.chapter(row["chapter"])
    if chapter and (few := game.players_issue(chapter, row["players"])):
        raise Impossible(few.message)
    situation, issues = game.situation(row["chapter"], row["players"], given, row.get("first", 0))
    if issues:
        raise Impossible(issues[0].message)
    return situation


def plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value
