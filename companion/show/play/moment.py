"""Where a game stands: round, phase, whose turn it is, what comes next, what is due when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Moment, Order, Pace, Phase
from companion.rules.parts.facts import Facts, facts_in
from companion.show.formats import crowded

FEW, ROOM = 4, 16
"""Phases beside which the present one has room for its name, and letters of one that has."""
ON_YOUR_OWN = "Rounds are yours to follow. When you are done, go on to scoring."


@dataclass(frozen=True, slots=True)
class Cell:
    """One round."""

    round: str
    figure: str
    now: bool
    ends: bool  # something is due when it is over


@dataclass(frozen=True, slots=True)
class Course:
    label: str
    due: str  # what is due at the end of this round
    cells: tuple[Cell, ...]


def course(play: Play, rounds: int | None) -> Course | None:
    """The row that a game's clock names; None: it names none, nobody knows how many rounds, all
    are played, or the turn is nobody's."""
    clock, here = play.game.clock, play.moment
    played = here == OVER or clock.phase(here).closing
    if not clock.course or not rounds or played or play.is_automatons:
        return None
    meant = [fact for fact in play.game.facts if fact.key in (clock.course, clock.course_ends)]
    known = play.situation.once(
        ("course", rounds, play.game),
        lambda: {n: facts_in(meant, (), play.situation.at(n)) for n in range(1, rounds + 1)},
    )
    cells = (
        Cell(clock.called(n), facts[clock.course].said, n == here.round, clock.course_ends in facts)
        for n, facts in known.items()
        if clock.course in facts
    )
    label = next(topic.label for topic in play.game.topics if topic.key == clock.course)
    due = known[here.round].get(clock.course_ends)
    return Course(label, due.said if due else "", tuple(cells))


@dataclass(frozen=True, slots=True)
class RoundDot:
    """One round on the way."""

    said: str
    lit: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Tab:
    """One phase of this round; ``short`` where there is no room for its name."""

    key: str
    label: str
    short: str
    now: bool
    moment: Moment  # where a tap on it leads
    skips: tuple[str, ...]  # the phases in between, which a tap would leave out
    whole: bool = False  # there is room for its name


