"""A game as the companion knows it: a value built from its folder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, lru_cache
from operator import is_not
from typing import Any

from .aids.calculator import Aid
from .aids.guide import Guide
from .issues import Issue
from .journal.outcome import names_of
from .parts.campaign import CampaignGraph, Changeover, changeover
from .parts.clock import Clock, Phase, Reminder
from .parts.decks import CatalogueCard, Deck, DeckPlan, DeckSegment
from .parts.facts import Fact, Facts, LookupKind, Topic, facts_in
from .parts.pads import Pad
from .parts.settings import CardFact, Option, Ruling
from .parts.setup import Draw, Group, SetupStep, TableStep, checklist
from .parts.tracks import Track, TrackGroup, TrackSaying
from .scoring.ranking import TieBreak
from .scoring.sheet import Breakdown, ScoreSheet, ScoringContext, Supply
from .situation import SeatTraits, Settings, Situation, fitting
from .words import plural, renamed

TARGET = "target"  # the fact and the card fact with the points to reach, alone or together
WON = "won"  # the card fact that says whether a game that is played together was won


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str
    src: str
    players: tuple[int, int] | None = None  # where it differs from the game's
    why: str = ""  # the reason for that
    story: bool = True  # False: stands outside the story
    together: bool | None = None  # won or lost together, where it differs from the game's


@dataclass(frozen=True, slots=True)
class Colour:
    key: str
    label: str
    shape: str


@dataclass(frozen=True, eq=False)
class Game:
    slug: str
    title: str
    players: tuple[int, int]
    minutes: int
    edition: str  # for those who keep the data: no page shows it
    src: str
    colours: tuple[Colour, ...]
    chapters: tuple[Chapter, ...]
    graph: CampaignGraph
    clock: Clock
    sheet: ScoreSheet = field(default_factory=ScoreSheet)
    together: bool = False  # all win or all lose, and nobody is ranked
    tiebreaks: tuple[TieBreak, ...] = ()
    options: tuple[Option, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    card_facts: tuple[CardFact, ...] = ()
    topics: tuple[Topic, ...] = ()
    facts: tuple[Fact, ...] = ()
    groups: tuple[Group, ...] = ()
    steps: tuple[SetupStep, ...] = ()
    draws: tuple[Draw, ...] = ()
    bgg: int | None = None  # its number at BoardGameGeek
    automaton: str = ""  # the name of a seat that nobody sits in: the game plays it by itself
    automaton_sets: Mapping[str, str] = field(default_factory=dict)  # what says that it plays
    deck_plans: tuple[DeckPlan, ...] = ()
    segments: tuple[DeckSegment, ...] = ()
    tracks: tuple[Track, ...] = ()
    pads: tuple[Pad, ...] = ()
    track_groups: tuple[TrackGroup, ...] = ()
    catalogue: tuple[CatalogueCard, ...] = ()
    aids: tuple[Aid, ...] = ()
    guides: Mapping[str, Guide] = field(default_factory=dict)  # by phase
    lookup: tuple[LookupKind, ...] = ()
    colours_in_box: bool = True  # people pick one; else colours only tell seats apart
    first: bool = True  # False: nobody begins, so nothing says who does
    plate: str = ""  # what is drawn on its book
    cloth: str = ""  # and the colour it is bound in

    def chapter(self, key: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.key == key), None)

    def is_together(self, chapter: str) -> bool:
        """Whether all win or all lose in a chapter."""
        here = self.chapter(chapter)
        return self.together if here is None or here.together is None else here.together

    def target(self, situation: Situation) -> int | None:
        """The points to reach: as read off a group's own card, else as the game's facts say."""
        told: int | None = situation.settings.get(TARGET)
        fact = self.facts_of(situation).get(TARGET)
        return told if told is not None else fact.value if fact else None

    def has_points(self, situation: Situation) -> bool:
        """Whether anything is counted; a game played together need not."""
        if not self.is_together(situation.chapter):
            return True
        return any(
            not one.fields or any(fitting(one.fields, situation)) for one in self.sheet.categories
        )

    def breakdowns(self, context: ScoringContext) -> list[Breakdown]:
        """The points of each seat, without lines where nothing is counted."""
        if not self.has_points(context.situation):
            return [Breakdown(())] * len(context.names)
        return self.sheet.score(context)

    def together_issues(self, situation: Situation) -> list[Issue]:
        """The question that a game won or lost together is decided by, until it is answered."""
        asked = self.is_together(situation.chapter) and self.target(situation) is None
        if not asked or situation.settings.get(WON) is not None:
            return []
        return [Issue("missing", "Enter whether you won or lost.", WON)]

    @property
    def story_chapters(self) -> list[Chapter]:
        return [chapter for chapter in self.chapters if chapter.story]

    @property
    def tells_story(self) -> bool:
        """Whether chapters follow one another; else every play stands by itself."""
        return bool(self.graph.after.get(self.graph.first))

    def title_of(self, key: str) -> str:
        """A chapter as people call it."""
        chapter = self.chapter(key)
        return chapter.title if chapter else key

    def told_by(self, chapter: str, players: int) -> str:
        """What a chapter is known by on the table: ``card 66``; often nothing."""
        facts = self.facts_of(self.situation(chapter, players, {})[0])
        topics = (t for t in self.topics if t.tells and t.key in facts)
        return ", ".join(topic.item.format(facts[topic.key].said) for topic in topics)

    def aid(self, key: str) -> Aid | None:
        return next((aid for aid in self.aids if aid.key == key), None)

    def settings(self) -> Iterator[Option | Ruling | CardFact]:
        """Everything a group can settle, under one set of names."""
        yield from self.options
        yield from self.rulings
        yield from self.card_facts

    def seat_traits(self, held: Mapping[str, tuple[Any, ...]] | None = None) -> SeatTraits:
        """What seats have of their own, ``held`` being what was drawn for each or told of them."""
        each = [draw for draw in self.draws if draw.each]
        fills = {draw.key: draw.fills for draw in each if draw.fills}
        return SeatTraits(held or {}, fills, frozenset(draw.key for draw in each))

    @property
    def solo_conditions(self) -> tuple[CardFact, ...]:
        """What a game alone is lost by, apart from its points."""
        return tuple(fact for fact in self.card_facts if fact.lost)

    @property
    def people(self) -> tuple[int, int]:
        """How many people can play: one fewer where the game plays a seat by itself."""
        low, high = self.players
        return (low - 1 if self.automaton else low), high

    def players_issue(self, chapter: Chapter, players: int) -> Issue | None:
        """Why so many cannot sit down to this chapter."""
        low, high = chapter.players or self.players
        if low <= players <= high:
            return None
        why = f" {chapter.why}" if chapter.why else ""
        many = f"{low} to {high} players" if low < high else plural(low, "player")
        return Issue("players", f"{self.title} needs {many} here.{why}")

    def company(self, situation: Situation) -> str:
        """``3 players``, ``2 players and Private Concern`` where the game plays that by itself."""
        people = self.persons(situation)
        said = plural(people, "player")
        return said if people == situation.players else f"{said} and {self.automaton}"

    def persons(self, situation: Situation) -> int:
        """How many people that are: a seat that the game plays by itself is nobody's."""
        sets = self.automaton_sets.items()
        return situation.players - (bool(self.automaton) and sets <= situation.settings.items())

    def situation(
        self, chapter: str, players: int, given: Mapping[str, Any], first: int = 0
    ) -> tuple[Situation, list[Issue]]:
        """The circumstances with every default filled in, and what cannot be used of ``given``."""
        known = {setting.key: setting for setting in self.settings()}
        settings: dict[str, Any] = {key: setting.default for key, setting in known.items()}
        found = []
        for key, value in given.items():
            if key not in known:
                said = f"There is no setting {key[:40]!r} in {self.title}."
                found.append(Issue("unknown-field", said, field=key[:40]))
            elif value is not None:
                told, wrong = known[key].read(value)
                settings[key] = settings[key] if wrong else told
                found += wrong
        return Situation(chapter, players, settings, first), found

    def worded(self, own: Settings) -> Game:
        """The same game in the words a group has told us it uses instead of ours."""
        return _worded(self, tuple(self._own_words(own)))

    def _own_words(self, own: Settings) -> Iterator[tuple[str, str]]:
        for fact in self.card_facts:
            if (fact.renames or fact.names) and own.get(fact.key):
                yield from fact.own_words(own[fact.key])

    def facts_of(self, situation: Situation) -> Facts:
        return situation.once(("facts", self), lambda: facts_in(self.facts, self.topics, situation))

    def words(self, situation: Situation) -> dict[str, Any]:
        """What sentences can name here; None: a card fact that nobody has told."""
        return situation.once(("words", self), lambda: self._words(situation))

    def _words(self, situation: Situation) -> dict[str, Any]:
        told = ((fact, situation.settings.get(fact.key)) for fact in self.card_facts)
        cards = {fact.key: None if now is None else fact.words(now) for fact, now in told}
        tables = {key: known.said for key, known in self.facts_of(situation).items()}
        return {**cards, **situation.words(), **tables}

    def checklist(self, situation: Situation) -> list[TableStep]:
        """What this table puts out, step by step."""
        facts, decks = self.facts_of(situation), self.decks(situation)
        return list(checklist(self.steps, situation, facts, decks))

    def decks(self, situation: Situation) -> tuple[Deck, ...]:
        found = (plan.deck(self.segments, situation) for plan in self.deck_plans)
        return situation.once(("decks", self), lambda: tuple(d for d in found if d.segments))

    @cached_property
    def cards_by_name(self) -> Mapping[str, CatalogueCard]:
        """Cards by key and by name; the first one where several share a name."""
        each = [(name, card) for card in self.catalogue for name in names_of(card)]
        return dict(reversed(each))

    def rounds(self, situation: Situation) -> int | None:
        """How many rounds are played; None where something else ends the game."""
        known = self.facts_of(situation).get("rounds")
        return known.value if known else None

    def changeover(self, old: Situation, new: Situation) -> Changeover:
        """What to put away, fetch, take out and shuffle in between two chapters."""
        before = {deck.key: deck for deck in self.decks(old)}
        pairs = [(before.get(d.key, Deck(d.key, d.label, ())), d) for d in self.decks(new)]
        own = dict(self._own_words(new.settings))
        return changeover(self.topics, self.facts_of(old), self.facts_of(new), pairs, own)


