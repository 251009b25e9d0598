"""A running play put right: the names and seats that a plan changes, and what that does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.actions.people import Rename
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.pads import laid_out
from companion.rules.words import listed, plural
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
    """What of ``play`` is set aside by changing it to ``after``."""
    if after.anew != play.anew:
        said = f"{title(after)} begins anew: what you entered for {title(play)} is set aside."
        return [said] if _has_entries(play) else []
    return list(_losses(play, after))


def _has_entries(play: Play) -> bool:
    """Whether anything was told of it since it was started."""
    starts = {track.key: track.start for track in play.game.tracks}
    counted = any(value != starts[key] for key, values in play.tracks.items() for value in values)
    laid = play.pads != laid_out(play.game.pads, play.situation)
    begun = play.moment != play.game.clock.start(play.situation)
    told = play.ticks or play.own_ticks or play.seen or play.drawn or any(play.entries)
    return begun or counted or laid or bool(told)


def _losses(play: Play, after: Play) -> Iterator[str]:
    gone = [play.names[s] for s, who in enumerate(play.seats) if after.seat_of(who.person) is None]
    if gone:
        yield f"What was entered for {listed(gone)} is set aside."
    if undone := len(play.ticks - after.ticks):
        yield f"{plural(undone, 'step')} of the set-up will say something else: tick again."
    if play.seen.keys() - after.seen.keys():
        yield "The deck is another one now: note again which cards came up."
    elif play.orders.keys() - after.orders.keys():
        yield "The deck is another one now: shuffle again."
