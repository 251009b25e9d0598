"""The shapes of the API's answers: what contract.py returns and openapi.py describes."""

# Annotations are evaluated here, as only then Python 3.11 knows which keys are not required.
from typing import Any, NotRequired, TypedDict


class Range(TypedDict):
    min: int
    max: int


class Issue(TypedDict):
    seat: int | None
    field: str | None
    code: str
    message: str


class Issues(TypedDict):
    issues: list[Issue]


class Refusal(TypedDict):
    code: str
    message: str


class Error(TypedDict):
    error: Refusal


class Brief(TypedDict):
    slug: str
    title: str
    players: Range
    chapters: list[str]


class Games(TypedDict):
    games: list[Brief]


class Chapter(TypedDict):
    key: str
    title: str
    next: list[str]
    players: Range
    together: NotRequired[bool]  # only where all win or all lose


class Option(TypedDict):
    key: str
    label: str
    default: Any
    note: str
    options: list[str]
    labels: dict[str, str]


class Ruling(TypedDict):
    key: str
    question: str
    default: str
    source: str
    note: str
    options: list[str]
    labels: dict[str, str]


class CardFact(TypedDict):
    key: str
    label: str
    kind: str
    default: Any


class Field(TypedDict):
    key: str
    label: str
    kind: str
    low: int | None
    high: int | None
    needed: bool
    choices: NotRequired[list[str]]
    most: NotRequired[int]
    item: NotRequired[list[Any]]


class Category(TypedDict):
    key: str
    label: str
    fields: list[Field]


class Aid(TypedDict):
    key: str
    label: str
    phases: list[str]
    fields: list[Field]


class Sheet(TypedDict):
    categories: list[Category]
    ties: NotRequired[list[Field]]  # what only breaks ties


class Card(TypedDict):
    """A card's own details come on top."""

    key: str
    label: str
    catalogue: str
    copies: int
    points: int | None


class Game(TypedDict):
    slug: str
    title: str
    players: Range
    chapters: list[Chapter]
    options: list[Option]
    rulings: list[Ruling]
    card_facts: list[CardFact]
    sheet: Sheet
    aids: list[Aid]
    catalogue: list[Card]
    together: NotRequired[bool]  # only where all win or all lose


class Step(TypedDict):
    key: str
    text: str
    count: int | None


class Segment(TypedDict):
    label: str
    draw: int
    fixed: list[int]
    choose: int
    pool: list[int]
    shuffled: bool


class Deck(TypedDict):
    key: str
    size: int
    segments: list[Segment]


class Setup(TypedDict):
    steps: list[Step]
    decks: list[Deck]
    facts: dict[str, Any]
    notes: list[str]


class Line(TypedDict):
    category: str
    points: int
    working: str


class Seat(TypedDict):
    """What a game's scoring has worked out besides comes on top."""

    name: str
    total: int | None  # None: nothing is counted
    place: int | None  # None: all have won or lost together
    lines: list[Line]


class Scored(TypedDict):
    seats: list[Seat]
    winners: list[str]
    decided_by: str | None
    why: str
    warnings: list[Issue]
    together: NotRequired[bool]  # only where all win or all lose, with whether they have
    won: NotRequired[bool]


class Player(TypedDict):
    name: str
    colour: str


class Phase(TypedDict):
    round: int | None
    label: str


class Table(TypedDict):
    game: str
    name: str
    chapter: str | None
    players: list[Player]
    phase: Phase
    finished: bool
    seats: list[Seat] | None


class Checked(TypedDict):
    game: str
    name: str
    entries: int
    flagged: int


class SeveralChecked(TypedDict):
    tables: list[Checked]
