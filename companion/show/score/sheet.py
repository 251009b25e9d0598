"""The lines of the score sheet: of each seat by category, then as the rows of one table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from companion.rules.fields import Field
from companion.rules.issues import Issue, Level, errors
from companion.rules.journal.play import Play
from companion.rules.journal.plays import Plays
from companion.rules.scoring.origin import has_told_cards, unconfirmed
from companion.rules.scoring.sheet import Category
from companion.rules.situation import fitting
from companion.show.rulings import Question
from companion.show.score.boxes import Box, box
from companion.show.score.questions import (
    TieQuestion,
    answered,
    asked,
    tie_fields,
    tie_lines,
    tie_questions,
    told_in_short,
)
from companion.show.score.so_far import Points, Standing, points_so_far, thresholds


def is_foldable(play: Play, seat: int, asked: Box) -> bool:
    """Whether a field is filled in by cards and the cards of this seat add nothing to it."""
    if asked.ahead or asked.value or asked.errors or asked.remarks:
        return False
    told = play.fed.get(asked.key)
    by_cards = any(asked.key in pad.feeds for pad in play.game.pads)
    return by_cards and (told is None or told.values[seat] == 0)


@dataclass(frozen=True, slots=True)
class CategoryGroup:
    """A category with its points so far."""

    key: str
    label: str
    points: int | None
    boxes: tuple[Box, ...]
    hint: str = ""  # what all its boxes would say
    meaning: str = ""  # how its points come about
    foldable: bool = False  # the cards tapped in play have nothing of it
    partly: bool = False  # it counts more than what is asked for here

    @property
    def headed(self) -> bool:
        """Whether it needs a line of its own, besides those of its boxes."""
        several = len(self.boxes) > 1 or self.partly
        return bool(self.boxes) and several and self.boxes[0].label != self.label


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's part of a row."""

    seat: int
    box: Box | None = None  # None: it has no such line
    points: int | None = None
    counts: bool = False  # the points of its category stand here
    hint: str = ""  # where it differs from the row's


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet; without a box it adds up a category."""

    key: str
    label: str
    hint: str
    cells: tuple[Cell, ...]
    box: Box | None = None  # the line of the seat in front, else the first there is
    blank: bool = False  # 0 if blank
    idle: bool = False  # the cards of the seat in front have nothing of it
    all_idle: bool = False  # nobody's have


def rows_of(
    seats: Sequence[Sequence[CategoryGroup]], keys: Sequence[str], front: int
) -> tuple[Row, ...]:
    """The rows of all seats' groups, by the ``keys`` of the categories in their order."""
    groups = [
        # What breaks a tie is asked above the sheet.
        {one.key: replace(one, boxes=tuple(b for b in one.boxes if not b.breaks)) for one in mine}
        for mine in seats
    ]
    found = [row for key in keys for row in _of_category([g.get(key) for g in groups], front)]
    # Up to three lines without a card are shown all the same.
    idle, every = sum(row.idle for row in found) > 3, sum(row.all_idle for row in found) > 3
    return tuple(
        replace(row, idle=row.idle and idle, all_idle=row.all_idle and every) for row in found
    )


def _of_category(groups: Sequence[CategoryGroup | None], front: int) -> Iterator[Row]:
    there = [group for group in groups if group]
    if not there:
        return
    lead = groups[front] or there[0]
    headed = any(group.headed or not group.boxes for group in there)
    if headed and lead.hint:
        yield _sum(groups, lead)
    # The lines of all seats, each in the place it has on the fullest sheet.
    fullest = max(there, key=lambda group: len(group.boxes))
    for key in dict.fromkeys(b.key for group in (fullest, *there) for b in group.boxes):
        yield _line(groups, front, key, headed)
    if headed and not lead.hint:
        yield _sum(groups, lead)


def _sum(groups: Sequence[CategoryGroup | None], lead: CategoryGroup) -> Row:
    cells = tuple(
        Cell(seat, None, group.points if group else None, counts=bool(group))
        for seat, group in enumerate(groups)
    )
    all_idle = all(group.foldable for group in groups if group)
    hint = lead.hint or lead.meaning
    return Row(lead.key, lead.label, hint, cells, idle=lead.foldable, all_idle=all_idle)


