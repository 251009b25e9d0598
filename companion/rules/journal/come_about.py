"""What the conditions of reminders can ask about a play: its tracks, cards, draws and facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..game import Game
from ..situation import Situation
from .play import Play

LAST = "last"
"""Whether this is known to be the last round."""

AUTOMATON = "automaton"
"""Whether it is the turn of a seat that the game plays by itself."""


def reminder_conditions(play: Play) -> Situation:
    """The situation of a play, with the current values of everything a reminder can depend on.

    A track has the values of all seats, a deck the card of this round, a draw its result.
    Of a draw made for each seat it is the result of the seat whose turn it is.
    """
    number = play.moment.round
    came: dict[str, Any] = {**_came_up(play, number), **play.tracks, **_drawn(play)}
    came[AUTOMATON] = play.is_automatons
    return known_here(play.game, play.situation, number, came, play.last_round)


def known_here(
    game: Game, situation: Situation, number: int, came: Mapping[str, Any], last: int | None = None
) -> Situation:
    """``situation`` in round ``number``, with the game's facts and the values in ``came``."""
    here = situation.at(number) if number else situation
    settled = here.once("settled", lambda: _settled(here))
    tables = here.once(("tables", game), lambda: _tables(game, here))
    ends = bool(number) and number == (last or game.rounds(here))
    return replace(here, settings={**tables, LAST: ends, **came, **settled})


def _settled(situation: Situation) -> dict[str, Any]:
    return {key: value for key, value in situation.settings.items() if value is not None}


def _tables(game: Game, situation: Situation) -> dict[str, Any]:
    """The game's facts; lists with what this chapter's events have added to them."""
    found = {key: known.value for key, known in game.facts_of(situation).items()}
    brought = situation.settings.get("introduced") or ()
    for topic in game.topics:
        if topic.carries and topic.key in found:
            fresh = [item for item in topic.carries if str(item) in brought]
            found[topic.key] = (*(found[topic.key] or ()), *fresh)
    return found


def _came_up(play: Play, number: int) -> dict[str, Any]:
    return {key: cards[number - 1 : number] if number else () for key, cards in play.seen.items()}


def _drawn(play: Play) -> dict[str, Any]:
    seat = play.moment.seat
    if seat is not None:
        return {**play.drawn, **play.seat_traits.of(seat, play.filled_in[seat])}
    every = [play.seat_traits.of(one, there) for one, there in enumerate(play.filled_in)]
    names = {name for own in every for name in own}
    return {**play.drawn, **{n: tuple(own[n] for own in every if n in own) for n in names}}
