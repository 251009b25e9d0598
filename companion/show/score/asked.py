"""Questions on the score page about rulings and card facts that the score depends on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set

from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.plays import Plays
from companion.rules.journal.remembered_cards import told_before
from companion.rules.parts.facts import Certainty
from companion.rules.parts.settings import CardFact, Due
from companion.rules.situation import fitting
from companion.show.question import Question, ask_fact, ask_ruling, follows, told_in, undrawn

TARGET = "target"
"""The setting with the points that a solo play has to reach."""


def asked(
    play: Play, found: Sequence[Issue], ruled: Collection[str], plays: Plays | None = None
) -> Iterator[Question]:
    """The open questions that the sheet depends on, and the yes-no facts of the play.

    ``ruled`` are the rulings that the group has made, ``plays`` those that may have told it before.
    """
    named = {issue.field: issue for issue in reversed(found) if issue.seat is None}
    hangs_on = {key for category in play.game.sheet.categories for key in category.asks}
    for fact in play.card_facts:
        issue = _waited_for(play, fact) or named.get(fact.key)
        if issue or _belongs(play, fact, hangs_on):
            before = told_before(plays, play, fact) if plays else None
            yield ask_fact(fact, told_in(play, fact), play, issue=issue, before=before)
    for ruling in fitting(play.game.rulings, play.situation):
        value = play.situation.settings.get(ruling.key)
        if ruling.key in hangs_on - set(ruled) and value == ruling.default:
            yield ask_ruling(ruling, value, told=False)
    yield from undrawn(play)


def waited_for(play: Play) -> set[str]:
    """The keys of needed card facts that are unknown."""
    return {fact.key for fact in play.card_facts if _waited_for(play, fact)}


def _waited_for(play: Play, fact: CardFact) -> Issue | None:
    """An issue if a needed card fact is unknown, and the game's data do not have it either."""
    if not fact.needed or told_in(play, fact) is not None:
        return None
    ours = [known.fact for known in play.known().values() if known.fact.ruling == fact.key]
    if any(one.sure is Certainty.READ for one in ours):
        return None
    return Issue("missing", "Without it nobody can say what this scores.", fact.key)


def _belongs(play: Play, fact: CardFact, hangs_on: Set[str]) -> bool:
    if fact.key in hangs_on:
        confirmed = fact.confirms and all(play.situation[k] == v for k, v in fact.confirms.items())
        return told_in(play, fact) is None and not confirmed and not follows(play, fact)
    # What alone has to be reached stays, told or not, as all that wins.
    return fact.due is Due.SCORING or (fact.key == TARGET and play.situation.solo)


def untold_win(play: Play) -> CardFact | None:
    """Alone only the card knows what wins: the first thing it can ask for, until any is told."""
    if not play.situation.solo:
        return None
    wins = [fact for fact in play.card_facts if fact.key == TARGET or fact.lost]
    told = any(told_in(play, fact) is not None for fact in wins)
    return wins[0] if wins and not told else None


def won_with(play: Play) -> str:
    """What the winner of a play did, up to the points."""
    return "came to" if untold_win(play) else "won with"


def put_right_at(play: Play, keys: Collection[str]) -> str:
    """The anchor of the first of these card facts that is no longer asked."""
    told = (f for f in play.card_facts if f.key in keys and told_in(play, f) is not None)
    return next((f"fact-{f.key}" for f in told if f.due is not Due.SCORING), "")


def named_after(play: Play) -> Iterator[Question]:
    """What the winner or the group writes down once a play is over, such as a town's name."""
    for fact in play.card_facts:
        if fact.due is Due.AFTERWARDS:
            yield ask_fact(fact, play.facts.get(fact.key), play)
