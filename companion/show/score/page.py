"""The score page: which sheets a visitor sees and may fill in, and where to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.scoring.origin import ask_zeros
from companion.rules.words import minus
from companion.show.score.questions import TieQuestion
from companion.show.score.sheet import SeatSheet, Sheet
from companion.show.visitor import Visitor


@dataclass(frozen=True, slots=True)
class WayAhead:
    """A large button of the dock: an action, a button of the sheet's form, else a link."""

    above: str
    label: str
    id: str = "on"
    action: str = ""
    data: Mapping[str, Any] | None = None
    presses: tuple[str, Any] | None = None  # the name and value of the form's button
    page: str = "score"
    seat: int | None = None
    place: str = ""  # where on the page; of no seat: on this very one
    icon: str = "next"
    look: str = "primary"


@dataclass(frozen=True, slots=True)
class GroupQuestions:
    """The questions before the result: ties, and untouched lines."""

    ties: tuple[TieQuestion, ...]
    zeros: str  # the question about those lines
    links: tuple[tuple[str, str], ...]  # their names, and where they are on the page
    answer: Mapping[str, Any] | None  # what yes means; None: it is not this phone's to say

    @property
    def yes(self) -> str:
        """The words of the one button."""
        if not self.zeros:
            return "Leave it shared"
        return "Yes, and share the place" if self.ties else "Yes, 0 for everyone"


