"""The state without what a visitor may not see, so that no page can leak it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..actions import ACTIONS, Action
from ..actions.base import HIDDEN
from .log import DAMAGED, Entry, Logged
from .play import Play
from .plays import Plays
from .state import State


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: the person the link is for, if it is for one, and the device."""

    person: int | None = None
    device: str = ""


NOBODY = Viewer()  # a visitor who may see only what everybody may
# Shown instead of why an entry was refused: the reason may contain a secret number.
UNEXPLAINED = "The reason shows once the scores are revealed."


def redacted_for(state: State, viewer: Viewer) -> State:
    """The state without the numbers that others still keep to themselves.

    A number shows on the device that entered it, under its person's own link, and on a device
    that the host has let in as that person. What was drawn for somebody shows on their device.
    """
    if not has_secrets(state):
        return state
    view = View(state, viewer)
    plays = Plays(view.of(play) for play in state.plays)
    return state.but(plays=plays, log=replace(state.log, marks=(), view=view))


def has_secrets(state: State) -> bool:
    """Whether the state holds any secret; a finished play has none."""
    return state.once("secrets", lambda: _has_secrets(state))


def _has_secrets(state: State) -> bool:
    going_on = (play for play in state.plays.as_told if not play.finished)
    if any(play.secret or play.concealed_draws for play in going_on):
        return True
    sealed = state.log.seals.first.items()
    return any(not _is_over(state, number, seq) for (number, _), seq in sealed)


def _is_over(state: State, number: int, seq: int) -> bool:
    """Whether the play of entry ``seq`` is finished, and not another one started in its place."""
    play = state.play_at(number)
    return play is not None and play.finished and play.started_at < seq


def holders(state: State, person: int) -> set[str]:
    """The devices of a person; empty for journals from a file, which does not name devices."""
    return {_device_of(state, seq) for seq in state.places.get(person, ())} - {""}


def waiting(state: State) -> list[Logged]:
    """The rows of devices that claim a person who has a device already, and wait for the host."""
    placed = {seq for seqs in state.places.values() for seq in seqs}
    found = [state.log.find(seq) for seq in state.sits if seq not in placed]
    newest = {
        (row.entry.device, row.entry.data["person"]): row
        for row in found
        if row and row.entry.device
    }
    return list(newest.values())


class View:
    """What a visitor may see of a state."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        self.state, self.device = state, viewer.device
        let_in = {p for p, seqs in state.places.items() for s in seqs[1:] if self._mine(s)}
        self.people = let_in if viewer.person is None else let_in | {viewer.person}
        self.owners = self.people | self._sitting()

    @property
    def sees_as(self) -> tuple[Hashable, ...]:
        """A key that is equal for visitors who see the same."""
        device = self.device if self.state.log.heard_of(self.device) else ""
        return device, *sorted(self.people), "", *sorted(self.owners)

    def _sitting(self) -> set[int]:
        """The person the device claimed last, unless another device had claimed them before."""
        mine = next((seq for seq in reversed(self.state.sits) if self._mine(seq)), None)
        return {person for person, seqs in self.state.places.items() if mine in seqs}

    def of(self, play: Play) -> Play:
        """The play without what this visitor may not see."""
        if concealed := play.concealed_draws:
            own = {play.seat_of(person) for person in self.owners}
            held = {
                key: tuple(
                    thing if seat in own or key not in concealed else None
                    for seat, thing in enumerate(things)
                )
                for key, things in play.held.items()
            }
            drawn = {key: hand for key, hand in play.drawn.items() if key not in concealed}
            play = play.but(held=held, drawn=drawn)
        if not play.secret:
            return play
        own = {play.seat_of(person) for person in self.people}
        filled = {
            (seat, key): seq
            for (seat, key), seq in play.filled.items()
            if seat in own or self._mine(seq)
        }
        entries = tuple(
            {key: value for key, value in entry.items() if (seat, key) in filled}
            for seat, entry in enumerate(play.entries)
        )
        return play.but(entries=entries, filled=filled)

    def shown(self, row: Logged) -> Logged:
        """A row of the log without the secret numbers of others."""
        act, seat = row.action, getattr(row.action, "seat", None)
        if act is None:  # it may have held a secret
            return replace(row, entry=replace(row.entry, data={}))
        if not is_secret(row, self.state):
            return replace(row, refused=UNEXPLAINED) if row.refused else row
        own = row.person_in(seat) in self.people or self._mine(row.entry.seq)
        if own and seat is not None:  # nobody reads an entry about all seats
            return row
        masked = act.masked()
        entry = replace(row.entry, data=masked.as_json())
        return Logged(entry, masked, row.play, seats=row.seats)

    def _mine(self, seq: int) -> bool:
        return bool(self.device) and _device_of(self.state, seq) == self.device


def _device_of(state: State, seq: int) -> str:
    row = state.log.find(seq)
    return row.entry.device if row else ""


def is_secret(row: Logged, state: State) -> bool:
    """Whether an entry holds something that is still secret.

    An entry that counts is as secret as its play is now. One that no longer counts stays secret
    until another entry shows it or the game is over.
    """
    act, play = row.action, row.about(state)
    if act is None or act.topic is None:
        return False
    if play is not None and act.is_private(play):
        return True
    first = state.log.seals.first.get((row.play, act.topic))
    if not act.secrets or first is None or row.entry.seq < first:
        return False
    counts = play is not None and _counts(row, state, play)
    return not counts and not _is_over(state, row.play, row.entry.seq)


def _counts(row: Logged, state: State, play: Play) -> bool:
    """Whether an entry counts: not undone, not before a restart, not of a person who has left."""
    person = row.person_in(getattr(row.action, "seat", None))
    there = person is None or person in play.people
    return (
        there and state.log.stands(row) and row.entry.seq > max(play.started_at, play.restarted_at)
    )


def uncovers(before: State, after: State) -> bool:
    """Whether an entry that was secret in ``before`` could be read in ``after``.

    Once everybody is ready, finishing the game may show entries that no longer count.
    """
    if not has_secrets(before):
        return False
    told = before.plays.as_told
    done = {play.number for play in told if not play.secret and not play.concealed_draws}
    return any(
        is_secret(was, before) and now.action is not None and not is_secret(now, after)
        for was, now in zip(before.log, after.log, strict=False)
        if not (was.play in done and _is_over(after, now.play, now.entry.seq))
    )


def hiding(entries: Sequence[Entry], state: State) -> tuple[Entry, ...]:
    """The entries without secret numbers, for files and copies."""
    if not has_secrets(state):
        return tuple(entries)
    found = []
    for entry, row in zip(entries, state.log, strict=True):
        if row.action is None:  # it may have held a secret
            entry = Entry(entry.seq, DAMAGED, {}, at=entry.at)
        elif is_secret(row, state):
            entry = replace(entry, data=concealed(entry.action, entry.data))
        found.append(entry)
    return tuple(found)


def concealed(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an action with ``hidden`` in the place of its secrets."""
    found = dict(data)
    for name in data.keys() & ACTIONS.get(kind, Action).secrets:
        value = data[name]
        found[name] = dict.fromkeys(value, HIDDEN) if isinstance(value, Mapping) else HIDDEN
    return found


def open_part(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an action without its secrets."""
    secrets = ACTIONS.get(kind, Action).secrets
    return {name: value for name, value in data.items() if name not in secrets}
