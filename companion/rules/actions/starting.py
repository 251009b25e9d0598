"""Starting a play: the chapter, the seats, who begins, the options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.rules import zones
from companion.rules.issues import Issue
from companion.rules.journal.people import BY_NAME, Seat, named, seated
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.pads import laid_out
from companion.rules.parts.to_tick import ToTick
from companion.rules.situation import Situation, fitting
from companion.rules.words import listed, together

from .base import LogGroup, Malformed, TableAction, Who, game_of

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Start(TableAction):
    """Starts a play: chapter, seats (clockwise), who begins, options."""

    kind = "start"
    log_group = LogGroup.SETUP
    who = Who.TABLE
    chapter: str
    seats: tuple[Any, ...]
    first: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    story: bool = False
    zone: str = ""  # the time zone of the device that starts it; the table keeps the first

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        start = super(Start, cls).from_json(data)
        seats = tuple(_seat(raw) for raw in start.seats)
        return replace(start, seats=seats)

    def as_json(self) -> dict[str, Any]:
        seats = [_as_json(seat) for seat in self.seats]
        told = {**super(Start, self).as_json(), "seats": seats}
        return {name: value for name, value in told.items() if name != "zone" or value}

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        chapter = state.game.chapter(self.chapter)
        if chapter is None:
            said = f"{state.game.title} has no chapter {self.chapter[:40]!r}."
            return [Issue("unknown-choice", said, "chapter")]
        found = [i for i in [state.game.players_issue(chapter, len(self.seats))] if i]
        found += self._seat_faults(state)
        if not 0 <= self.first < max(len(self.seats), 1):
            found.append(Issue("players", "The first player needs a seat at the table.", "first"))
        if len(self.zone) > zones.LONGEST:
            found.append(Issue("unknown-choice", "There is no such time zone.", "zone"))
        found += state.game.situation(self.chapter, len(self.seats), self.settings)[1]
        return found + (self._story_faults(state) if self.story else [])

    def _seat_faults(self, state: State) -> list[Issue]:
        found = []
        for seat, who in enumerate(self.seats):
            if not 1 <= len(who.name.strip()) <= LONGEST_NAME:
                said = f"A name has 1 to {LONGEST_NAME} letters."
                found.append(Issue("missing", said, "name", seat))
        found += self._person_faults(state)
        used = [who.colour for who in self.seats if who.colour]
        known = {colour.key for colour in state.game.colours}
        for seat, who in enumerate(self.seats):
            if who.colour and who.colour not in known:
                found.append(Issue("unknown-choice", "There is no such colour.", "colour", seat))
            elif who.colour and used.count(who.colour) > 1:
                found.append(Issue("conflict", "Each colour only once.", "colour", seat))
        return found

    def _person_faults(self, state: State) -> Iterator[Issue]:
        known = {person.id for person in state.people} | {BY_NAME, None}
        people = [who.person for who in self.seats]
        for seat, person in enumerate(people):
            if person not in known:
                yield Issue(
                    "unknown-choice", "There is no such person at this table.", "name", seat
                )
            elif person and person in people[:seat]:
                yield Issue("conflict", "Nobody sits in two places.", "name", seat)

    def _story_faults(self, state: State) -> list[Issue]:
        told = state.story
        if not told:
            first = state.game.graph.first
            right = self.chapter == first
            return (
                [] if right else [Issue("conflict", f"The story begins with {first}.", "chapter")]
            )
        last = told[-1]
        if not last.finished:
            return [Issue("conflict", f"Finish chapter {last.chapter} first.", "chapter")]
        ways = [last.branch] if last.branch else [way.to for way in state.ways(last)]
        if self.chapter in ways:
            return []
        follows = (
            f"After {last.chapter} comes {listed(ways, 'or')}." if ways else "The story is told."
        )
        return [Issue("conflict", follows, "chapter")]

    def apply(self, state: State, play: Play | None) -> State:
        people, sitting = seated(state.people, self.seats, state.game.automaton)
        state = state.with_people(people)
        seats = named(people, sitting)
        given = dict(self.settings)
        if self.story:
            names = [seat.name for seat in seats]
            given = {**state.story_settings(self.chapter, names), **given}
        before = Situation(self.chapter, len(self.seats), {}, self.first)
        game = state.game
        fresh = Play(
            game, len(state.plays), self.story, seats, before, given, started_at=state.seq + 1,
            moment=game.clock.start(before), tracks={}, entries=tuple({} for _ in seats),
            to_tick=ToTick(game, before), pace=state.pace,
        )  # fmt: skip
        fresh = state.resettled(fresh)
        tracks = {
            track.key: (track.start,) * (1 if track.shared else len(self.seats))
            for track in fitting(game.tracks, fresh.situation)
        }
        fresh = fresh.but(
            tracks=tracks,
            pads=laid_out(game.pads, fresh.situation),
            moment=game.clock.start(fresh.situation),
        )
        plays = state.plays.with_one(fresh)
        return state.but(plays=plays, zone=state.zone or self.zone)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        names = [seat.name for seat in self.seats]
        begins = len(names) > 1 and state.game.first
        first = f" {names[self.first]} first." if begins else ""
        return f"{game_of(state, play).title_of(self.chapter)} begins: {together(names)}.{first}"


def _seat(raw: Any) -> Seat:
    if isinstance(raw, Seat):
        return raw
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        raise Malformed("start: each seat has a name.")
    colour, person = raw.get("colour") or "", raw.get("person", BY_NAME)
    if not isinstance(colour, str) or raw.keys() - {"name", "colour", "person"}:
        raise Malformed("start: a seat has a name, a colour and a person.")
    if person is not None and type(person) is not int:
        raise Malformed("start: a person is a number, or nobody.")
    return Seat(raw["name"], colour, person)


def _as_json(seat: Seat) -> dict[str, Any]:
    said = {"name": seat.name, "colour": seat.colour}
    return said if seat.person == BY_NAME else {**said, "person": seat.person}
