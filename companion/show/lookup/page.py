"""The page Look up: every kind this game has here, narrowed to what somebody looks for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from companion.rules.journal.play import Play
from companion.rules.situation import fitting
from companion.rules.words import plural
from companion.show.lookup import cards, tables
from companion.show.lookup.cards import Find, plain

ALL, PHASES, SCORING = "all", "phases", "scoring"


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
    """What somebody finds who has typed ``asked`` and chosen ``kind``, where so much is ruled."""
    names = [re.escape(card.label) for card in cards.later(play)]
    unspoken = re.compile(rf"\b(?:{'|'.join(names)})\b") if names else None
    every = _kinds(play, ruled)
    told = (replace(found, finds=_speakable(found.finds, unspoken)) for found in every)
    kinds = tuple(found for found in told if found.finds)
    known = (ALL, *(found.key for found in kinds))
    return LookUp(kinds, asked, kind if kind in known else "")


def _speakable(finds: Iterable[Find], unspoken: re.Pattern[str] | None) -> tuple[Find, ...]:
    """Those that name nothing which the story still covers."""
    return tuple(find for find in finds if not (unspoken and unspoken.search(find.text)))


def _kinds(play: Play, ruled: Collection[str]) -> Iterator[LookupSection]:
    for kind in fitting(play.game.lookup, play.situation):
        finds = (
            *tables.of_rows(play.situation, kind),
            *cards.of_catalogue(play, kind),
            *cards.of_draw(play, kind),
            *tables.of_topics(play.game, play.situation, play.known(), kind, ruled),
        )
        yield LookupSection(kind.key, kind.label, kind.head, finds, cards.covered(play, kind))
    for deck in play.game.decks(play.situation):
        yield LookupSection(f"deck-{deck.key}", deck.label, "", tuple(tables.of_deck(deck)))
    yield LookupSection(PHASES, "Course of play", "", tuple(tables.phases(play, ruled)))
    yield LookupSection(SCORING, "Scoring", "", tuple(tables.scoring(play)))
