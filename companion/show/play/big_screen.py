"""The table on a big screen: where the game stands and what everybody has, at a glance."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.clock import OVER, Pace
from companion.rules.play import Play
from companion.show.play.moment import text_of
from companion.show.standing import round_of


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: its figures from the tracks, or its total once the game is scored."""

    seat: int
    figure: str
    hint: str
    first: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A headline, a line below it, what happens now, and a column for each seat."""

    headline: str
    line: str
    text: str
    columns: tuple[Column, ...]
    cards: tuple[int, ...] = ()


def board(play: Play) -> Board:
    """What everybody at the table wants to see from where they sit."""
    scored = play.scored if play.finished else None
    if scored:
        ranked = sorted(scored[1].places, key=lambda place: place.position)
        columns = tuple(
            Column(p.seat, str(p.total), f"place {p.position}", won=p.position == 1) for p in ranked
        )
        return Board("The result", scored[1].why, "", columns)
    if play.moment == OVER:
        ready = f"{len(play.ready)} of {len(play.seats)} done" if play.secret else ""
        return Board("Final scoring", ready, "", _columns(play))
    return _now(play)


def _now(play: Play) -> Board:
    if play.pace is Pace.ENDS:
        return Board("Being played", "", "", _columns(play))
    phase = play.game.clock.phase(play.moment)
    seen = [card for cards in play.seen.values() for card in cards[-1:] if card]
    return Board(round_of(play), phase.label, text_of(play, phase), _columns(play), tuple(seen))


def _columns(play: Play) -> tuple[Column, ...]:
    track = next((t for t in play.game.tracks if not t.shared and t.key in play.tracks), None)
    number = play.moment.round or 1
    first = None if play.moment == OVER else play.game.clock.first(play.situation, number)
    return tuple(
        Column(
            seat,
            str(play.tracks[track.key][seat]) if track else "",
            track.label if track else "",
            play.game.first and seat == first,
        )
        for seat in range(len(play.seats))
    )
