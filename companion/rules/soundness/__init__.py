"""Consistency checks of a game's data."""

from __future__ import annotations

from collections.abc import Iterator

from ..data.faults import Fault
from ..game import Game
from .names import lookup_faults, name_faults, reference_faults, sentence_faults
from .rows import row_faults, rows, value_faults
from .tables import screen_faults, seats, sheet_faults, situations, table_faults

__all__ = ["faults", "rows", "seats", "situations"]


def faults(game: Game) -> Iterator[Fault]:
    """Every inconsistency; each chapter is tried out once all names are right."""
    found = [*row_faults(game), *reference_faults(game), *name_faults(game)]
    found += [*sentence_faults(game), *lookup_faults(game), *screen_faults(game)]
    found += [*value_faults(game), *sheet_faults(game)]
    yield from found or table_faults(game)
