"""The set-up page: the change-over, parts, rows, and what is left for whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Change
from companion.rules.parts.settings import Scope
from companion.rules.situation import fitting
from companion.show.frame import Visitor
from companion.show.setup.draws import Beginning, beginning, drawings
from companion.show.setup.parts import SetupPart, parts
from companion.show.setup.rows import Words, naming
from companion.show.standing import has_begun

SHORT = 8
"""Letters up to which a thing stands out like a card number."""
MOST_MISSING = 4
"""The most card details that are named as missing."""


@dataclass(frozen=True, slots=True)
class BoxMove:
    """Something to do between two chapters, or things of one kind that go back into the box."""

    key: str
    done: bool
    words: Words


@dataclass(frozen=True, slots=True)
class Over:
    """The chapter reset: the chapter it comes from and what moves."""

    chapter: str
    moves: tuple[BoxMove, ...]

    @property
    def done(self) -> int:
        return sum(move.done for move in self.moves)

    @property
    def left(self) -> int:
        return len(self.moves) - self.done


def change_over(state: State, play: Play) -> Over | None:
    """The reset after the chapter before; None if there was none."""
    told = state.before(play).story if play.story else []
    if not told:
        return None
    change = play.game.changeover(told[-1].situation, play.situation)
    first = [Change("", (), f"over-{row.key}") for row in play.game.graph.between]
    moves = tuple(
        BoxMove(
            moved.key,
            moved.key in play.ticks,
            naming(play.texts[moved.key], tuple(i for i in moved.items if len(i) <= SHORT)),
        )
        for moved in (*first, *change.cleared())
    )
    return Over(told[-1].chapter, moves) if moves else None


@dataclass(frozen=True, slots=True)
class SeatTab:
    """Whose parts can be shown; ``seat`` None: everybody's."""

    seat: int | None
    label: str
    left: int
    here: bool


@dataclass(frozen=True, slots=True)
class SetUp:
    """The whole page. ``seat`` is whose parts are shown; None: everybody's."""

    play: Play
    everything: tuple[SetupPart, ...]
    seat: int | None
    own: int | None  # where whoever looks sits
    over: Over | None
    begins: Beginning | None
    begins_alone: bool  # no step of the list says who begins
    unnoted: tuple[str, ...]  # what stands on the chapter's cards and is not noted yet, shortened
    open: bool  # its rulings can still change: the newest play, not finished
    earlier: int | None  # the play's number, where it is not the newest
    pace: bool  # whether to ask how closely the table is followed

    @property
    def parts(self) -> tuple[SetupPart, ...]:
        if self.seat is None:
            return self.everything
        mine = (part.of(self.seat) for part in self.everything)
        return tuple(part for part in mine if part.rows)

    @property
    def ticking(self) -> int | None:
        """Whose steps a tap ticks, where each does their own."""
        return self.own if self.seat is None else self.seat

    @property
    def total(self) -> int:
        over = len(self.over.moves) if self.over else 0
        return sum(len(part.rows) for part in self.everything) + over

    @property
    def left(self) -> int:
        over = self.over.left if self.over else 0
        return sum(part.left for part in self.everything) + over

    @property
    def done(self) -> int:
        return self.total - self.left

    @property
    def onward(self) -> tuple[str, str]:
        """The page that comes next, and what the button there says."""
        if self.play.finished:
            return "result", "See result"
        if has_begun(self.play):
            return "play", "Back to play"
        return "play", f"Start {self.play.game.clock.within(1)}"

    @property
    def ready(self) -> bool:
        """Whether going on is the thing to do now."""
        return not self.left or self.play.finished or has_begun(self.play)

    @property
    def resets(self) -> Over | None:
        """The chapter reset, which is everybody's."""
        return self.over if self.seat is None else None

    @property
    def columns(self) -> tuple[tuple[SetupPart, ...], tuple[SetupPart, ...]]:
        """The parts in two columns of about the same length, in their order."""
        parts = self.parts
        sizes = [len(part.rows) + 1 for part in parts]
        before = len(self.resets.moves) + 1 if self.resets else 0

        def uneven(at: int) -> int:
            return abs(before + sum(sizes[:at]) - sum(sizes[at:]))

        at = min(range(len(parts) + 1), key=uneven)
        return parts[:at], parts[at:]

    @property
    def here(self) -> str:
        """The step to do next, if there is one: first that of whoever looks."""
        if self.resets and self.resets.left:
            return next(move.key for move in self.resets.moves if not move.done)
        rows = [row for part in self.parts for row in part.rows if not row.is_done(self.ticking)]
        whose = self.ticking
        mine = [row for row in rows if row.seat in (whose, None)] if whose is not None else rows
        return next((row.key for row in mine or rows), "")

    @property
    def only_own(self) -> bool:
        """Whether this seat fetches nothing but their own things."""
        return self.seat is not None and all(part.everyone for part in self.parts)

    @property
    def tabs(self) -> list[SeatTab]:
        """All, and each person; none where there is nothing to share out."""
        return list(self._tabs()) if len(self.play.sitting) > 1 and self.total else []

    def _tabs(self) -> Iterator[SeatTab]:
        yield SeatTab(None, "All", self.left, self.seat is None)
        for seat, who in enumerate(self.play.seats):
            if who.person is not None:
                yield SeatTab(seat, who.name, self.left_for(seat), self.seat == seat)

    def left_for(self, seat: int) -> int:
        rows = (row for part in self.everything for row in part.rows)
        return sum(row.seat in (seat, None) and not row.is_done(seat) for row in rows)


def set_up(state: State, play: Play, visitor: Visitor, seat: int | None = None) -> SetUp:
    """What there is to lay out for ``play``. What concerns all is left out for one seat."""
    draws = drawings(state, play, visitor)
    begins = beginning(state, play, visitor, draws)
    found = parts(state, play, visitor, draws)
    drawn = {row.draw.key for part in found for row in part.rows if row.draw}
    newest = state.is_newest(play)
    open_still = newest and not play.finished
    for_all = open_still and seat is None
    return SetUp(
        play, found, seat, visitor.seat(play), change_over(state, play), begins,
        begins_alone=begins is not None and begins.draw not in drawn and seat is None,
        unnoted=_unnoted(play, found) if for_all else (),
        open=open_still, earlier=None if newest else play.number,
        pace=for_all and visitor.bound is None and not visitor.watching,
    )  # fmt: skip


def _unnoted(play: Play, found: tuple[SetupPart, ...]) -> tuple[str, ...]:
    """What the chapter's own cards say and nobody has copied, apart from what is asked above."""
    asked = {q.key for part in found for row in part.rows for q in row.questions}
    chapter = (f for f in play.game.card_facts if f.scope is Scope.CHAPTER and f.key not in asked)
    settings = play.situation.settings
    mine = fitting(chapter, play.situation)
    labels = [fact.label for fact in mine if settings.get(fact.key) is None]
    more = len(labels) - MOST_MISSING
    return (*labels[:MOST_MISSING], f"{more} more") if more > 1 else tuple(labels)
