"""Card facts that carry over from other plays with the same cards, until somebody changes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..parts.settings import CardFact
from .play import Play
from .plays import Plays


def held_over(plays: Plays, play: Play) -> dict[str, Any]:
    """The card facts known from other ``plays`` with the same cards and not set in ``play``."""
    facts = (f for f in play.game.card_facts if f.under and f.key not in play.facts)
    told = {fact.key: _told(_answered(plays, play, fact), play, fact) for fact in facts}
    return {key: value for key, value in told.items() if value is not None}


def told_before(plays: Plays, play: Play, fact: CardFact) -> Any:
    """The value from the last play of this chapter, even with another option; None: no value."""
    others = _answered(plays, play, fact) if fact.under else []
    return others[-1].facts[fact.key] if others else None


def _answered(plays: Plays, play: Play, fact: CardFact) -> list[Play]:
    told = (one for one in plays.as_told if one.facts.get(fact.key) is not None)
    return [one for one in told if one.chapter == play.chapter and one.number != play.number]


def _told(others: Sequence[Play], play: Play, fact: CardFact) -> Any:
    same = [one for one in others if _choice(one, fact) == _choice(play, fact)]
    # Plays finished when such an answer held for the whole chapter keep their result.
    before = [one for one in others if one.number < play.number]
    found = same or (before if play.finished and fact.needed else [])
    return found[-1].facts[fact.key] if found else None


def _choice(play: Play, fact: CardFact) -> Any:
    """The value of the option that a card fact depends on; None if nobody has chosen one."""
    now = play.given.get(fact.under)
    options = (option for option in play.game.options if option.key == fact.under)
    return now if any(option.is_picked(now) for option in options) else None
