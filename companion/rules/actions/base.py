"""The base of all actions: how one is read from JSON, judged, applied and described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Generic, Self, TypeVar

from ..game import Game
from ..issues import Issue
from ..journal.play import Play
from ..journal.state import State
from ..parts.clock import OVER, Moment, Order
from ..words import minus, plural, possessive, signed

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
    """The data does not have the shape of its action."""


HIDDEN = "hidden"  # stands in a file for a number that was secret when the file was saved
MOVED_ON = "The game has moved on since this page was opened."


class LogGroup(StrEnum):
    """The filters of the log page."""

    EVENTS = "events"
    SCORES = "scores"
    SETUP = "setup"
    RULINGS = "rulings"
    NOTES = "notes"
    PEOPLE = "people"
    UNDOS = "undos"


class Who(StrEnum):
    """Which links may take an action."""

    TABLE = "table"  # links that are not bound to one person
    SEAT = "seat"  # also a link bound to one person, about that person's seat
    HOST = "host"  # only the host's link


class Secrecy(StrEnum):
    """How an action behaves while scores are secret."""

    OPEN = "open"  # as always
    OWN = "own"  # a device may take it for its own seat only
    PRIVATE = "private"  # the same, and nobody else sees its data
    WAITS = "waits"  # refused until the scores are shown


class Repeat(StrEnum):
    """What the same action means when another form sends it again, with nothing in between."""

    COUNTS = "counts"  # it happened a second time
    IDEMPOTENT = "idempotent"  # nothing new: the action names the moment it is about
    DOUBLE_SUBMIT = "double submit"  # nothing new if the same device sends it: a form sent twice


Where = TypeVar("Where", bound="Play | None")


@dataclass(frozen=True, slots=True)
class Instead:
    """An answer to a doubt: the same action with other data, and an entry that goes with it."""

    label: str
    data: Mapping[str, Any]
    also: Mapping[str, Any] = field(default_factory=dict)  # its ``action`` and ``data``


@dataclass(frozen=True, slots=True)
class Action(Generic[Where]):
    """Something that people enter at a table. ``play`` is the play it is about."""

    kind: ClassVar[str]
    log_group: ClassVar[LogGroup] = LogGroup.EVENTS
    who: ClassVar[Who] = Who.TABLE
    secrecy: ClassVar[Secrecy] = Secrecy.OPEN
    secrets: ClassVar[tuple[str, ...]] = ()  # the data keys that nobody else may see
    repeat: ClassVar[Repeat] = Repeat.COUNTS
    protects_secret: ClassVar[bool] = False  # without it another device could see or show a secret
    may_uncover: ClassVar[bool] = False  # showing a secret is its purpose, no reason to refuse it
    closes_calculator: ClassVar[bool] = False  # the page after it shows no open calculator or pad
    needs_play: ClassVar[bool] = False
    has_lines: ClassVar[bool] = False  # its text may have tabs and line breaks

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        known = {one.name: one for one in fields(cls)}
        for name, value in data.items():
            if name not in known:
                raise Malformed(f"{cls.kind}: there is no {name[:40]!r} in it.")
            types = _TYPES[str(known[name].type)]
            if type(value) not in types and object not in types:
                raise Malformed(f"{cls.kind}: {name} is not what it should be.")
        for name, one in known.items():
            if name not in data and one.default is one.default_factory is MISSING:
                raise Malformed(f"{cls.kind}: {name} is missing.")
        return cls(**data)

    def check_moment(self, moment: tuple[Any, ...]) -> None:
        """Raise ``Malformed`` unless it is no moment at all, or a round, a phase and a seat."""
        if moment and (len(moment) != 3 or type(moment[0]) is not int):
            raise Malformed(f"{self.kind}: a moment is a round, a phase and a seat.")

    @classmethod
    def written_now(cls, data: Mapping[str, Any], play: Play | None) -> Mapping[str, Any]:
        """The data to store for a new entry; old journals may lack what was added since."""
        return data

    def as_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def issues(self, state: State, play: Where) -> list[Issue]:
        """Every reason why it is not legal now; empty if it is."""
        raise NotImplementedError

    def doubts(self, state: State, play: Where) -> list[Issue]:
        """What to ask before a new entry is made; never asked on replay.

        An issue with the code ``unusual`` can be confirmed; any other one refuses the entry.
        """
        return []

    def instead(self, state: State, play: Where) -> list[Instead]:
        """What else may have been meant where :meth:`doubts` asks, the likeliest first."""
        return []

    def ends_for_all(self, play: Where) -> bool:
        """Whether it discards what others have entered; then only the host may take it."""
        return False

    def apply(self, state: State, play: Where) -> State:
        """The state after it. Call only when :meth:`issues` is empty."""
        raise NotImplementedError

    def snapshot(self, before: State, after: State, play: Where) -> Any:
        """What its sentence needs to know of the table before it, or of what it changed.

        ``after`` is ``before`` itself if the action was refused.
        """
        return None

    def sentence(self, state: State, play: Where, snapshot: Any) -> str:
        """What it did, for the log: from the table as it is now and its snapshot."""
        raise NotImplementedError

    def receipt(self, state: State, play: Where, snapshot: Any) -> str:
        """What it changed besides what was tapped, in words; usually empty."""
        return ""

    def is_private(self, play: Play) -> bool:
        """Whether its data is secret in this play."""
        return self.secrecy is Secrecy.PRIVATE and play.secret

    @property
    def topic(self) -> str | None:
        """The secret it is about: the sheets of a play or a secret draw; None if there is none."""
        return None

    @property
    def shows(self) -> bool:
        """Whether it shows its topic to everybody."""
        return False

    def masked(self) -> Action[Where]:
        """What others may see of it while it is private."""
        return self

    def reveals(self, state: State) -> bool:
        """Whether it shows what is still secret."""
        return self.shows


class TableAction(Action["Play | None"]):
    """An action that is possible before anything is played."""

    __slots__ = ()


class PlayAction(Action[Play]):
    """An action within a play; refused where there is none."""

    __slots__ = ()
    needs_play = True


def game_of(state: State, play: Play | None) -> Game:
    """The game in the words of the play, or of the table if there is no play."""
    return play.game if play else state.worded


def unknown(name: str, said: str) -> list[Issue]:
    """The issue that nothing has this name; ``said`` has braces where the name goes."""
    return [Issue("unknown-field", said.format(repr(name[:40])), name[:40])]


def seat_issues(play: Play, seat: int | None) -> list[Issue]:
    if seat is None or 0 <= seat < len(play.seats):
        return []
    return [Issue("players", f"This game has {plural(len(play.seats), 'seat')}.", seat=seat)]


def passing_issues(play: Play, moment: tuple[Any, ...], seat: int | None) -> list[Issue]:
    """Why a card cannot be somebody's turn now; none where it is to be no turn."""
    if not moment:
        return []
    if Moment(*moment) != play.moment or play.moment == OVER:
        return [Issue("stale", MOVED_ON)]
    if play.game.clock.phase(play.moment).order is not Order.TURNS or seat is None:
        return [Issue("conflict", "No one takes a turn now.")]
    if seat in play.had_turn:
        return [Issue("stale", f"{possessive(play.names[seat])} card was entered already.")]
    return []


