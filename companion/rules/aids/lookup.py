"""What a game offers under Look up, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import Any

from ..situation import ALWAYS, When
from ..words import counting


class OnAid(StrEnum):
    """What the printed player aid has of a kind."""

    NOTHING = ""
    ROWS = "rows"  # without the facts, because they change while people play
    ALL = "all"


@dataclass(frozen=True, slots=True)
class LookupRow:
    """Something that is neither a card nor a fact: an action, a cost, a sign on a card."""

    key: str
    label: str
    text: str
    src: str
    figure: str = ""
    tag: str = ""
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class LookupKind:
    """One kind of things: the cards of a catalogue, a draw's pool, facts, and rows of its own.

    ``figure``, ``says`` and ``tag`` tell a card by what is known of it: ``{points}``, ``{copies}``
    and its details; ``{coins:coin}`` counts coins. Of what stands between ``|`` the first is said
    whose names are all known of the card.
    """

    key: str
    label: str
    catalogue: str = ""
    draw: str = ""  # whose pool it is; with a catalogue, that says what each thing does
    topics: tuple[str, ...] = ()
    rows: tuple[LookupRow, ...] = ()
    figure: str = ""  # left of the rule
    head: str = ""  # what figures and tags are, in a word or two
    says: tuple[str, ...] = ()
    tag: str = ""
    singles: str = ""  # the catalogue of its single cards, whose ``kind`` is the key of ours
    single: str = ""  # how one of those is told
    printed: OnAid = OnAid.NOTHING
    when: When = ALWAYS


def filled_in(text: str, known: Mapping[str, Any]) -> str:
    """The first part of ``text`` that can be said, with what is known in its braces."""
    parts = (part for part in text.split("|") if _names(part) <= known.keys())
    return next((counting(part, known) for part in parts), "")


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
