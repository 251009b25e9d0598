"""The score sheet as one table: a row for each line, with everybody's cell in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.show.score.boxes import Box
from companion.show.score.groups import CategoryGroup
from companion.show.score.sheet import Sheet

FEW = 3
"""The most lines without a card that are shown all the same."""


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


def rows_of(sheet: Sheet, front: int, hidden: Collection[int] = ()) -> tuple[Row, ...]:
    """All rows in their order; of ``hidden`` seats every cell is empty."""
    shown = (() if s.seat in hidden else s.groups for s in sheet.seats)
    groups = [{group.key: _in_table(group) for group in one} for one in shown]
    keys = [category.key for category in sheet.play.game.sheet.categories]
    found = [row for key in keys for row in _of_category([g.get(key) for g in groups], front)]
    idle = sum(row.idle for row in found) > FEW
    every = sum(row.all_idle for row in found) > FEW
    return tuple(_rested(row, idle, every) for row in found)


def _in_table(group: CategoryGroup) -> CategoryGroup:
    """Without what breaks a tie: that is asked above the sheet."""
    if not any(box.breaks for box in group.boxes):
        return group
    return replace(group, boxes=tuple(box for box in group.boxes if not box.breaks))


def _rested(row: Row, idle: bool, every: bool) -> Row:
    return replace(row, idle=row.idle and idle, all_idle=row.all_idle and every)


def _of_category(groups: Sequence[CategoryGroup | None], front: int) -> Iterator[Row]:
    there = [group for group in groups if group]
    if not there:
        return
    lead = groups[front] or there[0]
    headed = any(group.headed or not group.boxes for group in there)
    before = bool(lead.hint)
    if headed and before:
        yield _sum(groups, lead)
    for key in _in_order(there):
        yield _line(groups, front, key, headed)
    if headed and not before:
        yield _sum(groups, lead)


def _in_order(groups: Sequence[CategoryGroup]) -> list[str]:
    """The lines of all seats, each in the place it has on the fullest sheet."""
    fullest = max(groups, key=lambda group: len(group.boxes))
    keys = dict.fromkeys(box.key for box in fullest.boxes)
    return [*keys | dict.fromkeys(box.key for group in groups for box in group.boxes)]


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
        Cell(seat, box, group.points, _counts(group, box, headed),
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


def _counts(group: CategoryGroup, box: Box, headed: bool) -> bool:
    return not headed and group.boxes[0] is box
