"""What stands on the cards and matters for this score: asked where it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.issues import Issue
from companion.rules.play import Play
from companion.rules.rulings import CardFact, FactKind, Scope
from companion.rules.situation import fitting

TARGET = "target"
"""The setting by which the ranking judges a game alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A card fact with what the group has said, and why it is asked."""

    fact: CardFact
    value: Any
    issue: Issue | None = None


def asked(play: Play, found: Sequence[Issue]) -> Iterator[Asked]:
    """What the sheet misses, the play's own yes and no, and the target of a game alone."""
    named = {issue.field: issue for issue in reversed(found) if issue.seat is None}
    for fact in fitting(play.game.card_facts, play.situation):
        value = play.situation.settings.get(fact.key)
        if fact.key in named or _belongs(play, fact, value):
            yield Asked(fact, value, named.get(fact.key))


def _belongs(play: Play, fact: CardFact, value: Any) -> bool:
    if fact.key == TARGET:
        return play.situation.solo and value is None
    return fact.scope is Scope.PLAY and fact.kind is FactKind.FLAG


def named_after(play: Play) -> list[Asked]:
    """What the winner or the group writes down once a play is over, such as a town's name."""
    texts = (f for f in fitting(play.game.card_facts, play.situation) if f.kind is FactKind.TEXT)
    return [Asked(fact, play.facts.get(fact.key)) for fact in texts if fact.scope is Scope.PLAY]
