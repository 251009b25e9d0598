"""What a worked example may say, by its kind: a row of a file in the game's examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from companion.rules.data.faults import no_such
from companion.rules.data.files import TYPES


@dataclass(frozen=True, kw_only=True)
class ExampleRow:
    """What every example has; options, rulings and card facts that it does not set are usual."""

    name: str
    src: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    first: int = 0


@dataclass(frozen=True, kw_only=True)
class TableExample(ExampleRow):
    """One about a chapter with so many players."""

    chapter: str
    players: int


@dataclass(frozen=True, kw_only=True)
class SeatExample:
    """What one seat enters, and what it comes to."""

    name: str
    entry: dict[str, Any]
    total: int = 0
    place: int = 0
    lines: dict[str, int] = field(default_factory=dict)  # points by category
    detail: dict[str, Any] = field(default_factory=dict)
    own: dict[str, Any] = field(default_factory=dict)  # what draws for each gave them
    laid: dict[str, int] = field(default_factory=dict)  # cards on their pads


@dataclass(frozen=True, kw_only=True)
class ScoreExample(ExampleRow):
    """A table's entries with totals, places and winners, or what is wrong with them."""

    chapter: str
    seat: list[SeatExample]
    winners: list[str] = field(default_factory=list)
    decided_by: str = ""  # a tie-break's label
    why: str = ""
    issues: list[str] = field(default_factory=list)  # "Ada towns: too-high"
    warnings: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class SetupExample(TableExample):
    """What a table puts out."""

    facts: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)  # facts that nobody knows here
    has: list[str] = field(default_factory=list)  # steps that are there
    lacks: list[str] = field(default_factory=list)  # and steps that are not
    counts: dict[str, int] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)  # words in the text of a step
    notes: dict[str, str] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)  # "12 + 2 of 10 x7" per segment
    size: int = 0  # of the deck called events


@dataclass(frozen=True, kw_only=True)
class TrackExample(TableExample):
    """Moves of a counter: [from, to, arrives at, words of what it asks for or ""]."""

    track: str
    moves: list[list[Any]]
    round: int = 0
    seat: int = 0  # whose track it is
    tracks: dict[str, list[int]] = field(default_factory=dict)  # how all tracks stand


@dataclass(frozen=True, kw_only=True)
class MomentExample(TableExample):
    """What is said and who acts at one moment; round 0 is before the first or, over, after."""

    phase: str = ""
    round: int = 0
    says: list[str] = field(default_factory=list)  # reminders
    silent: list[str] = field(default_factory=list)
    came: dict[str, Any] = field(default_factory=dict)  # tracks, draws and cards, by their names
    order: list[int] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class PathExample(TableExample):
    """Where the story can go."""

    players: int = 0
    next: list[str]
    sets: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ChangeExample(ExampleRow):
    """What moves between box and table from one chapter to the next; from is a word of Python's."""

    to: str
    players: int
    put_away: dict[str, list[str]] = field(default_factory=dict)
    fetch: dict[str, list[str]] = field(default_factory=dict)
    take_out: dict[str, list[str]] = field(default_factory=dict)
    shuffle_in: dict[str, list[str]] = field(default_factory=dict)
    from_: str


@dataclass(frozen=True, kw_only=True)
class StoryChapter:
    """A chapter of a story that was told."""

    chapter: str
    names: list[str]
    totals: list[int]
    winners: list[str]


@dataclass(frozen=True, kw_only=True)
class CupExample(ExampleRow):
    """Who holds the story's trophy."""

    chapters: list[StoryChapter]
    holder: list[str]
    players: int = 0


@dataclass(frozen=True, kw_only=True)
class AidExample(ExampleRow):
    """What a calculator answers; question and answer as JSON."""

    chapter: str
    aid: str
    ask: str
    answer: str = ""
    issues: list[str] = field(default_factory=list)


ROWS: dict[str, type] = {
    "score": ScoreExample, "setup": SetupExample, "track": TrackExample, "moment": MomentExample,
    "path": PathExample, "change": ChangeExample, "cup": CupExample, "aid": AidExample,
}  # fmt: skip


def shape_faults(shape: type, row: dict[str, Any]) -> Iterator[str]:
    """Keys that no such example has, those it cannot do without, values of another type."""
    hints = {key_of(name): hint for name, hint in get_type_hints(shape).items()}
    yield from (no_such("key", key, hints) for key in row if key not in hints)
    needed = [one.name for one in fields(shape) if one.default is one.default_factory is MISSING]
    yield from (f"{key} is missing" for key in map(key_of, needed) if key not in row)
    for name in (name for name in hints if name in row):
        yield from _wrong(name, hints[name], row[name])


def key_of(name: str) -> str:
    """A field's key in a file: ``from_`` is ``from`` there."""
    return name.removesuffix("_")


def _wrong(name: str, hint: Any, value: Any) -> Iterator[str]:
    """``players: 'two' should be a whole number``; of a list of rows also what is wrong in them."""
    kind = dict if is_dataclass(hint) else get_origin(hint) or hint
    if kind in TYPES and type(value) is not kind:
        yield f"{name}: {value!r} should be {TYPES[kind]}"
    elif isinstance(hint, type) and is_dataclass(hint):
        yield from shape_faults(hint, value)
    elif kind is list:
        for inner in value:
            yield from _wrong(name, get_args(hint)[0], inner)