@lru_cache(maxsize=256)
def _worded(game: Game, own: tuple[tuple[str, str], ...]) -> Game:
    """The game in a group's own words: every sentence of its data with their names in it."""
    worded: Game = _reworded(game, dict(own)) if own else game
    return worded


# The names of fields that people read.
SAID = (
    "label", "short", "text", "alone", "hint", "note", "question", "why", "message", "too_high",
    "meaning", "unknown", "tip",
)  # fmt: skip
# Rows with braces that are filled in later, when they are said.
BRACED = (SetupStep, Supply, Phase, Reminder, TrackSaying)
_NAMED = re.compile(r"(\{[\w.-]+)")


def _reworded(value: Any, own: Mapping[str, str]) -> Any:
    """``value`` with the game's words replaced by ``own``; itself where there are none in it."""
    if isinstance(value, tuple):
        found = tuple(_reworded(item, own) for item in value)
        return found if any(map(is_not, found, value)) else value
    if not is_dataclass(value) or isinstance(value, type | Colour):
        return value
    if isinstance(value, CardFact) and (value.renames or value.names):
        return value  # it asks for the group's own word
    if isinstance(value, BRACED):
        own = {ours: theirs.replace("{", "{{").replace("}", "}}") for ours, theirs in own.items()}
    now = {field.name: getattr(value, field.name) for field in fields(value)}
    new = {name: _reworded_field(name, old, own) for name, old in now.items()}
    changes = {name: new[name] for name in now if new[name] is not now[name]}
    return replace(value, **changes) if changes else value


def _reworded_field(name: str, old: Any, own: Mapping[str, str]) -> Any:
    if name not in SAID or not isinstance(old, str):
        return _reworded(old, own)
    # What stands behind an opening brace is a name that is looked up, whatever word it looks like.
    parts = _NAMED.split(old)
    new = "".join(part if n % 2 else renamed(part, own) for n, part in enumerate(parts))
    return old if new == old else new
