"""What stands on the cards and matters for this score: asked where it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.card_facts import CardFact, Due
from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.situation import fitting
from companion.show.question import Question, ask_fact, told_in

TARGET = "target"
"""The setting by which the ranking judges a game alone."""


def asked(play: Play, found: Sequence[Issue]) -> Iterator[Question]:
    """What the sheet misses, the play's own yes and no, and the target of a game alone."""
    named = {issue.field: issue for issue in reversed(found) if issue.seat is None}
    for fact in fitting(play.game.card_facts, play.situation):
        if fact.key in named or _belongs(play, fact):
            yield ask_fact(fact, told_in(play, fact), play, issue=named.get(fact.key))


def _belongs(play: Play, fact: CardFact) -> bool:
    if fact.key == TARGET:
        return play.situation.solo and told_in(play, fact) is None
    return fact.due is Due.SCORING


def named_after(play: Play) -> Iterator[Question]:
    """What the winner or the group writes down once a play is over, such as a town's name."""
    for fact in fitting(play.game.card_facts, play.situation):
        if fact.due is Due.AFTERWARDS:
            yield ask_fact(fact, play.facts.get(fact.key), play)
