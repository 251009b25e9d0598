"""The page Look up: every kind this game has here, narrowed to what somebody looks for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.rules.game import Game
from companion.rules.journal.outcome import AUTOMATON, LAST, reminder_conditions
from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER, Clock
from companion.rules.parts.decks import Deck
from companion.rules.parts.facts import Certainty, Facts, Known, LookupKind, Topic
from companion.rules.situation import Situation, fitting
from companion.rules.words import capital, curled, listed, plural
from companion.show import cards
from companion.show.cards import Find, plain
from companion.show.formats import WIDEST
from companion.show.paper.sheet import formula, to_tell
from companion.show.play.moment import short

ALL, PHASES, SCORING = "all", "phases", "scoring"

UNCONFIRMED = "See House rules."
"""Said of a reminder that rests on a ruling which the group has not made."""


@dataclass(frozen=True, slots=True)
class LookupSection:
    key: str
    label: str
    head: str
    finds: tuple[Find, ...]
    covered: int = 0  # things of this kind that the story keeps for later

    @property
    def unsure(self) -> bool:
        """Whether something bears a question mark and does not say itself what to do about it."""
        return any(find.unsure and not find.note for find in self.finds)


@dataclass(frozen=True, slots=True)
class LookUp:
    """Everything there is to find; what is not looked for is there, too, but does not show."""

    kinds: tuple[LookupSection, ...]
    asked: str  # what was typed
    chosen: str  # the key of a kind, ALL, or nothing

    @property
    def kind(self) -> str:
        """What to show where nothing is chosen: all that fits, or only the first of many."""
        return self.chosen or (ALL if self.asked else self.kinds[0].key)

    def shows(self, kind: LookupSection, find: Find) -> bool:
        return self.kind in (ALL, kind.key) and find.fits(frozenset(plain(self.asked).split()))

    def any_of(self, kind: LookupSection) -> bool:
        return any(self.shows(kind, find) for find in kind.finds)

    @property
    def count(self) -> str:
        found = sum(self.shows(kind, find) for kind in self.kinds for find in kind.finds)
        return plural(found, "result")


def look_up(play: Play, asked: str, kind: str, ruled: Collection[str] = ()) -> LookUp:
    """What somebody finds who has typed ``asked`` and chosen ``kind``, where so much is ruled;
    nothing that names what the story still covers."""
    kinds = list(_kinds(play, ruled))
    if names := [re.escape(card.label) for card in cards.later(play)]:
        later = re.compile(rf"\b(?:{'|'.join(names)})\b")
        kinds = [
            replace(one, finds=tuple(find for find in one.finds if not later.search(find.text)))
            for one in kinds
        ]
    kinds = [one for one in kinds if one.finds]
    known = (ALL, *(found.key for found in kinds))
    return LookUp(tuple(kinds), asked, kind if kind in known else "")


def _kinds(play: Play, ruled: Collection[str]) -> Iterator[LookupSection]:
    for kind in play.game.lookup:
        finds = (
            *of_rows(play.situation, kind),
            *cards.of_catalogue(play, kind),
            *cards.of_draw(play, kind),
            *of_topics(play.game, play.situation, play.known(), kind, ruled),
        )
        yield LookupSection(kind.key, kind.label, kind.head, finds, cards.covered(play, kind))
    for deck in play.game.decks(play.situation):
        yield LookupSection(f"deck-{deck.key}", deck.label, "", tuple(of_deck(deck)))
    yield LookupSection(PHASES, "Course of play", "", tuple(phases(play, ruled)))
    yield LookupSection(SCORING, "Scoring", "", tuple(scoring(play)))


def phases(play: Play, ruled: Collection[str]) -> Iterator[Find]:
    """Each phase with what there is to do, and every reminder it has in any round."""
    here = play.situation.at(play.moment.round or 1)
    words = play.words(here)
    for phase in play.game.clock.phases:
        if phase.when.without({"round"}).holds(here):
            text = (here.solo and phase.alone) or phase.text
            yield Find(phase.key, phase.label, (text.format_map(words),))
            yield from _reminders(play, words, ruled, phase.key, short(phase))
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


def of_deck(deck: Deck) -> Iterator[Find]:
    """The cards of a deck that have names."""
    for card, copies in sorted(deck.cards().items()):
        if card in deck.names:
            tag = f"{copies} ×" if copies > 1 else ""
            yield Find(f"{deck.key}-{card}", deck.names[card], figure=str(card), tag=tag)


def of_rows(situation: Situation, kind: LookupKind) -> Iterator[Find]:
    for row in fitting(kind.rows, situation):
        yield Find(row.key, row.label, (row.text,), row.figure)


def of_topics(
    game: Game, situation: Situation, facts: Facts, kind: LookupKind, ruled: Collection[str] = ()
) -> Iterator[Find]:
    """Facts by what they are about; those that change with the round with all their rounds.

    What the group has ``ruled`` is not doubted any more.
    """
    topics = {topic.key: topic for topic in game.topics}
    for key in kind.topics:
        rounds, known = _rounds(game, situation, key), facts.get(key)
        if rounds:
            says = tuple(_by_round(game.clock, topics[key], rounds))
            notes = (one.fact.note for _, one in rounds if one.fact.sure is not Certainty.READ)
            yield Find(key, topics[key].label, says, note=next(filter(None, notes), ""))
        elif known and (known.value not in ((), None) or known.fact.sure is Certainty.UNKNOWN):
            yield _fact(topics[key], known, known.fact.ruling in ruled)


def _fact(topic: Topic, known: Known, settled: bool) -> Find:
    """Short values stand left of the rule; what nobody has told is only asked for, and no more
    once it is told."""
    unsure = known.fact.sure in (Certainty.LIKELY, Certainty.ASSUMED) and not settled
    note = "" if settled or known.fact.sure is Certainty.READ else known.fact.note
    if known.value in ((), None):
        return Find(topic.key, topic.label, note=note)
    note = "" if known.fact.sure is Certainty.UNKNOWN else note
    value = _item(topic, known)
    short = value if len(value) <= WIDEST else ""
    says = () if short else (value,)
    return Find(topic.key, topic.label, says, figure=short, note=note, unsure=unsure)


def _rounds(game: Game, situation: Situation, topic: str) -> list[tuple[int, Known]]:
    """What is so in each round, of a topic that changes with them; none of any other."""
    if not any(fact.key == topic and "round" in fact.when.needs for fact in game.facts):
        return []
    numbers = range(1, (game.rounds(situation) or 0) + 1)
    found = ((n, game.facts_of(situation.at(n)).get(topic)) for n in numbers)
    return [(n, known) for n, known in found if known and known.value is not None]


def _by_round(clock: Clock, topic: Topic, rounds: list[tuple[int, Known]]) -> Iterator[str]:
    """``Round 1: 4``; rounds with the same value in one line: ``Rounds 2 to 4: 3``."""
    told = [(number, _item(topic, known)) for number, known in rounds]
    for value, group in groupby(told, key=lambda pair: pair[1]):
        first, *more = [number for number, _ in group]
        many = f"{clock.round_name}s {clock.number(first)} to {clock.number((first, *more)[-1])}"
        yield f"{many if more else clock.called(first)}: {value}"


def _item(topic: Topic, known: Known) -> str:
    value: Any = known.value
    # Numbers of cards are drawn together; those that stand in an order of their own are not.
    if isinstance(value, tuple) and list(value) != sorted(set(value), key=str):
        return capital(listed([curled(str(item)) for item in value]))
    return capital(topic.item.format(known.said))
