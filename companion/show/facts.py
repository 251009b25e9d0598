"""Facts as lines on a page, with their source in the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.words import capital

OWN_MARK = re.compile(r"[A-Z]+\d")
"""Numbers of our fact sheets, which mean something only to those who keep the data."""
RULEBOOK = re.compile(r"^(the )?(rulebook|rules)(, ?| (?=pp?\. ))")
"""What is said of a page anyway."""
WIDEST = 3


@lru_cache(1024)
def source(src: str) -> str:
    """``rulebook p. 13``; empty where only our own papers say it.

    The grammar stands in docs/adding-a-game.md, and the checks of a game hold its sources to it.
    """
    parts = [_place(part) for part in src.split("; ") if not OWN_MARK.match(part)]
    return "; ".join(dict.fromkeys(parts))


def _place(part: str) -> str:
    part = RULEBOOK.sub("", part)
    if part.startswith("X:"):
        return "community card list"
    if part.startswith(("the ", "a ", "card ")):
        return part
    if part.startswith("expansion, "):
        return f"the expansion’s rulebook, {part.removeprefix('expansion, ')}"
    comma = "" if part.startswith(("p. ", "pp. ")) else ","
    return f"rulebook{comma} {part}"


@dataclass(frozen=True, slots=True)
class FactLine:
    """What is said of something; short enough for a figure, or in words."""

    label: str
    said: str
    note: str
    figure: bool
    short: str = ""  # without its unit, where there is little room
    unit: str = ""  # which the strip says after it


def fact_line(label: str, value: str, note: str = "", short: str = "") -> FactLine:
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
            said = fact_line(topic.label, topic.item.format(known.said), note, known.said)
            yield topic.key, replace(said, unit=topic.unit)
