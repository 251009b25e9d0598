"""Where a game stands: round, phase, whose turn it is, what comes next, what is due when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Moment, Order, Pace, Phase
from companion.rules.parts.facts import Facts, facts_in
from companion.rules.words import possessive


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
    """One phase of this round: the present one by its name, the others by a short one."""

    key: str
    label: str
    short: str
    now: bool
    done: bool
    moment: Moment  # where a tap on it leads


@dataclass(frozen=True, slots=True)
class TurnTab:
    seat: int
    name: str
    now: bool = False
    next: bool = False  # the one whom a tap moves on to
    tells: Mapping[str, int | None] | None = None  # the entry that says so, where one can
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
    by_card: bool = False  # a tap on a card is the whole turn
    entered: str = ""  # the last such tap, in words
    passes: bool = True  # Next passes the turn on where all have one


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where the primary button leads; ``passes`` is the entry by which it passes the turn."""

    over: str
    label: str
    passes: Mapping[str, int | None] | None = None
    skips: str = ""  # whose card is not entered yet, so that Next would skip it


def rounds_of(play: Play, facts: Facts) -> int | None:
    """How many rounds this play has, as far as anyone can tell."""
    known = facts.get("rounds")
    return play.last_round or (known.value if known else None)


def now(play: Play, rounds: int | None) -> Now:
    """Where the game stands, of so many rounds."""
    if play.moment == OVER:
        dots = _round_dots(play, (rounds or 0) + 1, rounds)
        return Now(title="All rounds played", rounds=dots, heading="Time to score", over=True)
    clock, number = play.game.clock, play.moment.round
    if play.pace is Pace.ENDS:
        text = "Play your rounds, then tap Next to score."
        return Now(title="Play", heading="Play the game", text=text)
    phase, phases = clock.phase(play.moment), clock.phases_of(play.situation, number)
    order = clock.order_at(play.moment, play.situation)
    text, more = _text_of(play, phase), ""
    if not phase.places:
        text, stop, more = text.partition(". ")
        text += stop.strip()
    last = ""
    if number == rounds and not phase.closing:
        last = next((one.label for one in phases if one.closing), "Scoring")
    return Now(
        title=clock.called(number, rounds),
        rounds=_round_dots(play, number, rounds),
        phases=_tabs(play, phases, phase),
        heading=_heading(play, phase),
        text=text,
        more=more,
        first=order[0] if len(order) > 1 and play.game.first else None,
        order=_turns(play, phase, order),
        way=way(order),
        last=last,
        lap=phase.laps[play.lap].label if phase.laps and len(order) > 1 else "",
        by_card=is_turn_by_card(play, phase),
        entered=_entered(play),
        passes=phase.passes,
    )


def is_turn_by_card(play: Play, phase: Phase) -> bool:
    """Whether a tap on a card is a whole turn in a phase."""
    return phase.by_card and play.pace is Pace.PHASE


def _entered(play: Play) -> str:
    """``Ada: Soldier, red``: the card with which the turn last passed in this round."""
    last = play.taps[-1] if play.taps else None
    if last is None or last.moment.round != play.moment.round:
        return ""
    pad, key = play.pad(last.pad), play.offers(last.pad).get(last.card)
    marked = [pad.mark.label] if pad.mark and last.mark else []
    along = [play.card_label(pad.along, card).lower() for card in last.along]
    card = (key.short or key.label) if key else last.card
    return f"{play.names[last.seat]}: {', '.join([card, *marked, *along])}"


def _text_of(play: Play, phase: Phase) -> str:
    """What to do in a phase, with the facts it speaks of; what people do, no automaton does."""
    if play.is_automatons:
        return ""
    here = play.situation.at(play.moment.round)
    text = (play.situation.solo and phase.alone) or phase.text
    return text.format_map(play.words(here)) if "{" in text else text


def ahead(play: Play, rounds: int | None, in_turn: bool = True) -> Ahead | None:
    """What the next step is called; None once the last round is over. ``in_turn``: where all play
    in turn, the next one's turn comes first."""
    if play.moment == OVER:
        return None
    clock, phase = play.game.clock, play.game.clock.phase(play.moment)
    order = clock.order_at(play.moment, play.situation)
    turns = _turns(play, phase, order) if by_turns(play) else ()
    turn = next((turn for turn in turns if turn.next), None)
    follows = clock.after(play.moment, play.situation, rounds, play.pace)
    if is_turn_by_card(play, phase):  # Next skips whoever has not had their turn
        skips = f"Tap {possessive(play.names[on_turn(play, phase)])} card, or"
        if turn:
            return Ahead("", f"skip to {turn.name}", turn.tells, skips)
        label = "Scoring" if follows == OVER else clock.phase(follows).label
        return Ahead("", f"skip to {label}", None, skips)
    if turn and in_turn:
        lap = f"{turn.lap}: " if turn.lap else ""
        done = f"{play.names[on_turn(play, phase)]} is done"
        return Ahead(done, f"{lap}{possessive(turn.name)} turn", turn.tells)
    if follows == OVER:
        return Ahead("The game ends", "Scoring")
    label = _heading(play, clock.phase(follows))
    label = f"{possessive(play.names[follows.seat])} turn" if follows.seat is not None else label
    if follows.round == play.moment.round:
        return Ahead("Next", label)
    starts = clock.called(follows.round)
    each = follows.seat is not None and play.pace is Pace.PHASE
    return Ahead(starts, label) if each else Ahead("Next", starts)


