"""A fact as a line of the ledger, and those that hold in one round only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.clock import OVER
from companion.rules.facts import Certainty, Facts
from companion.rules.play import Play

WIDEST = 3


@dataclass(frozen=True, slots=True)
class FactLine:
    """What is said of something; short enough for a figure, or in words."""

    label: str
    said: str
    note: str
    figure: bool


def line(label: str, value: str, note: str = "") -> FactLine:
    return FactLine(label, value[:1].upper() + value[1:], note, len(value) <= WIDEST)


def round_facts(play: Play, facts: Facts) -> Iterator[FactLine]:
    """The facts that are true of some rounds only, as they are in this one."""
    if play.moment == OVER:
        return
    for topic in play.game.topics:
        known = facts.get(topic.key)
        if known is None or known.value is None or "round" not in known.fact.when.needs:
            continue
        note = "" if known.fact.sure is Certainty.READ else known.fact.note
        yield line(topic.label, topic.item.format(known.said), note)
