"""Actions with pads: lay a card down, take one up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.plays import remembered
from companion.rules.journal.state import State
from companion.rules.parts.clock import Order, Pace, Tap
from companion.rules.parts.pads import Hands, Key, Laid, Pad, Stock, count
from companion.rules.scoring.origin import count_of, counted_by, counting
from companion.rules.words import (
    LARGEST_NUMBER,
    listed,
    minus,
    no_number,
    plural,
    possessive,
    summed,
    unusual,
)

from .base import (
    CounterChange,
    Instead,
    LogGroup,
    Malformed,
    PlayAction,
    Who,
    moved_counters,
    receipt,
    seat_issues,
    unknown,
)
from .counting import SCORES_STAND, Count
from .playing import checked_moment, passed_on, passing_issues, written

MOST = 60
"""The most cards that a seat can have on a pad."""
PRINTED, USUAL_CARD = "Points on the card", 30
"""The label of what is typed for a card, and the points above which it is asked about."""
TOLD = ("points", "mark")
"""The data keys that tell cards of the same name apart."""


@dataclass(frozen=True, slots=True)
class Lay(PlayAction):
    """Lays a card on a pad, which moves the tracks it counts for and fills in the sheet.

    ``along`` goes with it onto the pad that its own names. With a ``moment`` it is the turn of
    whoever lays it, in that moment and no other, and the turn passes.
    """

    kind = "lay"
    log_group = LogGroup.EVENTS
    who = Who.SEAT
    pad: str
    card: str
    seat: int | None = None
    points: int | str | None = None  # as printed, or a sum as typed, where cards of a kind differ
    mark: str = ""
    along: tuple[Any, ...] = ()
    moment: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        checked_moment(self.kind, self.moment)

    def as_json(self) -> dict[str, Any]:
        return written(PlayAction.as_json(self))

    def issues(self, state: State, play: Play) -> list[Issue]:
        faults = pad_faults(play, self.pad, self.seat)
        if faults := faults or passing_issues(play, self.moment, self.seat):
            return faults
        pad, offers = play.pad(self.pad), play.offers(self.pad)
        if self.card not in offers:
            return [Issue("unknown-choice", f"There is no {self.card[:40]!r} here.", self.pad)]
        if self.mark and (not pad.mark or self.mark != pad.mark.key):
            return [Issue("unknown-choice", f"No card shows {self.mark[:40]!r}.", self.pad)]
        if self._worth is None and str(self.points or "").strip():
            return [Issue("not-a-number", no_number(PRINTED, self.points), self.pad, self.seat)]
        if self._worth is not None and not 0 <= self._worth <= LARGEST_NUMBER:
            return [
                Issue("too-high", f"Points of a card: 0 to {LARGEST_NUMBER}.", self.pad, self.seat)
            ]
        if faults := [fault for one in self._along(play) for fault in one.issues(state, play)]:
            return faults
        return self._room(play, offers[self.card]) or [
            issue for move in self._moves(play) for issue in move.issues(state, play)
        ]

    def _along(self, play: Play) -> Iterator[Lay]:
        """What goes with it, card by card."""
        other = play.pad(self.pad).along
        return (Lay(other, str(card), self.seat) for card in self.along)

    def doubts(self, state: State, play: Play) -> list[Issue]:
        if self.issues(state, play):
            return []
        said = [*self._recounts(play), *self._too_many(play), *self._too_weak(play)]
        if self._worth is not None and self._worth > USUAL_CARD:
            said.append(unusual(PRINTED, self._worth))
        return [Issue("unusual", one, self.pad, self.seat) for one in said]

    def _recounts(self, play: Play) -> Iterator[str]:
        """Asks at the first tapped card if the counter already shows more."""
        pad, seat = play.pad(self.pad), self.seat
        track = counting(play, pad)
        if track is None or seat is None or counted_by(play, track.key, seat):
            return
        there = play.tracks[track.key][seat]
        if count_of(track, pad, len(play.pads[pad.key][seat]) + 1) < there:
            said = f"{possessive(play.names[seat])} {track.label} counter says {there}"
            yield f"{said}, but only tapped cards will count from now on. Tap this card?"

    def _too_many(self, play: Play) -> Iterator[str]:
        """Asks once at the first card beyond the limit of a round."""
        pad, now = play.pad(self.pad), play.moment.round
        follows = now and play.pace is not Pace.ENDS
        here = [laid for laid in play.pads[self.pad][self.seat or 0] if laid.round == now]
        if follows and pad.a_round and len(here) == pad.a_round:
            last = Lay(self.pad, here[-1].card, self.seat).words(play)
            whose = play.card_label(self.pad, self.card)
            yield f"{last} in this {play.game.clock.round_word} already. Whose is the {whose}?"

    def instead(self, state: State, play: Play) -> list[Instead]:
        """Of one card too many in a round: the next player's, or in the place of the other one."""
        if self.seat is None or self.issues(state, play) or not any(self._too_many(play)):
            return []
        mine = [laid for laid in play.pads[self.pad][self.seat] if laid.round == play.moment.round]
        other, name = mine[-1].card, play.names[self.seat]
        found = [*self._next_ones(play)]
        lift = {"pad": self.pad, "card": other, **play.about(self.seat)}
        place = f"{possessive(name)}, instead of the {play.card_label(self.pad, other)}"
        found.append(Instead(place, self._for(play, self.seat), _entry(Lift.kind, lift)))
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
        turn = _entry("turn", play.about(after[0])) if by_turns else {}
        whose = f"{possessive(play.names[after[0]])}{done}"
        yield Instead(whose, self._for(play, after[0]), turn)

    def _for(self, play: Play, seat: int) -> dict[str, Any]:
        more = {"points": self.points} if self.points is not None else {}
        more |= {"mark": self.mark} if self.mark else {}
        return {"pad": self.pad, "card": self.card, **play.about(seat), **more}

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
        hands, mine = play.pads[self.pad], play.pads[self.pad][self.seat or 0]
        stock = Stock(play, self.pad)
        if stock.left(key) == 0:
            there = stock.in_all(key)
            said = f"{key.label}: all {there} are already on the table."
            return [Issue("supply", said, self.pad, self.seat)]
        if key.each is not None and count((mine,), key.key) >= key.each:
            said = f"{key.label}: at most {key.each} per player."
            return [Issue("supply", said, self.pad, self.seat)]
        if len(hands[self.seat or 0]) >= MOST:
            return [Issue("too-high", f"No more than {MOST} cards.", self.pad, self.seat)]
        return []

    def _moves(self, play: Play) -> Iterator[Count]:
        laid = Laid(self.card, self._worth, self.mark)
        return moves(play, play.pad(self.pad), laid, self.seat, 1)

    def apply(self, state: State, play: Play) -> State:
        at, hands = self.seat or 0, play.pads[self.pad]
        hand = (*hands[at], Laid(self.card, self._worth, self.mark, play.moment.round))
        laid = counted(with_hand(state, play, self.pad, at, hand), play.number, self._moves(play))
        for one in self._along(play):
            laid = one.apply(laid, laid.plays[play.number])
        if self.moment:
            laid = passed_on(laid, play.number, self._tap(play))
        return remembered(laid, play.number)

    def _tap(self, play: Play) -> Tap:
        return Tap(play.moment, self.seat or 0, self.pad, self.card, (*self.along,), self.mark)

    def snapshot(self, before: State, after: State, play: Play) -> tuple[CounterChange, ...]:
        return () if self.seat is None else moved_counters(before, after, play)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"{self.words(play)}."

    def receipt(self, state: State, play: Play, snapshot: Any) -> str:
        return receipt(self.sentence(state, play, snapshot), play, snapshot)

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
class Lift(PlayAction):
    """Takes a card up again: given up, lost, or a mistake.

    The one at ``position`` (from 0), unless it is known by what it is ``like`` and lies elsewhere
    by now; without a position the last of its kind. So several taps each find one.
    """

    kind = "lift"
    log_group = LogGroup.EVENTS
    who = Who.SEAT
    pad: str
    card: str
    position: int | None = None
    seat: int | None = None
    like: Mapping[str, Any] = field(default_factory=dict)  # its points and its mark

    def __post_init__(self) -> None:
        if not self.like.keys() <= {*TOLD}:
            raise Malformed("lift: of a card its points and its mark are told.")

    def issues(self, state: State, play: Play) -> list[Issue]:
        if faults := pad_faults(play, self.pad, self.seat):
            return faults
        if self._place(play) is not None:
            return []
        return [Issue("stale", "That card is no longer there.", self.pad, self.seat)]

    def _place(self, play: Play) -> int | None:
        """The position of the card on its pad; None if it is not there."""
        hand = play.pads[self.pad][self.seat or 0]
        such = [n for n, laid in enumerate(hand) if self._is_such(laid)]
        if self.position in such:
            return self.position
        strays = self.position is None or self.like
        return such[-1] if such and strays else None

    def _is_such(self, laid: Laid) -> bool:
        told = all(getattr(laid, name) == value for name, value in self.like.items())
        return laid.card == self.card and told

    def apply(self, state: State, play: Play) -> State:
        at, place = self.seat or 0, self._place(play)
        assert place is not None
        hand = play.pads[self.pad][at]
        rest = (*hand[:place], *hand[place + 1 :])
        back = moves(play, play.pad(self.pad), hand[place], self.seat, -1)
        return remembered(
            counted(with_hand(state, play, self.pad, at, rest), play.number, back), play.number
        )

    def snapshot(self, before: State, after: State, play: Play) -> tuple[CounterChange, ...]:
        return () if self.seat is None else moved_counters(before, after, play)

    def receipt(self, state: State, play: Play, snapshot: Any) -> str:
        return receipt(self.sentence(state, play, snapshot), play, snapshot)

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        card = play.card_label(self.pad, self.card)
        who = "" if self.seat is None else f", {play.names[self.seat]}"
        return f"{play.pad(self.pad).label}{who}: {card} removed."


