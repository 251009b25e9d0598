"""The score page: which sheets a visitor sees and may fill in, and where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.rules.actions.playing import rounds_left
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Pace
from companion.rules.scoring.origin import ask_zeros
from companion.rules.words import listed, minus, plural
from companion.show.frame import Visitor
from companion.show.score.questions import TieQuestion
from companion.show.score.sheet import Row, SeatSheet, Sheet, rows_of
from companion.show.standing import round_of, title


def has_ended(play: Play) -> bool:
    """Whether final scoring has begun: the last round is over, or the group has ended the game."""
    return play.finished or play.moment == OVER


@dataclass(frozen=True, slots=True)
class WayAhead:
    """The main action: an action, a button of the sheet's form, else a link."""

    label: str
    id: str = "on"
    action: str = ""
    data: Mapping[str, Any] | None = None
    presses: tuple[str, Any] | None = None  # the name and value of the form's button
    page: str = ""  # "": the same
    seat: int | None = None
    place: str = ""  # where on the page; of no seat: on this very one
    icon: str = "next"
    look: str = "primary"


@dataclass(frozen=True, slots=True)
class Need:
    """Something without which there is no result."""

    label: str
    name: str = ""  # whose; "": the group's
    place: str = ""  # its id on the page; "": not this visitor's to enter
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class GroupQuestions:
    """The questions before the result: ties, and untouched lines."""

    ties: tuple[TieQuestion, ...]
    zeros: str  # the question about those lines
    answer: Mapping[str, Any] | None  # what yes means; None: it is not this phone's to say

    @property
    def yes(self) -> str:
        """The words of the one button."""
        if not self.zeros:
            return "Leave it shared"
        return "Yes, and leave it shared" if self.ties else "Yes, 0 for everyone"


