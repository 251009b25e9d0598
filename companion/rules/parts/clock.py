"""Rounds and phases: where the game stands, who is first, and what not to forget now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from ..situation import ALWAYS, Situation, When, fitting
from ..words import names_in

OrderRule = Callable[[Situation, int], tuple[int, ...]]
"""The seats in turn order in a given round (from 1), the first player first.

Where that changes within the round, ``situation.phase`` says when; "" is its beginning.
"""


SO_FAR = "so-far"  # what stands in a strip for the points that somebody has so far


class Order(StrEnum):
    TOGETHER = "together"
    FIRST = "first"  # the first player does it
    TURNS = "turns"  # one after the other, told as one moment
    EACH = "each"  # a moment for every seat


class Pace(StrEnum):
    """How closely a table wants to be followed."""

    PHASE = "phase"
    ROUND = "round"
    ENDS = "ends"  # only its start and its scores

    def is_slower_than(self, other: Pace) -> bool:
        paces = list(Pace)
        return paces.index(self) < paces.index(other)


@dataclass(frozen=True, slots=True)
class Repaced:
    """Another pace was chosen, and nobody has said yet what becomes of the counts made before."""

    slower: bool
    tracks: tuple[str, ...]
    counts: frozenset[tuple[str, int]]  # (track, seat): those not counted again since

    def asks_for(self, track: str) -> bool:
        return self.slower and track in self.tracks

    def without(self, track: str, seat: int) -> Repaced:
        return replace(self, counts=self.counts - {(track, seat)})


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace as a game offers it: what it gives, and what it costs in taps."""

    pace: Pace
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PaceDefault:
    """The pace a table begins with; the first that fits counts."""

    pace: Pace
    newcomers: bool = False  # only for those who have not finished a game of it
    when: When = ALWAYS


PACES = (
    PaceChoice(Pace.PHASE, "Every phase", "Whose turn, counters and reminders at every step."),
    PaceChoice(Pace.ROUND, "Every round", "One screen for each round."),
    PaceChoice(Pace.ENDS, "Setup and scoring only", "Nothing to tap until the end."),
)


@dataclass(frozen=True, slots=True)
class Location:
    """Where somebody may be in a phase, what holds there, and the aids that help there."""

    label: str
    text: str
    aids: tuple[str, ...]
    src: str
    name: str = ""  # in full, where the label is short
    does: str = ""  # what one does there, in a few words
    sign: str = ""
    steps: tuple[str, ...] = ()  # aids that follow each other once something is under way there
    ends: bool = False  # where a turn ends


@dataclass(frozen=True, slots=True)
class Lap:
    """One time round in a phase that is played in turn; only by those who have a card before it."""

    label: str
    pad: str = ""
    card: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    key: str
    label: str
    text: str
    src: str
    order: Order = Order.TOGETHER
    when: When = ALWAYS
    short: str = ""  # its name on a tab, where its first word does not say it
    alone: str = ""  # what one player reads instead of the text
    deck: str = ""  # the deck from which a card is revealed in this phase
    passes: bool = True  # by turns: Next passes the turn; False: one screen for all of them
    laps: tuple[Lap, ...] = ()  # the times round, where everybody's turn comes more than once
    shows: tuple[str, ...] = ()  # its tool: tracks, groups of them, decks, aids, facts, questions
    strip: tuple[str, ...] = ()  # what stands in the strip, where that is not the clock's
    opens: tuple[str, ...] = ()  # pads that a key below the tool opens, called by what one does
    folds: tuple[str, ...] = ()  # what is folded away first; whatever is left follows
    where: str = ""  # what is asked before the tool, and the places that answer it
    places: tuple[Location, ...] = ()
    by_card: bool = False  # one card each: a tap on a pad of its tool is the whole turn
    closing: bool = False  # comes once, when the last round is played: no part of that round


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is easily forgotten, said at its moment. No phase: before the first round.

    Its conditions may also ask for what has come about in the play (``reminder_conditions``).
    """

    key: str
    text: str
    src: str
    phase: str = ""
    when: When = ALWAYS
    asks: str = ""  # the ruling with which a group corrects it
    unknown: str = ""  # the sentence while nobody has told a card fact it speaks of
    was: tuple[str, ...] = ()  # keys of earlier editions, by which journals may have hidden it

    @property
    def plain(self) -> str:
        """The sentence as it is for any table."""
        return self.unknown or self.text

    def due_in(self, phase: Phase) -> Reminder:
        """The same with when it is due, where that is not now."""
        unknown = self.unknown and f"{phase.label}: {self.unknown}"
        return replace(self, text=f"{phase.label}: {self.text}", unknown=unknown)

    def said(self, words: Mapping[str, Any]) -> Reminder:
        """The same with ``words`` in the place of their names."""
        if not {*"{}"} & {*self.text, *self.unknown}:
            return self
        known = all(words.get(name) is not None for name in names_in(self.text))
        return replace(self, text=(self.text if known else self.plain).format_map(words))


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point in the game; ``seat`` is set where every seat has its own moment."""

    round: int
    phase: str
    seat: int | None = None

    def as_json(self) -> list[int | str | None]:
        return [self.round, self.phase, self.seat]


