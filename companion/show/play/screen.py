"""The Play screen, and the table on a big screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from typing import Any

from companion.rules.issues import errors
from companion.rules.journal.outcome import AUTOMATON, reminder_conditions
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.clock import OVER, SO_FAR, Location, Moment, Pace, Reminder
from companion.rules.situation import Situation
from companion.rules.words import capital, plural, together
from companion.show.formats import now_facts
from companion.show.play.asked import NO_LOOK, Look
from companion.show.play.deck import DeckView, piles
from companion.show.play.guide import Guidance, around_tool, guidance
from companion.show.play.layout import Layout, in_sight, lay_out, of_phase, tools_of
from companion.show.play.moment import (
    Ahead,
    Course,
    Now,
    RoundDot,
    ahead,
    by_turns,
    course,
    now,
    rounds_of,
)
from companion.show.play.pad_keys import PadView
from companion.show.play.pads import LookedAt, looked_at, pads
from companion.show.play.tools import CardFacts, Tool, card_facts_of
from companion.show.play.tracks import Counter, CounterGroup, Gauge, Recount, recount, tallies
from companion.show.rulings import Question, ask_ruling
from companion.show.score.questions import tie_fields, untold_win
from companion.show.score.so_far import Standing

AT_ONCE = 2
"""How many reminders are said at once: the data has the most relevant first. While another tool
stands in the place of the phase's own, all of them wait; beside a whole round there is room for
one."""

TWO_LINES = 66
"""A reminder with more letters shows its beginning; a tap opens it."""


class NextLook(StrEnum):
    """The three looks of Next."""

    DONE = "done"  # filled: the job of this screen is done
    OPEN = "open"  # outlined: something is left, which a tap leaves behind
    STUCK = "stuck"  # dashed: not possible yet; a way out opens below it


@dataclass(frozen=True, slots=True)
class Next:
    look: NextLook
    small: str = ""  # the line above its label
    without: str = ""  # the way out where it is stuck
    opens: Location | None = None  # the place that it leads to before anything is passed on
    enters: Mapping[str, Any] | None = None  # the card that it says is out


@dataclass(frozen=True, slots=True)
class PlayPage:
    chapter: str
    now: Now
    ahead: Ahead | None
    next: Next
    guides: tuple[Guidance, ...]  # what the table knows
    above: tuple[Guidance, ...]  # what of it stands above the tool
    below: tuple[Guidance, ...]
    course: Course | None
    seat: int  # whose tools are open
    layout: Layout
    reminders: tuple[Reminder, ...]
    further: tuple[Reminder, ...]  # folded away
    hidden: tuple[Reminder, ...]
    long: frozenset[str]  # those of the reminders that open by a tap
    rulings: Mapping[str, Question]  # with which a reminder can be corrected
    card_facts: CardFacts
    to_set_up: int  # steps nobody has ticked yet, while the game has not begun
    live: bool  # not finished, so things can be entered
    pace: str = ""  # as the game calls it
    recount: Recount | None = None  # what is said or asked once after another pace was chosen
    looked: LookedAt | None = None  # somebody's tableau, over the screen


def play_page(state: State, play: Play, look: Look = NO_LOOK) -> PlayPage:
    seat = look.whose(play)
    number = play.moment.round
    facts = play.game.facts_of(play.situation.at(number) if number else play.situation)
    rounds = rounds_of(play, facts)
    here = now(play, rounds)
    decks = piles(play)
    cards = card_facts_of(state, play, facts)
    begun = play.moment != play.game.clock.start(play.situation)
    # Without the direction, where the order of turns shows it already.
    unsaid = [key for key in facts if not here.order or facts[key].value != here.way]
    lines = {key: line for key, line in now_facts(play, facts) if key in unsaid}
    views = pads(play, seat, look, in_sight(play, look.opened))
    counted = tallies(play, look.mine, seat if by_turns(play) else None)
    given: list[Tool] = [*views.values(), *counted.values(), *cards.picks, *decks]
    tools = tools_of(play, given, lines, _points(play, seat), seat)
    layout = lay_out(play, tools, look.opened, seat)
    shown, hidden = _reminders(state, play)
    guides = guidance(play, seat)
    for_all = any(guide.is_for_all for guide in guides if not guide.label)
    leads = ahead(play, rounds, in_turn=not for_all)
    is_deck = any(isinstance(tool, DeckView) for tool in layout.tool)
    above, below = around_tool(guides, deck=is_deck, first=layout.leads)
    folded = bool(layout.apart or layout.places)
    at_once = 0 if folded else 1 if guides and guides[0].heading else AT_ONCE
    return PlayPage(
        chapter=play.game.title_of(play.chapter),
        now=here,
        ahead=leads,
        next=_to_the_end(play, layout) or _next(of_phase(play, tools), decks, guides, leads),
        guides=guides,
        above=above,
        below=below,
        course=course(play, rounds),
        seat=seat,
        layout=layout,
        reminders=shown[:at_once],
        further=shown[at_once:],
        hidden=hidden,
        long=frozenset(one.key for one in shown[:at_once] if len(one.text) > TWO_LINES),
        rulings=_rulings(state, play, shown),
        card_facts=cards,
        to_set_up=0 if begun else len(play.to_do - play.ticks),
        live=not play.finished,
        pace=next((c.label for c in play.game.clock.paces if c.pace is play.pace), ""),
        recount=recount(play, look.mine),
        looked=looked_at(play, look.looks_at) if look.looks_at is not None else None,
    )


def _points(play: Play, seat: int) -> int | None:
    """What somebody has so far, where a strip says it."""
    clock, here = play.game.clock, play.moment
    strips = [clock.strip, *(phase.strip for phase in clock.phases if phase.key == here.phase)]
    is_said = any(SO_FAR in strip for strip in strips)
    return Standing(play, seat).points if is_said else None


def _to_the_end(play: Play, layout: Layout) -> Next | None:
    """At the pace of turns Next leads to the place where a turn ends, and from there on. Else it
    says what is under way in a place."""
    here = layout.all_places
    if here is None or here.ends is None:
        return None
    under_way = next((step.label for step in here.steps if step.now), "")
    if play.pace is Pace.PHASE:
        asks = "Finished here?" if here.here else "Nothing to count here?"
        return Next(NextLook.OPEN, f"{under_way} is open" if under_way else asks, opens=here.ends)
    return Next(NextLook.OPEN, f"{under_way} is open, then") if under_way else None


def _next(
    own: Iterable[Tool], decks: Iterable[DeckView], guides: Iterable[Guidance], ahead: Ahead | None
) -> Next:
    """How Next looks, and the line above its label: why not, what is left, or what was found. The
    only card that can be out it enters itself."""
    passed = ahead.over if ahead and ahead.passes else ""
    waiting = [one for one in (*own, *decks) if one.waits]
    sure = next((deck for deck in decks if deck.is_stated), None)
    enters = {"deck": sure.key, "card": sure.certain, "position": len(sure.seen)} if sure else None
    # A pad has to be full before anybody goes on, unless Next only passes the turn.
    needed = [one.waits for one in waiting if isinstance(one, PadView)]
    if needed and not passed:
        return Next(NextLook.STUCK, f"{needed[0]}, then", "Go on anyway")
    if ahead and ahead.skips:
        return Next(NextLook.OPEN, ahead.skips)
    left = [one.waits for one in waiting if not isinstance(one, PadView)]
    left += [guide.left for guide in guides if guide.left]
    if left:
        return Next(NextLook.OPEN, f"{capital(left[0])}, then", enters=enters)
    found = [f"{sure.called(sure.offers[0].card)} revealed"] if sure else []
    found += [guide.short for guide in guides if guide.short]
    return Next(NextLook.DONE, next(iter(found), passed), enters=enters)


def _reminders(state: State, play: Play) -> tuple[tuple[Reminder, ...], tuple[Reminder, ...]]:
    """Those to say now, and those the group wants to hear no more; what concerns people is nothing
    to an automaton."""
    here, number = reminder_conditions(play), play.moment.round
    words = play.words(play.situation.at(number) if number else play.situation)
    every = [
        reminder.said(words)
        for reminder in _in_turn(play, here)
        if not here[AUTOMATON] or AUTOMATON in reminder.when.needs
    ]
    hidden = tuple(reminder for reminder in every if reminder.key in state.hidden)
    return tuple(reminder for reminder in every if reminder.key not in state.hidden), hidden


def _in_turn(play: Play, here: Situation) -> Iterator[Reminder]:
    """Those of now. Where one Next carries over a whole round, the phone is picked up when that
    begins and when it ends, so what is for then comes first; the others say when they are due."""
    clock, now = play.game.clock, play.moment
    by_round = play.pace is Pace.ROUND and now != OVER
    others = clock.carried_over(now, play.situation, play.pace) if by_round else []
    due = [
        [one.due_in(phase) for one in clock.reminders_at(Moment(now.round, phase.key), here)]
        for phase in others
    ]
    last = due.pop() if due else []
    for both in zip_longest(clock.reminders_at(now, here), last):
        yield from filter(None, both)
    yield from chain.from_iterable(due)


def _rulings(state: State, play: Play, shown: Iterable[Reminder]) -> dict[str, Question]:
    asked = {reminder.asks for reminder in shown}
    settings = play.situation.settings
    return {
        ruling.key: ask_ruling(ruling, settings.get(ruling.key), ruling.key in state.rulings)
        for ruling in play.game.rulings
        if ruling.key in asked
    }


@dataclass(frozen=True, slots=True)
class Column:
    """One seat: its figure from the strip, or its total once the game is scored; none while people
    count, when it would be taken for their points."""

    seat: int
    figure: str
    hint: str
    gauge: Gauge | None = None
    first: bool = False
    won: bool = False
    now: bool = False  # whose turn it is


@dataclass(frozen=True, slots=True)
class Board:
    """A headline, a line below it, what all share, and a column for each seat."""

    headline: str
    line: str
    columns: tuple[Column, ...]
    text: str = ""
    market: tuple[Counter, ...] = ()
    events: tuple[DeckView, ...] = ()  # with a card that was revealed
    rounds: tuple[RoundDot, ...] = ()
    guides: tuple[Guidance, ...] = ()  # what the table knows; then the text need not be said


def board(play: Play) -> Board:
    """What everybody at the table wants to see from where they sit."""
    if play.finished:
        return _result(play)
    if play.moment == OVER:
        seats = range(len(play.seats))
        columns = tuple(Column(seat, "", _counting(play, seat)) for seat in seats)
        return Board("Final scoring", _still_counting(play), columns)
    return _now(play)


def _result(play: Play) -> Board:
    if not play.scored:
        return Board("Result", "These scores need checking.", _columns(play))
    result = play.scored[1]
    ranked = sorted(result.places, key=lambda p: p.seat if result.together else p.position)
    columns = tuple(
        Column(
            p.seat,
            str(p.total) if play.has_points else "",
            "" if result.together else f"rank {p.position}",
            won=result.won(p.seat) and untold_win(play) is None,
        )
        for p in ranked
    )
    return Board("Result", result.why, columns)


def _counting(play: Play, seat: int) -> str:
    """How far somebody is, without telling what they keep secret."""
    if play.secret and play.seats[seat].person is None:
        return "entered last"
    if play.secret:
        return "done" if seat in play.ready else "enters in secret"
    still = _open(play, seat)
    return f"{plural(still, 'line')} needed" if still else "complete"


def _open(play: Play, seat: int) -> int:
    wrong = {issue.field for issue in errors(play.checked_sheet[1]) if issue.seat == seat}
    by_itself = play.seats[seat].person is None and any(f.sole for f in play.game.sheet.fields())
    if wrong and by_itself:
        return 1  # one number stands for the sheet of a seat that nobody sits in
    return len(wrong or tie_fields(play).get(seat, ()))


def _still_counting(play: Play) -> str:
    seats = play.sitting if play.secret else range(len(play.seats))
    done = play.ready if play.secret else {seat for seat in seats if not _open(play, seat)}
    still = [play.names[seat] for seat in seats if seat not in done]
    waiting = f", still counting: {together(still)}" if still else ""
    return f"{len(done)} of {len(seats)} done{waiting}"


def _now(play: Play) -> Board:
    if play.pace is Pace.ENDS:
        return Board("In progress", "", _columns(play))
    facts = play.game.facts_of(play.situation.at(play.moment.round))
    here = now(play, rounds_of(play, facts))
    headline = here.heading
    if play.acting is not None and play.moment.seat is None:
        headline += f": {play.names[play.acting]}"
    guides = guidance(play, NO_LOOK.whose(play))
    said = guides and not guides[0].label
    return Board(
        headline=headline,
        line=here.title,
        columns=_columns(play, here.first),
        text="" if said else here.text,
        market=tuple(c for group in _in_strip(play) if group.shared for c in group.counters),
        events=tuple(pile for pile in piles(play) if pile.numbered and pile.seen),
        rounds=here.rounds,
        guides=guides,
    )


def _in_strip(play: Play) -> list[CounterGroup]:
    """What never leaves the screens of the table, as far as it is counted."""
    clock, counted = play.game.clock, tallies(play)
    phase = None if play.moment == OVER else clock.phase(play.moment)
    names = (phase and phase.strip) or clock.strip
    return [counted[name] for name in names if name in counted]


def _columns(play: Play, first: int | None = None) -> tuple[Column, ...]:
    own = next((group for group in _in_strip(play) if not group.shared), None)
    return tuple(
        Column(
            seat,
            own.counters[seat].shown if own else "",
            own.label if own else "",
            own.counters[seat].gauge if own else None,
            first=seat == first,
            now=seat == play.acting,
        )
        for seat in range(len(play.seats))
    )
