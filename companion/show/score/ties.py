"""What breaks a tie: asked of those who are tied, one thing after the other, of nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.actions.scoring import tied
from companion.rules.journal.play import Play

Ties = Mapping[int, frozenset[str]]
"""What seats are asked for as they are tied with others, by seat."""


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
    """What is only for ties and stands on the sheet of a seat: entered, asked for or left open."""
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
    """Whether somebody else has as many points, once all is in."""
    totals = [place.total for place in play.scored[1].places] if play.scored else []
    return bool(totals) and totals.count(totals[seat]) > 1
