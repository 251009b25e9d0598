"""The set-up: from a chapter and a table to the steps to do and to tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from ..situation import ALWAYS, WORDS, Situation, When, fitting
from ..words import names_in, said
from .decks import Deck
from .facts import ByPlayers, Certainty, Facts

if TYPE_CHECKING:
    from ..game import Game

CHECK = "Check "  # so begins a note that says what nobody has confirmed, and where to look it up


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the set-up that one person can take on."""

    key: str
    label: str
    alone: str = ""  # what it is called for one player

    def called(self, alone: bool) -> str:
        return (alone and self.alone) or self.label


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to do. ``{n}`` is its count; other braces name facts."""

    key: str
    group: str
    text: str
    src: str
    count: ByPlayers | None = None
    count_of: str = ""  # the fact that says how many
    when: When = ALWAYS
    unknown: str = ""  # the sentence while nobody has told a fact it speaks of
    note: str = ""
    tip: str = ""  # a note on what the app does here, of no use on paper
    reason: str = ""  # why we think so, for those who keep the data: no page shows it
    draw: str = ""  # the draw that can do this step for the group
    deck: str = ""  # the deck to build here: a step for each of its segments
    asks: tuple[str, ...] = ()  # rulings and card facts to settle here that its facts do not name
    place: int | None = None  # whose it is: 1 is whoever begins, 2 the seat to the left

    def number(self, situation: Situation, facts: Facts) -> int | None:
        if self.count:
            return self.count[situation.players]
        if not self.count_of:
            return None
        value = facts[self.count_of].value
        return len(value) if isinstance(value, tuple | list) else value

    def names(self) -> set[str]:
        """The facts its sentence speaks of."""
        found = names_in(self.text + self.unknown)
        return (found | ({self.count_of} if self.count_of else set())) - {"n", *WORDS}


@dataclass(frozen=True, slots=True)
class TableStep:
    """A step as this table sees it."""

    key: str
    group: str
    text: str
    count: int | None
    notes: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    draw: str = ""
    cards: tuple[int, ...] = ()
    doubts: tuple[str, ...] = ()  # those of its notes that an answer settles
    tip: str = ""  # the one of its notes that is about the app
    checks: tuple[str, ...] = ()  # those of its notes that say what to look up
    src: str = ""

    @property
    def on_paper(self) -> tuple[str, ...]:
        """Its notes without the one about the app."""
        return tuple(note for note in self.notes if note != self.tip)


def checklist(
    steps: Sequence[SetupStep], situation: Situation, facts: Facts, decks: Sequence[Deck]
) -> Iterator[TableStep]:
    """The steps of this table, in order, with the notes of every doubtful fact in them."""
    values = {**situation.words(), **{key: known.said for key, known in facts.items()}}
    for step in fitting(steps, situation):
        if step.deck:
            yield from _deck_steps(step, [deck for deck in decks if deck.key == step.deck])
            continue
        number = step.number(situation, facts)
        used = [facts[name].fact for name in sorted(step.names() & facts.keys())]
        unsure = [f.note for f in used if f.sure is not Certainty.READ and f.note]
        asked = (*(fact.ruling for fact in used if fact.ruling), *step.asks)
        known = all(facts[fact.key].value is not None for fact in used)
        text = step.text if known else step.unknown or step.text
        own = [note for note in (step.note, step.tip) if note]
        doubtful = (one.fact for one in facts.values() if one.fact.sure is not Certainty.READ)
        yield TableStep(
            step.key, step.group, text.format(n=said(number), **values), number,
            notes=(*own, *unsure), rulings=asked, draw=step.draw, tip=step.tip, src=step.src,
            doubts=tuple(fact.note for fact in doubtful if fact.ruling in asked),
            checks=(*(note for note in own if note.startswith(CHECK)), *unsure),
        )  # fmt: skip


def step_keys(
    steps: Sequence[SetupStep], situation: Situation, decks: Sequence[Deck]
) -> Iterator[str]:
    """The keys of this table's steps, at no cost of a sentence."""
    for step in fitting(steps, situation):
        if not step.deck:
            yield step.key
        for deck in decks:
            if deck.key == step.deck:
                yield from (f"{step.key}-{n}" for n in range(1, len(deck.at_first) + 1))


