"""Who has joined a game with a phone of their own, for the page Invite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.show.formats import hour, moment


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who plays, and since when they have a phone in the game; ``at`` is empty if not."""

    seat: int
    name: str
    here: bool  # the visitor's own phone is theirs
    at: str


def joined(state: State, play: Play, visitor: int | None) -> list[Joined]:
    """Everyone who sits at ``play``; a seat that the game plays by itself is nobody."""
    names, since = shown_names(state.people), _since(state)
    return [
        Joined(seat, names[who.person], who.person == visitor, _said(state, since.get(who.person)))
        for seat, who in enumerate(play.seats)
        if who.person
    ]


def _since(state: State) -> Mapping[int, str]:
    """When each person came: their phone said whose it is, or something was entered by them."""
    found: dict[int, str] = {}
    for row in state.log:
        if row.teller and state.log.stands(row) and row.entry.device:
            found.setdefault(row.teller, row.entry.at)
    return found


def _said(state: State, at: str | None) -> str:
    """The hour if it was on the day of the last entry, else the day; empty if never."""
    when = moment(at or "", state.zone)
    last = moment(state.log[-1].entry.at, state.zone)
    if when is None or last is None:
        return ""
    return hour(when) if when.date() == last.date() else f"{when.day} {when:%B}"
