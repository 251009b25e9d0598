"""Actions about the table: its story, notes, pace, place and time zone, and undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import zones
from ..issues import Issue
from ..journal.log import Logged
from ..journal.play import Play
from ..journal.state import State
from ..parts.clock import OVER, Pace, Repaced
from ..scoring.origin import counted_by
from ..words import listed
from .base import LogGroup, PlayAction, Repeat, TableAction, Who, game_of, seat_issues, unknown
from .people import Mask

LONGEST_NOTE = 2000
LONGEST_PLACE = 80


@dataclass(frozen=True, slots=True)
class Branch(PlayAction):
    """Chooses where the story goes on after a finished chapter."""

    kind = "branch"
    log_group = LogGroup.NOTES
    to: str

    def issues(self, state: State, play: Play) -> list[Issue]:
        if not play.finished:
            name = state.game.title_of(play.chapter)
            return [Issue("conflict", f"Finish {name} first.", "to")]
        later = [other.chapter for other in state.story if other.number > play.number]
        if play.story and later:
            name = state.game.title_of(later[0])
            return [Issue("conflict", f"{name} has already started.", "to")]
        ways = [way.to for way in state.ways(play)]
        if self.to in ways:
            return []
        said = (
            f"After {play.chapter} comes {listed(ways, 'or')}." if ways else "No chapter follows."
        )
        return [Issue("unknown-choice", said, "to")]

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(branch=self.to))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"Next chapter: {play.game.title_of(self.to)}."


@dataclass(frozen=True, slots=True)
class Begin(PlayAction):
    """Sets the seat that begins, drawn or agreed on after the start, or corrected."""

    kind = "begin"
    log_group = LogGroup.SETUP
    seat: int

    def issues(self, state: State, play: Play) -> list[Issue]:
        if not play.game.first:
            return [Issue("conflict", f"{play.game.title} has no first player.", seat=self.seat)]
        return seat_issues(play, self.seat)

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.begun_by(self.seat))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"{play.names[self.seat]} goes first."


@dataclass(frozen=True, slots=True)
class Keep(PlayAction):
    """Keeps the seat that begins, though an earlier result has been corrected since."""

    kind = "keep"
    log_group = LogGroup.RULINGS
    first: int | None = None  # the seat that would begin by the corrected result

    def issues(self, state: State, play: Play) -> list[Issue]:
        return seat_issues(play, self.first)

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(kept=self.first))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"{play.game.title_of(play.chapter)} stays as it was played."


@dataclass(frozen=True, slots=True)
class Note(PlayAction):
    """Adds a note to the log."""

    kind = "note"
    log_group = LogGroup.NOTES
    who = Who.SEAT
    repeat = Repeat.DOUBLE_SUBMIT
    has_lines = True
    text: str

    def issues(self, state: State, play: Play) -> list[Issue]:
        if not self.text.strip():
            return [Issue("missing", "A note needs a few words.", "text")]
        if len(self.text) > LONGEST_NOTE:
            return [Issue("too-high", f"A note has at most {LONGEST_NOTE} characters.", "text")]
        return []

    def apply(self, state: State, play: Play) -> State:
        return state.with_play(play.but(notes=(*play.notes, self.text.strip())))

    def sentence(self, state: State, play: Play, snapshot: Any) -> str:
        return f"“{self.text.strip()}”"


@dataclass(frozen=True, slots=True)
class SetPace(TableAction):
    """Sets how closely the app follows the play: by phase, round, or its ends only.

    Another pace asks what becomes of the counts made before; the same one again answers that.
    """

    kind = "pace"
    log_group = LogGroup.RULINGS
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        known = self.value in list(Pace)
        return [] if known else [Issue("unknown-choice", "There is no such choice.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        pace = Pace(self.value)
        going_on = [play for play in state.plays.as_told if not play.finished]
        for play in going_on:
            state = state.with_play(play.but(pace=pace, repaced=_repaced(play, pace)))
        return state.but(pace=pace, paced=True)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        offered = {choice.pace: choice.label for choice in state.game.clock.paces}
        return f"Pace: {offered.get(Pace(self.value), self.value)}."


def _repaced(play: Play, pace: Pace) -> Repaced | None:
    """What is to be said about counts: all that were made if fewer follow, and for everyone those
    that grew old if more do. While only start and score are entered, no round passes."""
    if pace is play.pace or play.moment == OVER:
        return None
    slower, unseen = pace.is_slower_than(play.pace), play.pace is Pace.ENDS
    # What the strip counts for each person and the sheet needs, once it was counted at all.
    counted = {track for track, _ in play.moved} & play.tracks.keys() & {*play.game.clock.strip}
    own = [t for t in play.game.tracks if t.key in counted and not (t.shared or t.apart)]
    asked = [t for t in own if t.feeds and (not slower or unseen or play.is_old(t))]
    counts = frozenset(
        (track.key, seat)
        for track in asked
        for seat in play.sitting
        if (slower or (track.key, seat) in play.moved) and counted_by(play, track.key, seat) is None
    )
    return Repaced(slower, tuple(track.key for track in asked), counts) if counts else None


@dataclass(frozen=True, slots=True)
class Hide(TableAction):
    """Hides a reminder that the group knows by now, or shows it again."""

    kind = "hide"
    log_group = LogGroup.RULINGS
    reminder: str
    on: bool = True

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if any(self.reminder in (r.key, *r.was) for r in state.game.clock.reminders):
            return []
        return unknown(self.reminder, "There is no reminder {}.")

    def apply(self, state: State, play: Play | None) -> State:
        key = {state.game.clock.reminder(self.reminder).key}
        return state.but(hidden=state.hidden | key if self.on else state.hidden - key)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        plain = game_of(state, play).clock.reminder(self.reminder).plain
        text = play.reminder(self.reminder) if play else plain
        return f"{'Hidden' if self.on else 'Shown again'}: {text}"


@dataclass(frozen=True, slots=True)
class SetPlace(TableAction):
    """Sets where this table is played, for calendars and other apps."""

    kind = "place"
    log_group = LogGroup.PEOPLE
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if 1 <= len(self.value.strip()) <= LONGEST_PLACE:
            return []
        return [Issue("missing", f"Enter a place of up to {LONGEST_PLACE} characters.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        return state.but(place=self.value.strip())

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"Where you meet: {self.value.strip()}."


@dataclass(frozen=True, slots=True)
class SetZone(TableAction):
    """Sets the time zone in which this table's days and hours are shown."""

    kind = "zone"
    log_group = LogGroup.RULINGS
    who = Who.HOST
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        if self.value in zones.known():
            return []
        return [Issue("unknown-choice", "There is no such time zone.", "value")]

    def apply(self, state: State, play: Play | None) -> State:
        return state.but(zone=self.value)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"Time zone set to {zones.called(self.value)}."