@dataclass(frozen=True)
class ScorePage:
    """All sheets of a play as one visitor sees them; ``seat`` is the one in front."""

    play: Play
    sheet: Sheet
    seat: int
    visitor: Visitor
    earlier: int | None  # the play's number, where it is not the newest
    during: bool = False  # points so far, in the middle of the game
    endpoint: str = "score"
    asks_end: bool = False  # whether the end is meant though rounds are left

    @cached_property
    def own(self) -> int | None:
        return self.visitor.seat(self.play)

    @cached_property
    def mine(self) -> SeatSheet:
        return self.sheet.seats[self.seat]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        shown = [() if self.is_hidden(sheet.seat) else sheet.groups for sheet in self.sheet.seats]
        keys = [category.key for category in self.play.game.sheet.categories]
        return rows_of(shown, keys, self.seat)

    @property
    def heading(self) -> str:
        return "Points so far" if self.during else "Final scoring"

    @property
    def where(self) -> str:
        """The round while the game is played, if the group follows any; then the chapter."""
        play = self.play
        if not self.during:
            return "" if title(play) == play.game.title else title(play)
        return "" if play.pace is Pace.ENDS else round_of(play)

    @property
    def later(self) -> str:
        """``Goods and Towns are added at the end.``"""
        names = self.sheet.later
        what = listed(names) if len(names) <= 5 else plural(len(names), "more line")
        return f"{what} {'is' if len(names) == 1 else 'are'} added at the end." if names else ""

    @property
    def crowded(self) -> bool:
        """Whether a laptop has no room for the buttons beside each number."""
        return len(self.play.seats) > 4

    def is_hidden(self, seat: int) -> bool:
        """Whether a seat's sheet is hidden from this visitor because scores are secret."""
        return self.play.secret and seat != self.own

    def is_locked(self, seat: int) -> bool:
        """Whether it can be read and not filled in: somebody else's, by a link for one."""
        return self.visitor.bound is not None and seat != self.own

    @property
    def undone(self) -> str:
        """The page after an undo: what is taken back may be the end of the game."""
        ended = self.play.moment == OVER and not self.play.finished
        return "sheet" if ended else self.endpoint

    @cached_property
    def forms(self) -> tuple[SeatSheet, ...]:
        """The sheets that can be filled in here."""
        seats = self.sheet.seats
        return tuple(s for s in seats if not (self.is_hidden(s.seat) or self.is_locked(s.seat)))

    def points(self, sheet: SeatSheet) -> str:
        """What its tab counts: all of it, or so far."""
        if self.is_hidden(sheet.seat) or not (sheet.begun or self.during):
            return "–"
        return minus(sheet.subtotal)

    def total(self, sheet: SeatSheet) -> str:
        """What stands below its lines: nothing final before all of it is in."""
        waits = sheet.so_far and not self.during
        return "–" if waits else self.points(sheet)

    def standing(self, sheet: SeatSheet) -> str:
        """A few words for its tab."""
        if self.play.secret and sheet.seat in self.play.ready:
            return "done"
        if self.is_hidden(sheet.seat):
            return "hidden"
        if self.during:
            return "so far"
        if not sheet.so_far and sheet.ties:
            return "tied"
        if sheet.open:
            return f"{len(sheet.open)} needed"
        return "waiting" if sheet.waits else "complete"

    def hidden_for_now(self, sheet: SeatSheet) -> str:
        if self.play.seats[sheet.seat].person is None:
            return "Its numbers are entered when everyone is done."
        does = "is done" if sheet.seat in self.play.ready else "enters in secret"
        return f"{sheet.name} {does}. The numbers are shown when everyone is done."

    @property
    def offers_secrecy(self) -> bool:
        """Whether numbers can be entered in secret from now on."""
        play = self.play
        fits = play.game.sheet.hidden and not play.masked and not play.finished
        people = [seat for seat in play.seats if seat.person is not None]
        return fits and len(people) > 1 and self.visitor.may("mask")

    @property
    def end_data(self) -> dict[str, Any]:
        """What ends the game, from where it stands."""
        return {"moment": self.play.moment.as_json(), "to": OVER.as_json()}

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """What is still needed, of the sheet in front first."""
        if self.during:
            return ()
        seats = [sheet for sheet in self._around(self.seat) if not self.is_hidden(sheet.seat)]
        found = [need for sheet in seats for need in self._needs(sheet)]
        if missing := self.sheet.missing():
            found.append(Need(missing.label, place=missing.place))
        return tuple(found)

    def _needs(self, sheet: SeatSheet) -> Iterator[Need]:
        """Its open lines; several from play are confirmed by one button."""
        locked = self.visitor.watching or self.is_locked(sheet.seat)
        name = sheet.name if len(self.play.seats) > 1 else ""
        from_play = [key for key in sheet.open if key in sheet.suggested]
        several = len(from_play) > 1
        if several:
            place = "" if locked else f"confirm-{sheet.seat}"
            yield Need(f"{len(from_play)} from play", name, place, sheet.seat)
        for key in sheet.open:
            if not (several and key in from_play):
                place = "" if locked else f"s{sheet.seat}-{key}"
                yield Need(self.play.game.sheet.by_key[key].label, name, place, sheet.seat)

    def ahead(self) -> Iterator[WayAhead]:
        """The large button, with the script and without it."""
        play, sheet, hosts = self.play, self.sheet, self.visitor.may("finish")
        if self.during:
            # Asked first while rounds are left, and then not the main action.
            if any(rounds_left(play)):
                label = "End game and score"
                yield WayAhead(label, "end", seat=self.seat, place="end-now", look="")
            elif self.visitor.may("advance"):
                yield WayAhead("End game and score", "end", "advance", self.end_data)
        elif play.secret:
            yield from self._in_secret()
        elif self._veils():
            told = {"draw": min(play.concealed_draws)}
            yield WayAhead("Show what was drawn", "unveil", "unveil", told)
        elif play.finished and hosts:
            yield WayAhead("Save changes", presses=("done", "yes"))
        elif play.finished:
            yield WayAhead("See the result", page="result")
        elif sheet.filled and not sheet.ties and not hosts:
            yield WayAhead("Wait for the host", page="play")
        elif sheet.filled and not (sheet.ties or sheet.untouched):
            rivals = len(play.seats) > 1 and not play.together
            label = "See who won" if rivals else "See the result"
            yield WayAhead(label, "finish", "finish", {"zeros": []}, page="result")
        else:
            yield from self._to_what_is_open()

    @cached_property
    def questions(self) -> GroupQuestions | None:
        """What the group answers before the result, shown once all scores are."""
        if self.during or self.play.secret or not self.sheet.filled or self._veils():
            return None
        ties, zeros = self.sheet.ties, self.sheet.untouched
        if not ties and not zeros:
            return None
        asked = ask_zeros([field.label for field in zeros.values()]) if zeros else ""
        answer = {"zeros": [*zeros], "shared": bool(ties)}
        return GroupQuestions(ties, asked, answer if self.visitor.may("finish") else None)

    def _veils(self) -> bool:
        """Whether what was drawn in secret has to be shown now: nothing else is open."""
        secret = self.play.concealed_draws
        if not secret or not self.visitor.hosting:
            return False
        filled = {draw.fills for draw in self.play.game.draws if draw.key in secret}
        return not any(set(sheet.open) - filled for sheet in self.sheet.seats)

    def _in_secret(self) -> Iterator[WayAhead]:
        if self.own is None:
            return
        if self.seat != self.own:
            yield WayAhead("Back to your sheet", seat=self.own)
            return
        on = self.own not in self.play.ready
        told = {"person": self.visitor.person, "on": on}
        label, look = ("I’m done", "primary") if on else ("Not done yet", "")
        yield WayAhead(label, "ready", "ready", told, seat=self.seat, icon="check", look=look)

    def _around(self, first: int) -> tuple[SeatSheet, ...]:
        """All sheets around the table, beginning with this seat."""
        return (*self.sheet.seats[first:], *self.sheet.seats[:first])

    def _next(self) -> SeatSheet | None:
        """The next sheet that is open, counted from the visitor's own or the first seat."""
        around = self._around(self.own or 0)
        later = around[around.index(self.mine) + 1 :]
        return next((one for one in (*later, *self._around(self.seat)[1:]) if one.open), None)

    def _to_what_is_open(self) -> Iterator[WayAhead]:
        if self.questions:
            yield WayAhead("Answer the question", place="before-result")
        elif after := self._next():
            enters = self.visitor.may_enter(self.play, self.seat)
            somebody = self.play.seats[after.seat].person is not None
            takes_over = somebody and self.visitor.may_enter(self.play, after.seat)
            passes = "Pass to" if enters and takes_over else "Go to"
            label, look = f"{passes} {after.name}", "primary live" if enters else "primary"
            place = next(self._needs(after)).place
            yield WayAhead(label, seat=after.seat, place=place, look=f"{look} phone")
            if self.needs:  # a laptop has everybody's sheet in sight
                need = next((one for one in self.needs if one.place), self.needs[0])
                wide = f"Go to {need.label}" + (f" ({need.name})" if need.name else "")
                seat = None if need.seat == self.seat else need.seat
                look = f"{look} laptop"
                yield WayAhead(wide, "on-wide", seat=seat, place=need.place, look=look)
            if enters:
                yield WayAhead(label, "on-bare", presses=("go", after.seat), look="primary bare")
        elif self.needs:
            label = self.needs[0].label
            yield WayAhead(f"Go to {label}", place=self.needs[0].place)
