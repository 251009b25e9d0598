"""The page of rulings, card facts, options and hidden reminders of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.journal.remembered_cards import told_before
from companion.rules.journal.state import State
from companion.rules.parts.settings import CardFact, Option, Ruling, Scope
from companion.rules.situation import fitting
from companion.show.question import Question, ask_fact, ask_ruling
from companion.show.standing import title


@dataclass(frozen=True, slots=True)
class SettledRuling:
    """An unclear rule; ``changed``: the table plays it differently from our default."""

    question: Question
    changed: bool


@dataclass(frozen=True, slots=True)
class RulingPlace:
    """Card facts that stand in the same place."""

    key: str
    label: str
    asked: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything the page shows."""

    rulings: tuple[SettledRuling, ...]
    changed: int
    places: tuple[RulingPlace, ...]
    resting: tuple[str, ...]  # facts not needed now
    earlier: tuple[tuple[str, str, str], ...]  # chapter, what, value
    options: tuple[tuple[str, str, str], ...]
    hidden: tuple[tuple[str, str], ...]


def ground(state: State, play: Play) -> Ground:
    settled = tuple(
        _settled(state, play, ruling) for ruling in fitting(state.worded.rulings, play.situation)
    )
    return Ground(
        rulings=settled,
        changed=sum(one.changed for one in settled),
        places=tuple(_places(state, play)),
        resting=tuple(_resting(state, play)),
        earlier=tuple(_earlier(state, play)),
        options=tuple(_options(play)),
        hidden=tuple((key, state.worded.clock.reminder(key).plain) for key in sorted(state.hidden)),
    )


def _settled(state: State, play: Play, ruling: Ruling) -> SettledRuling:
    value = state.rulings.get(ruling.key, play.situation[ruling.key])
    told = ruling.key in state.rulings or state.is_compared(ruling, play)
    question = ask_ruling(ruling, value, told)
    return SettledRuling(question, value != ruling.default)


def _places(state: State, play: Play) -> Iterator[RulingPlace]:
    newest = state.is_newest(play)
    labels = {
        Scope.CHAPTER: f"On the cards of {title(play)}",
        Scope.PLAY: "In this game",
        Scope.GAME: "In every game at this table",
    }
    facts = list(fitting(state.worded.card_facts, play.situation))
    for scope, label in labels.items():
        # What a chapter's card says is kept for the newest play's chapter only.
        mine = [f for f in facts if f.scope is scope and (newest or scope is not Scope.CHAPTER)]
        if mine:
            asked = tuple(_asked(state, play, fact) for fact in mine)
            yield RulingPlace(scope.value, label, asked)


def _asked(state: State, play: Play, fact: CardFact) -> Question:
    before = told_before(state.plays, play, fact)
    return ask_fact(fact, state.answer_to(fact, play), play, before=before)


def _resting(state: State, play: Play) -> Iterator[str]:
    """Facts that are not needed now; those of chapters still ahead stay covered."""
    reached = {one.chapter for one in state.plays}
    for fact in state.worded.card_facts:
        chapters = set(fact.when.needs.get("chapter", reached))
        if not fact.when.holds(play.situation) and chapters & reached:
            yield fact.label


def _earlier(state: State, play: Play) -> Iterator[tuple[str, str, str]]:
    facts = {fact.key: fact for fact in state.worded.card_facts}
    told = {(one.chapter, key): value for one in state.plays for key, value in one.facts.items()}
    told = {key: value for key, value in told.items() if facts[key[1]].under}
    for (chapter, key), value in {**state.facts, **told}.items():
        if chapter not in ("", play.chapter) and value is not None:
            yield chapter, facts[key].label, facts[key].words(value)


def options(play: Play) -> list[Option]:
    """What can be chosen for a play; what asks for a seat that the game plays by itself is no
    matter where there is none."""
    asks = play.game.automaton_sets if len(play.sitting) == len(play.seats) else {}
    return [one for one in fitting(play.game.options, play.situation) if one.key not in asks]


def _options(play: Play) -> Iterator[tuple[str, str, str]]:
    for option in options(play):
        value = play.situation.settings.get(option.key)
        yield option.label, option.words(value), option.note
