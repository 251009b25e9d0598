"""The change-over between chapters, as rows before the set-up."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Change

SHORT = 8
"""Letters up to which a thing is shown like a card number."""


@dataclass(frozen=True, slots=True)
class BoxMove:
    """Something to do, or things of one kind that go back into the box."""

    key: str
    done: bool
    icon: str
    verb: str  # empty where the label says all
    label: str
    cards: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The change-over: the chapter it comes from and what moves."""

    chapter: str
    moves: tuple[BoxMove, ...]

    @property
    def done(self) -> int:
        return sum(move.done for move in self.moves)

    @property
    def left(self) -> int:
        return len(self.moves) - self.done


def change_over(state: State, play: Play) -> Over | None:
    """The change-over from the chapter before; None if there was none."""
    told = state.before(play).story if play.story else []
    if not told:
        return None
    change = play.game.changeover(told[-1].situation, play.situation)
    first = [
        Change(row.said(play.situation), (), f"over-{row.key}") for row in play.game.graph.between
    ]
    ways = (
        ("quill", "", first),
        ("archive", "Put away", change.put_away),
        ("minus", "Take out of the pile", change.take_out),
    )
    moves = tuple(
        BoxMove(
            moved.key, moved.key in play.ticks, icon, verb, moved.label, *_sorted_out(moved.items)
        )
        for icon, verb, changes in ways
        for moved in changes
    )
    return Over(told[-1].chapter, moves) if moves else None


def _sorted_out(items: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Card numbers and the like, to be shown big, and what has to be read."""
    short = tuple(item for item in items if len(item) <= SHORT)
    return short, tuple(item for item in items if item not in short)