@dataclass(frozen=True)
class ScorePage:
    """All sheets of a play as one visitor sees them; ``seat`` is the one in front."""

    play: Play
    sheet: Sheet
    seat: int
    visitor: Visitor
    earlier: int | None  # the play's number, where it is not the newest
    during: bool = False  # one's sheet so far, in the middle of the game

    @cached_property
    def own(self) -> int | None:
        return self.visitor.seat(self.play)

    @cached_property
    def mine(self) -> SeatSheet:
        return self.sheet.seats[self.seat]

    @property
    def endpoint(self) -> str:
        return "sheet" if self.during else "score"

    @property
    def heading(self) -> str:
        if not self.during:
            return "Final scoring"
        return "My sheet" if self.seat == self.own else f"Sheet of {self.mine.name}"

    def is_hidden(self, seat: int) -> bool:
        """Whether a seat's sheet is hidden from this visitor because scores are secret."""
        return self.play.secret and seat != self.own

    def is_locked(self, seat: int) -> bool:
        """Whether it can be read and not filled in: somebody else's, by a link for one."""
        return self.visitor.bound is not None and seat != self.own

    def standing(self, sheet: SeatSheet) -> str:
        """A few words for its tab."""
        if self.during and not self.is_hidden(sheet.seat):
            return f"{minus(sheet.subtotal)} so far"
        if self.play.secret and sheet.seat in self.play.ready:
            return "done"
        return "hidden" if self.is_hidden(sheet.seat) else sheet.standing

    def hidden_for_now(self, sheet: SeatSheet) -> str:
        if self.play.seats[sheet.seat].person is None:
            return "Its numbers are entered once everybody is done."
        does = "is done" if sheet.seat in self.play.ready else "enters in secret"
        return f"{sheet.name} {does}. The numbers are shown once everybody is done."

    @property
    def tabs_save(self) -> bool:
        """Whether tabs submit the form: a finished play is saved by a button."""
        return self.play.finished and self.visitor.bound is None and not self.visitor.watching

    @property
    def asks_who(self) -> bool:
        return self.own is None and not self.visitor.watching

    @property
    def offers_secrecy(self) -> bool:
        """Whether numbers can be entered in secret from now on."""
        play = self.play
        fits = play.game.sheet.hidden and not play.masked and not play.finished
        people = [seat for seat in play.seats if seat.person is not None]
        return fits and len(people) > 1 and self.visitor.may("mask")

    def ahead(self) -> list[WayAhead]:
        """The large button, with the script and without it."""
        if self.during:
            return [WayAhead("Back to", "the game", page="play")]
        if self.play.secret:
            return list(self._in_secret())
        if self._veils():
            draw = min(self.play.concealed_draws)
            told = {"draw": draw}
            return [WayAhead("Before the scores", "Show what was drawn", "unveil", "unveil", told)]
        in_all = self.sheet.filled and not self.sheet.ties
        if not self.visitor.may("finish") and (self.play.finished or in_all):
            return [self._to_the_end()]
        if self.play.finished:
            return [WayAhead("Save and see", "the result", presses=("done", "yes"))]
        if self.sheet.complete:
            return [self._finish()]
        return list(self._to_what_is_open())

    def _finish(self) -> WayAhead:
        label = "See who won" if len(self.play.seats) > 1 else "See the result"
        return WayAhead("All is in", label, "finish", "finish", {"zeros": []}, page="result")

    @cached_property
    def questions(self) -> GroupQuestions | None:
        """What the group answers before the result, shown once all scores are."""
        if self.during or self.play.secret or not self.sheet.filled or self._veils():
            return None
        ties, zeros = self.sheet.ties, self.sheet.untouched
        if not ties and not zeros:
            return None
        asked = ask_zeros([field.label for field in zeros.values()]) if zeros else ""
        links = tuple((field.label, f"s{self.seat}-{key}") for key, field in zeros.items())
        answer = {"zeros": [*zeros], "shared": bool(ties)}
        return GroupQuestions(ties, asked, links, answer if self.visitor.may("finish") else None)

    def _veils(self) -> bool:
        """Whether what was drawn in secret has to be shown now."""
        return bool(self.play.concealed_draws) and self.visitor.hosting and not self._others_open()

    def _others_open(self) -> bool:
        """Whether more is open than what was drawn in secret fills in."""
        draws = self.play.game.draws
        filled = {draw.fills for draw in draws if draw.key in self.play.concealed_draws}
        return any(set(sheet.open) - filled for sheet in self.sheet.seats)

    def _in_secret(self) -> Iterator[WayAhead]:
        if self.own is None:
            return
        if self.seat != self.own:
            yield WayAhead("Back to yours", self.play.names[self.own], seat=self.own)
            return
        told = {"person": self.visitor.person, "on": self.own not in self.play.ready}
        above, label = (
            ("All entered?", "I am done") if told["on"] else ("You are done", "Not yet after all")
        )
        look = "primary" if told["on"] else ""
        yield WayAhead(
            above, label, "ready", "ready", told, seat=self.seat, icon="check", look=look
        )

    def _to_the_end(self) -> WayAhead:
        if self.play.finished:
            return WayAhead("Finished", "The result", page="result")
        return WayAhead("All is in", "The host reveals", page="play")

    def _takes_over(self, seat: int) -> bool:
        """Whether somebody sits there who fills their sheet in on this device."""
        somebody = self.play.seats[seat].person is not None
        return somebody and self.visitor.may_enter(self.play, seat)

    def _next(self) -> SeatSheet | None:
        """The next sheet that is open, counted from the visitor's own or the first seat."""
        first, seats = self.own or 0, self.sheet.seats
        around = (*seats[first:], *seats[:first])
        later = around[around.index(self.mine) + 1 :]
        return next((one for one in later if one.open), None) or self.sheet.next_after(self.seat)

    def _to_what_is_open(self) -> Iterator[WayAhead]:
        mine, missing = self.mine, self.sheet.missing()
        level = not any(sheet.so_far for sheet in self.sheet.seats)
        if after := self._next():
            enters = self.visitor.may_enter(self.play, self.seat)
            above = "Hand over to" if enters and self._takes_over(after.seat) else "Next"
            above = "Tied. Next" if level and after.open else above
            place = f"s{after.seat}-{after.open[0]}" if level and after.open else ""
            look = "primary live" if enters else "primary"
            yield WayAhead(above, after.name, seat=after.seat, place=place, look=look)
            if enters:
                pressed = ("go", after.seat)
                yield WayAhead(above, after.name, "on-bare", presses=pressed, look="primary bare")
        elif mine.open:
            label = self.sheet.labelled(mine.open[0])
            above = "Tied, so enter" if level else "Still open"
            yield WayAhead(above, label, place=f"s{self.seat}-{mine.open[0]}")
        elif missing:
            yield WayAhead("Still open", missing.label, place=missing.place)
        elif self.questions:
            yield WayAhead("Before the result", "One question", place="before-result")
