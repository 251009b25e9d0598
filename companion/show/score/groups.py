"""The lines of one seat's sheet, category by category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.fields import Field
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.scoring.sheet import Category
from companion.show.score.boxes import Box, box


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
        _group(play, filling, category, fields[category.key], points[category.key])
        for category in play.game.sheet.categories
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
