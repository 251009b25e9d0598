"""Turns that pass by a card: everyone plays one, so a tap on it is the whole turn."""

from __future__ import annotations

from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER, Moment, Order, Tap

from .base import Malformed
from .playing import Advance

TURN = ("along", "moment")
"""The data keys that entries have only where a card is a whole turn."""
MOVED_ON = "The game has moved on since this page was opened."


def checked_moment(kind: str, moment: tuple[Any, ...]) -> None:
    """Raises unless it is no moment at all, or a round, a phase and a seat."""
    if moment and (len(moment) != 3 or type(moment[0]) is not int):
        raise Malformed(f"{kind}: a moment is a round, a phase and a seat.")


def written(data: dict[str, Any]) -> dict[str, Any]:
    """The data of an entry, without what makes no turn of it."""
    return {name: value for name, value in data.items() if name not in TURN or value}


def passing_issues(play: Play, moment: tuple[Any, ...], seat: int | None) -> list[Issue]:
    """Why a card cannot be somebody's turn now; none where it is to be no turn."""
    if not moment:
        return []
    if Moment(*moment) != play.moment or play.moment == OVER:
        return [Issue("stale", MOVED_ON)]
    if play.game.clock.phase(play.moment).order is not Order.TURNS or seat is None:
        return [Issue("conflict", "No one takes a turn now.")]
    if seat in played(play):
        return [Issue("stale", f"{play.names[seat]}’s card was entered already.")]
    return []


def played(play: Play) -> set[int]:
    """The seats whose card of this moment was entered."""
    return {tap.seat for tap in play.taps if tap.moment == play.moment}


def passed_on(state: State, number: int, tap: Tap) -> State:
    """The turn with the next person who has not had it; after the last one the next moment."""
    play = state.plays[number]
    play = play.but(taps=(*play.taps, tap))
    order, done = play.game.clock.order_at(play.moment, play.situation), played(play)
    at = order.index(play.acting) if play.acting in order else 0
    waiting = [seat for seat in order[at:] if seat not in done and seat in play.sitting]
    if waiting:
        return state.with_play(play.but(turn=waiting[0]))
    return Advance((*play.moment.as_json(),)).apply(state.with_play(play), play)
