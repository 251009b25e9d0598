"""The set-up page: the chapter reset, groups of steps, who takes on which, what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Change
from companion.rules.parts.settings import Scope
from companion.rules.parts.setup import SetupStep, TableStep, checklist
from companion.rules.situation import fitting
from companion.show.frame import Visitor
from companion.show.setup.draws import (
    Beginning,
    Drawing,
    Shuffling,
    beginning,
    drawings,
    shufflings,
)
from companion.show.setup.rows import (
    EVERYONE,
    StepRow,
    Unit,
    Words,
    doubts_of,
    naming,
    row,
    shared_out,
)
from companion.show.standing import has_begun


@dataclass(frozen=True, slots=True)
class SetupPart:
    """A group of steps and the seats that take it on."""

    key: str
    label: str
    rows: tuple[StepRow, ...]
    shuffles: Mapping[str, Shuffling]  # what the app may shuffle instead, by the step that ends it
    told_decks: tuple[Shuffling, ...]  # those of which there is something to say besides
    claim: Mapping[str, Any] | None  # how somebody takes it on, or hands it back: to nobody
    seat: int | None = None  # whose steps these are, where only theirs are shown

    @property
    def done(self) -> int:
        return sum(row.is_done(self.seat) for row in self.rows)

    @property
    def left(self) -> int:
        return len(self.rows) - self.done

    @property
    def taker(self) -> int | None:
        """Who does all of it, and is named above it instead of at every step."""
        seats = {row.seat for row in self.rows} - {None}
        return seats.pop() if len(seats) == 1 else None

    def of(self, seat: int) -> SetupPart:
        """What one seat has to do of it."""
        rows = tuple(row for row in self.rows if row.seat in (seat, None))
        return replace(self, rows=rows, seat=seat)

    @property
    def everyone(self) -> bool:
        return self.key == EVERYONE


def parts(
    state: State, play: Play, visitor: Visitor, draws: Mapping[str, Drawing]
) -> tuple[SetupPart, ...]:
    """Everything to lay out, in the order of the game's groups."""
    facts, decks = play.known(), play.game.decks(play.situation)
    steps = play.situation.once(
        ("checklist", play.game),
        lambda: tuple(checklist(play.game.steps, play.situation, facts, decks)),
    )
    alone = len(play.people) < 2  # with or without a seat that the game plays by itself
    labels = {group.key: group.called(alone) for group in play.game.groups}
    order = list(labels)
    ordered = sorted(steps, key=lambda step: order.index(step.group))
    grouped = {
        # Not those of a deck we shuffled, nor what a seat would get that has nobody.
        key: [step for step in mine if step.key in play.steps]
        for key, mine in groupby(ordered, key=lambda step: step.group)
    }
    plans = {step.key: step for step in play.game.steps}
    # What the data gives to one seat, counted from whoever begins.
    placed = {
        step.key: play.seat_at(step.place)
        for step in plans.values()
        if step.place is not None and step.key in play.steps
    }
    takers = _takers(play, grouped, plans, placed)
    built = {step.deck: step.group for step in plans.values() if step.deck}
    doubts = doubts_of(state, play, facts, decks)
    ours = list(shufflings(state, play, visitor, decks))

    def part(key: str, mine: list[TableStep]) -> SetupPart:
        rows = [
            row(state, play, s, plans.get(s.key), facts, draws=draws, doubts=doubts, takers=takers)
            for s in mine
        ]
        # Where the game gives every step to a seat, nothing is left to take on.
        free = key != EVERYONE and any(step.key not in placed for step in mine)
        own = [deck for deck in ours if built.get(deck.key) == key]
        last = {plans[s.key.rpartition("-")[0]].deck: s.key for s in mine if s.key not in plans}
        ready = [deck for deck in own if deck.offered and not deck.said and deck.key in last]
        return SetupPart(
            key=key,
            label=labels[key],
            rows=tuple(rows),
            shuffles={last[deck.key]: deck for deck in ready},
            told_decks=tuple(deck for deck in own if deck.said),
            claim=_claim(play, visitor, key) if free else None,
        )

    return tuple(part(key, mine) for key, mine in grouped.items())


def _claim(play: Play, visitor: Visitor, key: str) -> dict[str, Any] | None:
    own = visitor.seat(play)
    if own is None or len(play.sitting) < 2 or play.finished or not visitor.may("claim"):
        return None
    return {"group": key, "person": None if play.claims.get(key) == own else visitor.person}


def _takers(
    play: Play,
    grouped: Mapping[str, list[TableStep]],
    plans: Mapping[str, SetupStep],
    placed: dict[str, int],
) -> dict[str, int]:
    """Who fetches which step; nobody alone what everybody does. A deck stays in one hand."""
    units: list[Unit] = []
    for part, steps in grouped.items():
        free = (step for step in steps if step.key not in placed)
        alike = groupby(free, key=lambda step: step.key if step.key in plans else step.group)
        units += [(part, tuple(s.key for s in mine)) for _, mine in alike if part != EVERYONE]
    return shared_out(units, play.sitting or (0,), play.claims, [*placed.values()]) | placed


@dataclass(frozen=True, slots=True)
class BoxMove:
    """Something to do between two chapters, or things of one kind that go back into the box."""

    key: str
    done: bool
    words: Words


@dataclass(frozen=True, slots=True)
class Over:
    """The chapter reset: what moves."""

    moves: tuple[BoxMove, ...]

    @property
    def done(self) -> int:
        return sum(move.done for move in self.moves)

    @property
    def left(self) -> int:
        return len(self.moves) - self.done


