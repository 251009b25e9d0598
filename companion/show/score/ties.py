"""What breaks a tie: asked of those who are level, one thing after the other, of nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.rules.journal.play import Play
from companion.rules.scoring.fields import Field
from companion.rules.words import plural, together

Ties = Mapping[int, frozenset[str]]
"""What seats have to tell as they are level with others, by seat."""


def tie_fields(play: Play) -> Ties:
    """Only what is compared next, and only of those who have not told it."""
    return {seat: frozenset({one.tie.field}) for one in play.level for seat in one.asked}


def with_ties(
    play: Play, seat: int, lines: Mapping[str, list[Field]], ties: Ties
) -> Mapping[str, list[Field]]:
    """Without what breaks ties, unless it is this seat that has to tell it."""
    if not play.game.sheet.asks_ties:
        return lines
    return {
        key: [field for field in fields if not field.tied or _breaks_tie(play, seat, field, ties)]
        for key, fields in lines.items()
    }


def _breaks_tie(play: Play, seat: int, field: Field, ties: Ties) -> bool:
    """Whether a line for ties is on the sheet of a seat: it is asked for or was told there."""
    if field.key in play.entries[seat] or field.key in ties.get(seat, ()):
        return True
    compared = any(tie.field == field.key for tie in play.game.tiebreaks)
    return not compared and _is_level(play, seat)


def _is_level(play: Play, seat: int) -> bool:
    """Whether somebody else has as many points, once all is in."""
    totals = [place.total for place in play.scored[1].places] if play.scored else []
    return bool(totals) and totals.count(totals[seat]) > 1


def to_compare(play: Play) -> Iterator[str]:
    """``Ada and Ben are level on 20 points. Next to compare: gifts.``"""
    for level in play.level:
        names = together([play.names[seat] for seat in level.seats])
        points = plural(level.total, "point")
        yield f"{names} are level on {points}. Next to compare: {level.tie.label}."
