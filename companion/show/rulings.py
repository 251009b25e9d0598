"""Rulings, card facts, options and hidden reminders of a table: as questions and as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import Kind
from companion.rules.issues import Issue
from companion.rules.journal.outcome import drawn_thing, settled_option
from companion.rules.journal.play import Play
from companion.rules.journal.plays import told_before
from companion.rules.journal.state import State
from companion.rules.parts.facts import Certainty
from companion.rules.parts.settings import CardFact, Option, Ruling, Scope
from companion.rules.parts.setup import Draw
from companion.rules.situation import fitting
from companion.show.formats import source
from companion.show.standing import title

WAYS = {
    Kind.FLAG: "tap", Kind.CHOICE: "tap", Kind.LIST: "tick",
    Kind.NUMBER: "number", Kind.NUMBERS: "numbers", Kind.TEXT: "text",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """A button, or one of several; ``name`` and ``value`` are what it sends."""

    label: str
    value: str
    on: bool = False
    ours: bool = False  # what the app takes unless the group says otherwise
    name: str = "d-value"
    last: bool = False  # told last time, when something else lay beside it
    hint: str = ""  # what is said beside it


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its present answer and the possible ones."""

    key: str
    label: str
    way: str  # "tap" one, "tick" several, "pick" from a list, enter a "number", "numbers", "text"
    answers: tuple[Answer, ...]
    now: str  # the group's answer in words; empty while there is none
    about: str  # what it is for and where to look, in plain words
    typed: str = ""  # what stands in the input
    play: int | None = None  # the play it is told for; None: a ruling, which is for the table
    open: bool = False  # nobody can be sure before it is answered
    issue: Issue | None = None  # why it is asked now
    draw: str = ""  # the draw of which it asks what came of it, by the hand of the group

    @property
    def action(self) -> str:
        return "draw" if self.draw else "rule" if self.play is None else "record"

    @property
    def data(self) -> dict[str, str | int]:
        if self.draw:  # all of it is told, so nothing hangs on the seed
            return {"draw": self.draw, "seed": 0}
        return {"ruling" if self.play is None else "fact": self.key}

    @property
    def place(self) -> str:
        """Its id on a page that asks it once."""
        return f"{'r' if self.play is None else 'fact'}-{self.key}"

    @property
    def short(self) -> bool:
        """Whether its answers have room side by side."""
        return all(len(answer.label) <= 18 for answer in self.answers)

    @property
    def meanwhile(self) -> str:
        """What is used while nobody has answered it; empty: nothing."""
        on = (answer.label for answer in self.answers if answer.on)
        return next(on, "") if self.open else ""


def ask_ruling(
    ruling: Ruling, value: Any, told: bool, sure: Certainty = Certainty.READ
) -> Question:
    """``value`` is what holds now; ``told``: because the group has said so."""
    told = told and not _is_open(ruling, value)
    return Question(
        key=ruling.key,
        label=ruling.label,
        way="tap",
        answers=tuple(
            Answer(c.label, c.key, c.key == value, c.key == ruling.default and not c.open)
            for c in ruling.choices
            if not (c.open and c.key == value)
        ),
        now=ruling.words(value) if told else "",
        about=f"{ruling.note} {_from(ruling.src)}".strip(),
        open=sure is not Certainty.READ and not told,
    )


def ask_fact(
    fact: CardFact, value: Any, play: Play, sure: Certainty = Certainty.READ,
    issue: Issue | None = None, before: Any = None,
) -> Question:  # fmt: skip
    """``value`` is what the group has told, or None; ``before`` is what it told last time."""
    told = value is not None
    many = fact.kind is Kind.CHOICE and len(fact.choices) > 6
    given = value if told else fact.default
    typed = given if isinstance(given, tuple | list) else [] if given is None else [given]
    whole = told and not (fact.fewest and len(value) < fact.fewest)
    return Question(
        key=fact.key,
        label=fact.label,
        way="pick" if many else WAYS[fact.kind],
        answers=tuple(_answers(fact, given, before)),
        now=fact.words(value) if told else "",
        about=" ".join(_about(fact, told, play, before)),
        typed=", ".join(map(str, typed)),
        play=play.number,
        open=sure is not Certainty.READ and not whole,
        issue=issue,
    )


