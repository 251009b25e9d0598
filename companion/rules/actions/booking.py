"""Actions that book cards and counters in one entry: for one seat, or what a guide asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..issues import Issue
from ..journal.play import Play
from ..journal.state import State
from ..parts.clock import OVER, Done, Order, Tap
from ..parts.pads import Pad
from ..parts.tracks import Track
from ..words import listed, signed, stopped
from .base import (
    MOVED_ON,
    Malformed,
    MovesCounters,
    PlayAction,
    Repeat,
    Who,
    counters_told,
    passing_issues,
    seat_issues,
    unknown,
)
from .counting import SCORES_STAND, Count
from .laying import Lay, Lift
from .playing import passed_on

MOST_STEPS = 40  # cards and counters that one entry can change
LONGEST_TITLE = 120
# The data keys of a card laid down, of one taken up, and of what is booked for one seat.
LAYS, LIFTS = ("pad", "card", "points", "mark"), ("pad", "card")
BOOKED = ("lays", "lifts", "counts")


@dataclass(frozen=True, slots=True)
class Book(MovesCounters):
    """Lays cards, takes up cards and moves counters, as a calculator has worked out."""

    kind = "book"
    who = Who.SEAT
    closes_calculator = True
    aid: str
    seat: int
    lays: tuple[Any, ...] = ()  # each a card with its pad, and points and mark where it has some
    lifts: tuple[Any, ...] = ()  # each a card with its pad: the last such one of this seat
    counts: Mapping[str, Any] = field(default_factory=dict)  # by how much, track by track
    moment: tuple[Any, ...] = ()  # the one in which its first card is somebody's turn
    given: Mapping[str, Any] = field(default_factory=dict)  # where tracks stood for it

    def __post_init__(self) -> None:
        self.check_moment(self.moment)
        for rows, names in ((self.lays, LAYS), (self.lifts, LIFTS)):
            if not all(isinstance(row, Mapping) and _is_card(row, names) for row in rows):
                raise Malformed("book: a card is its pad and its name.")
        if not all(type(by) is int for by in self.counts.values()):
            raise Malformed("book: a counter goes on by a number.")
        if not all(type(value) is int for value in self.given.values()):
            raise Malformed("book: a counter stood at a number.")
        if not 0 < len(self.lays) + len(self.lifts) + len(self.counts) <= MOST_STEPS:
            raise Malformed(f"book: 1 to {MOST_STEPS} cards and counters.")

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.game.aid(self.aid) is None:
            return unknown(self.aid, "There is no calculator {} here.")
        if play.finished:
            return [Issue("stale", SCORES_STAND)]
        faults = seat_issues(play, self.seat) or passing_issues(play, self.moment, self.seat)
        return faults or self._changed_since(play) or self.carried_out(state, play)[1]

    def _changed_since(self, play: Play) -> list[Issue]:
        """Whether a track it was worked out from stands elsewhere: another phone was quicker."""
        known = self.given.keys() & play.tracks.keys()
        now = {name: play.track(name).as_seen_by(self.seat, play.tracks[name]) for name in known}
        return [] if now == self.given else [Issue("stale", MOVED_ON, self.aid)]

    def doubts(self, state: State, play: Play) -> list[Issue]:
        """Asks if somebody pays more than the app knows of; confirmed, all of it is taken."""
        return [] if self.issues(state, play) else self.payment_doubts(play)

    def payment_doubts(self, play: Play) -> list[Issue]:
        meant = [step for step in self._steps(play) if isinstance(step, Count)]
        short = [count.too_few(play) for count in meant if _within(play, count) != count]
        return [Issue("unusual", f"{said} Is that right?", self.aid, self.seat) for said in short]

    def apply(self, state: State, play: Play) -> State:
        after = self.carried_out(state, play)[0]
        if not self.moment or not self.lays:
            return after
        row = self.lays[0]
        tap = Tap(play.moment, self.seat, row["pad"], row["card"], mark=row.get("mark", ""))
        return passed_on(after, play.number, tap)

    def carried_out(self, state: State, play: Play) -> tuple[State, list[Issue]]:
        """Apply the steps one after the other, each judged by the state after the one before."""
        for step in self._steps(play):
            here = state.plays[play.number]
            if isinstance(step, Count):
                step = _within(here, step)
            if found := step.issues(state, here):
                gone = [Issue("stale", "That card is no longer there.", self.aid)]
                return state, gone if isinstance(step, Lift) else found
            if not (isinstance(step, Count) and step.by == 0):  # which would say it is known
                state = step.apply(state, here)
        return state, []

    def _steps(self, play: Play) -> Iterator[Lift | Lay | Count]:
        """The steps: cards given up first, to make room; no counters whose value is unknown."""
        shared = {pad.key for pad in play.game.pads if pad.shared and pad.key in play.pads}
        for row in self.lifts:
            yield Lift(**row, seat=None if row["pad"] in shared else self.seat)
        for row in self.lays:
            yield Lay(**row, seat=None if row["pad"] in shared else self.seat)
        tracks = {track.key: track for track in play.game.tracks}
        for name, by in self.counts.items():
            track = tracks.get(name)
            seat = None if track and track.shared else self.seat
            if track is None or play.is_told(track, seat or 0):
                yield Count(name, seat, by)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        labels = {track.key: track.label for track in play.game.tracks if track.is_said}
        told = [f"{labels[key]} {signed(by)}" for key, by in self.counts.items() if key in labels]
        return self._words(play, told)

    def receipt(self, state: State, play: Play, snapshot: Any) -> str:
        return " ".join(filter(None, [self._words(play, []), counters_told(play, snapshot)]))

    def _words(self, play: Play, counts: list[str]) -> str:
        laid = [Lay(**row, seat=self.seat).words(play) for row in self.lays]
        aid = play.game.aid(self.aid)
        done = listed(laid) or f"{play.names[self.seat]}, {aid.label if aid else self.aid}"
        given = [play.card_label(row["pad"], row["card"]) for row in self.lifts]
        parts = [*([f"gave {listed(given)}"] if given else []), *counts]
        stop = "" if done.endswith("?") else ":" if parts else "."
        return " ".join([f"{done}{stop}", *([f"{', '.join(parts)}."] if parts else [])])


def _within(play: Play, count: Count) -> Count:
    """A payment limited to what a counter has, as the group may not have entered everything."""
    low = play.track(count.track).low if count.track in play.tracks else None
    if low is None or count.seat is None:
        return count
    least = min(0, low - play.tracks[count.track][count.seat])
    return replace(count, by=max(count.by or 0, least))


def _is_card(row: Mapping[str, Any], names: tuple[str, ...]) -> bool:
    texts = all(isinstance(row.get(name, ""), str) for name in ("pad", "card", "mark"))
    points = row.get("points")
    known = {"pad", "card"} <= row.keys() <= set(names)
    return known and texts and (points is None or type(points) is int)


@dataclass(frozen=True, slots=True)
class DoDeed(PlayAction):
    """Something that a guide asked for is done. It names round and phase, so no stale page books
    it in another; with it go cards and counters, all of it in one entry."""

    kind = "deed"
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
            cards = all(isinstance(row.get(name, ()), list | tuple) for name in ("lays", "lifts"))
            if not cards or not isinstance(row.get("counts", {}), Mapping):
                raise Malformed("deed: cards are lists, counters have names.")
        for _ in self._bookings(None):
            pass  # malformed ones say so themselves

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.finished:
            return [Issue("stale", SCORES_STAND)]
        told = play.game.clock.told(play.moment, play.pace)
        if play.moment == OVER or self.round != play.moment.round or self.phase not in told:
            return [Issue("stale", MOVED_ON)]
        if play.did(self.phase, self.deed, self.seat):
            return [Issue("stale", f"{self.title}: already entered.")]
        seats = [self.seat, *(book.seat for book in self._bookings(play))]
        faults = [fault for seat in seats for fault in seat_issues(play, seat)]
        return faults or self._unseated(play) or self._done(state, play)[1]

    def _unseated(self, play: Play) -> list[Issue]:
        """What it cannot book without a seat: all but the tracks and pads that everybody shares."""
        if self.seat is not None:
            return []
        named = {*self.counts, *(row["pad"] for row in (*self.lays, *self.lifts))}
        parts: tuple[Track | Pad, ...] = (*play.game.tracks, *play.game.pads)
        own = [part for part in parts if part.key in named and not part.shared]
        return [Issue("players", f"{part.label}: counted per player.", part.key) for part in own]

    def doubts(self, state: State, play: Play) -> list[Issue]:
        if self.issues(state, play):
            return []
        return [doubt for book in self._bookings(play) for doubt in book.payment_doubts(play)]

    def apply(self, state: State, play: Play) -> State:
        after = self._done(state, play)[0]
        play = after.plays[play.number]
        deed = Done(self.round, self.phase, self.deed, self.seat, self._turn(play))
        return after.with_play(play.but(deeds=play.deeds | {deed}))

    def _turn(self, play: Play) -> int | None:
        """The turn it belongs to; what one person does at any time in a phase belongs to none."""
        if play.moment.seat is not None:
            return play.moment.seat
        phase = next(one for one in play.game.clock.phases if one.key == self.phase)
        by_turns = phase.order is Order.TURNS and phase.passes and self.seat is None
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