@dataclass(frozen=True, slots=True)
class Undo(TableAction):
    """Undoes an entry. Replay works out the state without it."""

    kind = "undo"
    log_group = LogGroup.UNDOS
    who = Who.SEAT
    protects_secret = True  # it may have undone what would have let another device see a secret
    entry: int

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        row = state.log.find(self.entry)
        if row is None or (row.refused and not row.damaged):
            return [Issue("unknown-field", "There is nothing to undo there.")]
        if self.entry in state.log.revoked:
            return [Issue("stale", "That is already undone.")]
        return []

    def doubts(self, state: State, play: Play | None) -> list[Issue]:
        """Asks if it undoes a finish, because that opens a finished game again."""
        row, stands = self._meant(state)
        if row is None or stands:
            return []
        played = [play for play in state.plays.as_told if play.finished]
        ended = (state.plays[p.number] for p in played if p.finished_at == row.entry.seq)
        names = (play.game.title_of(play.chapter) for play in ended)
        said = "is finished. This reopens it. Scores are kept, so confirm them again afterwards."
        return [Issue("unusual", f"{name} {said}") for name in names]

    def snapshot(self, before: State, after: State, play: Play | None) -> int:
        return before.seq

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        taken, stands = self._meant(state) if self.entry <= snapshot else (None, False)
        if taken is None:
            return "Undone: something that is no longer there."
        return f"{'Redone' if stands else 'Undone'}: {taken.sentence(state)}"

    def takes_back(self, state: State) -> bool:
        """Whether it is an undo and not a redo."""
        return not self._meant(state)[1]

    def reveals(self, state: State) -> bool:
        row, _ = self._meant(state)
        return self.shows_again(state) or (row is not None and isinstance(row.action, Mask))

    def shows_again(self, state: State) -> bool:
        """Whether it is the redo of an entry that shows a secret to everybody."""
        row, stands = self._meant(state)
        return stands and row is not None and row.action is not None and row.action.shows

    def _meant(self, state: State) -> tuple[Logged | None, bool]:
        """The entry at the end of a chain of undos, and whether this undo brings it back."""
        row, stands = state.log.find(self.entry), False
        while row and isinstance(row.action, Undo):
            earlier = row.action.entry < row.entry.seq
            row, stands = state.log.find(row.action.entry) if earlier else None, not stands
        return row, stands
