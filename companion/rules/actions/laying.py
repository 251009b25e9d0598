"""Actions with pads: lay a card down, take one up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..issues import Issue
from ..journal.play import Play
from ..journal.plays import remembered
from ..journal.state import State
from ..parts.clock import Order, Pace, Tap
from ..parts.pads import Key, Laid, Stock, count
from ..scoring.origin import count_of, counted_by, counting
from ..words import LARGEST_NUMBER, listed, minus, no_number, plural, possessive, summed, unusual
from .base import (
    CounterChange,
    Instead,
    Malformed,
    MovesCounters,
    Who,
    passing_issues,
    seat_issues,
    unknown,
)
from .counting import SCORES_STAND, Count
from .playing import passed_on

MOST = 60  # cards that a seat can have on a pad
PRINTED, USUAL_CARD = "Points on the card", 30  # its label, and above which it is asked about
TOLD = ("points", "mark")  # the data keys that tell cards of the same name apart


@dataclass(frozen=True, slots=True)
class OnPad(MovesCounters):
    """An action with a card on a pad of one seat, or on one that all share."""

    pad: str
    card: str
    seat: int | None = None

    def faults(self, play: Play) -> list[Issue]:
        """Why nothing can be done with this pad of this seat."""
        if self.pad not in play.pads:
            return unknown(self.pad, "There is nothing called {} here.")
        if play.finished:
            return [Issue("stale", SCORES_STAND, self.pad)]
        pad = play.pad(self.pad)
        if pad.shared == (self.seat is None):
            return seat_issues(play, self.seat)
        said = f"{pad.label}: kept {'together' if pad.shared else 'per player'}."
        return [Issue("players", said, self.pad)]

    def hand(self, play: Play) -> tuple[Laid, ...]:
        """The cards that lie there."""
        return play.pads[self.pad][self.seat or 0]

    def with_hand(
        self, state: State, play: Play, hand: tuple[Laid, ...], counts: Iterator[Count]
    ) -> State:
        """The state with other cards there and the counters moved, as far as that is legal: one
        set by hand may already be at its end."""
        at, hands = self.seat or 0, play.pads[self.pad]
        changed = (*hands[:at], hand, *hands[at + 1 :])
        state = state.with_play(play.but(pads={**play.pads, self.pad: changed}))
        for step in counts:
            here = state.plays[play.number]
            if not step.issues(state, here):
                state = step.apply(state, here)
        return state

    def moves(self, play: Play, laid: Laid, way: int) -> Iterator[Count]:
        """How one card moves the tracks of its pad, forward or back.

        The number of cards is what a track that goes by it says, whatever was counted by hand.
        """
        pad = play.pad(self.pad)
        key, goes_by_cards = play.offers(self.pad).get(laid.card), counting(play, pad)
        for name, what in pad.moves.items():
            by = (pad.adds(key, laid, what) or 0) * way if key else 0
            if goes_by_cards and name == goes_by_cards.key:
                cards = len(self.hand(play)) + way
                by = count_of(goes_by_cards, pad, cards) - play.tracks[name][self.seat or 0]
            if by and name in play.tracks:
                yield Count(name, None if play.track(name).shared else self.seat, by)

    def snapshot(self, before: State, after: State, play: Play) -> tuple[CounterChange, ...]:
        return () if self.seat is None else MovesCounters.snapshot(self, before, after, play)


@dataclass(frozen=True, slots=True)
class Lay(OnPad):
    """Lays a card on a pad, which moves the tracks it counts for and fills in the sheet.

    ``along`` goes with it onto the pad that its own names. With a ``moment`` it is the turn of
    whoever lays it, in that moment and no other, and the turn passes.
    """

    kind = "lay"
    who = Who.SEAT
    points: int | str | None = None  # as printed, or a sum as typed, where cards of a kind differ
    mark: str = ""
    along: tuple[Any, ...] = ()
    moment: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        self.check_moment(self.moment)

    def issues(self, state: State, play: Play) -> list[Issue]:
        if found := self.faults(play) or passing_issues(play, self.moment, self.seat):
            return found
        pad, offers = play.pad(self.pad), play.offers(self.pad)
        if self.card not in offers:
            return [Issue("unknown-choice", f"There is no {self.card[:40]!r} here.", self.pad)]
        if self.mark and (not pad.mark or self.mark != pad.mark.key):
            return [Issue("unknown-choice", f"No card shows {self.mark[:40]!r}.", self.pad)]
        if self._worth is None and str(self.points or "").strip():
            return [Issue("not-a-number", no_number(PRINTED, self.points), self.pad, self.seat)]
        if self._worth is not None and not 0 <= self._worth <= LARGEST_NUMBER:
            said = f"Points of a card: 0 to {LARGEST_NUMBER}."
            return [Issue("too-high", said, self.pad, self.seat)]
        if found := self._along_issues(state, play) or self._room(play, offers[self.card]):
            return found
        moves = self.moves(play, Laid(self.card, self._worth, self.mark), 1)
        return [issue for move in moves for issue in move.issues(state, play)]

    def _along(self, play: Play) -> Iterator[Lay]:
        other = play.pad(self.pad).along
        return (Lay(other, str(card), self.seat) for card in self.along)

    def _along_issues(self, state: State, play: Play) -> list[Issue]:
        """Each judged by the state after the one before."""
        for one in self._along(play):
            here = state.plays[play.number]
            if found := one.issues(state, here):
                return found
            state = one.apply(state, here)
        return []

    def doubts(self, state: State, play: Play) -> list[Issue]:
        if self.issues(state, play):
            return []
        said = [*self._recounts(play), *self._too_many(play), *self._too_weak(play)]
        if (worth := self._worth or 0) > USUAL_CARD:
            said.append(unusual(PRINTED, worth))
        return [Issue("unusual", one, self.pad, self.seat) for one in said]

    def _recounts(self, play: Play) -> Iterator[str]:
        """Asks at the first tapped card if the counter already shows more."""
        pad, seat = play.pad(self.pad), self.seat
        track = counting(play, pad)
        if track is None or seat is None or counted_by(play, track.key, seat):
            return
        there = play.tracks[track.key][seat]
        if count_of(track, pad, len(self.hand(play)) + 1) < there:
            said = f"{possessive(play.names[seat])} {track.label} counter says {there}"
            yield f"{said}, but only tapped cards will count from now on. Tap this card?"

    def _too_many(self, play: Play) -> Iterator[str]:
        """Asks once at the first card beyond the limit of a round."""
        pad, now = play.pad(self.pad), play.moment.round
        follows = now and play.pace is not Pace.ENDS
        here = [laid for laid in self.hand(play) if laid.round == now]
        if follows and pad.a_round and len(here) == pad.a_round:
            last = Lay(self.pad, here[-1].card, self.seat).words(play)
            whose = play.card_label(self.pad, self.card)
            yield f"{last} in this {play.game.clock.round_word} already. Whose is the {whose}?"

    def instead(self, state: State, play: Play) -> list[Instead]:
        """Of one card too many in a round: the next player's, or in the place of the other one."""
        if self.seat is None or self.issues(state, play) or not any(self._too_many(play)):
            return []
        hand, name, now = self.hand(play), play.names[self.seat], play.moment.round
        place = max(n for n, laid in enumerate(hand) if laid.round == now)
        other, found = hand[place].card, [*self._next_ones(play)]
        lift = {"pad": self.pad, "card": other, "position": place, **play.about(self.seat)}
        label = f"{possessive(name)}, instead of the {play.card_label(self.pad, other)}"
        found.append(
            Instead(label, self._for(play, self.seat), {"action": Lift.kind, "data": lift})
        )
        return [*found, Instead(f"{possessive(name)}, keep both", self._for(play, self.seat))]

    def _next_ones(self, play: Play) -> Iterator[Instead]:
        """The next player's, whose turn it is then, unless this is the last one of the round."""
        clock, seat = play.game.clock, self.seat
        order = clock.order_at(play.moment, play.situation)
        after = order[order.index(seat) + 1 :] if seat in order else ()
        if not after or play.seats[after[0]].person is None:
            return
        by_turns = clock.phase(play.moment).order is Order.TURNS
        done = f": {play.names[seat or 0]} is done" if by_turns else ""
        turn = {"action": "turn", "data": play.about(after[0])} if by_turns else {}
        yield Instead(f"{possessive(play.names[after[0]])}{done}", self._for(play, after[0]), turn)

    def _for(self, play: Play, seat: int) -> dict[str, Any]:
        data: dict[str, Any] = {"pad": self.pad, "card": self.card, **play.about(seat)}
        data |= {"points": self.points} if self.points is not None else {}
        return data | ({"mark": self.mark} if self.mark else {})

    def _too_weak(self, play: Play) -> Iterator[str]:
        key, needs = play.offers(self.pad)[self.card], play.pad(self.pad).needs
        for track in (one for one in play.game.tracks if one.key in needs.keys() & play.tracks):
            needed, there = key.adds.get(needs[track.key], 0), play.tracks[track.key]
            if self.seat is not None and (mine := there[self.seat]) < needed:
                said = f"{key.label} needs {needed}, {play.names[self.seat]} has {minus(mine)}"
                yield f"{track.label}: {said}. Is that right?"

    @property
    def _worth(self) -> int | None:
        """Its points; None if none were entered or what was typed is not a number."""
        return summed(self.points)

    def _room(self, play: Play, key: Key) -> list[Issue]:
        hand, stock = self.hand(play), Stock(play, self.pad)
        if stock.left(key) == 0:
            there = stock.in_all(key)
            said = f"{key.label}: all {there} are already on the table."
            return [Issue("supply", said, self.pad, self.seat)]
        if key.each is not None and count((hand,), key.key) >= key.each:
            said = f"{key.label}: at most {key.each} per player."
            return [Issue("supply", said, self.pad, self.seat)]
        if len(hand) >= MOST:
            return [Issue("too-high", f"At most {MOST} cards.", self.pad, self.seat)]
        return []

    def apply(self, state: State, play: Play) -> State:
        card = Laid(self.card, self._worth, self.mark, play.moment.round)
        hand, moves = (*self.hand(play), card), self.moves(play, card, 1)
        state = self.with_hand(state, play, hand, moves)
        for one in self._along(play):
            state = one.apply(state, state.plays[play.number])
        if self.moment:
            along = tuple(self.along)
            tap = Tap(play.moment, self.seat or 0, self.pad, self.card, along, self.mark)
            state = passed_on(state, play.number, tap)
        return remembered(state, play.number)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"{self.words(play)}."

    def words(self, play: Play) -> str:
        """``Ada built Tannery, 3 points``."""
        pad, card = play.pad(self.pad), play.card_label(self.pad, self.card)
        more = f", {pad.mark.label}" if self.mark and pad.mark else ""
        if self.along:
            more += f", {listed([play.card_label(pad.along, str(c)).lower() for c in self.along])}"
        worth = "" if self._worth is None else f", {plural(self._worth, 'point')}"
        if self.seat is None:
            return f"{pad.label}: {card}{more}{worth}"
        return f"{play.names[self.seat]} {pad.did} {card}{more}{worth}"


