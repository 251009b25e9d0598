"""A game in which nobody begins names nobody who would."""

from __future__ import annotations

from collections.abc import Iterator

from ..data.faults import Fault
from ..game import Game
from ..parts.campaign import nobody
from ..parts.clock import Order


def beginning_faults(game: Game) -> Iterator[Fault]:
    """What contradicts ``first = false``."""
    if game.first:
        return
    why = "with first = false nobody begins"
    if game.graph.starter is not nobody:
        yield Fault(("graph", "starter"), f'{why}; say starter = "nobody"')
    for i, draw in enumerate(game.draws):
        if draw.begins:
            yield Fault(("draws", i, "begins"), f"{why}, so no draw says who does")
    for i, phase in enumerate(game.clock.phases):
        if phase.order is not Order.TOGETHER:
            said = f'{why}, so a phase is order = "together", not "{phase.order}"'
            yield Fault(("clock", "phases", i, "order"), said)
