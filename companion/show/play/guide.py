"""What the guides of a game say on Play: the instruction in parts, deeds to book, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from companion.rules.aids.calculator import Booking
from companion.rules.aids.guide import Deed, Said, Step, Told
from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace, Phase
from companion.rules.words import plural
from companion.show.play.answer import changes

TICK = "Done"


@dataclass(frozen=True, slots=True)
class StepLine:
    text: str
    due: bool
    done: bool
    ticks: Mapping[str, Any] = field(default_factory=dict)  # the entry that ticks it


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedRow:
    """One deed: by whom, what, and the entry that books it."""

    key: str
    seat: int | None
    title: str
    text: str
    figure: str
    one: str
    none: bool
    done: bool
    due: bool = False  # the first that is not done
    waits: int = 0  # how many others this line stands for
    label: str = ""
    books: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        return not (self.none or self.done)


@dataclass(frozen=True, slots=True)
class Block:
    """What follows each other of one kind; ``kind`` is the macro that draws it."""

    kind: str
    rows: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the guide of one phase says; ``label`` names the phase where it is not the present."""

    label: str
    blocks: tuple[Block, ...]

    @property
    def _deeds(self) -> list[DeedRow]:
        return [row for block in self.blocks if block.kind == "deeds" for row in block.rows]

    @property
    def _ticks(self) -> list[StepLine]:
        steps = (row for block in self.blocks if block.kind == "parts" for row in block.rows)
        return [step for step in steps if step.ticks]

    @property
    def is_for_all(self) -> bool:
        """Whether it is one screen for all: it has headings, or rows of several people."""
        seats = {row.seat for row in self._deeds if row.seat is not None}
        return len(seats) > 1 or any(block.kind == "heads" for block in self.blocks)

    @property
    def left(self) -> str:
        """``2 cards left``; empty: all is done."""
        rows = [row for row in self._deeds if row.is_open]
        steps = [step for step in self._ticks if not step.done]
        if not rows and not steps:
            return ""
        names = {row.one for row in rows} if not steps else set()
        one = names.pop() if len(names) == 1 else "thing"
        waiting = sum(row.waits for row in self._deeds)
        return f"{plural(len(rows) + len(steps) + waiting, one)} left"

    @property
    def short(self) -> str:
        """The answer of the screen in a few words, for above Next."""
        said = [line for block in self.blocks if block.kind == "said" for line in block.rows]
        return next((line.short for line in reversed(said) if line.short), "")

    @property
    def sentences(self) -> list[str]:
        """All of it in words, for a screen on which nothing is tapped."""
        return [text for block in self.blocks for text in _words(block)]


def _words(block: Block) -> Iterator[str]:
    for row in block.rows:
        if isinstance(row, DeedRow):
            yield f"{row.title}: {row.text}" if row.text else row.title
        else:
            yield row.text


def guidance(play: Play, seat: int) -> tuple[Guidance, ...]:
    """What is known now, the present phase first. Where one Next carries over other phases, too,
    what is to be done and known in them follows, without their instructions."""
    if play.finished or play.moment == OVER or play.pace is Pace.ENDS:
        return ()
    clock, here = play.game.clock, play.moment
    others = clock.carried_over(here, play.situation, play.pace)
    found = [_of_phase(play, seat, clock.phase(here), is_now=True)]
    found += [_of_phase(play, seat, phase, is_now=False) for phase in others]
    return tuple(one for one in found if one.blocks)


def _of_phase(play: Play, seat: int, phase: Phase, *, is_now: bool) -> Guidance:
    guide = play.game.guides.get(phase.key)
    told = list(guide(Table(play, seat, phase.key))) if guide else []
    kept = [one for one in told if is_now or not isinstance(one, Step)]
    return Guidance("" if is_now else phase.label, tuple(_blocks(play, phase.key, kept)))


def _blocks(play: Play, phase: str, told: Iterable[Told]) -> Iterator[Block]:
    due = True
    for kind, group in groupby(told, key=type):
        rows = list(group)
        if kind is Step:
            steps = (one for one in rows if isinstance(one, Step))
            yield Block("parts", tuple(_step(play, phase, one) for one in steps))
        elif kind is Deed:
            deeds = []
            for one in (one for one in rows if isinstance(one, Deed)):
                deeds.append(_row(play, phase, one, due))
                due = due and not deeds[-1].is_open
            yield Block("deeds", tuple(deeds))
        else:
            yield Block("said" if kind is Said else "heads", tuple(rows))


def _step(play: Play, phase: str, step: Step) -> StepLine:
    done = step.done or bool(step.key and play.did(phase, step.key))
    ticks = _entry(play, phase, step.key, None, step.text) if step.key else {}
    return StepLine(step.text, step.due and not done, done, ticks)


def _row(play: Play, phase: str, deed: Deed, due: bool) -> DeedRow:
    done = play.did(phase, deed.key)
    books = {} if deed.none else _booked(play, phase, deed)
    return DeedRow(
        key=deed.key, seat=deed.seat, title=deed.title, text=deed.text, figure=deed.figure,
        one=deed.one, none=deed.none, waits=deed.waits, done=done,
        due=due and not (done or deed.none),
        label=deed.book.label if deed.book else TICK, books=books,
    )  # fmt: skip


def _booked(play: Play, phase: str, deed: Deed) -> dict[str, Any]:
    found = _entry(play, phase, deed.key, deed.seat, deed.title)
    own = changes(play, deed.seat or 0, deed.book) if deed.book else {}
    others = [row for seat, book in deed.others if (row := _for_other(play, seat, book))]
    return {**found, **own, **({"others": others} if others else {})}


def _for_other(play: Play, seat: int, book: Booking) -> dict[str, Any]:
    found = changes(play, seat, book)
    return {**play.about(seat), **found} if found else {}


def _entry(play: Play, phase: str, key: str, seat: int | None, title: str) -> dict[str, Any]:
    about = {} if seat is None else play.about(seat)
    return {"deed": key, "round": play.moment.round, "phase": phase, "title": title, **about}


def is_asked_for(play: Play, entry: Mapping[str, Any]) -> bool:
    """Whether a guide asks for just this now: a link bound to one person books nothing else that
    touches other seats."""
    found = (block for one in guidance(play, 0) for block in one.blocks if block.kind == "deeds")
    return any(row.books == entry for block in found for row in block.rows)