@dataclass(frozen=True, slots=True)
class CounterChange:
    """A counter that an entry moved without being asked to."""

    track: str
    by: int
    now: int


class MovesCounters(PlayAction):
    """An action that may move counters besides what was tapped; its receipt names them."""

    __slots__ = ()

    def snapshot(self, before: State, after: State, play: Play) -> tuple[CounterChange, ...]:
        """The counters whose value it changed; none if it was refused."""
        now = after.plays[play.number].tracks if after is not before else {}
        return tuple(
            CounterChange(track, value - was, value)
            for track, values in now.items()
            for was, value in zip(play.tracks.get(track, ()), values, strict=False)
            if value != was
        )

    def receipt(self, state: State, play: Play, snapshot: Any) -> str:
        said = self.sentence(state, play, snapshot)
        return f"{said} {counters_told(play, snapshot)}" if snapshot else ""


def counters_told(play: Play, moves: Iterable[CounterChange]) -> str:
    """``Points +2, now 8.``; those of one group together: ``Market dice: Potion +1, Staff −1.``"""
    tracks = {track.key: track for track in play.game.tracks if track.is_said}
    groups = {group.key: group.label for group in play.game.track_groups}
    read = [(tracks[move.track], move) for move in moves if move.track in tracks]
    said = [f"{t.label} {signed(m.by)}, now {minus(m.now)}." for t, m in read if not t.group]
    for key, label in groups.items():
        if own := [f"{t.short} {signed(m.by)}" for t, m in read if t.group == key]:
            said.append(f"{label}: {', '.join(own)}.")
    return " ".join(said)