def ask_draw(draw: Draw, play: Play) -> Question | None:
    """The question which thing was drawn, for a draw that decides an option."""
    option = settled_option(play, draw)
    if option is None or draw.wanted(play.situation, play.known()) > 1:
        return None
    value = play.situation.settings.get(option.key)
    told = option.is_picked(value)
    every = draw.things(play.situation, play.known())
    things = {thing: drawn_thing(play, draw, thing) for thing in every}
    return Question(
        key=option.key,
        label=f"Which {option.label} did you draw?",
        way="tap",
        # An answer is entered instead of drawn.
        answers=tuple(
            Answer(label, json.dumps([thing]), thing == value, name="d-kept[json]")
            for thing, label in things.items()
        ),
        now=option.words(value) if told else "",
        about=option.note,
        play=play.number,
        open=not told,
        draw=draw.key,
    )


def undrawn(play: Play) -> Iterator[Question]:
    """The options that a draw decides and nobody has entered yet."""
    found = (ask_draw(draw, play) for draw in fitting(play.game.draws, play.situation))
    return (question for question in found if question and question.open and not play.finished)


def follows(play: Play, fact: CardFact) -> bool:
    """Whether a number follows from another card fact, which is asked instead."""
    of_words = any(f.key == fact.of and f.kind is Kind.TEXT for f in play.card_facts)
    return of_words and play.situation[fact.of] is None


def told_in(play: Play, fact: CardFact) -> Any:
    """The group's own answer that applies in ``play``; None if it is only the default."""
    value = play.situation.settings.get(fact.key)
    return None if value == fact.default else value


def _answers(fact: CardFact, value: Any, before: Any) -> Iterator[Answer]:
    match fact.kind:
        case Kind.FLAG:
            yield Answer("Yes", "yes", value is True)
            yield Answer("No", "no", value is False)
        case Kind.CHOICE:
            yield from (Answer(c.label, c.key, c.key == value) for c in fact.choices)
        case Kind.LIST:
            for choice in fact.choices:
                on = choice.key in (value or ())
                place = f"{value.index(choice.key) + 1}. " if on and fact.ordered else ""
                name = "d-drop[json]" if on else "d-add[json]"
                last = not value and choice.key in (before or ())
                told = json.dumps([choice.key])
                yield Answer(place + choice.label, told, on, name=name, last=last)
            if not fact.fewest:
                yield Answer("None of them", "[]", value == (), name="d-value[json]")
        case Kind.NUMBERS:
            numbers = value or [""] * (fact.length or 0)
            yield from (Answer(str(n), str(number)) for n, number in enumerate(numbers, 1))


def _about(fact: CardFact, told: bool, play: Play, before: Any) -> Iterator[str]:
    if not told and before is not None and fact.kind is not Kind.LIST:
        yield f"Last time in this chapter: {fact.words(before)}."
    for of in play.game.card_facts:  # what was told of what it asks about; a number says what it is
        if of.key == fact.of and (known := play.situation[of.key]):
            yield f"{of.label if of.kind is Kind.NUMBER else 'You entered'}: {known}."
    if not told and fact.default is not None:
        yield f"Not entered yet. Using {fact.words(fact.default)}."
    if fact.kind is Kind.NUMBER and fact.high is not None:
        yield f"{fact.low or 0} to {fact.high}."
    if fact.note:
        yield fact.note
    yield _from(fact.src)


