"""Corrections of a running play: changed names and seats, and what would be discarded."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.actions.people import Rename
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.pads import beginning
from companion.rules.words import plural, together
from companion.show.standing import title
from companion.show.start.plan import Plan


def renames(plan: Plan, state: State) -> list[Rename]:
    """Names that were corrected; somebody else's name is no correction, they sit there now."""
    names = shown_names(state.people)
    rows = (plan.people[row] for row in plan.rows)
    typed = [(one.person or 0, one.name.strip()) for one in rows]
    changed = [Rename(who, name) for who, name in typed if who in names and name != names[who]]
    return [rename for rename in changed if not rename.issues(state, None)]


def with_new_names(state: State, names: list[Rename]) -> State:
    for name in names:
        state = state if name.issues(state, None) else name.apply(state, None)
    return state


def losses(play: Play, after: Play) -> list[str]:
    """What is discarded by changing ``play`` to ``after``, in words."""
    if after.restarted_at != play.restarted_at:
        said = f"{title(after)} begins anew: what you entered for {title(play)} is set aside."
        return [said] if _has_entries(play) else []
    return list(_losses(play, after))


def _has_entries(play: Play) -> bool:
    """Whether anything was entered since the play was started."""
    begun = play.moment != play.game.clock.start(play.situation)
    told = play.ticks or play.own_ticks or play.seen or play.drawn or play.facts or play.notes
    seats = range(len(play.seats))
    return begun or bool(told) or _moved(play, None) or any(_told_of(play, s) for s in seats)


def _told_of(play: Play, seat: int) -> bool:
    """Whether anything was told of a seat by itself."""
    if play.secret or play.concealed_draws:
        return True  # what others keep to themselves is not seen here
    dealt = any(things[seat] is not None for things in play.held.values())
    ticked = any(person == play.seats[seat].person for person, _ in play.own_ticks)
    return bool(play.entries[seat]) or dealt or ticked or _moved(play, seat)


def _moved(play: Play, seat: int | None) -> bool:
    """Whether counters or cards of a seat, or those in the middle, are not as at the start."""
    shared, at = seat is None, seat or 0
    tracks = [one for one in play.game.tracks if one.shared is shared and one.key in play.tracks]
    pads = [one for one in map(play.pad, play.pads) if one.shared is shared]
    return any(play.tracks[track.key][at] != track.start for track in tracks) or any(
        play.pads[pad.key][at] != beginning(pad, len(play.seats))[at] for pad in pads
    )


def _losses(play: Play, after: Play) -> Iterator[str]:
    left = [s for s, who in enumerate(play.seats) if after.seat_of(who.person) is None]
    if gone := [play.names[seat] for seat in left if _told_of(play, seat)]:
        yield f"What was entered for {together(gone)} is set aside."
    if undone := len(play.ticks - after.ticks):
        yield f"{plural(undone, 'step')} of the set-up will say something else: tick again."
    if play.seen.keys() - after.seen.keys():
        yield "The deck is another one now: note again which cards came up."
    elif play.orders.keys() - after.orders.keys():
        yield "The deck is another one now: shuffle again."
