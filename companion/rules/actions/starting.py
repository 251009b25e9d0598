"""Starting a play: the chapter, the seats, the options; and correcting a start while it runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from .. import zones
from ..issues import Issue
from ..journal.people import BY_NAME, Seat, named, seated
from ..journal.play import Play
from ..journal.reseated import reseated
from ..journal.state import State
from ..parts.clock import Pace
from ..parts.pads import laid_out
from ..parts.setup import ToTick
from ..situation import Situation, fitting
from ..words import listed, together
from .base import LogGroup, Malformed, PlayAction, TableAction, game_of

LONGEST_NAME = 40
FINISHED = "This game is finished. Undo its end first."


@dataclass(frozen=True, slots=True)
class Start(TableAction):
    """Starts a play: chapter, seats (clockwise), who begins, options."""

    kind = "start"
    log_group = LogGroup.SETUP
    chapter: str
    seats: tuple[Any, ...]
    first: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    story: bool = False
    zone: str = ""  # the time zone of the device that starts it; the table keeps the first
    pace: str = ""  # the one it begins with; else that of the table

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        start = super(Start, cls).from_json(data)
        return replace(start, seats=tuple(map(_seat, start.seats)))

    def as_json(self) -> dict[str, Any]:
        seats = []
        for seat in self.seats:
            person = {} if seat.person == BY_NAME else {"person": seat.person}
            seats.append({"name": seat.name, "colour": seat.colour, **person})
        told = {**super(Start, self).as_json(), "seats": seats}
        return {n: value for n, value in told.items() if n not in ("zone", "pace") or value}

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        chapter = state.game.chapter(self.chapter)
        if chapter is None:
            said = f"{state.game.title} has no chapter {self.chapter[:40]!r}."
            return [Issue("unknown-choice", said, "chapter")]
        found = [i for i in [state.game.players_issue(chapter, len(self.seats))] if i]
        found += self._seat_faults(state)
        if not 0 <= self.first < max(len(self.seats), 1):
            said = "The first player has to be one of the players."
            found.append(Issue("players", said, "first"))
        if len(self.zone) > zones.LONGEST:
            found.append(Issue("unknown-choice", "There is no such time zone.", "zone"))
        if self.pace and self.pace not in list(Pace):
            found.append(Issue("unknown-choice", "There is no such pace.", "pace"))
        found += state.game.situation(self.chapter, len(self.seats), self.settings)[1]
        return found + (self._story_faults(state) if self.story else [])

    def _seat_faults(self, state: State) -> Iterator[Issue]:
        for seat, who in enumerate(self.seats):
            if not 1 <= len(who.name.strip()) <= LONGEST_NAME:
                said = f"Enter a name of up to {LONGEST_NAME} characters."
                yield Issue("missing", said, "name", seat)
        known = {person.id for person in state.people} | {BY_NAME, None}
        people = [who.person for who in self.seats]
        for seat, person in enumerate(people):
            if person not in known:
                yield Issue("unknown-choice", "There is no such player in this game.", "name", seat)
            elif person and person in people[:seat]:
                yield Issue("conflict", "A player can have only one seat.", "name", seat)
        colours = {colour.key for colour in state.game.colours}
        used = [who.colour for who in self.seats]
        for seat, colour in enumerate(used):
            if colour and colour not in colours:
                yield Issue("unknown-choice", "There is no such colour.", "colour", seat)
            elif colour and used.count(colour) > 1:
                yield Issue("conflict", "Each colour can be used only once.", "colour", seat)

    def _story_faults(self, state: State) -> list[Issue]:
        told = state.story
        if not told:
            first = state.game.graph.first
            said = f"The campaign starts with {state.game.title_of(first)}."
            return [] if self.chapter == first else [Issue("conflict", said, "chapter")]
        last = told[-1]
        if not last.finished:
            name = state.game.title_of(last.chapter)
            return [Issue("conflict", f"Finish {name} first.", "chapter")]
        ways = [last.branch] if last.branch else [way.to for way in state.ways(last)]
        if self.chapter in ways:
            return []
        comes = f"After {last.chapter} comes {listed(ways, 'or')}."
        return [Issue("conflict", comes if ways else "The campaign is complete.", "chapter")]

    def apply(self, state: State, play: Play | None) -> State:
        people, sitting = seated(state.people, self.seats, state.game.automaton)
        state = state.with_people(people)
        state = state.but(pace=Pace(self.pace)) if self.pace else state
        seats = named(people, sitting)
        names = [seat.name for seat in seats]
        by_story = state.story_settings(self.chapter, names) if self.story else {}
        given = {**by_story, **self.settings}
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
        return state.with_play(fresh).but(zone=state.zone or self.zone)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        names = [seat.name for seat in self.seats]
        begins = len(names) > 1 and state.game.first
        first = f" {names[self.first]} goes first." if begins else ""
        return f"{game_of(state, play).title_of(self.chapter)} started: {together(names)}.{first}"


def _seat(raw: Any) -> Seat:
    if not isinstance(raw, dict) or not isinstance(raw.get("name"), str):
        raise Malformed("start: each seat has a name.")
    colour, person = raw.get("colour") or "", raw.get("person", BY_NAME)
    if not isinstance(colour, str) or raw.keys() - {"name", "colour", "person"}:
        raise Malformed("start: a seat has a name, a colour and a person.")
    if person is not None and type(person) is not int:
        raise Malformed("start: a person is a number, or nobody.")
    return Seat(raw["name"], colour, person)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a correction changed, for the log."""

    chapter: bool
    seats: bool  # who sits where
    first: bool  # who begins
    colours: tuple[int, ...]  # the seats whose colour changed
    options: Mapping[str, Any]  # changed options with their new value


