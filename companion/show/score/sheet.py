"""The score sheet while it is filled in: every seat, points so far, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.fields import Field
from companion.rules.issues import Issue, Level, errors
from companion.rules.journal.play import Play
from companion.rules.journal.plays import Plays
from companion.rules.scoring.origin import has_told_cards, unconfirmed
from companion.rules.situation import fitting
from companion.rules.words import minus, plural
from companion.show.rulings import Question
from companion.show.score.boxes import Remark, remark
from companion.show.score.groups import CategoryGroup, Filling, groups_of
from companion.show.score.partial import Points, knowable, points_so_far
from companion.show.score.questions import (
    TieQuestion,
    asked,
    put_right_at,
    tie_fields,
    tie_lines,
    tie_questions,
)
from companion.show.score.thresholds import thresholds

FEW = 3
"""The most lines that are shown without folding them away."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How a page was asked for: a seat as one sole field or in full, a list with a new row."""

    seat: int
    sole: str | None = None  # "" asks for the full sheet
    open: str = ""  # the list that has a new row, the catalogue that is open
    during: bool = False  # while the game is being played, so nothing has to be told yet


@dataclass(frozen=True, slots=True)
class SeatSheet:
    seat: int
    name: str
    groups: tuple[CategoryGroup, ...]
    subtotal: int
    open: tuple[str, ...]  # fields that are missing or wrong
    begun: bool
    waits: bool  # some points depend on what is still open
    sole: Field | None  # the one field of this seat
    soles: tuple[Field, ...]  # that it could have instead of the full sheet
    ties: frozenset[str] = frozenset()  # the open fields that only break a tie
    suggested: tuple[str, ...] = ()  # lines from play that nobody has confirmed

    @property
    def shown(self) -> tuple[CategoryGroup, ...]:
        folded = self.foldable
        return tuple(group for group in self.groups if group not in folded)

    @property
    def foldable(self) -> tuple[CategoryGroup, ...]:
        """The groups that the cards have nothing of, if they have more than a few lines."""
        found = tuple(group for group in self.groups if group.foldable)
        return found if sum(len(group.boxes) for group in found) > FEW else ()

    @property
    def corrected(self) -> bool:
        """Whether something was entered in a folded group, so that it stays open."""
        boxes = [box for group in self.foldable for box in group.boxes]
        return any(box.value or box.errors or box.remarks for box in boxes)

    @property
    def standing(self) -> str:
        """A few words for its tab."""
        points = minus(self.subtotal)
        if not self.so_far:
            return f"{points}, tied" if self.ties else f"{points} in all"
        return f"{points} so far" if self.begun else f"{len(self.open)} open"

    @property
    def so_far(self) -> bool:
        """Whether its points can still change."""
        return self.waits or not self.ties.issuperset(self.open)

    @property
    def left(self) -> str:
        if self.open:
            return f"{plural(len(self.open), 'line')} open"
        return "waits for the others" if self.waits else "all lines in"


@dataclass(frozen=True, slots=True)
class Sheet:
    play: Play
    seats: tuple[SeatSheet, ...]
    asked: tuple[Question, ...]
    errors: tuple[str, ...]  # that belong to no field
    remarks: tuple[Remark, ...]
    ties: tuple[TieQuestion, ...]
    untouched: Mapping[str, Field]  # lines to agree on, as nobody has touched them
    filled: bool  # nothing is missing but answers to those two

    @property
    def complete(self) -> bool:
        return self.filled and not (self.ties or self.untouched)

    def labelled(self, key: str) -> str:
        """What a field is called here."""
        return self.play.game.sheet.by_key[key].label

    def next_after(self, seat: int) -> SeatSheet | None:
        """The next seat clockwise that still has lines open."""
        ahead = [*self.seats[seat + 1 :], *self.seats[:seat]]
        return next((sheet for sheet in ahead if sheet.open), None)

    def missing(self) -> Question | None:
        """A needed card fact without which the play cannot be finished."""
        return next((a for a in self.asked if a.issue and errors([a.issue])), None)


def first_open(play: Play) -> int:
    """The seat to show when none is asked for."""
    wrong = [issue.seat for issue in errors(play.checked_sheet[1]) if issue.seat is not None]
    return min(wrong or tie_fields(play).keys(), default=0)


