"""Where a game stands: round, phase, whose turn it is, what comes next, what is due when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Moment, Order, Pace, Phase
from companion.rules.parts.facts import Facts, facts_in
from companion.rules.words import possessive
from companion.show.formats import crowded

ON_YOUR_OWN = "Play your rounds, then tap Next to score."


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
    by_card: bool = False  # a tap on a card is the whole turn
    entered: str = ""  # the last such tap, in words
    passes: bool = True  # Next passes the turn on where all have one

    @property
    def crowded(self) -> bool:
        """Whether the names of the turn order are too long to stand beside each other whole."""
        return crowded([turn.name for turn in self.order if not turn.lap])


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
        return Now(title="Play", heading="Play the game", text=ON_YOUR_OWN)
    phase = clock.phase(play.moment)
    order = clock.order_at(play.moment, play.situation)
    whole = text_of(play, phase)
    text, more = (whole, "") if phase.places else _sentence(whole)
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
        by_card=_is_by_card(play, phase),
        entered=_entered(play),
        passes=phase.passes,
    )


def _is_by_card(play: Play, phase: Phase) -> bool:
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
    return text.format_map(play.words(here)) if "{" in text else text


def ahead(play: Play, rounds: int | None, by_turns: bool = True) -> Ahead | None:
    """What the next step is called; None once the last round is over. ``by_turns``: where all play
    in turn, the next one's turn comes first."""
    if play.moment == OVER:
        return None
    clock = play.game.clock
    if _is_by_card(play, clock.phase(play.moment)):
        return _skipping(play, rounds)
    if by_turns and play.pace is not Pace.ENDS and (turn := _next_turn(play)):
        lap = f"{turn.lap}: " if turn.lap else ""
        done = f"{play.names[on_turn(play, clock.phase(play.moment))]} is done"
        return Ahead(done, f"{lap}{possessive(turn.name)} turn", turn.tells)
    follows = clock.after(play.moment, play.situation, rounds, play.pace)
    if follows == OVER:
        return Ahead("The game ends", "Scoring")
    label = _heading(play, clock.phase(follows))
    label = f"{possessive(play.names[follows.seat])} turn" if follows.seat is not None else label
    if follows.round == play.moment.round:
        return Ahead("Next", label)
    starts = clock.called(follows.round)
    each = follows.seat is not None and play.pace is Pace.PHASE
    return Ahead(starts, label) if each else Ahead("Next", starts)


def _skipping(play: Play, rounds: int | None) -> Ahead:
    """Next where a tap on a card passes the turn: it skips whoever has not had it."""
    clock, turn = play.game.clock, _next_turn(play)
    skips = f"Tap {possessive(play.names[on_turn(play, clock.phase(play.moment))])} card, or"
    if turn:
        return Ahead("", f"skip to {turn.name}", turn.tells, skips)
    follows = clock.after(play.moment, play.situation, rounds, play.pace)
    label = "Scoring" if follows == OVER else clock.phase(follows).label
    return Ahead("", f"skip to {label}", None, skips)


def by_turns(play: Play) -> bool:
    """Whether everybody has a turn in this phase, which Next passes on."""
    if play.moment == OVER or play.pace is not Pace.PHASE:
        return False
    phase = play.game.clock.phase(play.moment)
    return phase.order is Order.TURNS and phase.passes


def _next_turn(play: Play) -> TurnTab | None:
    """Whom Next passes the turn to, in a phase that all play in turn."""
    if not by_turns(play):
        return None
    phase = play.game.clock.phase(play.moment)
    order = play.game.clock.order_at(play.moment, play.situation)
    return next((turn for turn in _turns(play, phase, order) if turn.next), None)


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
    here = play.moment
    if phase.key == here.phase and here.seat is not None:
        whole = play.pace is Pace.ROUND and len(play.seats) > 1  # all have theirs on this page
        return "Everyone’s turn" if whole else f"{possessive(play.names[here.seat])} turn"
    if phase.key == here.phase and _is_by_card(play, phase):
        return f"{possessive(play.names[on_turn(play, phase)])} card"
    if phase.key == here.phase and play.game.clock.carried_over(here, play.situation, play.pace):
        return f"Play {play.game.clock.within(here.round)}"
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
        return tuple(_turn(play, seat, None) for seat in seats)
    here = play.in_lap(phase.laps[play.lap], order) if phase.laps else order
    by_one = phase.passes and play.pace is Pace.PHASE
    acting = on_turn(play, phase) if by_one else play.acting
    after = here.index(acting) + 1 if acting in here else 0
    found = [
        replace(_turn(play, s, play.lap), now=s == acting, next=n == after, done=n + 1 < after)
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