def _from(src: str) -> str:
    found = source(src)
    return f"See {found}." if found else ""


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything the page shows."""

    unconfirmed: tuple[Question, ...]  # rules that the group is asked to check
    changed: tuple[Question, ...]  # its house rules
    usual: tuple[Question, ...]  # rules that are played as the app takes them
    places: tuple[tuple[Scope, str, list[Question]], ...]  # card facts by where they stand
    earlier: tuple[tuple[str, str, str], ...]  # chapter, what, value
    options: tuple[tuple[str, str, str], ...]
    hidden: tuple[tuple[str, str], ...]


def ground(state: State, play: Play) -> Ground:
    rulings = [one for one in fitting(state.worded.rulings, play.situation) if not one.app]
    # Where the app takes nothing, an answer is no house rule.
    own = {
        one.key
        for one in rulings
        if _value(state, play, one) != one.default and not _is_open(one, one.default)
    }
    asked = _ruled(state, play, rulings)
    return Ground(
        unconfirmed=tuple(q for q in asked if q.open and q.key not in own),
        changed=tuple(q for q in asked if q.key in own),
        usual=tuple(q for q in asked if not q.open and q.key not in own),
        places=tuple(_places(state, play)),
        earlier=tuple(_earlier(state, play)),
        options=tuple(
            (one.label, one.words(play.situation.settings.get(one.key)), one.note)
            for one in options(play)
        ),
        hidden=tuple((key, play.reminder(key)) for key in sorted(state.hidden)),
    )


def app_settings(state: State, play: Play) -> list[Question]:
    """What the group lets the app do in this game, as far as its data leave that to them."""
    rulings = fitting(state.worded.rulings, play.situation)
    return _ruled(state, play, [ruling for ruling in rulings if ruling.app])


def own_words(state: State, play: Play) -> list[Question]:
    """What the group calls things that the app has a word of its own for."""
    facts = fitting(state.worded.card_facts, play.situation)
    return [_asked(state, play, fact) for fact in facts if fact.renames]


def _ruled(state: State, play: Play, rulings: Sequence[Ruling]) -> list[Question]:
    # By these rulings a group corrects what the data are not sure of here.
    decks = play.game.decks(play.situation)
    certain = {known.fact.ruling: known.fact.sure for known in play.known().values()}
    certain |= {part.ruling: part.sure for deck in decks for part in deck.segments}
    doubted = {key for key, how in certain.items() if how is not Certainty.READ}
    found = []
    for ruling in rulings:
        told = ruling.key in state.rulings or state.is_compared(ruling, play)
        value = _value(state, play, ruling)
        unsure = ruling.key in doubted or _is_open(ruling, value)
        sure = Certainty.UNKNOWN if unsure else Certainty.READ
        found.append(ask_ruling(ruling, value, told, sure))
    return found


def _value(state: State, play: Play, ruling: Ruling) -> Any:
    return state.rulings.get(ruling.key, play.situation[ruling.key])


def _is_open(ruling: Ruling, value: Any) -> bool:
    """Whether that only says that nobody has looked yet."""
    return any(choice.open and choice.key == value for choice in ruling.choices)


def _places(state: State, play: Play) -> Iterator[tuple[Scope, str, list[Question]]]:
    newest = state.is_newest(play)
    labels = {
        Scope.CHAPTER: f"On {title(play)}’s cards",
        Scope.PLAY: "In this game",
        Scope.GAME: "In every game",
    }
    here = fitting(state.worded.card_facts, play.situation)
    facts = [play.asking(fact) for fact in here if not (fact.renames or fact.begins)]
    for scope, label in labels.items():
        # What a chapter's card says is kept for the newest play's chapter only.
        mine = [f for f in facts if f.scope is scope and (newest or scope is not Scope.CHAPTER)]
        if mine:
            yield scope, label, [_asked(state, play, fact) for fact in mine]


def _asked(state: State, play: Play, fact: CardFact) -> Question:
    before = told_before(state.plays, play, fact)
    return ask_fact(fact, state.answer_to(fact, play), play, before=before)


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
