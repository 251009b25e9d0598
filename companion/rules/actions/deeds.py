"""Doing what a guide asks for: ticked, with what it books for one seat and for others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER, Order
from companion.rules.words import signed, stopped

from .base import LogGroup, Malformed, PlayAction, Repeat, Who, seat_issues
from .booking import Book
from .counting import SCORES_STAND

LONGEST_TITLE = 120
BOOKED = ("lays", "lifts", "counts")
"""The data keys of what is booked for one seat."""
MOVED_ON = "The game has moved on since this page was opened."


@dataclass(frozen=True, slots=True)
class DoDeed(PlayAction):
    """Something that a guide asked for is done. It names round and phase, so no stale page books
    it in another; with it go cards and counters, all of it in one entry."""

    kind = "deed"
    log_group = LogGroup.EVENTS
    who = Who.SEAT
    repeat = Repeat.IDEMPOTENT
    deed: str
    round: int
    phase: str
    title: str  # what was done, for the log
    seat: int | None = None
    lays: tuple[Any, ...] = ()
    lifts: tuple[Any, ...] = ()
    counts: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[Any, ...] = ()  # each a seat or person with what is booked for it

    def __post_init__(self) -> None:
        if len(self.title) > LONGEST_TITLE or not self.deed:
            raise Malformed("deed: it has a key and a short title.")
        for row in self.others:
            if not isinstance(row, Mapping) or not row.keys() <= {"seat", "person", *BOOKED}:
                raise Malformed("deed: what it does to others is a seat and a booking.")
            if type(row.get("seat", row.get("person"))) is not int:
                raise Malformed("deed: it is another seat that it does something to.")
        for _ in self._bookings(None):
            pass  # malformed ones say so themselves

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.finished:
            return [Issue("stale", SCORES_STAND)]
        told = play.game.clock.told(play.moment, play.pace)
        if play.moment == OVER or self.round != play.moment.round or self.phase not in told:
            return [Issue("stale", MOVED_ON)]
        if play.did(self.phase, self.deed):
            return [Issue("stale", f"{self.title}: this was booked before.")]
        seats = [self.seat, *(book.seat for book in self._bookings(play))]
        faults = [fault for seat in seats for fault in seat_issues(play, seat)]
        return faults or self._done(state, play)[1]

    def doubts(self, state: State, play: Play) -> list[Issue]:
        if self.issues(state, play):
            return []
        return [doubt for book in self._bookings(play) for doubt in book.payment_doubts(play)]

    def apply(self, state: State, play: Play) -> State:
        after = self._done(state, play)[0]
        play = after.plays[play.number]
        deed = (self.round, self.phase, self.deed, self._turn(play))
        return after.with_play(play.but(deeds=play.deeds | {deed}))

    def _turn(self, play: Play) -> int | None:
        """The turn it belongs to; what one person does at any time in a phase belongs to none."""
        if play.moment.seat is not None:
            return play.moment.seat
        phase = next(one for one in play.game.clock.phases if one.key == self.phase)
        by_turns = phase.order is Order.TURNS and self.seat is None
        return play.acting if by_turns else None

    def _done(self, state: State, play: Play) -> tuple[State, list[Issue]]:
        for book in self._bookings(play):
            state, found = book.carried_out(state, state.plays[play.number])
            if found:
                return state, found
        return state, []

    def _bookings(self, play: Play | None) -> Iterator[Book]:
        """What is booked, seat by seat; without a play only to check its shape."""
        own = {name: getattr(self, name) for name in BOOKED if getattr(self, name)}
        if own:
            yield Book(self.deed, 0 if self.seat is None else self.seat, **own)
        for row in self.others:
            booked = {name: row[name] for name in BOOKED if name in row}
            yield Book(self.deed, _seat(play, row), **booked)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        who = "" if self.seat is None else f"{play.names[self.seat]}, "
        own = ", ".join(_moves(play, self.counts))
        said = [f"{who}{self.title}: {own}." if own else stopped(f"{who}{self.title}")]
        for row in self.others:
            moves = ", ".join(_moves(play, row.get("counts", {})))
            said += [f"{play.names[_seat(play, row)]}: {moves}."] if moves else []
        return " ".join(said)


def _seat(play: Play | None, row: Mapping[str, Any]) -> int:
    if "seat" in row:
        return int(row["seat"])
    seat = play.seat_of(row["person"]) if play else 0
    return -1 if seat is None else seat  # which no table has


def _moves(play: Play, counts: Mapping[str, int]) -> Iterator[str]:
    labels = {track.key: track.label for track in play.game.tracks}
    return (f"{labels.get(name, name)} {signed(by)}" for name, by in counts.items())
