"""Finished plays for spreadsheets: wide (a row per person and play) and long (per category)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.rules.journal.state import State
from companion.show.statistics.results import PlayResult, Score, results

BOM = "\ufeff"  # without it spreadsheets take UTF-8 for something else
KIND = "text/csv"
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r")  # wide ones too
ABOUT = ("table", "game", "chapter", "play", "date", "minutes", "players", "person")
OUTCOME = ("colour", "begins", "place", "won", "total")

Named = Sequence[tuple[str, State]]
"""Tables, each with its name."""


def wide(tables: Named) -> str:
    """A row for each person in each play, a column for each category of the games played."""
    found = [(name, result) for name, state in tables for result in results(state)]
    keys = list(dict.fromkeys(key for _, result in found for key in _categories(result)))
    head = (*ABOUT, *OUTCOME, *map(_column, keys))
    return _csv(
        head, (_wide(name, result, s, keys) for name, result in found for s in result.scores)
    )


def long(tables: Named) -> str:
    """A row for each category of each person in each play."""
    rows = (
        (*_about(name, result, score), key, points)
        for name, state in tables
        for result in results(state)
        for score in result.scores
        for key, points in zip(_categories(result), score.points, strict=True)
    )
    return _csv((*ABOUT, "category", "points"), rows)


def _wide(name: str, result: PlayResult, score: Score, keys: Sequence[str]) -> tuple[Any, ...]:
    mine = dict(zip(_categories(result), score.points, strict=True))
    outcome = (score.colour, int(score.begins), score.place, int(score.won), score.total)
    return (*_about(name, result, score), *outcome, *(mine.get(key, "") for key in keys))


def _about(name: str, result: PlayResult, score: Score) -> tuple[Any, ...]:
    day = f"{result.ended:%Y-%m-%d}" if result.ended else ""
    play = result.play
    return (
        name, result.game.slug, play.chapter, play.number + 1, day, result.minutes or "",
        len(result.scores), score.name,
    )  # fmt: skip


def _categories(result: PlayResult) -> Iterator[str]:
    return (category.key for category in result.game.sheet.categories)


def _column(key: str) -> str:
    """What a category's column is called; no two columns have one name."""
    return f"{key} points" if key in (*ABOUT, *OUTCOME) else key


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return BOM + out.getvalue()


def harmless(cell: Any) -> Any:
    """Text that no program takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