def by_turns(play: Play) -> bool:
    """Whether everybody has a turn in this phase, which Next passes on."""
    if play.moment == OVER or play.pace is not Pace.PHASE:
        return False
    phase = play.game.clock.phase(play.moment)
    return phase.order is Order.TURNS and phase.passes


def on_turn(play: Play, phase: Phase) -> int:
    """Whose turn it is: as told, else whoever is first."""
    order = play.game.clock.order_at(play.moment, play.situation)
    here = play.in_lap(phase.laps[play.lap], order) if phase.laps else order
    return play.acting if play.acting is not None else (here or order)[0]


def way(order: tuple[int, ...]) -> str:
    """Which way round the table turns go; two players show neither."""
    if len(order) < 3:
        return ""
    step = (order[1] - order[0]) % len(order)
    return {1: "clockwise", len(order) - 1: "anticlockwise"}.get(step, "")


def _heading(play: Play, phase: Phase) -> str:
    here, clock = play.moment, play.game.clock
    if phase.key != here.phase:
        return phase.label
    if here.seat is not None:
        whole = play.pace is Pace.ROUND and len(play.seats) > 1  # all have theirs on this page
        return "Everyone’s turn" if whole else f"{possessive(play.names[here.seat])} turn"
    if is_turn_by_card(play, phase):
        return f"{possessive(play.names[on_turn(play, phase)])} card"
    if clock.carried_over(here, play.situation, play.pace):
        return f"Play {clock.within(here.round)}"
    return phase.label


def _round_dots(play: Play, number: int, rounds: int | None) -> tuple[RoundDot, ...]:
    called = play.game.clock.called
    ends = {number: " now"} | {n: " played" for n in range(1, number)}
    every = range(1, (rounds or number) + 1)
    return tuple(RoundDot(f"{called(n)}{ends.get(n, '')}", n <= number, n == number) for n in every)


def _tabs(play: Play, phases: Sequence[Phase], here: Phase) -> tuple[Tab, ...]:
    at = phases.index(here)
    begins = play.game.clock.beginnings(play.situation, play.moment.round)
    return tuple(
        Tab(phase.key, phase.label, short(phase), place == at, place < at, begins[phase.key])
        for place, phase in enumerate(phases)
    )


def short(phase: Phase) -> str:
    """As its row says; else ``II`` for “II Planning”, ``3`` for “Card 3”, or the first word."""
    if phase.short:
        return phase.short
    words = phase.label.split()
    return words[-1] if words[-1].isdigit() else words[0]


def _turns(play: Play, phase: Phase, order: tuple[int, ...]) -> tuple[TurnTab, ...]:
    if phase.order is Order.TOGETHER or len(order) < 2:
        return ()
    if phase.order is not Order.TURNS:
        seats = order[:1] if phase.order is Order.FIRST else order
        return tuple(TurnTab(seat, play.names[seat], seat == play.acting) for seat in seats)
    here = play.in_lap(phase.laps[play.lap], order) if phase.laps else order
    acting = on_turn(play, phase) if by_turns(play) else play.acting
    after = here.index(acting) + 1 if acting in here else 0
    lap = {"lap": play.lap} if play.lap else {}
    found = [
        TurnTab(
            seat, play.names[seat], seat == acting, n == after, {**play.about(seat), **lap},
            done=n + 1 < after,
        )
        for n, seat in enumerate(here)
    ]  # fmt: skip
    later = [(n, play.in_lap(lap, order)) for n, lap in enumerate(phase.laps) if n > play.lap]
    for number, seats in later:
        if seats and after == len(here):  # whoever begins the next time round
            tells = {**play.about(seats[0]), "lap": number}
            name, label = play.names[seats[0]], phase.laps[number].label
            return (*found, TurnTab(seats[0], name, next=True, tells=tells, lap=label))
    return tuple(found)
