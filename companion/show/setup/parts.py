"""The parts of a set-up: groups of steps, and who takes on which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.setup import SetupStep, TableStep, checklist
from companion.show.frame import Visitor
from companion.show.setup.draws import Drawing, Shuffling, shufflings
from companion.show.setup.rows import EVERYONE, StepRow, Unit, doubts_of, row, shared_out


@dataclass(frozen=True, slots=True)
class ClaimButton:
    """A button by which somebody takes a part on, or hands it back."""

    label: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetupPart:
    """A group of steps and the seats that take it on."""

    key: str
    label: str
    rows: tuple[StepRow, ...]
    claimed: int | None  # the seat that took it on, instead of our sharing it out
    decks: tuple[Shuffling, ...]
    claim: ClaimButton | None
    seat: int | None = None  # whose steps these are, where only theirs are shown
    built: Mapping[str, str] = field(default_factory=dict)  # the last step of each deck in it

    def shuffles(self, row: StepRow) -> Shuffling | None:
        """The deck that is built with this step, while the app may shuffle it instead."""
        mine = (deck for deck in self.decks if self.built.get(deck.key) == row.key)
        return next((deck for deck in mine if deck.offered and not deck.said), None)

    @property
    def told_decks(self) -> list[Shuffling]:
        """Decks of which there is something to say besides."""
        return [deck for deck in self.decks if deck.said]

    @property
    def done(self) -> int:
        return sum(row.is_done(self.seat) for row in self.rows)

    @property
    def left(self) -> int:
        return len(self.rows) - self.done

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(row.seat for row in self.rows if row.seat is not None))

    @property
    def taker(self) -> int | None:
        """Who does all of it, and is named above it instead of at every step."""
        return self.seats[0] if len(self.seats) == 1 else None

    def of(self, seat: int) -> SetupPart:
        """What one seat has to do of it."""
        rows = tuple(row for row in self.rows if row.seat in (seat, None))
        claimed = seat if seat == self.claimed else None
        return replace(self, rows=rows, claimed=claimed, seat=seat)

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
    placed = dict(_placed(play, plans))
    takers = _takers(play, grouped, plans, placed)
    built = {step.deck: step.group for step in plans.values() if step.deck}
    doubts = doubts_of(state, play, facts, decks)
    ours = list(shufflings(state, play, visitor, decks))

    def part(key: str, mine: list[TableStep]) -> SetupPart:
        rows = tuple(
            row(
                state,
                play,
                step=s,
                plan=plans.get(s.key),
                facts=facts,
                draws=draws,
                doubts=doubts,
                taker=takers.get(s.key),
            )
            for s in mine
        )
        # Where the game gives every step to a seat, nothing is left to take on.
        free = key != EVERYONE and any(step.key not in placed for step in mine)
        claimed = play.claims.get(key) if free else None
        shuffled = tuple(deck for deck in ours if built.get(deck.key) == key)
        last = {plans[s.key.rpartition("-")[0]].deck: s.key for s in mine if s.key not in plans}
        plain = SetupPart(key, labels[key], rows, claimed, shuffled, None, built=last)
        return replace(plain, claim=_claim(play, visitor, plain) if free else None)

    return tuple(part(key, mine) for key, mine in grouped.items())


def _claim(play: Play, visitor: Visitor, part: SetupPart) -> ClaimButton | None:
    own = visitor.seat(play)
    if own is None or len(play.sitting) < 2 or play.finished:
        return None
    if not visitor.may("claim"):
        return None
    mine = part.claimed == own
    data = {"group": part.key, "person": None if mine else visitor.person}
    return ClaimButton("Hand these back" if mine else "I’ll do these", data)


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


def _placed(play: Play, plans: Mapping[str, SetupStep]) -> Iterator[tuple[str, int]]:
    """What the data gives to one seat, counted from whoever begins."""
    for step in plans.values():
        if step.place is not None and step.key in play.steps:
            yield step.key, play.seat_at(step.place)