@dataclass(frozen=True, slots=True)
class TurnTab:
    seat: int
    name: str
    now: bool
    next: bool  # the one whom a tap moves on to
    tells: Mapping[str, int | None] | None  # the entry that says so, where one can
    done: bool = False  # has had this turn
    lap: str = ""  # the time round it belongs to, where that is the next one


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    title: str
    rounds: tuple[RoundDot, ...] = ()
    phases: tuple[Tab, ...] = ()
    heading: str
    text: str = ""  # what happens now, in a sentence
    more: str = ""  # and the rest of it
    first: int | None = None  # who starts now
    order: tuple[TurnTab, ...] = ()  # empty where all act at once
    way: str = ""  # round the table, where the order shows it
    last: str = ""  # what follows this round, if it is the last one
    over: bool = False
    lap: str = ""  # the time round, where turns come more than once

    @property
    def crowded(self) -> bool:
        """Whether the names of the turn order are too long to stand beside each other whole."""
        return crowded([turn.name for turn in self.order if not turn.lap])


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where the primary button leads."""

    over: str
    label: str


def rounds_of(play: Play, facts: Facts) -> int | None:
    """How many rounds this play has, as far as anyone can tell."""
    known = facts.get("rounds")
    return play.last_round or (known.value if known else None)


def now(play: Play, rounds: int | None) -> Now:
    """Where the game stands, of so many rounds."""
    if play.moment == OVER:
        dots = _round_dots(play, (rounds or 0) + 1, rounds)
        return Now(title="All played", rounds=dots, heading="Time to score", over=True)
    clock, number = play.game.clock, play.moment.round
    if play.pace is Pace.ENDS:
        return Now(title="Play", heading="Play the game", text=ON_YOUR_OWN)
    phase = clock.phase(play.moment)
    order = clock.order_at(play.moment, play.situation)
    text, more = _sentence(text_of(play, phase))
    return Now(
        title=clock.called(number, rounds),
        rounds=_round_dots(play, number, rounds),
        phases=_tabs(play, clock.phases_of(play.situation, number), phase),
        heading=_heading(play, phase),
        text=text,
        more=more,
        first=order[0] if len(order) > 1 and play.game.first else None,
        order=_turns(play, phase, order),
        way=way(order),
        last=_follows(play, phase) if number == rounds else "",
        lap=phase.laps[play.lap].label if phase.laps and len(order) > 1 else "",
    )


def _follows(play: Play, here: Phase) -> str:
    """What comes once the round is played; nothing to say where that is now."""
    phases = play.game.clock.phases_of(play.situation, play.moment.round)
    closing = (phase.label for phase in phases if phase.closing)
    return "" if here.closing else next(closing, "Scoring")


def text_of(play: Play, phase: Phase) -> str:
    """What to do in a phase, with the facts it speaks of; what people do, no automaton does."""
    if play.is_automatons:
        return ""
    here = play.situation.at(play.moment.round)
    text = (play.situation.solo and phase.alone) or phase.text
    return text.format_map(play.game.words(here)) if "{" in text else text


def ahead(play: Play, rounds: int | None) -> Ahead | None:
    """What the next step is called; None once the last round is over."""
    if play.moment == OVER:
        return None
    clock = play.game.clock
    follows = clock.after(play.moment, play.situation, rounds, play.pace)
    if follows == OVER:
        return Ahead("The game ends", "Scoring")
    label = _heading(play, clock.phase(follows))
    label = f"{play.names[follows.seat]}’s turn" if follows.seat is not None else label
    if follows.round == play.moment.round:
        return Ahead("Next", label)
    starts = clock.called(follows.round)
    each = follows.seat is not None and play.pace is Pace.PHASE
    return Ahead(starts, label) if each else Ahead("Next", starts)


def way(order: tuple[int, ...]) -> str:
    """Which way round the table turns go; two players show neither."""
    if len(order) < 3:
        return ""
    step = (order[1] - order[0]) % len(order)
    return {1: "clockwise", len(order) - 1: "counter-clockwise"}.get(step, "")


def _heading(play: Play, phase: Phase) -> str:
    here = play.moment
    if phase.key == here.phase and here.seat is not None:
        whole = play.pace is Pace.ROUND and len(play.seats) > 1  # all have theirs on this page
        return "Everybody’s turn" if whole else f"{play.names[here.seat]}’s turn"
    return phase.label


def _sentence(text: str) -> tuple[str, str]:
    """The first sentence, and what follows it."""
    first, stop, more = text.partition(". ")
    return (f"{first}.", more) if stop else (text, "")


def _round_dots(play: Play, number: int, rounds: int | None) -> tuple[RoundDot, ...]:
    called = play.game.clock.called
    ends = {number: " now"} | {n: " played" for n in range(1, number)}
    every = range(1, (rounds or number) + 1)
    return tuple(RoundDot(f"{called(n)}{ends.get(n, '')}", n <= number, n == number) for n in every)


def _tabs(play: Play, phases: Sequence[Phase], here: Phase) -> tuple[Tab, ...]:
    at = phases.index(here)
    begins = play.game.clock.beginnings(play.situation, play.moment.round)
    return tuple(
        Tab(
            key=phase.key, label=phase.label, short=short(phase.label), now=phase == here,
            moment=begins[phase.key],
            skips=tuple(between.label for between in phases[at + 1 : place]),
            whole=phase == here and len(phases) <= FEW and len(phase.label) <= ROOM,
        )
        for place, phase in enumerate(phases)
    )  # fmt: skip


def short(label: str) -> str:
    """``II`` for “II Planning”, ``3`` for “Card 3”, else the first word."""
    words = label.split()
    return words[-1] if words[-1].isdigit() else words[0]


def _turns(play: Play, phase: Phase, order: tuple[int, ...]) -> tuple[TurnTab, ...]:
    if phase.order is Order.TOGETHER or len(order) < 2:
        return ()
    if phase.order is not Order.TURNS:
        seats = order[:1] if phase.order is Order.FIRST else order
        return tuple(_turn(play, seat, None) for seat in seats)
    here = play.in_lap(phase.laps[play.lap], order) if phase.laps else order
    after = here.index(play.acting) + 1 if play.acting in here else 0
    found = [
        replace(_turn(play, s, play.lap), next=n == after, done=n + 1 < after)
        for n, s in enumerate(here)
    ]
    later = [(n, play.in_lap(lap, order)) for n, lap in enumerate(phase.laps) if n > play.lap]
    for number, seats in later:
        if seats and after == len(here):
            follows = _turn(play, seats[0], number)
            label = phase.laps[number].label
            return (*found, replace(follows, next=True, now=False, lap=label))
    return tuple(found)


def _turn(play: Play, seat: int, lap: int | None) -> TurnTab:
    """Somebody's turn; ``lap`` is the time round that a tap says, None: it says nothing."""
    number = {"lap": lap} if lap else {}
    tells = None if lap is None else {**play.about(seat), **number}
    return TurnTab(seat, play.names[seat], seat == play.acting, False, tells)
