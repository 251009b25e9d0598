"""Sheets for pen and paper: the blank log, the set-up with boxes, the change-over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.rules.game import Chapter, Game
from companion.rules.journal.state import INTRODUCED
from companion.rules.parts.campaign import Change
from companion.rules.parts.settings import Due, Scope
from companion.rules.parts.setup import TableStep
from companion.rules.situation import Situation, fitting
from companion.show.paper.chapter import seal
from companion.show.paper.facts import Pair, facts

GAMES = 6
"""How many records a blank log has where the game tells no story."""
ROOM = 9
"""Lines for a pen on half a page, title and heads taken off."""
MOST = 4
"""Lines for notes at most; A4 has one more."""
TICKS = 13
"""Boxes to tick beside each other."""
WHOLE = 4
"""Players beside whom the long facts of a chapter still find room."""


@dataclass(frozen=True, slots=True)
class BlankChapter:
    title: str
    seal: str
    covered: bool
    facts: tuple[Pair, ...]
    deck: str
    cards: int
    onward: tuple[str, ...]  # to tick where there are several
    lines: tuple[str, ...]  # words to fill in
    brings: bool  # whether a chapter of this game can bring in something for good
    brought: tuple[str, ...]  # what there is to tick where nothing is covered
    free: int  # lines left for notes


@dataclass(frozen=True, slots=True)
class BlankLog:
    chapters: tuple[BlankChapter, ...]
    cup: bool
    story: bool

    @property
    def forks(self) -> bool:
        return any(len(chapter.onward) > 1 for chapter in self.chapters)


@dataclass(frozen=True, slots=True)
class StepGroup:
    label: str
    steps: tuple[TableStep, ...]


@dataclass(frozen=True, slots=True)
class SetupSheet:
    facts: tuple[Pair, ...]
    groups: tuple[StepGroup, ...]


@dataclass(frozen=True, slots=True)
class BlankMoves:
    verb: str
    changes: tuple[Change, ...]


def blank_log(game: Game, players: int, reached: Collection[str], shown: bool) -> BlankLog:
    """Every chapter of the story with room to write; those not reached keep their secrets."""
    story = game.tells_story
    pages = [
        _chapter(game, chapter, players, shown or chapter.key in reached, shown)
        for chapter in game.story_chapters
    ]
    cup = game.graph.cup is not None and players > 1
    return BlankLog(tuple(pages if story else pages * GAMES), cup, story)


def setup_sheet(
    game: Game, situation: Situation, without: Collection[str] = frozenset(),
    ruled: Collection[str] = (),
) -> SetupSheet:  # fmt: skip
    """Everything to put out, by who can do it, in the order of the book; what the group has
    ``ruled`` is not doubted any more."""
    steps = [_sure(step, ruled) for step in game.checklist(situation) if step.key not in without]
    groups = [
        StepGroup(
            group.called(game.persons(situation) < 2),
            tuple(step for step in steps if step.group == group.key),
        )
        for group in game.groups
    ]
    pairs = [pair for pair in facts(game, situation, ruled=ruled) if pair.size != "long"]
    return SetupSheet(tuple(pairs), tuple(group for group in groups if group.steps))


def _sure(step: TableStep, ruled: Collection[str]) -> TableStep:
    """A step without its doubts where all its questions are answered, as on its page."""
    if not set(step.rulings) <= set(ruled):
        return step
    return replace(step, notes=tuple(note for note in step.notes if note not in step.doubts))


def change_over(game: Game, old: Situation, new: Situation) -> list[BlankMoves]:
    """What moves between box and table on the way to the next chapter."""
    change = game.changeover(old, new)
    first = tuple(Change(row.said(new), ()) for row in game.graph.between)
    ways = (
        ("First", first),
        ("Put away", change.put_away),
        ("Fetch", change.fetch),
        ("Take out of the pile", change.take_out),
        ("Shuffle into the pile", change.shuffle_in),
    )
    return [BlankMoves(verb, changes) for verb, changes in ways if changes]


def _chapter(
    game: Game, chapter: Chapter, players: int, shown: bool, all_shown: bool
) -> BlankChapter:
    low, high = chapter.players or game.players
    situation, _ = game.situation(chapter.key, min(max(players, low), high), {})
    fits = [f for f in fitting(game.card_facts, situation) if f.scope is Scope.PLAY]
    brought = next((f for f in fits if f.key == INTRODUCED), None)
    decks = [deck for deck in game.decks(situation) if any(s.numbered for s in deck.segments)]
    known = facts(game, situation) if shown else []
    if players > WHOLE or not game.tells_story:
        known = [pair for pair in known if pair.strip]
    lines = tuple(f.label for f in fits if f.due is Due.AFTERWARDS)
    ticks = tuple(c.key for c in brought.choices) if brought and all_shown else ()
    long = sum(not pair.strip for pair in known)
    written = bool(brought and not all_shown) + (not shown)
    used = players + bool(decks) + len(lines) + -(-len(ticks) // TICKS) + -(-long // 2) + written
    order = [each.key for each in game.chapters]
    onward = sorted(set(game.graph.after(chapter.key)), key=order.index)
    title = chapter.title if shown else f"Chapter {chapter.key}"
    return BlankChapter(
        title=title, seal=seal(chapter.key), covered=not shown, facts=tuple(known),
        deck=decks[0].label if decks else "", cards=decks[0].size if decks else 0,
        onward=tuple(onward), lines=lines, brings=brought is not None, brought=ticks,
        free=min(MOST, max(1, ROOM - used)),
    )  # fmt: skip
