"""A ruling or card fact as it is asked of the group: the same wherever it matters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.parts.card_facts import CardFact, FactKind
from companion.rules.parts.facts import Certainty
from companion.rules.parts.rulings import Ruling
from companion.rules.situation import Exactly
from companion.show.source import source

FEW = 6
"""So many choices are buttons; more go into a list to pick from."""
SHORT = 18
"""Letters up to which answers stand side by side."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button; ``name`` and ``value`` are what it sends."""

    label: str
    value: str
    on: bool = False
    ours: bool = False  # what the app takes unless the group says otherwise
    name: str = "d-value"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, what has been answered, and how it can be."""

    key: str
    label: str
    way: str  # "tap" one, "tick" several, "pick" from a list, enter a "number", "numbers", "text"
    answers: tuple[Answer, ...]
    now: str  # the group's answer in words; empty while there is none
    typed: str  # what stands in the input
    about: str  # what it is for and where to look, in plain words
    play: int | None  # the play it is told for; None: a ruling, which is for the table
    open: bool = False  # nobody can be sure before it is answered
    issue: Issue | None = None  # why it is asked now

    @property
    def action(self) -> str:
        return "rule" if self.play is None else "record"

    @property
    def data(self) -> dict[str, str]:
        return {"ruling" if self.play is None else "fact": self.key}

    @property
    def place(self) -> str:
        """Where it stands on a page that asks it once."""
        return f"{'r' if self.play is None else 'fact'}-{self.key}"

    @property
    def short(self) -> bool:
        return all(len(answer.label) <= SHORT for answer in self.answers)


def ask_ruling(
    ruling: Ruling, value: Any, told: bool, sure: Certainty = Certainty.READ
) -> Question:
    """``value`` is what holds now; ``told``: because the group has said so."""
    answers = tuple(
        Answer(c.label, c.key, c.key == value, c.key == ruling.default and not c.open)
        for c in ruling.choices
        if not (c.open and c.key == value)
    )
    told = told and not any(c.open for c in ruling.choices if c.key == value)
    now = ruling.words(value) if told else ""
    about = " ".join(filter(None, (ruling.note, _from(ruling.src))))
    return Question(
        ruling.key, ruling.label, "tap", answers, now, "", about, None, _open(sure, told)
    )


def ask_fact(
    fact: CardFact, value: Any, play: Play, sure: Certainty = Certainty.READ,
    issue: Issue | None = None,
) -> Question:  # fmt: skip
    """``value`` is what the group has told, or None."""
    return play.situation.again(
        ("asked", fact.key, play.game),
        (Exactly(value), play.number, sure, issue),
        lambda: _ask_fact(fact, value, play, sure, issue),
    )


def _ask_fact(
    fact: CardFact, value: Any, play: Play, sure: Certainty, issue: Issue | None
) -> Question:
    told = value is not None
    way = _way(fact)
    given = value if told else fact.default
    whole = told and not (fact.ordered and len(value) < len(fact.choices))
    return Question(
        fact.key, fact.label, way, tuple(_answers(fact, given)), fact.words(value) if told else "",
        _typed(given), " ".join(_about(fact, told, play)), play.number, _open(sure, whole), issue,
    )  # fmt: skip


def told_in(play: Play, fact: CardFact) -> Any:
    """What the group has told that holds in ``play``; None where it is only our default."""
    value = play.situation.settings.get(fact.key)
    return None if value == fact.default else value


def _way(fact: CardFact) -> str:
    match fact.kind:
        case FactKind.FLAG:
            return "tap"
        case FactKind.CHOICE:
            return "tap" if len(fact.choices) <= FEW else "pick"
        case FactKind.LIST:
            return "tick"
        case FactKind.NUMBER:
            return "number"
        case FactKind.NUMBERS:
            return "numbers"
    return "text"


def _answers(fact: CardFact, value: Any) -> Iterator[Answer]:
    match fact.kind:
        case FactKind.FLAG:
            yield Answer("Yes", "yes", value is True)
            yield Answer("No", "no", value is False)
        case FactKind.CHOICE:
            yield from (Answer(c.label, c.key, c.key == value) for c in fact.choices)
        case FactKind.LIST:
            for choice in fact.choices:
                on = choice.key in (value or ())
                place = f"{value.index(choice.key) + 1}. " if on and fact.ordered else ""
                name = "d-drop[json]" if on else "d-add[json]"
                yield Answer(place + choice.label, json.dumps([choice.key]), on, name=name)
            if not fact.ordered:  # what has an order is all there
                yield Answer("None of them", "[]", value == (), name="d-value[json]")
        case FactKind.NUMBERS:
            numbers = value or [""] * (fact.length or 0)
            yield from (Answer(str(n), str(number)) for n, number in enumerate(numbers, 1))


def _typed(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _about(fact: CardFact, told: bool, play: Play) -> Iterator[str]:
    if known := play.situation[fact.of] if fact.of else None:
        yield f"You noted: {known}."
    if not told and fact.default is not None:
        yield f"Not told yet; we take {fact.words(fact.default)}."
    if fact.kind is FactKind.NUMBER and fact.high is not None:
        yield f"{fact.low or 0} to {fact.high}."
    if fact.note:
        yield fact.note
    yield _from(fact.src)


def _from(src: str) -> str:
    found = source(src)
    return f"See {found}." if found else ""


def _open(sure: Certainty, told: bool) -> bool:
    return sure is not Certainty.READ and not told
