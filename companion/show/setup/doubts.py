"""Doubtful parts of set-up steps, and the questions that settle them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.remembered_cards import told_before
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.parts.settings import CardFact, Ruling
from companion.rules.parts.setup import TableStep
from companion.show.question import Question, ask_fact, ask_ruling, told_in


@dataclass(frozen=True, slots=True)
class Doubts:
    """What a group can correct in a set-up, and how sure we are of each."""

    known: Mapping[str, Ruling | CardFact]
    sure: Mapping[str, Certainty]


def doubts_of(state: State, play: Play, facts: Facts, decks: Sequence[Deck]) -> Doubts:
    """The same for all its steps: what the tables read, and what aids wait for."""
    rulings = (one for one in play.game.rulings if not state.is_compared(one, play))
    known: dict[str, Ruling | CardFact] = {ruling.key: ruling for ruling in rulings}
    known |= {fact.key: fact for fact in play.card_facts}
    sure = {told.fact.ruling: told.fact.sure for told in facts.values()}
    sure |= {segment.ruling: segment.sure for deck in decks for segment in deck.segments}
    sure |= {key: Certainty.UNKNOWN for aid in play.game.aids for key in aid.needs}
    return Doubts(known, sure)


def questions(state: State, play: Play, step: TableStep, doubts: Doubts) -> tuple[Question, ...]:
    """The corrections a step offers, those still open first."""
    found = [
        _question(state, play, doubts.known[key], doubts.sure.get(key, Certainty.READ))
        for key in dict.fromkeys(step.rulings)
        if key in doubts.known
    ]
    return tuple(sorted(found, key=lambda question: not question.open))


def _question(state: State, play: Play, asked: Ruling | CardFact, sure: Certainty) -> Question:
    if isinstance(asked, Ruling):
        value = play.situation.settings.get(asked.key)
        return ask_ruling(asked, value, asked.key in state.rulings, sure)
    before = told_before(state.plays, play, asked)
    return ask_fact(asked, told_in(play, asked), play, sure, before=before)
