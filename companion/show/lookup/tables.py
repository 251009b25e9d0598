"""What tables and rows of a game say: facts of this game, actions, costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from companion.rules.aids.lookup import LookupKind
from companion.rules.game import Game
from companion.rules.parts.clock import Clock
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
        rounds, known = _rounds(game, situation, key), facts.get(key)
        if rounds:
            says = tuple(_by_round(game.clock, topics[key], rounds))
            yield Find(key, topics[key].label, says, note=_doubt(rounds))
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
    return Find(
        key=topic.key,
        label=topic.label,
        says=() if short else (value,),
        figure=short,
        tag="",
        note=note,
        unsure=unsure,
    )


def _rounds(game: Game, situation: Situation, topic: str) -> list[tuple[int, Known]]:
    """What is so in each round, of a topic that changes with them; none of any other."""
    if not any(fact.key == topic and "round" in fact.when.needs for fact in game.facts):
        return []
    numbers = range(1, (game.rounds(situation) or 0) + 1)
    found = ((n, game.facts_of(situation.at(n)).get(topic)) for n in numbers)
    return [(n, known) for n, known in found if known and known.value is not None]


def _by_round(clock: Clock, topic: Topic, rounds: list[tuple[int, Known]]) -> Iterator[str]:
    """``Round 1: 4``; rounds with the same value in one line: ``Rounds 2 to 4: 3``."""
    told = [(number, _item(topic, known)) for number, known in rounds]
    for value, group in groupby(told, key=lambda pair: pair[1]):
        first, *more = [number for number, _ in group]
        many = f"{clock.round_name}s {clock.number(first)} to {clock.number((first, *more)[-1])}"
        yield f"{many if more else clock.called(first)}: {value}"


def _doubt(rounds: list[tuple[int, Known]]) -> str:
    """What makes one of them doubtful."""
    unsure = (known.fact.note for _, known in rounds if known.fact.sure is not Certainty.READ)
    return next(filter(None, unsure), "")


def _item(topic: Topic, known: Known) -> str:
    value: Any = known.value
    # Numbers of cards are drawn together; those that stand in an order of their own are not.
    if isinstance(value, tuple) and list(value) != sorted(set(value), key=str):
        return capital(listed([curled(str(item)) for item in value]))
    return capital(topic.item.format(known.said))
