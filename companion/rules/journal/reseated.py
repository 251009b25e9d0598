"""A running play with other people or seats: what was entered follows the person it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..parts.clock import OVER, Moment
from ..parts.pads import Hands
from ..parts.setup import Draw
from ..situation import fitting
from .outcome import settled_option
from .play import Play


def reseated(play: Play, fresh: Play) -> Play:
    """``play`` with the people, options and beginner of ``fresh``, a start of the same chapter."""
    to, tracks = _seat_moves(play, fresh), dict(_tracks(play, fresh))
    seats: dict[Any, Any] = {None: None, **to}
    ends = any(
        track.ends_at is not None and max(tracks.get(track.key, (0,))) >= track.ends_at
        for track in play.game.tracks
    )
    asks = {fact.key for fact in play.game.card_facts if fact.people}
    people = {str(person) for person in fresh.people}
    same = {deck.key for deck in fresh.game.decks(fresh.situation) if deck == play.deck(deck.key)}
    return fresh.but(
        moment=_moment(play, fresh),
        turn=seats.get(play.turn),
        tracks=tracks,
        pads=dict(_pads(play, fresh)),
        earlier=play.earlier,
        entries=_by_seat(play, fresh, play.entries, {}),
        # Without those whose text has changed.
        ticks=frozenset(
            key
            for key in play.ticks
            if key not in play.texts or fresh.texts.get(key) == play.texts[key]
        ),
        own_ticks=frozenset(t for t in play.own_ticks if t[0] in fresh.people),
        drawn={key: hand for key, hand in _drawn(play, fresh) if hand},
        held={
            key: _by_seat(play, fresh, things, None)
            for key, things in play.held.items()
            if any(d.key == key for d in fitting(fresh.game.draws, fresh.situation))
        },
        shown=play.shown,
        orders={key: order for key, order in play.orders.items() if key in same},
        seen={key: seen for key, seen in play.seen.items() if key in same},
        # Without answers that name somebody who has left.
        facts={k: v for k, v in play.facts.items() if k not in asks or v in people},
        chosen=play.chosen,
        moved={
            (key, to[at]): number
            for (key, at), number in play.moved.items()
            if at in to and key in tracks
        },
        taps=tuple(replace(tap, seat=to[tap.seat]) for tap in play.taps if tap.seat in to),
        # What was done by and in the turn of people who are still there.
        deeds=frozenset(
            done._replace(seat=seats[done.seat], turn=seats[done.turn])
            for done in play.deeds
            if {done.seat, done.turn} <= seats.keys()
        ),
        prompts=tuple(replace(p, seat=to[p.seat]) for p in play.prompts if p.seat in to),
        notes=play.notes,
        last_round=play.last_round if ends else None,
        claims={group: to[at] for group, at in play.claims.items() if at in to},
        filled={(to[at], key): seq for (at, key), seq in play.filled.items() if at in to},
        masked=play.masked,
        ready=frozenset(to[at] for at in play.ready if at in to),
        restarted_at=play.restarted_at,
        abandoned_at=play.abandoned_at,
    )


def _seat_moves(play: Play, fresh: Play) -> dict[int, int]:
    """The new seat of each old one, without those of people who have left."""
    now = {who.person: seat for seat, who in enumerate(fresh.seats)}
    return {seat: now[who.person] for seat, who in enumerate(play.seats) if who.person in now}


def _by_seat(play: Play, fresh: Play, values: tuple[Any, ...], start: Any) -> tuple[Any, ...]:
    was = {now: seat for seat, now in _seat_moves(play, fresh).items()}
    return tuple(values[was[at]] if at in was else start for at in range(len(fresh.seats)))


def _tracks(play: Play, fresh: Play) -> Iterator[tuple[str, tuple[int, ...]]]:
    shared = dict(_shared(play, fresh))
    for track in fitting(fresh.game.tracks, fresh.situation):
        values = play.tracks.get(track.key)
        if values is None:
            yield track.key, fresh.tracks[track.key]
        elif track.shared:
            yield track.key, shared[track.key]
        else:
            yield track.key, _by_seat(play, fresh, values, track.start)


def _shared(play: Play, fresh: Play) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The shared tracks: seats that they hold follow the people, and what somebody led who has
    left is over."""
    to, moved = _seat_moves(play, fresh), {}
    fits = fitting(fresh.game.tracks, fresh.situation)
    here = [track for track in fits if track.shared and track.key in play.tracks]
    idle = {track.key for track in here if play.tracks[track.key] == (track.start,)}
    for track in here:
        [value] = play.tracks[track.key]
        moved[track.key] = value if track.during in idle else track.reseated(value, to)
    over = {track.during for track in here if moved[track.key] is None} - {""}
    for track in here:
        now = None if over & {track.key, track.during} else moved[track.key]
        yield track.key, (track.start if now is None else now,)


def _pads(play: Play, fresh: Play) -> Iterator[tuple[str, Hands]]:
    for key, start in fresh.pads.items():
        hands = play.pads.get(key, start)
        yield key, hands if play.pad(key).shared else _by_seat(play, fresh, hands, start[0])


def _drawn(play: Play, fresh: Play) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The draws already made, without those that are different with these people."""
    to = _seat_moves(play, fresh)
    for draw in fitting(fresh.game.draws, fresh.situation):
        hand = play.drawn.get(draw.key, ())
        if draw.of_seats and all(seat in to for seat in hand):
            yield draw.key, tuple(to[seat] for seat in hand)
        elif not draw.of_seats and _bag(play, draw) == _bag(fresh, draw):
            option = settled_option(fresh, draw)
            if option is None or fresh.situation[option.key] in hand:
                yield draw.key, hand


def _bag(play: Play, draw: Draw) -> tuple[Any, ...]:
    """What is drawn from, and how many."""
    facts = play.known()
    return draw.wanted(play.situation, facts), *draw.things(play.situation, facts)


def _moment(play: Play, fresh: Play) -> Moment:
    """The same moment; the nearest one if it was the turn of somebody who has left."""
    if play.moment == OVER:
        return OVER
    if play.moment == play.game.clock.start(play.situation):
        return fresh.moment
    seat = play.moment.seat
    moved = None if seat is None else _seat_moves(play, fresh).get(seat)
    return fresh.game.clock.nearest(replace(play.moment, seat=moved), fresh.situation)
