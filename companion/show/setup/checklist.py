"""The set-up of one play as its page shows it: parts, rows, what is left and for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from companion.rules.card_facts import Scope
from companion.rules.facts import Certainty, Facts
from companion.rules.play import Play
from companion.rules.setup import SetupStep, Step, checklist
from companion.rules.situation import fitting
from companion.rules.state import State
from companion.show.question import Question
from companion.show.setup.changeover import Move, Over, change_over
from companion.show.setup.doubts import certainty, questions
from companion.show.setup.draws import Beginning, Drawing, beginning, drawings
from companion.show.setup.sharing import EVERYONE, Unit, shared_out
from companion.show.setup.shuffling import Shuffling, shufflings

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
    questions: tuple[Question, ...] = ()
    draw: Drawing | None = None
    seat: int | None = None  # who fetches it; None: everybody their own
    each: bool = False  # done by each for themselves
    done_by: tuple[int, ...] = ()  # the seats that have

    def is_done(self, seat: int | None) -> bool:
        """Whether it is done, as far as a seat is concerned if one is named."""
        return seat in self.done_by if self.each and seat is not None else self.done

    @property
    def doubtful(self) -> bool:
        return any(question.open for question in self.questions)


@dataclass(frozen=True, slots=True)
class Part:
    """A group of steps and the seats that take it on."""

    key: str
    label: str
    rows: tuple[StepRow, ...]
    claimed: bool  # somebody took it on, instead of our sharing it out
    decks: tuple[Shuffling, ...]

    @property
    def done(self) -> int:
        return sum(row.done for row in self.rows)

    @property
    def left(self) -> int:
        return len(self.rows) - self.done

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(row.seat for row in self.rows if row.seat is not None))

    def rows_of(self, seat: int) -> tuple[StepRow, ...]:
        return tuple(row for row in self.rows if row.seat in (seat, None))

    @property
    def everyone(self) -> bool:
        return self.key == EVERYONE


@dataclass(frozen=True, slots=True)
class SetUp:
    """The whole page. ``seat`` is whose parts are shown; None: everybody's."""

    everything: tuple[Part, ...]
    seat: int | None
    over: Over | None
    begins: Beginning | None
    begins_alone: bool  # no step of the list says who begins
    unnoted: tuple[str, ...]  # what stands on the chapter's cards and is not noted yet
    open: bool  # its rulings can still change: the newest play, not finished
    earlier: int | None  # the play's number, where it is not the newest

    @property
    def parts(self) -> tuple[Part, ...]:
        if self.seat is None:
            return self.everything
        mine = (replace(part, rows=part.rows_of(self.seat)) for part in self.everything)
        return tuple(part for part in mine if part.rows)

    @property
    def _moves(self) -> tuple[Move, ...]:
        return self.over.moves if self.over else ()

    @property
    def total(self) -> int:
        return sum(len(part.rows) for part in self.everything) + len(self._moves)

    @property
    def left(self) -> int:
        over = self.over.left if self.over else 0
        return sum(part.left for part in self.everything) + over

    @property
    def done(self) -> int:
        return self.total - self.left

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 100

    @property
    def only_own(self) -> bool:
        """Whether this seat fetches nothing but the own things."""
        return self.seat is not None and all(part.everyone for part in self.parts)

    def left_for(self, seat: int) -> int:
        rows = (row for part in self.everything for row in part.rows_of(seat))
        return sum(not row.is_done(seat) for row in rows)


def set_up(state: State, play: Play, seat: int | None = None) -> SetUp:
    """What there is to lay out for ``play``."""
    draws = drawings(state, play)
    begins = beginning(state, play, draws)
    parts = _parts(state, play, draws)
    drawn = {row.draw.key for part in parts for row in part.rows if row.draw}
    newest = state.is_newest(play)
    alone = begins is not None and begins.draw not in drawn
    return SetUp(
        parts, seat, change_over(state, play), begins, alone, _unnoted(play, parts),
        newest and not play.finished, None if newest else play.number,
    )  # fmt: skip


def _parts(state: State, play: Play, draws: dict[str, Drawing]) -> tuple[Part, ...]:
    facts, decks = play.known(), play.game.decks(play.situation)
    steps = checklist(play.game.steps, play.situation, facts, decks)
    labels = {group.key: group.label for group in play.game.groups}
    order = list(labels)
    ordered = sorted(steps, key=lambda step: order.index(step.group))
    grouped = {
        key: [step for step in mine if step.key in play.steps]  # not those of a deck we shuffled
        for key, mine in groupby(ordered, key=lambda step: step.group)
    }
    plans = {step.key: step for step in play.game.steps}
    hands = _hands(play, grouped, plans)
    built = {step.deck: step.group for step in plans.values() if step.deck}
    doubts, ours = certainty(facts, decks), shufflings(state, play, decks)
    return tuple(
        Part(
            key, labels[key],
            tuple(
                replace(
                    _row(state, play, s, plans.get(s.key), facts, draws, doubts),
                    seat=hands.get(s.key),
                )
                for s in mine
            ),
            key in play.claims and key != EVERYONE,
            tuple(deck for deck in ours if built.get(deck.key) == key),
        )
        for key, mine in grouped.items()
    )  # fmt: skip


def _row(
    state: State, play: Play, step: Step, plan: SetupStep | None, facts: Facts,
    draws: dict[str, Drawing], doubts: dict[str, Certainty],
) -> StepRow:  # fmt: skip
    done = play.done_by(step.key)
    asked = questions(state, play, step, doubts) if step.rulings else ()
    settled = step.doubts if asked and not any(question.open for question in asked) else ()
    notes = tuple(note for note in step.notes if note not in settled)
    return StepRow(
        step.key, step.text, _figure(step, plan, facts), step.cards, notes,
        step.key in play.ticks, asked, draws.get(step.draw),
        each=step.group == EVERYONE and not step.draw and len(play.people) > 1,
        done_by=tuple(seat for seat, who in enumerate(play.seats) if who.person in done),
    )  # fmt: skip


def _hands(
    play: Play, grouped: Mapping[str, list[Step]], plans: Mapping[str, SetupStep]
) -> dict[str, int]:
    """Who fetches which step; nobody alone what everybody does. A deck stays in one hand."""
    units: list[Unit] = []
    for part, steps in grouped.items():
        alike = groupby(steps, key=lambda step: step.key if step.key in plans else step.group)
        units += [(part, tuple(s.key for s in mine)) for _, mine in alike if part != EVERYONE]
    seats = [seat for seat, who in enumerate(play.seats) if who.person is not None]
    return shared_out(units, seats or [0], play.claims)


def _figure(step: Step, plan: SetupStep | None, facts: Facts) -> str:
    """The number to see from afar: how many, or the one short fact the step speaks of."""
    if step.count is not None:
        return str(step.count)
    spoken = [facts[name].value for name in plan.names() & facts.keys()] if plan else []
    words = [str(value) for value in spoken if isinstance(value, str | int)]
    return words[0] if len(spoken) == len(words) == 1 and len(words[0]) <= LONGEST_FIGURE else ""


def _unnoted(play: Play, parts: tuple[Part, ...]) -> tuple[str, ...]:
    """What the chapter's own cards say and nobody has copied, apart from what is asked above."""
    asked = {q.key for part in parts for row in part.rows for q in row.questions}
    chapter = (f for f in play.game.card_facts if f.scope is Scope.CHAPTER and f.key not in asked)
    settings = play.situation.settings
    mine = fitting(chapter, play.situation)
    return tuple(fact.label for fact in mine if settings.get(fact.key) is None)
