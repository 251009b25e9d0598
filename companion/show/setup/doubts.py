"""What a set-up step is not sure of, and the questions with which a group corrects it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.journal.play import Play
from companion.rules.journal.same_cards import told_before
from companion.rules.journal.state import State
from companion.rules.parts.card_facts import CardFact
from companion.rules.parts.decks import Deck
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.parts.rulings import Ruling
from companion.rules.parts.setup import Step
from companion.show.question import Question, ask_fact, ask_ruling, told_in


def questions(
    state: State, play: Play, step: Step, sure: Mapping[str, Certainty]
) -> tuple[Question, ...]:
    """The corrections a step offers, those still open first: doubts, and what aids wait for."""
    awaited = {key: Certainty.UNKNOWN for aid in play.game.aids for key in aid.needs}
    rulings = (one for one in play.game.rulings if not state.is_compared(one, play))
    known: dict[str, Ruling | CardFact] = {ruling.key: ruling for ruling in rulings}
    known |= {fact.key: fact for fact in play.card_facts}
    found = [
        _question(state, play, known[key], {**sure, **awaited}.get(key, Certainty.READ))
        for key in dict.fromkeys(step.rulings)
        if key in known
    ]
    return tuple(sorted(found, key=lambda question: not question.open))


def certainty(facts: Facts, decks: Sequence[Deck]) -> dict[str, Certainty]:
    """How sure we are of what each ruling corrects here."""
    sure = {known.fact.ruling: known.fact.sure for known in facts.values()}
    return sure | {segment.ruling: segment.sure for deck in decks for segment in deck.segments}


def _question(state: State, play: Play, asked: Ruling | CardFact, sure: Certainty) -> Question:
    if isinstance(asked, Ruling):
        value = play.situation.settings.get(asked.key)
        return ask_ruling(asked, value, asked.key in state.rulings, sure)
    before = told_before(state.plays, play, asked)
    return ask_fact(asked, told_in(play, asked), play, sure, before=before)
