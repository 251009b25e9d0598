"""What a worked example may say, by its kind: a row of a file in the game's examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, get_origin, get_type_hints

from companion.rules.data.load import TYPES

Settings = dict[str, Any]
"""Options, rulings and card facts that hold in this example; all others by default."""


@dataclass(frozen=True, slots=True)
class SeatExample:
    """What one seat enters, and what it comes to."""

    name: str
    entry: dict[str, Any]
    total: int = 0
    place: int = 0
    lines: dict[str, int] = field(default_factory=dict)  # points by category
    detail: dict[str, Any] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)  # what draws for each gave them


@dataclass(frozen=True, slots=True)
class ScoreExample:
    """A table's entries with totals, places and winners, or what is wrong with them."""

    name: str
    chapter: str
    seat: list[SeatExample]
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0
    winners: list[str] = field(default_factory=list)
    decided_by: str = ""  # a tie-break's label
    why: str = ""
    issues: list[str] = field(default_factory=list)  # "Ada towns: too-high"
    warnings: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SetupExample:
    """What a table puts out."""

    name: str
    chapter: str
    players: int
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0
    facts: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)  # facts that nobody knows here
    has: list[str] = field(default_factory=list)  # steps that are there
    lacks: list[str] = field(default_factory=list)  # and steps that are not
    counts: dict[str, int] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)  # words in the text of a step
    notes: dict[str, str] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)  # "12 + 2 of 10 x7" per segment
    size: int = 0  # of the deck called events


@dataclass(frozen=True, slots=True)
class TrackExample:
    """Moves of a counter: [from, to, arrives at, words of what it asks for or ""]."""

    name: str
    chapter: str
    players: int
    track: str
    moves: list[list[Any]]
    round: int = 0
    seat: int = 0  # whose track it is
    tracks: dict[str, list[int]] = field(default_factory=dict)  # how all tracks stand
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0


@dataclass(frozen=True, slots=True)
class MomentExample:
    """What is said and who acts at one moment; round 0 is before the first or, over, after."""

    name: str
    chapter: str
    players: int
    phase: str = ""
    round: int = 0
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0
    says: list[str] = field(default_factory=list)  # reminders
    silent: list[str] = field(default_factory=list)
    came: dict[str, Any] = field(default_factory=dict)  # tracks, draws and cards, by their names
    order: list[int] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathExample:
    """Where the story can go."""

    name: str
    chapter: str
    next: list[str]
    players: int = 0
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0
    sets: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeExample:
    """What moves between box and table from one chapter to the next; from is a word of Python's."""

    name: str
    to: str
    players: int
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0
    put_away: dict[str, list[str]] = field(default_factory=dict)
    fetch: dict[str, list[str]] = field(default_factory=dict)
    take_out: dict[str, list[str]] = field(default_factory=dict)
    shuffle_in: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """A chapter of a story that was told."""

    chapter: str
    names: list[str]
    totals: list[int]
    winners: list[str]


@dataclass(frozen=True, slots=True)
class CupExample:
    """Who holds the story's trophy."""

    name: str
    chapters: list[StoryChapter]
    holder: list[str]
    players: int = 0
    src: str = ""
    settings: Settings = field(default_factory=dict)
    first: int = 0


@dataclass(frozen=True, slots=True)
class AidExample:
    """What a calculator answers; question and answer as JSON."""

    name: str
    chapter: str
    aid: str
    ask: str
    answer: str = ""
    issues: list[str] = field(default_factory=list)
    src: str = ""
    settings: Settings = field(default_factory=dict)


ROWS: dict[str, type] = {
    "score": ScoreExample,
    "setup": SetupExample,
    "track": TrackExample,
    "moment": MomentExample,
    "path": PathExample,
    "change": ChangeExample,
    "cup": CupExample,
    "aid": AidExample,
}
NESTED = {("score", "seat"): SeatExample, ("cup", "chapters"): StoryChapter}
RENAMED = {"change": {"from"}}  # keys that are words of Python's


def keys(kind: str) -> set[str]:
    return {one.name for one in fields(ROWS[kind])} | RENAMED.get(kind, set())


def wrong_types(row: type, found: dict[str, Any]) -> Iterator[str]:
    """``players: 'two' should be a whole number``."""
    for name, hint in get_type_hints(row).items():
        kind = get_origin(hint) or hint
        if name in found and kind in TYPES and type(found[name]) is not kind:
            yield f"{name}: {found[name]!r} should be {TYPES[kind]}"


def needed(row: type) -> list[str]:
    """The keys without which a row says nothing."""
    return [f.name for f in fields(row) if f.default is f.default_factory is MISSING]
