"""The steps of a set-up as rows: what to do, who does it, what is not sure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any

from companion.rules.journal.play import Play
from companion.rules.journal.plays import told_before
from companion.rules.journal.state import State
from companion.rules.parts.decks import Deck
from companion.rules.parts.facts import Certainty, Facts
from companion.rules.parts.settings import CardFact, Ruling
from companion.rules.parts.setup import SetupStep, TableStep
from companion.rules.words import nonbreaking
from companion.show.rulings import Question, ask_fact, ask_ruling, told_in
from companion.show.setup.draws import Drawing

EVERYONE = "player"
"""The part of a game's set-up that each person does for their own seat."""

Unit = tuple[str, tuple[str, ...]]
"""Steps of one part that one person should do, such as building a deck."""
SEVERAL = "tick"
"""Questions answered by several taps, so that no tap is the last."""
Words = tuple[tuple[str, bool], ...]
"""A sentence in pieces; those that are true stand out."""
COUNTED = re.compile(
    r"(?<![“–$-])(?<!and )(?<!page )(?<!step )\b\d+(?= (?!and |or |to |on |of |is |stay)[a-z]{3})"
)
"""The first number that says how many of something."""
PAGE = re.compile(r"\bpp?\. \d+(?:[–-]\d+|, \d+)*|\bstep \d+")


Doubts = Mapping[str, tuple[Ruling | CardFact, Certainty]]
"""What a group can correct in a set-up, and how sure we are of each."""


def doubts_of(state: State, play: Play, facts: Facts, decks: Sequence[Deck]) -> Doubts:
    """What the steps of a set-up may ask: card details, and rulings nobody has compared."""
    rulings = (one for one in play.game.rulings if not state.is_compared(one, play))
    known: dict[str, Ruling | CardFact] = {ruling.key: ruling for ruling in rulings}
    known |= {fact.key: fact for fact in play.card_facts}
    sure = {told.fact.ruling: told.fact.sure for told in facts.values()}
    sure |= {segment.ruling: segment.sure for deck in decks for segment in deck.segments}
    sure |= {key: Certainty.UNKNOWN for aid in play.game.aids for key in aid.needs}
    return {key: (asked, sure.get(key, Certainty.READ)) for key, asked in known.items()}


def doubt_questions(
    state: State, play: Play, step: TableStep, doubts: Doubts
) -> tuple[Question, ...]:
    """The corrections a step offers, those still open first."""
    found = []
    for key in dict.fromkeys(step.rulings):
        asked, sure = doubts.get(key, (None, Certainty.READ))
        if isinstance(asked, Ruling):
            value = play.situation.settings.get(key)
            found.append(ask_ruling(asked, value, key in state.rulings, sure))
        elif asked is not None:
            before = told_before(state.plays, play, asked)
            found.append(ask_fact(asked, told_in(play, asked), play, sure, before=before))
    return tuple(sorted(found, key=lambda question: not question.open))


def shared_out(
    units: Sequence[Unit],
    seats: Sequence[int],
    claims: Mapping[str, int],
    placed: Sequence[int] = (),
) -> dict[str, int]:
    """The seat that takes on each step: as many for each, neighbouring steps in one hand.

    ``placed`` are the seats that have a step to do besides, once for each.
    """

    def spread(taken: Mapping[str, int]) -> int:
        load = Counter([*placed, *taken.values()])
        return max(load[seat] for seat in seats) - min(load[seat] for seat in seats)

    ways = [_dealt(units, seats, claims, placed, share) for share in (round, ceil)]
    return min(ways, key=spread)


