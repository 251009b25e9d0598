"""Actions that settle a ruling or a card fact for every play it applies to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..fields import Kind, Reading
from ..issues import Issue
from ..journal.play import Play
from ..journal.plays import Settled, adds_up, points, told_before
from ..journal.state import State
from ..parts.decks import worth_of
from ..parts.settings import CardFact, Scope
from ..words import capital, inline, listed
from .base import LogGroup, TableAction, game_of, unknown

Rescored = tuple[int | Settled, ...]
"""Plays with another result, by number; of some it is known once somebody reads the log."""


class Settles(TableAction):
    """An action after which finished plays may be scored anew."""

    __slots__ = ()
    log_group = LogGroup.RULINGS

    def snapshot(self, before: State, after: State, play: Play | None) -> Rescored:
        """The finished plays that come out otherwise by it, or would if it had not been undone."""
        if after is before and not self.issues(before, play):
            after = self.apply(before, play)
        pairs = zip(before.plays.each, after.plays.each, strict=True)
        numbers = (number for number, (old, new) in enumerate(pairs) if new is not old)
        ended = ((before.plays[n], after.plays[n]) for n in numbers if before.plays[n].finished)
        scored = [new.number for old, new in ended if points(old) != points(new)]
        return (*scored, *after.plays.settled_since(before.plays))


@dataclass(frozen=True, slots=True)
class Rule(Settles):
    """Decides a ruling, for every play it applies to."""

    kind = "rule"
    ruling: str
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        ruling = next((r for r in state.game.rulings if r.key == self.ruling), None)
        if ruling is None:
            return unknown(self.ruling, "There is no rule question {}.")
        return ruling.read(self.value)[1]

    def apply(self, state: State, play: Play | None) -> State:
        state = state.but(rulings={**state.rulings, self.ruling: self.value})
        return _resettle(state, [one.key for one in state.game.chapters], self.ruling)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        ruling = next(r for r in game_of(state, play).rulings if r.key == self.ruling)
        return f"{ruling.question} {ruling.words(self.value)}.{_scored_anew(state, snapshot)}"


def _resettle(
    state: State, chapters: Collection[str], key: str = "", only: int | None = None
) -> State:
    """Plays go by what is settled now, whatever they began with; finished ones if they add up.

    Only those are looked at that it concerns, and those that what came before makes others.
    Most finished ones are not scored before somebody asks.
    """
    plays, at_once = state.plays, state.plays.at_once(key)
    table = State(state.game, plays=plays, rulings=state.rulings, facts=state.facts)
    state = state.but(plays=plays.settled_for(chapters, key, table))
    if only is not None and only not in at_once:
        at_once.append(only)
    for play in (plays[number] for number in at_once):
        told = play.chapter in chapters or play.number == only
        if told or not state.is_settled(play):
            state = state.with_play(_settled_now(state, play, key if told else ""))
    return state


def _settled_now(state: State, play: Play, key: str) -> Play:
    given = {k: value for k, value in play.given.items() if k != key}
    fresh = state.resettled(play.but(given=given))
    differs = fresh.situation != play.situation
    if not play.finished or (differs and adds_up(fresh)):
        return fresh
    known = play.rulings_not_applied == differs
    return play if known else play.but(rulings_not_applied=differs)


def _scored_anew(state: State, rescored: Rescored) -> str:
    found = ([one] if isinstance(one, int) else one.rescored() for one in rescored)
    numbers = {number for some in found for number in some if number < len(state.plays)}
    plays = [state.plays[number] for number in sorted(numbers)]
    titles = [play.game.title_of(play.chapter) for play in plays]
    return f" Scored again: {listed(titles)}." if titles else ""


@dataclass(frozen=True, slots=True)
class Record(Settles):
    """Sets a card fact; without a value it is unknown again.

    Of a list it may also tell just what comes in and what goes, so that two phones can.
    """

    kind = "record"
    fact: str
    value: Any = None
    add: tuple[Any, ...] = ()
    drop: tuple[Any, ...] = ()

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        fact = self._fact(state, play)
        if fact is None:
            return unknown(self.fact, "There are no card details {}.")
        if fact.scope is not Scope.GAME and play is None:
            return [Issue("conflict", "Start a game first.", self.fact)]
        return self._read(state, play, fact)[1]

    def apply(self, state: State, play: Play | None) -> State:
        fact = self._fact(state, play)
        assert fact is not None
        value, _ = self._read(state, play, fact)
        if fact.under or fact.scope is Scope.PLAY:
            assert play is not None
            told = play.but(facts={**play.facts, self.fact: value})
            if fact.begins:  # whoever goes first in the next round, as told in this one
                others = {n: who for n, who in play.chosen.items() if n != play.moment.round}
                now = {} if value is None else {play.moment.round: int(value)}
                told = told.but(chosen={**others, **now})
            state = state.with_play(told)
            alike = (play.chapter,) if fact.under else ()
            return _resettle(state, alike, only=play.number)
        chapter = play.chapter if play and fact.scope is Scope.CHAPTER else ""
        state = state.but(facts={**state.facts, (chapter, self.fact): value})
        every = [one.key for one in state.game.chapters]
        return _resettle(state, [chapter] if chapter else every, self.fact)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"{self._answered(state, play)}{_scored_anew(state, snapshot)}"

    def _answered(self, state: State, play: Play | None) -> str:
        fact = next(f for f in game_of(state, play).card_facts if f.key == self.fact)
        fact = play.asking(fact) if play else fact
        if not (self.add or self.drop):
            said = fact.words(self.value)
            if fact.label.endswith("?"):
                return f"{fact.label} {capital(said)}."
            return f"{inline(fact.label)}: {said}."
        changes = ((self.add, "{} added"), (self.drop, "not {}"))
        told = listed([how.format(fact.words(items)) for items, how in changes if items])
        return f"{fact.label}: {told}."

    def _read(self, state: State, play: Play | None, fact: CardFact) -> Reading:
        if self.add or self.drop:
            told = state.answer_to(fact, play)
            if told is None and self.drop and play:  # from an earlier play's value
                told = told_before(state.plays, play, fact)
            return fact.changed(told, self.add, self.drop)
        return (None, []) if self.value is None else fact.read(self.value)

    def _fact(self, state: State, play: Play | None) -> CardFact | None:
        found = next((f for f in state.game.card_facts if f.key == self.fact), None)
        return play.asking(found) if found and play else found


def worked_out(play: Play, told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The numbers that follow from a card fact in words: goods have a value."""
    words = next((f for f in play.card_facts if f.key == told.get("fact")), None)
    if words is None or words.kind is not Kind.TEXT:
        return
    said = told.get("value")
    worth = worth_of(play.game.catalogue, said) if isinstance(said, str) else None
    numbers = (f for f in play.card_facts if f.of == words.key and f.kind is Kind.NUMBER)
    for fact in numbers:
        if play.situation[fact.key] != worth:
            yield {"fact": fact.key, "value": worth}
