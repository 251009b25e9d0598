"""Actions that settle a ruling or a card fact for every play it applies to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import Kind, Reading
from companion.rules.issues import Issue
from companion.rules.journal.play import Play
from companion.rules.journal.same_cards import told_before
from companion.rules.journal.state import State
from companion.rules.parts.catalogue import worth_of
from companion.rules.parts.settings import CardFact, Scope
from companion.rules.words import listed

from .base import LogGroup, TableAction, Who, game_of, unknown


@dataclass(frozen=True, slots=True)
class Rule(TableAction):
    """Decides a ruling, for every play it applies to."""

    kind = "rule"
    log_group = LogGroup.RULINGS
    who = Who.TABLE
    ruling: str
    value: str

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        ruling = next((r for r in state.game.rulings if r.key == self.ruling), None)
        if ruling is None:
            return unknown(self.ruling, "There is no ruling {}.")
        return ruling.read(self.value)[1]

    def apply(self, state: State, play: Play | None) -> State:
        state = state.but(rulings={**state.rulings, self.ruling: self.value})
        return _resettle(state, lambda one: True, self.ruling)

    def snapshot(self, before: State, after: State, play: Play | None) -> tuple[int, ...]:
        return _rescored(self, before, after, play)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        ruling = next(r for r in game_of(state, play).rulings if r.key == self.ruling)
        return f"{ruling.question} {ruling.words(self.value)}.{_scored_anew(state, snapshot)}"


def _resettle(state: State, concerned: Callable[[Play], bool], key: str = "") -> State:
    """Plays go by what is settled now, whatever they began with; finished ones if they add up.

    Only those are looked at that it concerns, and those that what came before makes others.
    """
    for play in state.plays:
        told = concerned(play)
        if not told and state.is_settled(play):
            continue
        given = {k: value for k, value in play.given.items() if not (told and k == key)}
        fresh = state.resettled(play.but(given=given))
        differs = fresh.situation != play.situation
        if play.finished and not (differs and fresh.scored and not fresh.untouched):
            fresh = (
                play
                if play.rulings_not_applied == differs
                else play.but(rulings_not_applied=differs)
            )
        state = state if fresh is play else state.with_play(fresh)
    return state


def _rescored(
    act: Rule | Record, before: State, after: State, play: Play | None
) -> tuple[int, ...]:
    """The finished plays whose result it changes, or would change if it were not undone."""
    if not any(one.finished for one in before.plays):
        return ()
    if after is before:
        after = before if act.issues(before, play) else act.apply(before, play)
    pairs = zip(before.plays, after.plays, strict=True)
    changed = [(old, new) for old, new in pairs if old.finished and new is not old]
    return tuple(old.number for old, new in changed if _came_out(old) != _came_out(new))


def _came_out(play: Play) -> list[tuple[int, bool]]:
    """The total of each seat, and whether it won."""
    if not play.scored:
        return []
    breakdowns, result = play.scored
    return [(one.total, result.won(seat)) for seat, one in enumerate(breakdowns)]


def _scored_anew(state: State, numbers: tuple[int, ...]) -> str:
    titles = [play.game.title_of(play.chapter) for play in state.plays if play.number in numbers]
    return f" Scored anew by it: {listed(titles)}." if titles else ""


@dataclass(frozen=True, slots=True)
class Record(TableAction):
    """Sets a card fact; without a value it is unknown again.

    Of a list it may also tell just what comes in and what goes, so that two phones can.
    """

    kind = "record"
    log_group = LogGroup.RULINGS
    who = Who.TABLE
    fact: str
    value: Any = None
    add: tuple[Any, ...] = ()
    drop: tuple[Any, ...] = ()

    def issues(self, state: State, play: Play | None) -> list[Issue]:
        fact = self._fact(state)
        if fact is None:
            return unknown(self.fact, "There is no card fact {}.")
        if fact.scope is not Scope.GAME and play is None:
            return [Issue("conflict", "Start a play first.", self.fact)]
        return self._read(state, play, fact)[1]

    def apply(self, state: State, play: Play | None) -> State:
        fact = self._fact(state)
        assert fact is not None
        value, _ = self._read(state, play, fact)
        if fact.under or fact.scope is Scope.PLAY:
            assert play is not None
            number, told_in = play.number, play.chapter if fact.under else None
            state = state.with_play(play.but(facts={**play.facts, self.fact: value}))
            return _resettle(state, lambda one: one.number == number or one.chapter == told_in)
        chapter = play.chapter if play and fact.scope is Scope.CHAPTER else ""
        state = state.but(facts={**state.facts, (chapter, self.fact): value})
        return _resettle(state, lambda one: chapter in ("", one.chapter), self.fact)

    def snapshot(self, before: State, after: State, play: Play | None) -> tuple[int, ...]:
        return _rescored(self, before, after, play)

    def sentence(self, state: State, play: Play | None, snapshot: Any) -> str:
        return f"{self._answered(state, play)}{_scored_anew(state, snapshot)}"

    def _answered(self, state: State, play: Play | None) -> str:
        fact = next(f for f in game_of(state, play).card_facts if f.key == self.fact)
        if not (self.add or self.drop):
            asks = fact.label if fact.label.endswith("?") else f"{fact.label}:"
            return f"{asks} {fact.words(self.value)}."
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

    def _fact(self, state: State) -> CardFact | None:
        return next((f for f in state.game.card_facts if f.key == self.fact), None)


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