@dataclass(frozen=True, slots=True)
class Reseat(Start):
    """Makes a running play as if it had been started like this; entries follow their person.

    Another chapter begins anew, because nothing entered belongs to it.
    """

    kind = "reseat"
    needs_play = True

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        assert play is not None
        if play.finished:
            return [Issue("conflict", FINISHED)]
        return Start.issues(self, state.before(play), None)

    def ends_for_all(self, play: Play | None) -> bool:
        return play is not None and (self.chapter, self.story) != (play.chapter, play.story)

    def doubts(self, state: State, play: Play | None) -> list[Issue]:
        if play is None or not self.ends_for_all(play):
            return []
        name = play.game.title_of(self.chapter)
        said = f"{name} starts from setup. What was entered is cleared, but the log keeps it."
        return [Issue("unusual", said)]

    def apply(self, state: State, play: Play | None) -> State:
        assert play is not None
        after = Start.apply(self, state.before(play), None)
        fresh = after.plays[-1].but(started_at=play.started_at)
        state = state.with_people(after.people)
        if self.ends_for_all(play):
            return state.with_play(fresh.but(restarted_at=state.seq + 1, masked=play.masked))
        fresh = state.resettled(fresh.but(facts=play.facts))
        return state.with_play(state.resettled(reseated(play, fresh)))

    def snapshot(self, before: State, after: State, play: Play | None) -> Changed:
        assert play is not None
        if after is before and not self.issues(before, play):  # undone: tell what it would change
            after = self.apply(before, play)
        now = after.plays[play.number]
        worn = {seat.person: seat.colour for seat in play.seats}
        settled = {option.key: now.situation[option.key] for option in now.game.options}
        seats = enumerate(now.seats)
        return Changed(
            chapter=now.chapter != play.chapter,
            seats=[seat.person for seat in now.seats] != [seat.person for seat in play.seats],
            first=now.situation.first != play.situation.first,
            colours=tuple(n for n, at in seats if worn.get(at.person, at.colour) != at.colour),
            options={key: new for key, new in settled.items() if new != play.situation[key]},
        )

    def sentence(self, state: State, play: Play | None, snapshot: Changed) -> str:
        assert play is not None
        names, what = [seat.name for seat in self.seats], snapshot
        whole = what.chapter or what.seats or not (what.first or what.colours or what.options)
        said = [f"{play.game.title_of(self.chapter)} instead."] if what.chapter else []
        said += [f"Playing now: {together(names)}."] if whole else []
        if (whole or what.first) and len(names) > 1 and play.game.first:
            said.append(f"{names[self.first]} goes first.")
        changed = [option for option in play.game.options if option.key in what.options]
        said += [f"{one.label}: {one.words(what.options[one.key])}." for one in changed]
        if what.colours:
            called = {colour.key: colour.label for colour in play.game.colours}
            each = [f"{names[n]} {called.get(self.seats[n].colour, 'none')}" for n in what.colours]
            said.append(f"Colours: {listed(each)}.")
        return " ".join(said)

    def reveals(self, state: State) -> bool:
        return True  # the person who is not ready yet may be the one who leaves


class EndsForAll(PlayAction):
    """An action that discards what was entered, or leaves it without a result."""

    __slots__ = ()
    log_group = LogGroup.SETUP

    def ends_for_all(self, play: Play) -> bool:
        return True

    def issues(self, state: State, play: Play) -> list[Issue]:
        return [Issue("conflict", FINISHED)] if play.finished else []

    def snapshot(self, before: State, after: State, play: Play) -> str:
        return play.chapter  # which may be put right later


@dataclass(frozen=True, slots=True)
class Restart(EndsForAll):
    """Begins the play again with the same people; earlier entries stay in the log."""

    kind = "restart"

    def doubts(self, state: State, play: Play) -> list[Issue]:
        name = play.game.title_of(play.chapter)
        said = f"{name} goes back to setup. What was entered is cleared, but the log keeps it."
        return [Issue("unusual", said)]

    def apply(self, state: State, play: Play) -> State:
        start = Start(play.chapter, play.seats, play.situation.first, play.given, play.story)
        fresh = start.apply(state.before(play), None).plays[-1]
        cards = {fact.key for fact in state.game.card_facts if fact.under}  # still on the table
        told = {key: value for key, value in play.facts.items() if key in cards}
        fresh = state.resettled(fresh.but(facts=told)) if told else fresh
        anew = fresh.but(started_at=play.started_at, restarted_at=state.seq + 1, masked=play.masked)
        return state.with_play(anew)

    def sentence(self, state: State, play: Play, snapshot: str) -> str:
        return f"{play.game.title_of(snapshot)} was restarted."


@dataclass(frozen=True, slots=True)
class Abandon(EndsForAll):
    """Leaves the play unfinished: the table and the story go on without it."""

    kind = "abandon"

    def issues(self, state: State, play: Play) -> list[Issue]:
        if play.abandoned_at:
            return [Issue("stale", "This game was already left unfinished.")]
        return EndsForAll.issues(self, state, play)

    def doubts(self, state: State, play: Play) -> list[Issue]:
        name = play.game.title_of(play.chapter)
        return [Issue("unusual", f"{name} gets no result. You can resume it later.")]

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(abandoned_at=state.seq + 1))

    def sentence(self, state: State, play: Play, snapshot: str) -> str:
        return f"{play.game.title_of(snapshot)} was left unfinished."
