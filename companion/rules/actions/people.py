"""Actions about people: names, devices, who sets up what, and secret scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..issues import Issue
from ..journal.log import SCORES
from ..journal.people import is_same, shown_names
from ..journal.play import Play
from ..journal.state import OWN_LINK, State
from ..words import possessive
from .base import LogGroup, PlayAction, Secrecy, TableAction, Who, seat_issues, unknown
from .starting import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Rename(TableAction):
    """Renames a person, in earlier plays too."""

    kind = "rename"
    log_group = LogGroup.PEOPLE
    who = Who.SEAT
    person: int
    name: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if self.person not in {one.id for one in state.people}:
            return [Issue("unknown-choice", "There is no such player in this game.", "name")]
        if not 1 <= len(self.name.strip()) <= LONGEST_NAME:
            return [Issue("missing", f"Enter a name of up to {LONGEST_NAME} characters.", "name")]
        others = (one.name for one in state.people if one.id != self.person)
        if any(is_same(self.name, other) for other in others):
            said = f"There is already a {self.name.strip()} in this game."
            return [Issue("conflict", said, "name")]
        return []

    def apply(self, state: State, play: Play | None) -> State:
        name = " ".join(self.name.split())
        people = (replace(p, name=name) if p.id == self.person else p for p in state.people)
        return state.with_people(tuple(people))

    def snapshot(self, before: State, after: State, play: Play | None) -> str | None:
        return shown_names(before.people).get(self.person)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"{snapshot} is now called {self.name.strip()}."


@dataclass(frozen=True, slots=True)
class Sit(TableAction):
    """The sending device is this person's from now on; of two devices the first counts.

    It ``waits`` for the host where somebody has a link of their own, whose device comes first.
    """

    kind = "sit"
    log_group = LogGroup.PEOPLE
    who = Who.SEAT
    protects_secret = True
    person: int
    waits: bool = False

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        known = {one.id for one in state.people}
        return [] if self.person in known else [Issue("unknown-choice", "There is no such player.")]

    def apply(self, state: State, play: Play | None) -> State:
        seq = state.seq + 1
        places = {self.person: (OWN_LINK if self.waits else seq,), **state.places}
        return state.but(sits=(*state.sits, seq), places=places)

    def snapshot(self, before: State, after: State, play: Play | None) -> bool:
        return self.waits or self.person in before.places

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        name = shown_names(state.people)[self.person]
        waits = f"A second phone wants to join as {name}."
        return waits if snapshot else f"{possessive(name)} phone joined."


@dataclass(frozen=True, slots=True)
class Admit(TableAction):
    """The host accepts a further device of a person; it shows their secrets, too."""

    kind = "admit"
    log_group = LogGroup.PEOPLE
    who = Who.HOST
    entry: int

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        return [] if self._whose(state) else [Issue("stale", "That phone is no longer waiting.")]

    def apply(self, state: State, play: Play | None) -> State:
        person = self._whose(state)
        assert person is not None
        held = (*state.places.get(person, ()), self.entry)
        return state.but(places={**state.places, person: held})

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        sit = state.log[self.entry - 1].action
        assert isinstance(sit, Sit)
        return f"The host let another phone join as {shown_names(state.people)[sit.person]}."

    def _whose(self, state: State) -> int | None:
        """The person that the device claims; None if it does not wait."""
        row = state.log.find(self.entry) if self.entry in state.sits else None
        person: Any = row.entry.data["person"] if row else None
        return None if self.entry in state.places.get(person, ()) else person


@dataclass(frozen=True, slots=True)
class Claim(PlayAction):
    """A person takes on a group of set-up steps; without a person anyone may do it again."""

    kind = "claim"
    log_group = LogGroup.SETUP
    who = Who.SEAT
    group: str
    seat: int | None = None

    def issues(self, state: State, play: Play) -> list[Issue]:
        if any(group.key == self.group for group in state.game.groups):
            return seat_issues(play, self.seat)
        return unknown(self.group, "There is no part {} of the setup.")

    def apply(self, state: State, play: Play) -> State:
        claims = {**play.claims, self.group: self.seat}
        kept = {group: seat for group, seat in claims.items() if seat is not None}
        return state.with_play(play.but(claims=kept))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        part = next(group.label for group in play.game.groups if group.key == self.group)
        return f"{part}: set up by {'anyone' if self.seat is None else play.names[self.seat]}."


@dataclass(frozen=True, slots=True)
class Mask(PlayAction):
    """Keeps scores secret until everyone is ready, or shows them to all again."""

    kind = "mask"
    log_group = LogGroup.SCORES
    may_uncover = True
    topic = SCORES
    on: bool = True

    def issues(self, state: State, play: Play) -> list[Issue]:
        return [Issue("conflict", "This game is already finished.")] if play.finished else []

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(masked=self.on, ready=frozenset()))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        if self.on:
            return "Scores are secret until everyone is done."
        return "Scores are shown to everyone."

    @property
    def shows(self) -> bool:
        return not self.on


@dataclass(frozen=True, slots=True)
class Ready(PlayAction):
    """A seat has entered everything; once every seat has, secret scores are shown."""

    kind = "ready"
    log_group = LogGroup.SCORES
    who = Who.SEAT
    secrecy = Secrecy.OWN
    protects_secret = True
    may_uncover = True
    seat: int
    on: bool = True

    def issues(self, state: State, play: Play) -> list[Issue]:
        return seat_issues(play, self.seat)

    def apply(self, state: State, play: Play) -> State:
        ready = play.ready | {self.seat} if self.on else play.ready - {self.seat}
        return state.with_play(play.but(ready=ready))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"{play.names[self.seat]} has {'' if self.on else 'not yet '}entered all scores."