def change_over(state: State, play: Play) -> Over | None:
    """The reset after the chapter before; None if there was none."""
    told = state.before(play).story if play.story else []
    if not told:
        return None
    change = play.game.changeover(told[-1].situation, play.situation)
    first = [Change("", (), f"over-{row.key}") for row in play.game.graph.between]
    moves = tuple(
        BoxMove(
            moved.key,
            moved.key in play.ticks,
            naming(play.texts[moved.key], [item for item in moved.items if len(item) <= 8]),
        )
        for moved in (*first, *change.cleared())
    )
    return Over(moves) if moves else None


@dataclass(frozen=True, slots=True)
class SetUp:
    """The whole page. ``seat`` is whose parts are shown; None: everybody's."""

    play: Play
    everything: tuple[SetupPart, ...]
    seat: int | None
    own: int | None  # where whoever looks sits
    over: Over | None
    begins: Beginning | None
    begins_alone: bool  # no step of the list says who begins
    unnoted: tuple[str, ...]  # what stands on the chapter's cards and is not noted yet, shortened
    open: bool  # its rulings can still change: the newest play, not finished
    earlier: int | None  # the play's number, where it is not the newest
    pace: bool  # whether to ask how closely the table is followed

    @property
    def parts(self) -> tuple[SetupPart, ...]:
        if self.seat is None:
            return self.everything
        mine = (part.of(self.seat) for part in self.everything)
        return tuple(part for part in mine if part.rows)

    @property
    def ticking(self) -> int | None:
        """Whose steps a tap ticks, where each does their own."""
        return self.own if self.seat is None else self.seat

    @property
    def total(self) -> int:
        over = len(self.over.moves) if self.over else 0
        return sum(len(part.rows) for part in self.everything) + over

    @property
    def left(self) -> int:
        over = self.over.left if self.over else 0
        return sum(part.left for part in self.everything) + over

    @property
    def done(self) -> int:
        return self.total - self.left

    @property
    def onward(self) -> tuple[str, str]:
        """The page that comes next, and what the button there says."""
        if self.play.finished:
            return "result", "See result"
        if has_begun(self.play):
            return "play", "Back to play"
        return "play", f"Start {self.play.game.clock.within(1)}"

    @property
    def ready(self) -> bool:
        """Whether going on is the thing to do now."""
        return not self.left or self.play.finished or has_begun(self.play)

    @property
    def resets(self) -> Over | None:
        """The chapter reset, which is everybody's."""
        return self.over if self.seat is None else None

    @property
    def columns(self) -> tuple[tuple[SetupPart, ...], tuple[SetupPart, ...]]:
        """The parts in two columns of about the same length, in their order."""
        parts = self.parts
        sizes = [len(part.rows) + 1 for part in parts]
        before = len(self.resets.moves) + 1 if self.resets else 0

        def uneven(at: int) -> int:
            return abs(before + sum(sizes[:at]) - sum(sizes[at:]))

        at = min(range(len(parts) + 1), key=uneven)
        return parts[:at], parts[at:]

    @property
    def here(self) -> str:
        """The step to do next, if there is one: first that of whoever looks."""
        if self.resets and self.resets.left:
            return next(move.key for move in self.resets.moves if not move.done)
        whose = self.ticking
        rows = [row for part in self.parts for row in part.rows if not row.is_done(whose)]
        mine = [row for row in rows if whose is None or row.seat in (whose, None)]
        return next((row.key for row in mine or rows), "")

    @property
    def only_own(self) -> bool:
        """Whether this seat fetches nothing but their own things."""
        return self.seat is not None and all(part.everyone for part in self.parts)

    @property
    def tabs(self) -> list[tuple[int | None, str, int]]:
        """All, and each person, with the steps left; none where there is nothing to share out."""
        if len(self.play.sitting) < 2 or not self.total:
            return []
        seats, sitting = self.play.seats, self.play.sitting
        mine = [(seat, seats[seat].name, self.left_for(seat)) for seat in sitting]
        return [(None, "All", self.left), *mine]

    def left_for(self, seat: int) -> int:
        rows = (row for part in self.everything for row in part.rows)
        return sum(row.seat in (seat, None) and not row.is_done(seat) for row in rows)


def set_up(state: State, play: Play, visitor: Visitor, seat: int | None = None) -> SetUp:
    """What there is to lay out for ``play``. What concerns all is left out for one seat."""
    draws = drawings(state, play, visitor)
    begins = beginning(state, play, visitor, draws)
    found = parts(state, play, visitor, draws)
    drawn = {row.draw.key for part in found for row in part.rows if row.draw}
    newest = state.is_newest(play)
    open_still = newest and not play.finished
    for_all = open_still and seat is None
    return SetUp(
        play, found, seat, visitor.seat(play), change_over(state, play), begins,
        begins_alone=begins is not None and begins.draw not in drawn and seat is None,
        unnoted=_unnoted(play, found) if for_all else (),
        open=open_still, earlier=None if newest else play.number,
        pace=for_all and visitor.bound is None and not visitor.watching,
    )  # fmt: skip


def _unnoted(play: Play, found: tuple[SetupPart, ...]) -> tuple[str, ...]:
    """What the chapter's own cards say and nobody has copied, apart from what is asked above."""
    asked = {q.key for part in found for row in part.rows for q in row.questions}
    chapter = (f for f in play.game.card_facts if f.scope is Scope.CHAPTER and f.key not in asked)
    settings = play.situation.settings
    mine = fitting(chapter, play.situation)
    labels = [fact.label for fact in mine if settings.get(fact.key) is None]
    return (*labels[:4], f"{len(labels) - 4} more") if len(labels) > 5 else tuple(labels)
