"""The steps of a set-up as rows: what to do, how many, who has done it, what is not sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.facts import Facts
from companion.rules.parts.setup import SetupStep, TableStep
from companion.show.question import Question
from companion.show.setup.doubts import Doubts, questions
from companion.show.setup.draws import Drawing
from companion.show.setup.sharing import EVERYONE

LONGEST_FIGURE = 3


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step with all that can be done about it."""

    key: str
    text: str
    figure: str
    cards: tuple[int, ...]
    notes: tuple[str, ...]
    done: bool
    questions: tuple[Question, ...]
    draw: Drawing | None
    seat: int | None  # who fetches it; None: everybody their own
    each: bool  # done by each for themselves
    done_by: tuple[int, ...]  # the seats that have

    def is_done(self, seat: int | None) -> bool:
        """Whether it is done, as far as a seat is concerned if one is named."""
        return seat in self.done_by if self.each and seat is not None else self.done

    def tick(self, play: Play, seat: int | None) -> dict[str, Any]:
        """What a tap on it tells; where each ticks for themselves, about whoever taps."""
        whose = play.about(seat) if self.each and seat is not None else {}
        return {"step": self.key, "on": not self.is_done(seat), **whose}

    @property
    def open(self) -> list[Question]:
        """What has to be answered before anybody can be sure."""
        return [question for question in self.questions if question.open]

    @property
    def settled(self) -> list[Question]:
        return [question for question in self.questions if not question.open]

    @property
    def asks(self) -> Question | None:
        """What the step is there to tell, while nobody has; what can be drawn need not be."""
        told_of = [question for question in self.questions if question.play is not None]
        return told_of[0] if len(told_of) == 1 and not (told_of[0].now or self.draw) else None

    @property
    def done_by_some(self) -> tuple[int, ...]:
        """Who has done it while others have not."""
        return self.done_by if self.each and not self.done else ()


def row(
    state: State, play: Play, step: TableStep, plan: SetupStep | None, facts: Facts,
    draws: Mapping[str, Drawing], doubts: Doubts, taker: int | None,
) -> StepRow:  # fmt: skip
    """A step of ``play``; ``taker`` is the seat that fetches it."""
    done = play.done_by(step.key)
    asked = questions(state, play, step, doubts) if step.rulings else ()
    settled = step.doubts if asked and not any(question.open for question in asked) else ()
    notes = tuple(note for note in step.notes if note not in settled)
    return StepRow(
        key=step.key,
        text=step.text,
        figure=_figure(step, plan, facts),
        cards=step.cards,
        notes=notes,
        done=step.key in play.ticks,
        questions=asked,
        draw=draws.get(step.draw),
        seat=taker,
        each=step.group == EVERYONE and not step.draw and len(play.people) > 1,
        done_by=tuple(seat for seat, who in enumerate(play.seats) if who.person in done),
    )


def _figure(step: TableStep, plan: SetupStep | None, facts: Facts) -> str:
    """The number to see from afar: how many, or the one short fact the step speaks of."""
    if step.count is not None:
        return str(step.count)
    spoken = [facts[name].value for name in plan.names() & facts.keys()] if plan else []
    words = [str(value) for value in spoken if isinstance(value, str | int)]
    return words[0] if len(spoken) == len(words) == 1 and len(words[0]) <= LONGEST_FIGURE else ""
