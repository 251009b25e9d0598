"""The Play screen: everything a table needs to see at this moment of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.clock import Reminder
from companion.rules.come_about import come_about
from companion.rules.play import Play
from companion.rules.state import State
from companion.show.fact import FactLine, round_facts
from companion.show.play.deck import Pile, piles
from companion.show.play.introduced import Told, told
from companion.show.play.moment import Ahead, Now, ahead, now, rounds_of
from companion.show.play.tracks import Tally, tallies
from companion.show.question import Question, ask_ruling

AT_ONCE = 2
"""How many reminders are said at once: the data has the most relevant first."""


@dataclass(frozen=True, slots=True)
class PlayPage:
    chapter: str
    now: Now
    ahead: Ahead | None
    waits: Pile | None  # the deck whose card has to come up first
    reminders: tuple[Reminder, ...]
    further: tuple[Reminder, ...]  # folded away, so that the counters stay near
    hidden: tuple[Reminder, ...]
    rulings: Mapping[str, Question]  # with which a reminder can be corrected
    facts: tuple[FactLine, ...]
    piles: tuple[Pile, ...]
    tallies: tuple[Tally, ...]
    told: Told
    to_set_up: int  # steps nobody has ticked yet, while the game has not begun
    live: bool  # not finished, so things can be entered


def play_page(state: State, play: Play) -> PlayPage:
    number = play.moment.round
    facts = play.game.facts_of(play.situation.at(number) if number else play.situation)
    rounds = rounds_of(play, facts)
    here = now(play, rounds)
    decks = piles(play)
    shown, hidden = _reminders(state, play)
    begun = play.moment != play.game.clock.start(play.situation)
    return PlayPage(
        play.game.title_of(play.chapter),
        here,
        ahead(play, rounds),
        next((pile for pile in decks if pile.asks), None),
        shown[:AT_ONCE],
        shown[AT_ONCE:],
        hidden,
        _rulings(state, play, shown),
        tuple(_unsaid(here, round_facts(play, facts))),
        decks,
        tallies(play),
        told(state, play, facts),
        0 if begun else len(play.texts.keys() - play.ticks),
        not play.finished,
    )


def _reminders(state: State, play: Play) -> tuple[tuple[Reminder, ...], tuple[Reminder, ...]]:
    """Those to say now, and those the group wants to hear no more."""
    every = list(play.game.clock.reminders_at(play.moment, come_about(play)))
    hidden = tuple(reminder for reminder in every if reminder.key in state.hidden)
    return tuple(reminder for reminder in every if reminder not in hidden), hidden


def _rulings(state: State, play: Play, shown: Iterable[Reminder]) -> dict[str, Question]:
    asked = {reminder.asks for reminder in shown}
    settings = play.situation.settings
    return {
        ruling.key: ask_ruling(ruling, settings.get(ruling.key), ruling.key in state.rulings)
        for ruling in play.game.rulings
        if ruling.key in asked
    }


def _unsaid(here: Now, lines: Iterable[FactLine]) -> Iterator[FactLine]:
    """Without the direction, where the order of turns shows it already."""
    return (line for line in lines if not here.order or line.said.lower() != here.way)
