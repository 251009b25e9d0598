"""How this group plays: every unclear rule with its answer, and what holds for the whole table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.card_facts import Scope
from companion.rules.play import Play
from companion.rules.rulings import Ruling
from companion.rules.state import State
from companion.rules.words import listed
from companion.show.paper.facts import Pair
from companion.show.source import source


@dataclass(frozen=True, slots=True)
class Settled:
    """A ruling with its answer; ``whose`` says who gave it."""

    question: str
    answer: str
    changed: bool
    whose: str
    note: str
    source: str


def settled(state: State) -> list[Settled]:
    """What the group changed first, then what it left as it was."""
    rows = [_settled(state, ruling) for ruling in state.worded.rulings]
    return sorted(rows, key=lambda row: not row.changed)


def changed(play: Play) -> list[Pair]:
    """The rulings in force in this play that are not ours."""
    found = []
    for ruling in play.game.rulings:
        now = play.situation.settings.get(ruling.key)
        if now is not None and now != ruling.default:
            found.append(Pair(ruling.question, ruling.words(now)))
    return found


def chosen(play: Play) -> list[Pair]:
    """The ways of playing that were picked for this play."""
    found = []
    for option in play.game.options:
        now = play.situation.settings.get(option.key)
        if now is not None and option.when.holds(play.situation):
            found.append(Pair(option.label, option.words(now)))
    return found


def remembered(state: State) -> Iterator[Pair]:
    """What the group read off cards that are the same in every chapter."""
    for fact in state.worded.card_facts:
        given = state.facts.get(("", fact.key))
        if fact.scope is Scope.GAME and given is not None:
            yield Pair(fact.label, fact.words(given))


def _settled(state: State, ruling: Ruling) -> Settled:
    now = state.rulings.get(ruling.key, ruling.default)
    other = [
        play.chapter for play in state.plays
        if play.situation.settings.get(ruling.key) not in (None, now)
    ]  # fmt: skip
    away = now != ruling.default
    whose = "Changed by the table." if away else "Default."
    if other:
        whose += f" Played differently in {listed(list(dict.fromkeys(other)))}."
    changed_once = away or bool(other)
    return Settled(
        ruling.question, ruling.words(now), changed_once, whose, ruling.note, source(ruling.src)
    )
