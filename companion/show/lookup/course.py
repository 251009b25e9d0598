"""The rules as this game is played here: its phases, what to remember, and how it is scored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.rules.journal.outcome import AUTOMATON, LAST, reminder_conditions
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER
from companion.show.lookup.finds import Find
from companion.show.paper.sheet import formula, to_tell
from companion.show.play.moment import short

UNCONFIRMED = "Unconfirmed"
"""Said of a reminder that rests on a ruling which the group has not made."""


def phases(play: Play, ruled: Collection[str]) -> Iterator[Find]:
    """Each phase with what there is to do, and every reminder it has in any round."""
    here = play.situation.at(play.moment.round or 1)
    words = play.game.words(here)
    for phase in play.game.clock.phases:
        if phase.when.without({"round"}).holds(here):
            text = (here.solo and phase.alone) or phase.text
            yield Find(phase.key, phase.label, (text.format_map(words),))
            yield from _reminders(play, words, ruled, phase.key, short(phase.label))
    yield from _reminders(play, words, ruled, OVER.phase, "Scoring")


def _reminders(
    play: Play, words: Mapping[str, Any], ruled: Collection[str], phase: str, tag: str
) -> Iterator[Find]:
    here, passing = reminder_conditions(play), _passing(play)
    for row in play.game.clock.reminders:
        if row.phase == phase and row.when.without(passing).holds(here):
            note = UNCONFIRMED if row.asks and row.asks not in ruled else ""
            yield Find(f"{phase}-{row.key}", "", (row.said(words).text,), tag=tag, note=note)


def _passing(play: Play) -> set[str]:
    """What is so at one moment and otherwise at the next; whose turn it is only where the game
    has a seat of its own."""
    game = play.game
    moving = {track.key for track in game.tracks}
    moving |= {draw.key for draw in game.draws if not draw.settles}  # an option holds all evening
    decks = {deck.key for deck in game.deck_plans}
    turns = {AUTOMATON} if len(play.people) < len(play.seats) else set()
    return {"round", LAST, *turns, *moving, *decks} - {topic.key for topic in game.topics}


def scoring(play: Play) -> Iterator[Find]:
    """What each line of the sheet counts."""
    for category in play.game.sheet.categories:
        asked = to_tell(play.game, category, play.situation)
        if asked:
            hints = tuple(f"{field.label}: {field.hint}" for field in asked if field.hint)
            how = formula(category, play.situation)
            yield Find(category.key, category.label, (how, *hints) if how else hints)