def _dealt(
    units: Sequence[Unit],
    seats: Sequence[int],
    claims: Mapping[str, int],
    placed: Sequence[int],
    whole: Callable[[float], int],
) -> dict[str, int]:
    """The steps dealt out, each seat getting an even part of what is left."""
    load = Counter(placed)
    taken: dict[str, int] = {}
    for part, steps in units:
        if part in claims:
            taken |= dict.fromkeys(steps, claims[part])
            load[claims[part]] += len(steps)
    free = [steps for part, steps in units if part not in claims]
    hands = sorted(seats, key=lambda seat: -load[seat])  # who has taken on most gets least
    for number, hand in enumerate(hands):
        others = hands[number:]
        share = whole((sum(map(len, free)) + sum(load[seat] for seat in others)) / len(others))
        while free and (others == [hand] or load[hand] + len(free[0]) / 2 <= share):
            steps = free.pop(0)
            taken |= dict.fromkeys(steps, hand)
            load[hand] += len(steps)
    return taken


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step with all that can be done about it."""

    key: str
    words: Words
    page: str  # where the rules say so
    hints: tuple[str, ...]
    checks: tuple[str, ...]  # what nobody has confirmed: what to check, and what is used meanwhile
    done: bool
    questions: tuple[Question, ...]
    draw: Drawing | None
    seat: int | None  # who fetches it; None: everybody their own
    each: bool  # done by each for themselves
    done_by: tuple[int, ...]  # the seats that have

    def is_done(self, seat: int | None) -> bool:
        """Whether it is done, as far as a seat is concerned if one is named."""
        return seat in self.done_by if self.each and seat is not None else self.done

    def tick(self, play: Play, seat: int | None) -> dict[str, Any]:
        """What a tap on it tells; where each ticks for themselves, about whoever taps."""
        whose = play.about(seat) if self.each and seat is not None else {}
        return {"step": self.key, "on": not self.is_done(seat), **whose}

    def asks(self, question: Question, done: bool) -> bool:
        """Whether it is asked in the step; what is answered, or ticked without, is folded."""
        return not done and (question.open or question.way == SEVERAL or question == self.to_tell)

    def ticked_by(self, question: Question, play: Play, seat: int | None) -> dict[str, Any] | None:
        """What the answer to a question ticks: the step, if it is the last one and answers all."""
        others = (one for one in self.questions if one != question and self.asks(one, done=False))
        if self.is_done(seat) or question.way == SEVERAL or any(others):
            return None
        return self.tick(play, seat)

    @property
    def to_tell(self) -> Question | None:
        """What the step is there to tell, while nobody has; what can be drawn need not be."""
        told_of = [question for question in self.questions if question.play is not None]
        return told_of[0] if len(told_of) == 1 and not (told_of[0].now or self.draw) else None

    @property
    def done_by_some(self) -> tuple[int, ...]:
        """Who has done it while others have not."""
        return self.done_by if self.each and not self.done else ()


def row(
    state: State, play: Play, step: TableStep, plan: SetupStep | None, facts: Facts,
    draws: Mapping[str, Drawing], doubts: Doubts, takers: Mapping[str, int],
) -> StepRow:  # fmt: skip
    """A step of ``play``; ``takers`` are the seats that fetch steps, by key."""
    done = play.done_by(step.key)
    asked = doubt_questions(state, play, step, doubts) if step.rulings else ()
    settled = step.doubts if asked and not any(question.open for question in asked) else ()
    notes = tuple(note for note in step.notes if note not in settled)
    return StepRow(
        key=step.key,
        words=stressed(step.text, _figure(step, plan, facts), step.cards),
        page=page_of(step.src),
        hints=tuple(note for note in notes if note not in step.checks),
        checks=tuple(note for note in notes if note in step.checks),
        done=step.key in play.ticks,
        questions=asked,
        draw=draws.get(step.draw),
        seat=takers.get(step.key),
        each=step.group == EVERYONE and not step.draw and len(play.people) > 1,
        done_by=tuple(seat for seat, who in enumerate(play.seats) if who.person in done),
    )


def _figure(step: TableStep, plan: SetupStep | None, facts: Facts) -> str:
    """The number to see from afar: how many, or the one short fact the step speaks of."""
    if step.count is not None:
        return str(step.count)
    spoken = [facts[name].value for name in plan.names() & facts.keys()] if plan else []
    words = [str(value) for value in spoken if isinstance(value, str | int)]
    return words[0] if len(spoken) == len(words) == 1 and len(words[0]) <= 3 else ""


def naming(text: str, things: Sequence[str]) -> Words:
    """``text`` in pieces: these things stand out in it."""
    names = "|".join(map(re.escape, sorted(things, key=len, reverse=True)))
    before = text.partition(" (")[0]  # what a deck's step says of its rounds comes after this
    found = re.finditer(rf"(?<!\w)(?:{names})(?!\w)", before) if things else ()
    return _split(text, [one.span() for one in found])


def stressed(text: str, figure: str, cards: tuple[int, ...]) -> Words:
    """``text`` in pieces: its cards or its figure stand out, in front if it does not name it."""
    if cards:
        return _split(text, _card_numbers(text, cards))
    found = re.search(rf"(?<=[\w’”,:;] ){re.escape(figure)}(?!\w)|^\d+\b", text) if figure else None
    if found and found[0] == figure:
        return _split(text, [found.span()])
    if figure:
        return ((figure, True), (f" {nonbreaking(text)}", False))
    counted = COUNTED.search(text)
    return _split(text, [counted.span()] if counted else [])


def _card_numbers(text: str, cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """Where the numbers of the cards stand, one by one or as a range."""
    known = set(map(str, cards))
    numbers = re.finditer(r"\d+(?:[–-]\d+)?", text.partition(" (")[0])
    return [found.span() for found in numbers if set(re.split("[–-]", found[0])) <= known]


def _split(text: str, spans: list[tuple[int, int]]) -> Words:
    pieces, done = [], 0
    for begin, end in spans:
        pieces += [(text[done:begin], False), (text[begin:end], True)]
        done = end
    pieces.append((text[done:], False))
    return tuple((nonbreaking(words), strong) for words, strong in pieces if words)


@lru_cache(512)
def page_of(src: str) -> str:
    """``p. 4`` or ``step 3``; empty where the source names neither."""
    found = PAGE.search(src)
    return found[0] if found else ""