def sheet_of(
    play: Play, asking: Asking, ruled: Collection[str] = (), plays: Plays | None = None
) -> Sheet:
    """Everything the page shows; ``ruled`` are the rulings that the group has made, ``plays`` all
    that it has played."""
    (context, found), wrong = play.so_far, errors(play.checked_sheet[1])
    facts = {fact.key for fact in play.game.card_facts}
    questions = tuple(asked(play, found, ruled, plays))
    waits = {q.key for q in questions if q.issue and errors([q.issue])}
    points = knowable(play, points_so_far(play, context, found), waits)
    ties = {} if asking.during else tie_fields(play)
    more = thresholds(play, asking.seat) if asking.during else None
    loose = [issue for issue in found if issue.seat is None and issue.field not in facts]
    seats = tuple(
        _seat(
            play,
            n,
            found=found,
            wrong=wrong,
            points=points,
            asking=asking,
            more=more,
            ties=ties.get(n, frozenset()),
        )
        for n in range(len(play.seats))
    )
    if not asking.during:
        seats = tuple(_asking(play, s, questions) if s.seat == asking.seat else s for s in seats)
    beside = {q.key for sheet in seats for group in sheet.groups for q in group.asked}
    filled = not wrong and not waits
    return Sheet(
        play=play,
        seats=seats,
        asked=() if asking.during else tuple(q for q in questions if q.key not in beside),
        errors=tuple(issue.message for issue in errors(loose)),
        remarks=tuple(remark(issue) for issue in loose if issue.level is not Level.ERROR),
        ties=() if asking.during else tuple(tie_questions(play)),
        untouched=play.untouched if filled and not asking.during else {},
        filled=filled,
    )


def _seat(
    play: Play, seat: int, found: Sequence[Issue], wrong: Sequence[Issue],
    points: Mapping[str, Points], asking: Asking, more: Mapping[str, str] | None,
    ties: frozenset[str],
) -> SeatSheet:  # fmt: skip
    mine = [issue for issue in found if issue.seat == seat]
    still_open = [issue for issue in wrong if issue.seat == seat]
    soles = _soles(play, seat)
    wanted = asking.sole if asking.seat == seat else None
    nobody = play.seats[seat].person is None
    if wanted is None and soles and nobody:
        wanted = soles[0].key
    sole = _sole(play.entries[seat], soles, wanted)
    is_front = asking.seat == seat
    filling = Filling(
        seat,
        _by_field(mine),
        asking.open if is_front else "",
        more if more is None or is_front else {},
        has_told_cards(play, seat),
        ties,
    )
    keys = {sole.key} if sole else play.lines[seat].keys() | tie_lines(play, seat)
    asked_for = {
        category.key: [field for field in category.fields if field.key in keys]
        for category in play.game.sheet.categories
    }
    there = {key: column[seat] for key, column in points.items()}
    groups = groups_of(play, filling, asked_for, there)
    return SeatSheet(
        seat, play.names[seat], groups,
        subtotal=sum(p[seat] or 0 for p in points.values()),
        open=(*_open(still_open, sole), *ties),
        begun=bool(play.filled_in[seat]),
        waits=any(p[seat] is None for p in points.values()),
        sole=sole, soles=() if nobody else soles, ties=ties,
        suggested=() if sole else tuple(unconfirmed(play, seat)),
    )  # fmt: skip


def _by_field(mine: Sequence[Issue]) -> dict[str, list[Issue]]:
    found: dict[str, list[Issue]] = {}
    for issue in mine:
        found.setdefault(issue.field or "", []).append(issue)
    return found


def _asking(play: Play, sheet: SeatSheet, questions: Sequence[Question]) -> SeatSheet:
    """The sheet in front, with what may wait asked beside the line that hangs on it."""
    hangs = {category.key: category.asks for category in play.game.sheet.categories}
    return replace(
        sheet,
        groups=tuple(
            replace(
                g,
                asked=tuple(q for q in questions if q.key in hangs[g.key] and not q.issue),
                told=put_right_at(play, hangs[g.key]),
            )
            for g in sheet.groups
        ),
    )


def _soles(play: Play, seat: int) -> tuple[Field, ...]:
    """One number instead of a sheet: for the seat nobody sits in, where there is one."""
    empty = [one.person is None for one in play.seats]
    if any(empty) and not empty[seat]:
        return ()
    return tuple(fitting(play.game.sheet.soles, play.situation))


def _open(mine: Sequence[Issue], sole: Field | None) -> tuple[str, ...]:
    """The fields that are missing or wrong; of a seat with one field, that one."""
    fields = dict.fromkeys(issue.field for issue in errors([*mine]) if issue.field)
    return (sole.key,) if sole and fields else tuple(fields)


def _sole(entry: Mapping[str, Any], soles: Sequence[Field], mode: str | None) -> Field | None:
    fits = (f for f in soles if (f.key in entry if mode is None else f.key == mode))
    return next(fits, None)
