"""Scoring a whole table at once: from raw entries to the ranking, or every issue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game import Game
from ..issues import Issue, errors
from .ranking import Result, rank
from .sheet import Breakdown


@dataclass(frozen=True, slots=True)
class Scored:
    """The outcome, or None while an error stands in the way; warnings come with both."""

    issues: list[Issue]
    breakdowns: list[Breakdown]
    result: Result | None = None


def score(
    game: Game,
    chapter: str,
    names: Sequence[str],
    entries: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    first: int = 0,
    held: Mapping[str, tuple[Any, ...]] | None = None,
    laid: Mapping[str, tuple[int, ...]] | None = None,
) -> Scored:
    """Judge and add up a table's entries. The chapter must be one of the game's."""
    here = game.chapter(chapter)
    assert here is not None
    situation, found = game.situation(chapter, len(names), settings, first)
    if wrong := game.players_issue(here, len(names)):
        return Scored([wrong, *found], [])
    if not 0 <= first < len(names):
        found.append(Issue("players", f"There are {len(names)} seats, counted from 0.", "first"))
    facts, seat_traits = game.facts_of(situation), game.seat_traits(held)
    context, wrong_entries = game.sheet.read(situation, names, entries, facts, seat_traits, laid)
    found += wrong_entries
    if errors(found):
        return Scored(found, [])
    breakdowns = game.sheet.score(context)
    solo_conditions = [fact for fact in game.solo_conditions if not fact.at_table]
    result = rank(context, breakdowns, game.tiebreaks, solo_conditions)
    return Scored([*found, *result.issues], breakdowns, result)