def _deck_steps(step: SetupStep, decks: Sequence[Deck]) -> Iterator[TableStep]:
    """How to build a deck: its segments from the bottom up."""
    for deck in decks:
        for number, segment in enumerate(reversed(deck.at_first), 1):
            text = f"{segment.recipe(number == 1, deck.names)} ({segment.label})"
            notes = (segment.note,) if segment.note else ()
            sure = segment.sure is Certainty.READ and not segment.note.startswith(CHECK)
            cards = tuple(dict.fromkeys((*segment.fixed, *segment.pool)))
            yield TableStep(
                f"{step.key}-{number}", step.group, text, len(segment), notes,
                (segment.ruling,) if segment.ruling else (), cards=cards,
                doubts=notes if segment.ruling else (),
                checks=() if sure else notes, src=segment.src,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Draw:
    """A random choice the app can make for the group: ``count`` things out of a pool."""

    key: str
    label: str
    src: str
    pool: Mapping[str, int] = field(default_factory=dict)  # each thing with its copies
    pool_of: str = ""  # the fact that lists the pool; "" with no pool: the seats
    count: ByPlayers | None = None
    count_of: str = ""  # the fact that says how many
    exclusive: tuple[tuple[str, str], ...] = ()  # pairs of which only one can be drawn
    settles: str = ""  # the card fact or option of the play that is told by what was drawn
    begins: bool = False  # the seat drawn begins the game
    each: bool = False  # one for each player, from whoever begins on: from then on their own
    picked: bool = False  # of one for each: it lies out, and they take theirs one after the other
    beside: bool = True  # of one for each: it stands beside their name
    fills: str = ""  # of one for each: the choice of their score sheet that it fills in
    secret: bool = False  # of one for each: nobody else sees it until it is shown
    when: When = ALWAYS

    @property
    def several(self) -> bool:
        """Whether what is drawn is a list, be it of one thing."""
        return bool(self.count or self.count_of)

    @property
    def of_seats(self) -> bool:
        return not self.pool and not self.pool_of

    def things(self, situation: Situation, facts: Facts) -> tuple[Any, ...]:
        if self.pool_of:
            return tuple(facts[self.pool_of].value or ())
        if self.pool:
            return tuple(Counter(self.pool).elements())
        return tuple(range(situation.players))

    def on_offer(
        self, situation: Situation, facts: Facts, drawn: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """What somebody can have of it: of what is picked only what lies out, once that is told."""
        return drawn if self.picked and drawn else self.things(situation, facts)

    def wanted(self, situation: Situation, facts: Facts) -> int:
        """How many things are drawn."""
        if self.count:
            return self.count[situation.players]
        if self.count_of:
            return int(facts[self.count_of].value or 0)
        return situation.players if self.each else 1

    def deals(self, situation: Situation) -> bool:
        """Whether everybody gets one of what is drawn; else it lies out, and they take theirs."""
        for_all = not self.count or self.count[situation.players] == situation.players
        return self.each and not self.picked and not self.count_of and for_all

    def drawn(
        self,
        situation: Situation,
        facts: Facts,
        seed: int,
        kept: Sequence[Any] = (),
        before: Sequence[Any] = (),
    ) -> tuple[Any, ...]:
        """What this seed gives; what is ``kept`` of the draw ``before`` stays in its place."""
        locked = Counter(kept)
        pool = list((Counter(self.things(situation, facts)) - locked).elements())
        Random(seed).shuffle(pool)
        hand, most = list(kept), self.wanted(situation, facts)
        for thing in pool:
            excluded = any(thing in pair and {*pair} & {*hand} for pair in self.exclusive)
            if len(hand) < most and not excluded:
                hand.append(thing)
        placed: list[Any] = []
        for thing in before[: len(hand)]:
            stays = locked[thing] > 0
            placed.append(thing if stays else None)
            locked[thing] -= stays
        # What is kept without having been drawn here before takes the places that are free.
        rest = iter((*locked.elements(), *hand[len(kept) :]))
        return (*(t if t is not None else next(rest) for t in placed), *rest)


@dataclass(frozen=True)
class ToTick:
    """The steps of one play: their keys when one is ticked, their sentences when they are said."""

    game: Game
    situation: Situation
    before: Situation | None = None  # of the story's chapter before, whose things leave the table
    shuffled: frozenset[str] = frozenset()  # decks that nobody has to build

    @cached_property
    def steps(self) -> frozenset[str]:
        """The keys of the set-up."""
        decks = [d for d in self.game.decks(self.situation) if d.key not in self.shuffled]
        return frozenset(step_keys(self.game.steps, self.situation, decks))

    @cached_property
    def keys(self) -> frozenset[str]:
        return self.steps.union(self._over)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Every step in the words of the game."""
        steps = self.game.checklist(self.situation)
        return {step.key: step.text for step in steps if step.key in self.steps} | self._over

    @cached_property
    def _over(self) -> dict[str, str]:
        """What there is to do because the chapter before is over."""
        if self.before is None:
            return {}
        between = {f"over-{r.key}": r.said(self.situation) for r in self.game.graph.between}
        return between | self.game.changeover(self.before, self.situation).sentences()
