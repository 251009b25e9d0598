"""The table on a big screen: where the game stands and what everybody has, at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.issues import errors
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace
from companion.rules.parts.decks import Card
from companion.rules.words import plural, together
from companion.show.play.deck import piles
from companion.show.play.moment import RoundDot, now, rounds_of
from companion.show.play.tracks import Counter, CounterGroup, Gauge, tallies
from companion.show.score.asked import untold_win
from companion.show.score.ties import tie_fields


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: its figure from the strip, or its total once the game is scored; none while people
    count, when it would be taken for their points."""

    seat: int
    figure: str
    hint: str
    gauge: Gauge | None = None
    first: bool = False
    won: bool = False
    now: bool = False  # whose turn it is


@dataclass(frozen=True, slots=True)
class Event:
    card: Card
    hint: str


@dataclass(frozen=True, slots=True)
class Board:
    """A headline, a line below it, what all share, and a column for each seat."""

    headline: str
    line: str
    columns: tuple[Column, ...]
    text: str = ""
    market: tuple[Counter, ...] = ()
    events: tuple[Event, ...] = ()
    rounds: tuple[RoundDot, ...] = ()


def board(play: Play) -> Board:
    """What everybody at the table wants to see from where they sit."""
    if play.finished:
        return _result(play)
    if play.moment == OVER:
        seats = range(len(play.seats))
        columns = tuple(Column(seat, "", _counting(play, seat)) for seat in seats)
        return Board("Final scoring", _still_counting(play), columns)
    return _now(play)


def _result(play: Play) -> Board:
    if not play.scored:
        return Board("The result", "It no longer adds up: look at the sheet.", _columns(play))
    result = play.scored[1]
    ranked = sorted(result.places, key=lambda place: place.position)
    columns = tuple(
        Column(
            p.seat,
            str(p.total),
            f"place {p.position}",
            won=result.won(p.seat) and untold_win(play) is None,
        )
        for p in ranked
    )
    return Board("The result", result.why, columns)


def _counting(play: Play, seat: int) -> str:
    """How far somebody is, without telling what they keep secret."""
    if play.secret and play.seats[seat].person is None:
        return "entered last"
    if play.secret:
        return "done" if seat in play.ready else "enters in secret"
    still = _open(play, seat)
    return f"{plural(still, 'line')} open" if still else "all in"


def _open(play: Play, seat: int) -> int:
    wrong = {issue.field for issue in errors(play.checked_sheet[1]) if issue.seat == seat}
    by_itself = play.seats[seat].person is None and any(f.sole for f in play.game.sheet.fields())
    if wrong and by_itself:
        return 1  # one number stands for the sheet of a seat that nobody sits in
    return len(wrong or tie_fields(play).get(seat, ()))


def _still_counting(play: Play) -> str:
    seats = play.sitting if play.secret else range(len(play.seats))
    done = play.ready if play.secret else {seat for seat in seats if not _open(play, seat)}
    still = [play.names[seat] for seat in seats if seat not in done]
    waiting = f", still counting: {together(still)}" if still else ""
    return f"{len(done)} of {len(seats)} done{waiting}"


def _now(play: Play) -> Board:
    if play.pace is Pace.ENDS:
        return Board("Being played", "", _columns(play))
    facts = play.game.facts_of(play.situation.at(play.moment.round))
    here = now(play, rounds_of(play, facts))
    acting = f": {play.names[play.acting]}" if play.acting is not None else ""
    headline = here.heading if play.moment.seat is not None else f"{here.heading}{acting}"
    return Board(
        headline=headline, line=here.title, columns=_columns(play, here.first), text=here.text,
        market=tuple(_market(play)), events=tuple(_events(play)), rounds=here.rounds,
    )  # fmt: skip


def _events(play: Play) -> Iterator[Event]:
    for pile in piles(play):
        if pile.numbered and pile.seen:
            yield Event(pile.seen[-1], "this round" if pile.came else "came up last")


def _in_strip(play: Play) -> list[CounterGroup]:
    """What never leaves the screens of the table, as far as it is counted."""
    clock, counted = play.game.clock, tallies(play)
    phase = None if play.moment == OVER else clock.phase(play.moment)
    names = (phase and phase.strip) or clock.strip
    return [counted[name] for name in names if name in counted]


def _market(play: Play) -> Iterator[Counter]:
    return (c for tally in _in_strip(play) if tally.shared for c in tally.counters)


def _columns(play: Play, first: int | None = None) -> tuple[Column, ...]:
    own = next((tally for tally in _in_strip(play) if not tally.shared), None)
    return tuple(
        Column(
            seat,
            own.counters[seat].shown if own else "",
            own.label if own else "",
            own.counters[seat].gauge if own else None,
            first=seat == first,
            now=seat == play.acting,
        )
        for seat in range(len(play.seats))
    )
