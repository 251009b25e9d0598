"""What every action knows of itself: how it is read, judged, carried out and told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.words import plural

_TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "bool": (bool,),
    "int | None": (int, NoneType),
    "int | str | None": (int, str, NoneType),
    "Any": (object,),
    "tuple[Any, ...]": (list, tuple),
    "tuple[Any, ...] | None": (list, tuple, NoneType),
    "tuple[Any, ...] | str": (list, tuple, str),
    "Mapping[str, Any]": (dict,),
}


class Malformed(ValueError):
    """JSON that is no action at all."""


HIDDEN = "hidden"
"""Stands in a file for a number that was still a secret when it was saved: nothing is there."""


class LogGroup(StrEnum):
    """What the log can be narrowed down to."""

    EVENTS = "events"
    SCORES = "scores"
    SETUP = "setup"
    RULINGS = "rulings"
    NOTES = "notes"
    PEOPLE = "people"
    UNDOS = "undos"


class Who(StrEnum):
    """Whose link may do it."""

    TABLE = "table"  # one for the whole table
    SEAT = "seat"  # also one for a single seat, about that seat
    HOST = "host"  # the host's alone


class Secrecy(StrEnum):
    """What becomes of it while the seats keep their scores to themselves."""

    OPEN = "open"  # nothing
    OWN = "own"  # each device does it for its own seat
    PRIVATE = "private"  # that, and nobody else sees what it says
    WAITS = "waits"  # it cannot be done before the scores are shown


class Repeat(StrEnum):
    """What the same action means when another form sends it again, with nothing in between."""

    COUNTS = "counts"  # it happened a second time
    IDEMPOTENT = "idempotent"  # nothing new: the action names the moment it is about
    DOUBLE_SUBMIT = "double submit"  # nothing new if the same device sends it: a form sent twice


Where = TypeVar("Where", bound="Play | None")


@dataclass(frozen=True, slots=True)
class Action(Generic[Where]):
    """Something a group tells the app. ``play`` is the play it is meant for."""

    kind: ClassVar[str]
    log_group: ClassVar[LogGroup]
    who: ClassVar[Who]
    secrecy: ClassVar[Secrecy] = Secrecy.OPEN
    secrets: ClassVar[tuple[str, ...]] = ()  # what of a private one nobody else may know
    repeat: ClassVar[Repeat] = Repeat.COUNTS
    protects_secret: ClassVar[bool] = False  # without it another device could see or show a secret
    may_uncover: ClassVar[bool] = False  # the log says by it that a secret is over
    closes_calculator: ClassVar[bool] = False  # the page after it shows no open calculator or pad
    needs_play: ClassVar[bool] = False
    has_lines: ClassVar[bool] = False  # its text may have tabs and line breaks

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        shape = _shape(cls)
        for name, value in data.items():
            if name not in shape:
                raise Malformed(f"{cls.kind}: there is no {name[:40]!r} in it.")
            if type(value) not in shape[name][0] and object not in shape[name][0]:
                raise Malformed(f"{cls.kind}: {name} is not what it should be.")
        for name, (_, needed) in shape.items():
            if needed and name not in data:
                raise Malformed(f"{cls.kind}: {name} is missing.")
        return cls(**data)

    @classmethod
    def written_now(cls, data: Mapping[str, Any], play: Play | None) -> Mapping[str, Any]:
        """The data of a new entry, which journals from before may have less of."""
        return data

    def as_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def issues(self, state: State, play: Where) -> list[Issue]:
        """Why it cannot be done now; empty when it can."""
        raise NotImplementedError

    def doubts(self, state: State, play: Where) -> list[Issue]:
        """What to say before it is done, though a journal may hold it.

        What is ``unusual`` is asked, and a Yes passes over it; anything else is refused.
        """
        return []

    def ends_for_all(self, play: Where) -> bool:
        """Whether what was entered goes: the host's alone once others have entered something."""
        return False

    def apply(self, state: State, play: Where) -> State:
        """The table after it. Call only when :meth:`issues` is empty."""
        raise NotImplementedError

    def snapshot_before(self, state: State, play: Where) -> Any:
        """What its sentence needs to know of the table before it, which is gone afterwards."""
        return None

    def snapshot(self, before: State, after: State, play: Where) -> Any:
        """The same for actions whose sentence also tells what they changed.

        ``after`` is ``before`` itself if the action was refused.
        """
        return self.snapshot_before(before, play)

    def sentence(self, state: State, play: Where, snapshot: Any) -> str:
        """What it did, for the log: from the table as it is now and its snapshot."""
        raise NotImplementedError

    def receipt(self, state: State, play: Where, snapshot: Any) -> str:
        """What it changed by itself besides what was tapped, in words; mostly nothing."""
        return ""

    def is_private(self, play: Play) -> bool:
        """Whether it says something that somebody still keeps to themselves."""
        return self.secrecy is Secrecy.PRIVATE and play.secret

    @property
    def topic(self) -> str | None:
        """What it tells, hides or shows that can be secret in a play; None: nothing."""
        return None

    @property
    def shows(self) -> bool:
        """Whether it says that its topic is shown to all."""
        return False

    def masked(self) -> Action[Where]:
        """What others may see of it where it is private."""
        return self

    def reveals(self, state: State) -> bool:
        """Whether it shows scores that are still secret."""
        return self.shows


_SHAPES: dict[type, dict[str, tuple[tuple[type, ...], bool]]] = {}


def _shape(cls: type[Action[Any]]) -> dict[str, tuple[tuple[type, ...], bool]]:
    """The types each value may have and whether it is needed, worked out once per action."""
    if cls not in _SHAPES:
        _SHAPES[cls] = {
            field.name: (
                _TYPES[str(field.type)],
                field.default is MISSING and field.default_factory is MISSING,
            )
            for field in fields(cls)
        }
    return _SHAPES[cls]


class TableAction(Action["Play | None"]):
    """An action that a table can take before anything is played."""

    __slots__ = ()


class PlayAction(Action[Play]):
    """An action within a play; refused where there is none."""

    __slots__ = ()
    needs_play = True


def game_of(state: State, play: Play | None) -> Game:
    """The game in the words of the play, or of the table where there is none."""
    return play.game if play else state.worded


def unknown(name: str, said: str) -> list[Issue]:
    """That nothing is called so, in a sentence with braces where the name stands."""
    return [Issue("unknown-field", said.format(repr(name[:40])), name[:40])]


def seat_issues(play: Play, seat: int | None) -> list[Issue]:
    if seat is None or 0 <= seat < len(play.seats):
        return []
    return [Issue("players", f"This table has {plural(len(play.seats), 'seat')}.", seat=seat)]
