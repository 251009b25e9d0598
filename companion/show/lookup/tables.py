"""What tables and rows of a game say: facts of this game, actions, costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from companion.rules.aids.lookup import LookupKind
from companion.rules.game import Game
from companion.rules.parts.facts import Certainty, Facts, Known, Topic
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, curled, listed
from companion.show.fact import WIDEST
from companion.show.lookup.finds import Find


def of_rows(situation: Situation, kind: LookupKind) -> Iterator[Find]:
    for row in fitting(kind.rows, situation):
        yield Find(row.key, row.label, (row.text,), row.figure, row.tag)


def of_topics(
    game: Game, situation: Situation, facts: Facts, kind: LookupKind, ruled: Collection[str] = ()
) -> Iterator[Find]:
    """Facts by what they are about; those that change with the round with all their rounds.

    What the group has ``ruled`` is not doubted any more.
    """
    topics = {topic.key: topic for topic in game.topics}
    for key in kind.topics:
        rounds, known = tuple(_by_round(game, situation, topics[key])), facts.get(key)
        if rounds:
            yield Find(key, topics[key].label, rounds)
        elif known and (known.value not in ((), None) or known.fact.sure is Certainty.UNKNOWN):
            yield _fact(topics[key], known, known.fact.ruling in ruled)


def _fact(topic: Topic, known: Known, settled: bool) -> Find:
    """Short values stand left of the rule; what nobody has told is only asked for, and no more
    once it is told."""
    unsure = known.fact.sure in (Certainty.LIKELY, Certainty.ASSUMED) and not settled
    note = "" if settled or known.fact.sure is Certainty.READ else known.fact.note
    if known.value in ((), None):
        return Find(topic.key, topic.label, note=note)
    note = "" if known.fact.sure is Certainty.UNKNOWN else note
    value = _item(topic, known)
    short = value if len(value) <= WIDEST else ""
    return Find(topic.key, topic.label, () if short else (value,), short, "", note, unsure)


def _by_round(game: Game, situation: Situation, topic: Topic) -> Iterator[str]:
    """``Round 1: 4``; rounds with the same value in one line."""
    if not any(fact.key == topic.key and "round" in fact.when.needs for fact in game.facts):
        return
    clock, last = game.clock, game.rounds(situation) or 0
    found = [
        (number, _item(topic, known))
        for number in range(1, last + 1)
        if (known := game.facts_of(situation.at(number)).get(topic.key)) and known.value is not None
    ]
    for value, group in groupby(found, key=lambda pair: pair[1]):
        numbers = [clock.number(number) for number, _ in group]
        ends = numbers if len(numbers) < 2 else [f"{numbers[0]} to {numbers[-1]}"]
        yield f"{clock.round_name} {ends[0]}: {value}"


def _item(topic: Topic, known: Known) -> str:
    value: Any = known.value
    # Numbers of cards are drawn together; those that stand in an order of their own are not.
    if isinstance(value, tuple) and list(value) != sorted(set(value), key=str):
        return capital(listed([curled(str(item)) for item in value]))
    return capital(topic.item.format(known.said))