def _line(groups: Sequence[CategoryGroup | None], front: int, key: str, headed: bool) -> Row:
    boxes = [next((b for b in g.boxes if b.key == key), None) if g else None for g in groups]
    lead = boxes[front] or next(box for box in boxes if box)
    cells = tuple(
        Cell(seat, box, group.points, not headed and group.boxes[0] is box,
             box.hint if box.hint != lead.hint else "")
        if box and group else Cell(seat)
        for seat, (box, group) in enumerate(zip(boxes, groups, strict=True))
    )  # fmt: skip
    mine = groups[front]
    return Row(
        key, lead.label, lead.hint, cells, lead,
        blank=any(box.state == "blank" for box in boxes if box),
        idle=bool(mine and mine.foldable),
        all_idle=all(group.foldable for group in groups if group),
    )  # fmt: skip


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
    ties: Set[str] = frozenset()  # the open fields that only break a tie
    suggested: tuple[str, ...] = ()  # lines from play that nobody has confirmed

    @property
    def tie_boxes(self) -> tuple[Box, ...]:
        """What it has to tell as it is tied."""
        return tuple(box for group in self.groups for box in group.boxes if box.breaks)

    @property
    def so_far(self) -> bool:
        """Whether its points can still change."""
        return self.waits or not (set(self.open) <= self.ties)


@dataclass(frozen=True, slots=True)
class Sheet:
    play: Play
    seats: tuple[SeatSheet, ...]
    asked: tuple[Question, ...]  # of the cards, once for the group
    told: tuple[Question, ...]  # the same once they are answered
    later: tuple[str, ...]  # what is added at the end
    errors: tuple[str, ...]  # that belong to no field
    remarks: tuple[Issue, ...]
    ties: tuple[TieQuestion, ...]  # for the group to answer before the result
    untouched: Mapping[str, Field]  # lines to agree on, as nobody has touched them
    filled: bool  # the game is over, and nothing is missing but answers to those two

    @property
    def needed(self) -> tuple[Question, ...]:
        """What the cards have to tell now, and what the sheet asks the group."""
        of_all = self.play.game.sheet.asks
        return tuple(one for one in self.asked if one.issue or one.key in of_all)

    @property
    def to_check(self) -> tuple[Question, ...]:
        """What the cards may tell; a value is used meanwhile."""
        of_all = self.play.game.sheet.asks
        return tuple(one for one in self.asked if not (one.issue or one.key in of_all))

    @property
    def asks_of(self) -> str:
        """What its open questions are about."""
        of_all = self.play.game.sheet.asks
        return "The result" if any(one.key in of_all for one in self.asked) else "Card details"

    def in_short(self, told: Sequence[Question]) -> str:
        """One line for what is folded: how much is to check, and what was answered."""
        to_check = f"{len(self.to_check)} to check" if self.to_check else ""
        answers = ", ".join(told_in_short(self.play)) if told else ""
        return " · ".join(filter(None, [to_check, answers]))

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
    (context, found), during = play.so_far, asking.during
    # While the game is played nothing has to be told yet.
    questions = () if during else tuple(asked(play, found, ruled, plays))
    waits = {q.key for q in questions if q.issue and errors([q.issue])}
    points = _as_it_stands(play) if during else points_so_far(play, context, found, waits)
    facts = {fact.key for fact in play.game.card_facts}
    loose = [issue for issue in found if issue.seat is None and issue.field not in facts]
    filled = not during and not waits and not errors(play.checked_sheet[1])
    return Sheet(
        play=play,
        seats=tuple(_seat(play, seat, points, asking) for seat in range(len(play.seats))),
        asked=questions,
        told=() if during else tuple(answered(play)),
        later=tuple(_added_later(play)) if during else (),
        errors=tuple(issue.message for issue in errors(loose)),
        remarks=tuple(issue for issue in loose if issue.level is not Level.ERROR),
        ties=() if during else tuple(tie_questions(play)),
        untouched=play.untouched if filled else {},
        filled=filled,
    )