def _entry(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"action": kind, "data": data}


def pad_faults(play: Play, key: str, seat: int | None) -> list[Issue]:
    if key not in play.pads:
        return unknown(key, "There is nothing called {} here.")
    if play.finished:
        return [Issue("stale", SCORES_STAND, key)]
    pad = play.pad(key)
    if pad.shared != (seat is None):
        return [
            Issue("players", f"{pad.label} is {'shared' if pad.shared else 'per player'}.", key)
        ]
    return seat_issues(play, seat)


def with_hand(state: State, play: Play, pad: str, at: int, hand: tuple[Laid, ...]) -> State:
    hands = play.pads[pad]
    changed: Hands = (*hands[:at], hand, *hands[at + 1 :])
    return state.with_play(play.but(pads={**play.pads, pad: changed}))


def moves(play: Play, pad: Pad, laid: Laid, seat: int | None, way: int) -> Iterator[Count]:
    """How one card moves the tracks of its pad, forward or back.

    The number of cards is what a track that goes by it says, whatever was counted by hand.
    """
    key, tracks = play.offers(pad.key).get(laid.card), {t.key: t for t in play.game.tracks}
    goes_by_cards, at = counting(play, pad), seat or 0
    for name, what in pad.moves.items():
        by = (pad.adds(key, laid, what) or 0) * way if key else 0
        if goes_by_cards and name == goes_by_cards.key:
            cards = len(play.pads[pad.key][at]) + way
            by = count_of(goes_by_cards, pad, cards) - play.tracks[name][at]
        if by and name in play.tracks:
            yield Count(name, None if tracks[name].shared else seat, by)


def counted(state: State, number: int, counts: Iterator[Count]) -> State:
    """Apply the moves that are legal; a track set by hand may already be at its end."""
    for step in counts:
        play = state.plays[number]
        if not step.issues(state, play):
            state = step.apply(state, play)
    return state
