"""What a tool is, and the small ones: facts, points, calculators, card details."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from companion.rules.aids.calculator import Aid
from companion.rules.journal.outcome import settled_option
from companion.rules.journal.play import Play
from companion.rules.journal.plays import told_before
from companion.rules.journal.state import INTRODUCED, State
from companion.rules.parts.clock import OVER, SO_FAR, Pace
from companion.rules.parts.facts import ADDED, Facts
from companion.rules.parts.settings import CardFact, Due, Scope
from companion.rules.situation import fitting
from companion.show.formats import FactLine, fact_line
from companion.show.rulings import Answer, Question, ask_fact, follows, told_in, undrawn


class Tool(Protocol):
    """A pad, a counter, a deck, a question, a calculator, a fact.

    ``template`` draws it, told by ``mode`` how: as the ``tool`` of the phase, in a ``fold``, as
    ``figures`` of the strip, to ``edit`` below the strip, or ``also`` folded while it is the tool.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # at run time a property would be the default of a dataclass's field

        @property
        def key(self) -> str: ...

        @property
        def label(self) -> str: ...

        @property
        def template(self) -> str: ...

    @property
    def waits(self) -> str:
        """What Next waits for: ``1 more``."""
        return ""

    @property
    def goes_with(self) -> str:
        """The deck without whose card there is nothing to tell."""
        return ""

    @property
    def opens(self) -> bool:
        """Whether somebody can open it in the place of the phase's own."""
        return False

    @property
    def also(self) -> bool:
        """Whether it is folded away, too, while it is the tool: what is seldom needed of it."""
        return False


@dataclass(frozen=True, slots=True)
class FactTool(Tool):
    """A fact; those that follow each other stand together."""

    key: str
    lines: tuple[FactLine, ...]
    label: str = ""  # of one by itself
    template: str = "table/play/_fact.html"


@dataclass(frozen=True, slots=True)
class PointsSoFar(Tool):
    """They stand nowhere else than in the strip."""

    points: int
    key: str = SO_FAR
    label: str = "Points so far"
    template: str = "table/play/_so_far.html"


@dataclass(frozen=True, slots=True)
class AidTool(Tool):
    """A calculator; where no phase names it, it is one tap away."""

    aid: Aid
    template: str = "table/play/_aid_part.html"
    opens: bool = True
    is_idle: bool = False  # it has nothing to say yet: a phase that names it does without

    @property
    def key(self) -> str:
        return self.aid.key

    @property
    def label(self) -> str:
        return self.aid.label

    def helps(self, play: Play) -> bool:
        """Whether it is of this phase and round."""
        aid = self.aid
        if play.is_automatons:  # nobody asks
            return False
        follows = play.moment.round and play.pace is not Pace.ENDS
        if aid.calculator.last and follows and play.moment.round != play.rounds:
            return False
        if not aid.phases or (play.pace is Pace.ENDS and play.moment != OVER):
            return True
        return not play.game.clock.told(play.moment, play.pace).isdisjoint(aid.phases)


@dataclass(frozen=True, slots=True)
class Pick(Tool):
    """A fact of this play that changes while it is played, and what follows from it."""

    label: str
    question: Question
    follows: tuple[FactLine, ...] = ()
    begins: bool = False  # whoever is named goes first in the next round
    template: str = "table/play/_pick.html"

    @property
    def key(self) -> str:
        return self.question.key

    @property
    def now(self) -> str:
        """What holds now; whoever is asked what was drawn sees that nobody has told."""
        return self.question.now or ("not entered yet" if self.question.draw else "")

    @property
    def waits(self) -> str:
        return "choose who goes first" if self.begins and not self.question.now else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts:
    brought: Question | None  # what the events of this chapter brought into the game for good
    likely: Question | None  # yes or no to what the newest of them probably brought in
    picks: tuple[Pick, ...]
    lines: tuple[FactLine, ...]  # what stands on the cards in play, as far as it was told
    open: tuple[Question, ...]  # and what of it was not


