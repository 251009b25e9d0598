"""What calculators ask: typed inputs, what the table knows of them, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypedDict, TypeVar, Unpack, overload

from ..fields import Choice, Kind
from ..issues import Issue
from ..situation import ALWAYS, When
from .table import Table

if TYPE_CHECKING:
    from ..parts.decks import CatalogueCard
    from .calculator import Calculator

T = TypeVar("T")
Row = Mapping[str, Any]
Rows = tuple[Row, ...]
Keyed = tuple[str, ...]
Counts = dict[str, int]
Known = Mapping[str, int | None]
Offered = Callable[[Table], Collection[str] | None]
MOST_COUNTED = 99


def only(needs: Mapping[str, Any]) -> When:
    """The circumstances something is for; a chapter may be one of the game's ``chapter_sets``."""
    return When({k: v if isinstance(v, tuple) else (v,) for k, v in needs.items()})


def choices_of(keys: str, when: When = ALWAYS) -> tuple[Choice, ...]:
    """Choices that are called what their keys say: ``"red blue"``."""
    return tuple(Choice(key, key.replace("-", " "), when=when) for key in keys.split())


@dataclass(frozen=True)
class Cards:
    """The cards of a catalogue as choices, each with its own label or one made of the card."""

    catalogue: str
    label: Callable[[CatalogueCard], str] = lambda card: card.label


Choices = Sequence[Choice] | Cards


@dataclass(frozen=True, kw_only=True)
class Keys:
    """Keys to tap: of counts one more each, of a choice the one that is chosen."""

    template: ClassVar = "keys"  # the macro in templates/table/play/_aid_fields.html
    more: int = 0  # beside one more, a key for so many more
    cycles: bool = False  # low ones without a foot: a tap on a full one empties it
    called: Sequence[str] = ()  # what so many of it are called
    priced_by: str = ""  # the input that says what one of each is worth, asked beside it
    says: Callable[[CatalogueCard], str] | None = None  # what a key of a choice says of its card


@dataclass(frozen=True, kw_only=True)
class Wheel(Keys):
    """Keys round a wheel, the dearest first; plain ones while nobody has told how it stands."""

    template: ClassVar = "wheel"
    prices: str  # the input that holds them
    dice: str = ""  # the input that says how many dice lie on each section
    most: str = ""  # the input that says how many can be tapped of each
    then: str = ""  # the choice that a second tap makes


@dataclass(frozen=True, kw_only=True)
class Grid(Keys):
    """Keys in rows and columns: a choice begins with the number of its row, from 1 on, and the
    name of its column, such as ``2-1``."""

    template: ClassVar = "grid"
    across: Sequence[str]
    down: Sequence[str]
    corner: str = ""  # what the columns are


@dataclass(frozen=True)
class Stepper:
    """A number with a key for one more and one for one less, however large it may be."""

    template: ClassVar = "stepper"


@dataclass(frozen=True)
class Segments:
    """Yes or no, each by its own name and what it comes to."""

    template: ClassVar = "segments"
    no: tuple[str, str]
    yes: tuple[str, str]


@dataclass(frozen=True)
class People:
    """Seats, offered by the names of those who sit there."""

    template: ClassVar = "options"


Widget = Keys | Stepper | Segments | People


class Options(TypedDict, Generic[T], total=False):
    """What can be said of any input."""

    low: int
    high: int
    most: int  # rows, numbers or choices
    default: Any  # none: it has to be filled in
    hint: str
    src: str  # where it differs from its calculator's
    when: When
    kinds: tuple[str, ...]  # asked only if the input ``kind`` is one of these
    too_high: str  # the rule behind ``high``, as a sentence
    known: Callable[[Table], T | None]  # what the table knows of it
    offered: Callable[[Table], Collection[str] | None]  # the choices at hand; others are folded
    names: Callable[[Table], Mapping[str, str]]  # what the choices are called at this table
    needs: tuple[str, ...]  # the card facts without which it does not
    turned_by: str  # the card fact that goes on one step by a tap
    widget: Widget
    hidden: bool  # a page leaves it as it is
    awaited: bool  # there is no answer before there is something in one of these


class Unusable(Exception):
    """A check reads an input that is wrong by itself, so it has nothing to say."""


Check = TypeVar("Check", bound=Callable[..., Iterable[Issue]])


def check(method: Check) -> Check:
    """Marks a method that finds values which contradict each other."""
    method.is_check = True  # type: ignore[attr-defined]
    return method


class Input(Generic[T]):
    """Something that a calculator asks. On a question it reads as its value."""

    def __init__(self, kind: Kind, label: str, **more: Any) -> None:
        self.key = ""
        self.known: Callable[[Table], T | None] | None = more.pop("known", None)
        self.offered: Offered | None = more.pop("offered", None)
        self.names: Callable[[Table], Mapping[str, str]] | None = more.pop("names", None)
        self.needs: tuple[str, ...] = more.pop("needs", ())
        self.turned_by: str = more.pop("turned_by", "")
        self.widget: Widget | None = more.pop("widget", None)
        self.hidden: bool = more.pop("hidden", False)
        self.awaited: bool = more.pop("awaited", False)
        self.field: dict[str, Any] = {"kind": kind, "label": label, **more}

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name.removesuffix("_")  # ``from_`` asks for ``from``

    @property
    def refers(self) -> list[str]:
        """The other inputs that its widget reads."""
        named = ("priced_by", "prices", "dice", "most", "then")
        return [key for name in named if (key := getattr(self.widget, name, ""))]

    @overload
    def __get__(self, question: None, owner: type) -> Input[T]: ...
    @overload
    def __get__(self, question: Calculator, owner: type) -> T: ...
    def __get__(self, question: Calculator | None, owner: type) -> Input[T] | T:
        return self if question is None else question.value_of(self.key)


Columns = Mapping[str, Input[Any]]


def number(label: str, choices: Choices = (), **more: Unpack[Options[int]]) -> Input[int]:
    """A whole number; with choices it is picked by what it stands for."""
    return Input(Kind.NUMBER, label, choices=choices, **more)


def flag(label: str, **more: Unpack[Options[bool]]) -> Input[bool]:
    """Yes or no; no if nothing is said."""
    return Input(Kind.FLAG, label, **{"default": False, **more})


def choice(label: str, choices: Choices, **more: Unpack[Options[str]]) -> Input[str]:
    """One of several."""
    return Input(Kind.CHOICE, label, choices=choices, **more)


def choices(label: str, choices: Choices, **more: Unpack[Options[Sequence[str]]]) -> Input[Keyed]:
    """Any number of choices, each as often as one likes."""
    return Input(Kind.CHOICES, label, choices=choices, **more)


def counts(label: str, choices: Choices, **more: Unpack[Options[Known]]) -> Input[Counts]:
    """How many of each choice, up to 99."""
    return Input(Kind.COUNTS, label, choices=choices, **{"high": MOST_COUNTED, **more})


def record(label: str, choices: Choices, **more: Unpack[Options[Known]]) -> Input[Counts]:
    """The same of parts that are fixed, such as the colours of a bag."""
    return Input(Kind.RECORD, label, choices=choices, **{"high": MOST_COUNTED, **more})


def numbers(
    label: str, choices: Choices = (), **more: Unpack[Options[Sequence[int]]]
) -> Input[tuple[int, ...]]:
    """Several numbers; with choices they are tapped."""
    return Input(Kind.NUMBERS, label, choices=choices, **more)


def rows(label: str, columns: Columns, **more: Unpack[Options[Sequence[Row]]]) -> Input[Rows]:
    """A list that grows row by row."""
    return Input(Kind.LIST, label, item=columns, **more)
