"""Facts as lines on a page, and which of them matter now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.words import capital

WIDEST = 3


@dataclass(frozen=True, slots=True)
class FactLine:
    """What is said of something; short enough for a figure, or in words."""

    label: str
    said: str
    note: str
    figure: bool
    short: str = ""  # without its unit, where there is little room
    unit: str = ""  # which the strip says after it


def line(label: str, value: str, note: str = "", short: str = "") -> FactLine:
    return FactLine(label, capital(value), note, len(value) <= WIDEST, capital(short or value))


def now_facts(play: Play, facts: Facts) -> Iterator[tuple[str, FactLine]]:
    """The facts of this round only, and those that this phase names, by topic."""
    if play.moment == OVER:
        return
    clock = play.game.clock
    phase = clock.phase(play.moment)
    named = {*phase.shows, *phase.folds, *(phase.strip or clock.strip)}
    for topic in play.game.topics:
        known = facts.get(topic.key)
        if known is None or known.value is None:
            continue
        if topic.key in named or "round" in known.fact.when.needs:
            note = "" if known.fact.sure is Certainty.READ else known.fact.note
            said = line(topic.label, topic.item.format(known.said), note, known.said)
            yield topic.key, replace(said, unit=topic.unit)
