"""A fact of every round in one row, and after which rounds something is due."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.rules.parts.facts import facts_in


@dataclass(frozen=True, slots=True)
class Cell:
    """One round."""

    round: str
    figure: str
    now: bool
    ends: bool  # something is due when it is over


@dataclass(frozen=True, slots=True)
class Course:
    label: str
    due: str  # what is due at the end of this round
    cells: tuple[Cell, ...]


def course(play: Play, rounds: int | None) -> Course | None:
    """The row that a game's clock names; None: it names none, nobody knows how many rounds, all
    are played, or the turn is nobody's."""
    clock, here = play.game.clock, play.moment
    played = here == OVER or clock.phase(here).closing
    if not clock.course or not rounds or played or play.is_automatons:
        return None
    meant = [fact for fact in play.game.facts if fact.key in (clock.course, clock.course_ends)]
    known = play.situation.once(
        ("course", rounds, play.game),
        lambda: {n: facts_in(meant, (), play.situation.at(n)) for n in range(1, rounds + 1)},
    )
    cells = (
        Cell(clock.called(n), facts[clock.course].said, n == here.round, clock.course_ends in facts)
        for n, facts in known.items()
        if clock.course in facts
    )
    label = next(topic.label for topic in play.game.topics if topic.key == clock.course)
    due = known[here.round].get(clock.course_ends)
    return Course(label, due.said if due else "", tuple(cells))