def _seat(play: Play, seat: int, points: Mapping[str, Points], asking: Asking) -> SeatSheet:
    is_front, during, entry = asking.seat == seat, asking.during, play.entries[seat]
    soles, nobody = _soles(play, seat), play.seats[seat].person is None
    wanted = asking.sole if is_front else None
    if wanted is None and soles and nobody:
        wanted = soles[0].key
    sole = next((f for f in soles if (f.key in entry if wanted is None else f.key == wanted)), None)
    keys = {sole.key} if sole else play.lines[seat].keys() | tie_lines(play, seat)
    if during:
        keys &= known_while_playing(play)
    ties: Set[str] = set() if during else tie_fields(play).get(seat, set())
    ahead = thresholds(play, seat) if during and is_front else {}
    there = {key: column[seat] for key, column in points.items()}
    told_cards = has_told_cards(play, seat)
    issues: dict[str | None, list[Issue]] = {}
    for issue in play.so_far[1]:
        if issue.seat == seat:
            issues.setdefault(issue.field, []).append(issue)

    def asked_for(field: Field) -> Box:
        opened = is_front and field.key == asking.open
        shown = box(play, seat, field, issues.get(field.key, ()), opened)
        if during:
            return shown.but(due=False, ahead=ahead.get(field.key, ""))
        return shown.but(breaks=True) if field.key in ties else shown

    def group(category: Category) -> CategoryGroup:
        """A category with those of its lines that are asked for."""
        boxes = tuple(asked_for(field) for field in category.fields if field.key in keys)
        rests = told_cards and not category.asks
        hint = boxes[0].hint if len(boxes) > 1 and len({one.hint for one in boxes}) == 1 else ""
        return CategoryGroup(
            category.key, category.label, there.get(category.key),
            tuple(one.but(hint="") for one in boxes) if hint else boxes,
            hint=hint, meaning=category.meaning,
            foldable=rests and all(is_foldable(play, seat, one) for one in boxes),
            partly=len([f for f in category.fields if not (f.sole or f.tied)]) > len(boxes),
        )  # fmt: skip

    # What is missing or wrong; of a seat with one field, that one.
    wrong = errors(play.checked_sheet[1])
    missing = dict.fromkeys(one.field for one in wrong if one.seat == seat and one.field)
    sections = [c for c in play.game.sheet.sections if any(f.key in keys for f in c.fields)]
    return SeatSheet(
        seat, play.names[seat], tuple(map(group, sections)),
        subtotal=sum(number or 0 for number in there.values()),
        open=(*([sole.key] if sole and missing else missing), *ties),
        begun=bool(play.filled_in[seat]),
        waits=None in there.values(),
        sole=sole, soles=() if nobody else soles, ties=ties,
        suggested=() if sole else tuple(unconfirmed(play, seat)),
    )  # fmt: skip


def _as_it_stands(play: Play) -> dict[str, Points]:
    """Everybody's points if the game ended now; None where nothing is told of a category."""
    each = [Standing(play, seat).by_category for seat in range(len(play.seats))]
    return {
        category.key: [
            there.get(category.key) if any(f.key in told for f in category.fields) else None
            for there, told in zip(each, play.filled_in, strict=True)
        ]
        for category in play.game.sheet.categories
    }


def known_while_playing(play: Play) -> set[str]:
    """The lines that somebody has entered, or that counters and cards fill in as one plays."""
    tracks = {track.feeds for track in play.game.tracks if track.key in play.tracks}
    pads = {key for pad in play.game.pads if pad.key in play.pads for key in pad.feeds}
    return tracks | pads | {key for there in play.filled_in for key in there}


def _added_later(play: Play) -> Iterator[str]:
    """The other lines; a category of which nothing is known yet, by its own name."""
    known = known_while_playing(play)
    asked = {key for seat in play.sitting for key in play.lines[seat]}
    for category in play.game.sheet.categories:
        later = [field for field in category.fields if field.key in asked - known]
        whole = not any(field.key in known for field in category.fields)
        yield from [category.label] if later and whole else [field.label for field in later]


def _soles(play: Play, seat: int) -> tuple[Field, ...]:
    """One number instead of a sheet: for the seat nobody sits in, where there is one."""
    empty = [one.person is None for one in play.seats]
    if any(empty) and not empty[seat]:
        return ()
    return tuple(fitting(play.game.sheet.soles, play.situation))