@dataclass(frozen=True, slots=True)
class Tap:
    """A card with which somebody's turn passed to the next: when, whose, and what it was."""

    moment: Moment
    seat: int
    pad: str
    card: str
    along: tuple[str, ...] = ()
    mark: str = ""


class Done(NamedTuple):
    """Something that a guide asked for and that was done: when, what, of whom it was asked (None:
    of anybody), and the turn it belongs to (None: it belongs to the phase)."""

    round: int
    phase: str
    key: str
    seat: int | None
    turn: int | None


OVER = Moment(0, "over")  # the moment after the last round


@dataclass(frozen=True, slots=True)
class Clock:
    phases: tuple[Phase, ...]
    order: OrderRule
    reminders: tuple[Reminder, ...] = ()
    round_name: str = "Round"
    round_word: str = "round"  # the same within a sentence
    numerals: tuple[str, ...] = ()  # where rounds are not numbered 1, 2, 3 but I, II, III
    strip: tuple[str, ...] = ()  # the tracks that never leave the screen
    course: str = ""  # the fact of each round that stands in a row of all of them
    course_ends: str = ""  # and the one that says what is due when a round is over
    paces: tuple[PaceChoice, ...] = PACES
    pace_defaults: tuple[PaceDefault, ...] = ()

    def default_pace(self, situation: Situation, newcomers: bool) -> Pace:
        """The pace that suits most groups here."""
        rows = fitting(self.pace_defaults, situation)
        return next((row.pace for row in rows if newcomers or not row.newcomers), Pace.PHASE)

    def number(self, number: int) -> str:
        """How people write the number of a round."""
        return self.numerals[number - 1] if 0 < number <= len(self.numerals) else str(number)

    def called(self, number: int, last: int | None = None) -> str:
        """``Round 3 of 7``."""
        return f"{self.round_name} {self._of(number, last)}"

    def placed(self, moment: Moment, last: int | None = None) -> str:
        """``Round 3 of 7, II Planning``; a phase called like the round is not said again."""
        called, phase = self.called(moment.round, last), self.phase(moment).label
        return called if phase == self.round_name else f"{called}, {phase}"

    def within(self, number: int, last: int | None = None) -> str:
        """``round 3 of 7``, within a sentence."""
        return f"{self.round_word} {self._of(number, last)}"

    def _of(self, number: int, last: int | None) -> str:
        return self.number(number) + (f" of {self.number(last)}" if last else "")

    def start(self, situation: Situation) -> Moment:
        return next(self._moments(situation, 1))

    def after(
        self, moment: Moment, situation: Situation, last: int | None, pace: Pace = Pace.PHASE
    ) -> Moment:
        """What comes next; ``OVER`` after round ``last``. Without ``last`` the game goes on."""
        if pace is Pace.ENDS:
            return OVER
        ahead = self._moments(situation, moment.round)
        for here in ahead:
            if here == moment:
                break
        follows = next((m for m in ahead if pace is Pace.PHASE or self.phase(m).closing), None)
        if follows:
            return follows
        if last is not None and moment.round >= last:
            return OVER
        return next(self._moments(situation, moment.round + 1))

    def has(self, moment: Moment, situation: Situation) -> bool:
        return moment in self._moments(situation, moment.round)

    def nearest(self, moment: Moment, situation: Situation) -> Moment:
        """``moment`` if this table has it, else the first one of its phase or after that one."""
        there = list(self._moments(situation, moment.round))
        phases = [phase.key for phase in self.phases]
        later = phases[phases.index(moment.phase) :]
        after = [one for one in there if one.phase in later]
        return moment if moment in there else (after or there)[0]

    def beginnings(self, situation: Situation, number: int) -> dict[str, Moment]:
        """The first moment of each phase of round ``number``."""
        return {m.phase: m for m in reversed([*self._moments(situation, number)])}

    def phase(self, moment: Moment) -> Phase:
        return next(phase for phase in self.phases if phase.key == moment.phase)

    def reminder(self, key: str) -> Reminder:
        """The reminder with this key, today’s or that of an earlier edition."""
        return next(one for one in self.reminders if key in (one.key, *one.was))

    def phases_of(self, situation: Situation, number: int) -> tuple[Phase, ...]:
        """The phases of round ``number``."""
        return tuple(fitting(self.phases, situation.at(number)))

    def told(self, moment: Moment, pace: Pace) -> set[str]:
        """The phases that are one step for those who go by ``pace``."""
        if moment == OVER or pace is Pace.PHASE or self.phase(moment).closing:
            return {moment.phase}
        return {phase.key for phase in self.phases if not phase.closing}

    def carried_over(self, moment: Moment, situation: Situation, pace: Pace) -> list[Phase]:
        """Those of them that this round has besides the phase of ``moment``."""
        told = self.told(moment, pace) - {moment.phase}
        return [phase for phase in self.phases_of(situation, moment.round) if phase.key in told]

    def first(self, situation: Situation, number: int) -> int:
        return self.order(situation, number)[0]

    def order_at(self, moment: Moment, situation: Situation) -> tuple[int, ...]:
        """The seats in turn order at this moment."""
        return self.order(situation.at(moment.round, moment.phase), moment.round)

    def reminders_at(self, moment: Moment, situation: Situation) -> Iterator[Reminder]:
        """What to say now, most relevant first: that is the order of the data."""
        here = situation.at(moment.round) if moment.round else situation
        return fitting((r for r in self.reminders if r.phase == moment.phase), here)

    def _moments(self, situation: Situation, number: int) -> Iterator[Moment]:
        for phase in self.phases_of(situation, number):
            if phase.order is Order.EACH:
                for seat in self.order_at(Moment(number, phase.key), situation):
                    yield Moment(number, phase.key, seat)
            else:
                yield Moment(number, phase.key)


def clockwise(situation: Situation, number: int) -> tuple[int, ...]:
    """The first player moves one seat to the left each round; turns go clockwise."""
    first = situation.first + number - 1
    return tuple((first + step) % situation.players for step in range(situation.players))


def unmoving(situation: Situation, number: int) -> tuple[int, ...]:
    """The same player is first all game; turns go clockwise."""
    return clockwise(situation, 1)


def chosen(situation: Situation, number: int) -> tuple[int, ...]:
    """Whoever was chosen last in the rounds before is first; turns go clockwise."""
    before = [seat for told, seat in situation.chosen if told < number]
    first = before[-1] if before else situation.first
    return tuple((first + step) % situation.players for step in range(situation.players))


ORDERS: dict[str, OrderRule] = {"clockwise": clockwise, "unmoving": unmoving, "chosen": chosen}