def card_facts_of(state: State, play: Play, facts: Facts) -> CardFacts:
    named = {name for one in play.game.clock.phases for name in (*one.shows, *one.folds)}
    brought = next((fact for fact in play.card_facts if fact.key == INTRODUCED), None)
    others = [fact for fact in play.card_facts if fact is not brought]
    # Some are told while people play: they change, or a phase asks for them.
    in_play = [fact for fact in others if fact.due is Due.PLAYING or fact.key in named]
    rest = [fact for fact in others if fact not in in_play and fact.scope is not Scope.GAME]
    labels = {option.key: option.label for option in play.game.options}
    picks = [Pick(labels[question.key], question) for question in undrawn(play)]
    every = _every(play, brought) if brought else None
    likely = None
    if brought and every and INTRODUCED in named:
        picks.append(Pick(every.label, every))
        every = None
    elif brought and every:
        likely = _likely(state, play, brought, every)
    picks += [_pick(play, fact, facts) for fact in in_play]
    told = {fact.key: value for fact in rest if (value := told_in(play, fact)) is not None}
    lines = [fact_line(f.label, f.words(told[f.key])) for f in rest if f.key in told]
    untold = [fact for fact in rest if fact.scope is Scope.CHAPTER and fact.key not in told]
    return CardFacts(
        brought=every,
        likely=likely,
        picks=tuple(picks),
        lines=(*_drawn(play), *lines),
        open=tuple(
            ask_fact(fact, None, play, before=told_before(state.plays, play, fact))
            for fact in untold
            if not follows(play, fact)
        ),
    )


def _drawn(play: Play) -> Iterator[FactLine]:
    """The ways to play that were drawn, or chosen instead."""
    for draw in fitting(play.game.draws, play.situation):
        option = settled_option(play, draw)
        now = play.situation[option.key] if option else None
        if option and option.is_picked(now):
            yield fact_line(option.label, option.words(now))


def _every(play: Play, fact: CardFact) -> Question:
    """What was brought in, out of all that earlier chapters have not added already."""
    asked = ask_fact(fact, play.facts.get(INTRODUCED), play)
    there = {json.dumps([item]) for item in play.situation.settings.get(ADDED, ())}
    left = tuple(answer for answer in asked.answers if answer.on or answer.value not in there)
    return replace(asked, answers=left)


def _likely(state: State, play: Play, fact: CardFact, every: Question) -> Question | None:
    """The first event that the group has not answered yet, with what it probably brought in."""
    cards, denied = _since_all_was_told(state, play)
    known = {*(play.facts.get(INTRODUCED) or ()), *denied}
    rows = play.game.graph.introduced(play.situation, cards)
    for row in sorted(rows, key=lambda row: cards.index(row.event)):
        items = [item for item in row.items if item not in known]
        if items:
            yes = Answer("Yes", json.dumps(items), name="d-add[json]")
            no = replace(yes, label="No", name="d-drop[json]")
            asks = f"Did event {row.event} add {fact.words(items)}?"
            more = "Check the card. If it adds something else, enter it under More, Card details."
            return replace(every, label=asks, way="tap", answers=(yes, no), about=more, open=True)
    return None


def _since_all_was_told(state: State, play: Play) -> tuple[list[int], set[str]]:
    """The cards noted since the group last told all that was brought in, in their order, and what
    it has said since was not."""
    found: set[int] = set()
    denied: set[str] = set()
    for row in state.log.standing():
        action, data = row.entry.action, row.entry.data
        if row.play != play.number:
            continue
        if action == "start":
            break
        if action == "reveal":
            found.add(data["card"])
        elif action == "record" and data.get("fact") == INTRODUCED:
            if not (data.get("add") or data.get("drop")):  # all of it was told
                break
            denied.update(data.get("drop") or ())
    return [card for cards in play.seen.values() for card in cards if card in found], denied


def _pick(play: Play, fact: CardFact, facts: Facts) -> Pick:
    if fact.begins:
        who = play.chosen.get(play.moment.round)
        said = ask_fact(fact, None if who is None else str(who), play)
        return Pick(fact.label, said, begins=True)
    question = ask_fact(fact, told_in(play, fact), play)
    return Pick(fact.label, question, tuple(_follows(play, fact, facts)))


def _follows(play: Play, fact: CardFact, facts: Facts) -> Iterator[FactLine]:
    """The game's facts that hang on this one: those that another answer would change."""
    if not fact.choices:
        return
    settings = play.situation.settings
    other = None if settings.get(fact.key) is not None else fact.choices[0].key
    changed, number = {**settings, fact.key: other}, play.moment.round or None
    situation = play.situation.once(
        ("otherwise", fact.key, number),
        lambda: replace(play.situation, settings=changed, round=number),
    )
    otherwise = play.game.facts_of(situation)
    labels = {topic.key: topic.label for topic in play.game.topics}
    for key, known in facts.items():
        if known.value is not None and key in otherwise and known.value != otherwise[key].value:
            yield fact_line(labels.get(key, key), known.said)
