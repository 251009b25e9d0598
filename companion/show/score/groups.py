"""The lines of the score sheet: of each seat by category, then as the rows of one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.fields import Field
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.scoring.sheet import Category
from companion.show.score.boxes import Box, box

FEW = 3
"""The most lines without a card that are shown all the same."""


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
class Filling:
    """How one seat's sheet is shown: what is open, what is asked, and its issues."""

    seat: int
    issues: Mapping[str, Sequence[Issue]]  # by field
    opened: str  # the list that has a new row
    ahead: Mapping[str, str] | None  # what more would bring; None: the game is over
    told_cards: bool
    ties: frozenset[str]  # what it has to tell as it is level with others


def groups_of(
    play: Play,
    filling: Filling,
    fields: Mapping[str, list[Field]],
    points: Mapping[str, int | None],
) -> tuple[CategoryGroup, ...]:
    """The categories of which something is asked, with their ``fields`` and ``points``."""
    return tuple(
        _group(play, filling, category, fields[category.key], points.get(category.key))
        for category in play.game.sheet.sections
        if fields[category.key]
    )


def _group(
    play: Play, filling: Filling, category: Category, fields: Sequence[Field], points: int | None
) -> CategoryGroup:
    seat, ahead = filling.seat, filling.ahead
    boxes = tuple(
        box(play, seat, field, filling.issues.get(field.key, ()), field.key == filling.opened)
        for field in fields
    )
    boxes = tuple(b.but(breaks=True) if b.key in filling.ties else b for b in boxes)
    if ahead is not None:
        boxes = tuple(b.but(due=False, ahead=ahead.get(b.key, "")) for b in boxes)
    shared = {b.hint for b in boxes} if len(boxes) > 1 else set()
    hint = shared.pop() if len(shared) == 1 else ""
    if hint:
        boxes = tuple(b.but(hint="") for b in boxes)
    may_rest = filling.told_cards and not category.asks
    foldable = may_rest and all(is_foldable(play, seat, b) for b in boxes)
    partly = len([f for f in category.fields if not (f.sole or f.tied)]) > len(boxes)
    return CategoryGroup(
        category.key, category.label, points, boxes,
        hint=hint, meaning=category.meaning, foldable=foldable, partly=partly,
    )  # fmt: skip


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

    @property
    def adds_up(self) -> bool:
        return self.box is None


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
    idle = sum(row.idle for row in found) > FEW
    every = sum(row.all_idle for row in found) > FEW
    return tuple(
        replace(row, idle=row.idle and idle, all_idle=row.all_idle and every) for row in found
    )


def _of_category(groups: Sequence[CategoryGroup | None], front: int) -> Iterator[Row]:
    there = [group for group in groups if group]
    if not there:
        return
    lead = groups[front] or there[0]
    headed = any(group.headed or not group.boxes for group in there)
    before = bool(lead.hint)
    if headed and before:
        yield _sum(groups, lead)
    # The lines of all seats, each in the place it has on the fullest sheet.
    fullest = max(there, key=lambda group: len(group.boxes))
    for key in dict.fromkeys(b.key for group in (fullest, *there) for b in group.boxes):
        yield _line(groups, front, key, headed)
    if headed and not before:
        yield _sum(groups, lead)


def _sum(groups: Sequence[CategoryGroup | None], lead: CategoryGroup) -> Row:
    cells = tuple(
        Cell(seat, None, group.points if group else None, counts=bool(group))
        for seat, group in enumerate(groups)
    )
    resting = [group.foldable for group in groups if group]
    hint = lead.hint or lead.meaning
    return Row(lead.key, lead.label, hint, cells, idle=lead.foldable, all_idle=all(resting))


def _line(groups: Sequence[CategoryGroup | None], front: int, key: str, headed: bool) -> Row:
    boxes = [next((b for b in g.boxes if b.key == key), None) if g else None for g in groups]
    lead = boxes[front] or next(box for box in boxes if box)
    cells = tuple(
        Cell(seat, box, group.points, not headed and group.boxes[0] is box,
             box.hint if box.hint != lead.hint else "")
        if box and group else Cell(seat)
        for seat, (box, group) in enumerate(zip(boxes, groups, strict=True))
    )  # fmt: skip
    resting = [group.foldable for group in groups if group]
    mine = groups[front]
    return Row(
        key, lead.label, lead.hint, cells, lead,
        blank=any(box.state == "blank" for box in boxes if box),
        idle=bool(mine and mine.foldable), all_idle=all(resting),
    )  # fmt: skip
