"""Tie-break questions, one after the other, only for seats that are tied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.actions.scoring import tied
from companion.rules.journal.play import Play

Ties = Mapping[int, frozenset[str]]
"""The tie-break fields that tied seats are asked for, by seat."""


@dataclass(frozen=True, slots=True)
class TieQuestion:
    """A tie, and whose number is missing."""

    text: str
    field: str
    asked: tuple[int, ...]


def tie_questions(play: Play) -> Iterator[TieQuestion]:
    for level in play.level:
        yield TieQuestion(tied(play, level), level.tie.field, level.asked)


def tie_fields(play: Play) -> Ties:
    """Only what is compared next, and only of those who have not given it."""
    return {seat: frozenset({one.tie.field}) for one in play.level for seat in one.asked}


def tie_lines(play: Play, seat: int) -> set[str]:
    """The tie-break fields on a seat's sheet: entered, asked or left open."""
    only = {field.key for field in play.game.sheet.fields() if field.tied}
    if not only:
        return set()
    waits = play.scored[1].open if play.scored else ()
    next_ones = {level.tie.field for level in waits if seat in level.asked}
    left = {key for at, key in play.unsaid if at == seat and play.old}
    compared = {tie.field for tie in play.game.tiebreaks}
    others = only - compared if _is_tied(play, seat) else set()
    return only & (play.entries[seat].keys() | next_ones | left) | others


def _is_tied(play: Play, seat: int) -> bool:
    """Whether another seat has the same total, once everything is entered."""
    totals = [place.total for place in play.scored[1].places] if play.scored else []
    return bool(totals) and totals.count(totals[seat]) > 1
