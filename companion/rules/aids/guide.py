"""Guides: what the table knows in a phase, said by plain functions over one view of the play.

A game lists them by phase as GUIDES in ``guide.py``. A guide that knows nothing yields nothing;
then the text of the phase stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Literal

from .calculator import Booking
from .table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the phase's instruction: waiting, due or done.

    With a ``key`` people tick it, and it is done once they have.
    """

    text: str
    _: KW_ONLY
    due: bool = False
    done: bool = False
    key: str = ""
    more: str = ""  # what belongs to it, smaller


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something that one person does now; one tap books it. Whether it is done is looked up."""

    key: str
    seat: int | None  # None: anybody does it
    title: str
    text: str
    book: Booking | None = None  # None: it is only ticked
    none: bool = False  # nothing to do: one grey line
    others: tuple[tuple[int, Booking], ...] = ()  # what it does to other seats
    figure: str = ""  # what stands in the place of the person's mark
    why: str = ""  # ``with 2``, behind the name, in the place of the title
    one: str = "card"  # what is left: ``2 cards left``
    waits: int = 0  # how many such deeds a grey line stands for


Kind = Literal["result", "booked", "handover", "quiet"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: what is known. ``short`` is the same in at most 8 words, for above Next; without
    a text it stands only there."""

    text: str
    _: KW_ONLY
    kind: Kind = "result"
    short: str = ""
    seat: int | None = None  # whose mark stands before it
    figure: str = ""
    more: str = ""  # a second sentence, smaller


@dataclass(frozen=True, slots=True)
class Head:
    """A heading, where a phase has several groups of deeds. As the first thing that is said it
    is the heading of the screen."""

    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done as the cards say, where nobody can be named."""

    title: str
    text: str


Told = Step | Deed | Said | Head | Rule
Guide = Callable[[Table], Iterator[Told]]
Guides = Mapping[str, Guide]