@dataclass(frozen=True, slots=True)
class Lift(OnPad):
    """Takes a card up again: given up, lost, or a mistake.

    The one at ``position`` (from 0), unless it is known by what it is ``like`` and lies elsewhere
    by now; without a position the last of its kind. So several taps each find one.
    """

    kind = "lift"
    who = Who.SEAT
    position: int | None = None
    like: Mapping[str, Any] = field(default_factory=dict)  # its points and its mark

    def __post_init__(self) -> None:
        if not self.like.keys() <= {*TOLD}:
            raise Malformed("lift: of a card its points and its mark are told.")

    def issues(self, state: State, play: Play) -> list[Issue]:
        if found := self.faults(play):
            return found
        if self._place(play) is not None:
            return []
        return [Issue("stale", "That card is no longer there.", self.pad, self.seat)]

    def _place(self, play: Play) -> int | None:
        """The position of the card on its pad; None if it is not there."""
        such = [
            place
            for place, laid in enumerate(self.hand(play))
            if laid.card == self.card
            and all(getattr(laid, name) == value for name, value in self.like.items())
        ]
        if self.position in such:
            return self.position
        strays = self.position is None or self.like
        return such[-1] if such and strays else None

    def apply(self, state: State, play: Play) -> State:
        hand, place = self.hand(play), self._place(play)
        assert place is not None
        rest, back = (*hand[:place], *hand[place + 1 :]), self.moves(play, hand[place], -1)
        return remembered(self.with_hand(state, play, rest, back), play.number)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        card = play.card_label(self.pad, self.card)
        who = "" if self.seat is None else f", {play.names[self.seat]}"
        return f"{play.pad(self.pad).label}{who}: {card} removed."
