"""What a set-up step is not sure of, and the answers with which a group corrects it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.decks import Deck
from companion.rules.facts import Certainty, Facts
from companion.rules.play import Play
from companion.rules.rulings import CardFact, FactKind, Ruling
from companion.rules.setup import Step
from companion.rules.situation import fitting
from companion.rules.state import State
from companion.rules.words import said

YES_NO = (("yes", "Yes", True), ("no", "No", False))


@dataclass(frozen=True, slots=True)
class Answer:
    label: str
    value: Any
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A ruling or card fact as it is asked: by buttons, by boxes to tick, or by an input."""

    action: str
    key: str
    text: str
    way: str  # "buttons", "boxes", "number" or "text"
    answers: tuple[Answer, ...]
    now: str  # what is answered so far, in words; "": nothing
    open: bool  # nobody can be sure before it is answered
    low: int | None = None
    high: int | None = None

    def data(self, value: Any = None) -> dict[str, Any]:
        """What an answer sends; without a value, the input sends it."""
        named = {"ruling" if self.action == "rule" else "fact": self.key}
        return named if value is None else {**named, "value": value}


def questions(
    state: State, play: Play, step: Step, sure: Mapping[str, Certainty]
) -> tuple[Question, ...]:
    """The corrections a step offers, those still open first."""
    known: dict[str, Ruling | CardFact] = {ruling.key: ruling for ruling in play.game.rulings}
    known |= {fact.key: fact for fact in fitting(play.game.card_facts, play.situation)}
    found = [
        _question(state, play, known[key], sure.get(key, Certainty.READ))
        for key in dict.fromkeys(step.rulings)
        if key in known
    ]
    return tuple(sorted(found, key=lambda question: not question.open))


def certainty(facts: Facts, decks: Sequence[Deck]) -> dict[str, Certainty]:
    """How sure we are of what each ruling corrects here."""
    sure = {known.fact.ruling: known.fact.sure for known in facts.values()}
    return sure | {segment.ruling: segment.sure for deck in decks for segment in deck.segments}


def _question(state: State, play: Play, asked: Ruling | CardFact, sure: Certainty) -> Question:
    value = play.situation.settings.get(asked.key)
    if isinstance(asked, Ruling):
        settled = asked.key in state.rulings
        answers = tuple(Answer(c.label, c.key, c.key == value) for c in asked.options)
        return Question(
            "rule", asked.key, asked.question, "buttons", answers,
            _chosen(answers) if settled else "", _open(sure, settled),
        )  # fmt: skip
    settled = value is not None and value != asked.default
    answers = _answers(asked, value)
    now = _chosen(answers) or said(value) if settled else ""
    return Question(
        "record", asked.key, asked.label, _WAYS[asked.kind], answers, now,
        _open(sure, settled), asked.low, asked.high,
    )  # fmt: skip


_WAYS: Mapping[FactKind, str] = {
    FactKind.NUMBER: "number", FactKind.NUMBERS: "text", FactKind.TEXT: "text",
    FactKind.FLAG: "buttons", FactKind.CHOICE: "buttons", FactKind.LIST: "boxes",
}  # fmt: skip


def _answers(fact: CardFact, value: Any) -> tuple[Answer, ...]:
    if fact.kind is FactKind.FLAG:
        return tuple(Answer(label, key, value is flag) for key, label, flag in YES_NO)
    chosen = value if isinstance(value, tuple) else (value,)
    return tuple(Answer(c.label, c.key, c.key in chosen) for c in fact.choices)


def _chosen(answers: tuple[Answer, ...]) -> str:
    return said([answer.label for answer in answers if answer.chosen]) if answers else ""


def _open(sure: Certainty, settled: bool) -> bool:
    return sure is Certainty.UNKNOWN or (sure is not Certainty.READ and not settled)
