"""How this group plays: what it settled itself, and what holds for the whole table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.journal.drawn import drawn_thing
from companion.rules.journal.play import Play
from companion.rules.journal.state import State
from companion.rules.parts.settings import Ruling, Scope
from companion.rules.situation import fitting
from companion.rules.words import capital, listed
from companion.show.paper.facts import Pair
from companion.show.paper.marks import marks
from companion.show.rulings import options


@dataclass(frozen=True, slots=True)
class PrintedRuling:
    """A ruling with this table's answer, and the chapters in which it was another."""

    question: str
    answer: str
    elsewhere: str


def settled(state: State) -> list[PrintedRuling]:
    """What the group settled itself or once played otherwise; the rest is as in the book."""
    rows = [
        (ruling.key in state.rulings, _settled(state, ruling)) for ruling in _made(state.worded)
    ]
    return [row for ruled, row in rows if ruled or row.elsewhere]


def changed(play: Play) -> Iterator[Pair]:
    """The rulings in force in this play that are not ours."""
    for ruling in fitting(_made(play.game), play.situation):
        now = play.situation.settings.get(ruling.key)
        if now is not None and now != ruling.default:
            yield Pair(ruling.question, ruling.words(now))


def chosen(play: Play) -> Iterator[Pair]:
    """The ways of playing that were picked for this play."""
    for option in options(play):
        now = play.situation.settings.get(option.key)
        if option.is_picked(now):
            yield Pair(option.label, option.words(now))


def dealt(play: Play) -> Iterator[Pair]:
    """What came out of the draws that no other line of the log tells; people's own by name."""
    people = marks(play)
    for draw in fitting(play.game.draws, play.situation):
        told = draw.of_seats or draw.settles or draw.pool_of or draw.key in play.concealed_draws
        if told or (draw.each and draw.beside):
            continue
        held = play.held.get(draw.key, ()) if draw.each else ()
        own = [
            f"{drawn_thing(play, draw, held[seat])} ({people[seat].short})"
            for seat in play.sitting
            if held and held[seat] is not None
        ]
        drawn = [drawn_thing(play, draw, thing) for thing in play.drawn.get(draw.key, ())]
        if own or drawn:
            yield Pair(capital(draw.label), "; ".join(own) or listed(drawn))


def remembered(state: State) -> Iterator[Pair]:
    """What the group read off cards that are the same in every chapter."""
    for fact in state.worded.card_facts:
        given = state.facts.get(("", fact.key))
        if fact.scope is Scope.GAME and given is not None:
            yield Pair(fact.label, fact.words(given))


def _made(game: Game) -> list[Ruling]:
    """Without those that only say whether a card was compared: what it says is printed itself."""
    compared = {key for fact in game.card_facts for key in fact.confirms}
    return [ruling for ruling in game.rulings if ruling.key not in compared]


def _settled(state: State, ruling: Ruling) -> PrintedRuling:
    now = state.rulings.get(ruling.key, ruling.default)
    other = [
        play.chapter for play in state.plays
        if ruling.when.holds(play.situation)
        and play.situation.settings.get(ruling.key) not in (None, now)
    ]  # fmt: skip
    elsewhere = f"Played differently in {listed(list(dict.fromkeys(other)))}." if other else ""
    return PrintedRuling(ruling.question, ruling.words(now), elsewhere)
