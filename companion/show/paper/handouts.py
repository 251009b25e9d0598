"""Sheets to have at hand: the player aid, the blank log, the set-up, the change-over."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from companion.rules.game import Chapter, Game
from companion.rules.journal.state import INTRODUCED
from companion.rules.parts.campaign import Change
from companion.rules.parts.clock import Phase
from companion.rules.parts.decks import Deck
from companion.rules.parts.facts import LookupKind, OnAid
from companion.rules.parts.settings import Due, Scope
from companion.rules.parts.setup import TableStep
from companion.rules.situation import Situation, fitting
from companion.rules.words import listed, plural, stopped
from companion.show.lookup import Find, of_chapter, of_rows, of_topics
from companion.show.paper.chapter import seal
from companion.show.paper.facts import Pair, facts
from companion.show.paper.sheet import formula, joined, ties, to_tell

FEW, MANY, SIDE = 1900, 2350, 2600
"""Letters up to which half a page takes larger type, beyond which lines stand closer, and most."""
GAMES = 6  # how many records a blank log has where the game tells no story
ROOM = 9  # lines for a pen on half a page, title and heads taken off
MOST = 4  # lines for notes at most; A4 has one more
TICKS = 13  # boxes to tick beside each other
WHOLE = 4  # players beside whom the long facts of a chapter still find room


@dataclass(frozen=True, slots=True)
class AidLine:
    label: str
    text: str
    figure: str = ""
    unsure: bool = False  # whether to compare it with the card

    def __len__(self) -> int:
        return len(self.label + self.text + self.figure)


@dataclass(frozen=True, slots=True)
class AidPart:
    title: str
    lines: tuple[AidLine, ...]

    def __len__(self) -> int:
        return sum(map(len, self.lines))


@dataclass(frozen=True, slots=True)
class AidSide:
    """One side of the card, which is half a page."""

    parts: tuple[AidPart, ...]
    ties: str = ""

    @property
    def look(self) -> str:
        """How its words find room."""
        length = sum(map(len, self.parts))
        return "airy" if length < FEW else "full" if length > MANY else ""

    @property
    def unsure(self) -> bool:
        return any(line.unsure for part in self.parts for line in part.lines)


@dataclass(frozen=True, slots=True)
class PlayerAid:
    game: str
    lede: str
    sides: tuple[AidSide, ...]

    @property
    def parts(self) -> list[AidPart]:
        return [part for side in self.sides for part in side.parts]


def player_aid(game: Game, situation: Situation) -> PlayerAid:
    """What everybody asks for again and again, for this chapter and so many players; nothing of
    the moment, as the sheet is kept. Cards are on its back."""
    moving = {fact.key: fact.default for fact in game.card_facts if fact.next}
    situation = replace(situation, settings={**situation.settings, **moving})
    kinds = [kind for kind in game.lookup if kind.printed]
    told = [(kind, AidPart(kind.label, tuple(_rows(game, situation, kind)))) for kind in kinds]
    cards = [part for kind, part in told if kind.catalogue]
    rules = (
        AidPart("Course of play", tuple(_phases(game, situation))),
        *(part for kind, part in told if not kind.catalogue),
        AidPart("Scoring", tuple(_scoring(game, situation))),
    )
    company = [game.company(situation)]
    if rounds := game.rounds(situation):
        company.append(plural(rounds, game.clock.round_word))
    sides = _sides([part for part in rules if part.lines], [part for part in cards if part.lines])
    decides = ties(game, situation)
    every = (AidSide(tuple(side), decides if rules[-1] in side else "") for side in sides)
    return PlayerAid(game.title, ", ".join(company), tuple(every))


def _sides(rules: Sequence[AidPart], cards: Sequence[AidPart]) -> list[list[AidPart]]:
    """The parts on either side of the card: rules in front as far as they have room there."""
    fit = sum(length <= SIDE for length in accumulate(map(len, rules)))
    front, back = [*rules[:fit]], [*rules[fit:], *cards]
    if fit == len(rules) and sum(map(len, front + back)) <= SIDE:
        return [front + back]
    return [front, back] if back else [front]


def _phases(game: Game, situation: Situation) -> Iterator[AidLine]:
    """Every phase; those that read alike in one line."""
    fits = (p for p in game.clock.phases if p.when.without({"round"}).holds(situation))
    for text, group in groupby(fits, key=lambda phase: _phase_text(game, situation, phase)):
        labels = []
        for phase in group:
            rounds = [game.clock.number(number) for number in phase.when.needs.get("round", ())]
            only = f" ({game.clock.round_name} {listed(rounds)})" if rounds else ""
            labels.append(f"{phase.label}{only}")
        yield AidLine(labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}", text)


def _phase_text(game: Game, situation: Situation, phase: Phase) -> str:
    text = (situation.solo and phase.alone) or phase.text
    if "{" not in text:
        return text
    last = game.rounds(situation) or 1
    known: dict[str, dict[str, None]] = {}
    for number in range(1, last + 1):
        here = situation.at(number)
        facts = {key: cell.said for key, cell in game.facts_of(here).items()}
        for key, value in {**here.words(), **facts}.items():
            known.setdefault(key, {})[str(value)] = None
    return text.format_map({key: " or ".join(values) for key, values in known.items()})


def _rows(game: Game, situation: Situation, kind: LookupKind) -> Iterator[AidLine]:
    """The cards, rows and facts of a kind, as far as it is printed."""
    finds = list(of_rows(situation, kind))
    if kind.printed is OnAid.ALL:
        finds += of_topics(game, situation, game.facts_of(situation), kind)
        finds = [*(of_chapter(game, situation, kind) if kind.catalogue else ()), *finds]
    return (aid_line(find, kind.head) for find in finds if find.says or find.figure)


def aid_line(find: Find, head: str) -> AidLine:
    """A row with its figure, of which ``head`` says what it counts; what the words say already is
    not said twice."""
    text = " ".join(map(stopped, find.says))
    bare = find.figure.strip("+−")
    if not bare or re.search(r"[^\W\d]", bare):  # it says what it counts by itself
        return AidLine(find.label, text, find.figure if bare else "", find.unsure)
    unit = re.split("[,;]", head)[0]
    unit = re.sub(r"^(\w+)s\b", r"\1", unit) if bare == "1" else unit
    said = re.search(rf"(?<!\d){re.escape(f'{bare} {unit}'.strip())}(?!\d)", text)
    return AidLine(find.label, text, "" if said else f"{find.figure} {unit}".strip(), find.unsure)


def _scoring(game: Game, situation: Situation) -> Iterator[AidLine]:
    """What each line of the sheet counts, without what only helps to fill it in."""
    for category in game.sheet.categories:
        asked = to_tell(game, category, situation)
        if asked:
            how = formula(category, situation)
            bare = not category.meaning and len(asked) == 1 and asked[0].label != category.label
            known = f"{asked[0].label}: {how}" if bare and how else how or asked[0].label
            yield AidLine(category.label, joined("" if known == category.label else known))


@dataclass(frozen=True, slots=True)
class BlankChapter:
    title: str
    seal: str
    covered: bool
    facts: Sequence[Pair]
    deck: Deck | None
    onward: Sequence[str]  # to tick where there are several
    lines: Sequence[str]  # words to fill in
    brings: bool  # whether a chapter of this game can bring in something for good
    brought: Sequence[str]  # what there is to tick where nothing is covered
    free: int  # lines left for notes


@dataclass(frozen=True, slots=True)
class BlankLog:
    chapters: Sequence[BlankChapter]
    cup: bool
    story: bool

    @property
    def forks(self) -> bool:
        return any(len(chapter.onward) > 1 for chapter in self.chapters)


@dataclass(frozen=True, slots=True)
class SetupSheet:
    facts: list[Pair]
    groups: list[tuple[str, list[TableStep]]]  # by who can do them


Moves = tuple[str, Sequence[Change]]  # what to do, and with which things


def blank_log(game: Game, players: int, reached: Collection[str], shown: bool) -> BlankLog:
    """Every chapter of the story with room to write; those not reached keep their secrets."""
    story = game.tells_story
    pages = [
        _chapter(game, chapter, players, shown or chapter.key in reached, shown)
        for chapter in game.story_chapters
    ]
    cup = game.graph.cup is not None and players > 1
    return BlankLog(pages if story else pages * GAMES, cup, story)


def setup_sheet(
    game: Game, situation: Situation, without: Collection[str] = frozenset(),
    ruled: Collection[str] = (),
) -> SetupSheet:  # fmt: skip
    """Everything to put out, by who can do it, in the order of the book; what the group has
    ``ruled`` is not doubted any more."""
    places = {step.key: step.place for step in game.steps if step.place}
    found: dict[str, list[TableStep]] = {group.key: [] for group in game.groups}
    for step in game.checklist(situation):
        if step.key not in without:
            found[step.group].append(_whose(_sure(step, ruled), places.get(step.key)))
    alone = game.persons(situation) < 2
    groups = [(g.called(alone), found[g.key]) for g in game.groups if found[g.key]]
    pairs = [pair for pair in facts(game, situation, ruled=ruled) if pair.size != "long"]
    return SetupSheet(pairs, groups)


def _sure(step: TableStep, ruled: Collection[str]) -> TableStep:
    """A step without its doubts where all its questions are answered, as on its page."""
    if not set(step.rulings) <= set(ruled):
        return step
    return replace(step, notes=tuple(note for note in step.notes if note not in step.doubts))


def _whose(step: TableStep, place: int | None) -> TableStep:
    """A step that is for one player says for whom, as nobody is named on a blank sheet."""
    if not place or re.match(r"[^.:]*\bplayer\b", step.text, re.IGNORECASE):
        return step
    player = "First player" if place == 1 else f"Player {place}"
    return replace(step, text=f"{player}: {step.text}")


def change_over(game: Game, old: Situation, new: Situation) -> list[Moves]:
    """What moves between box and table on the way to the next chapter."""
    change = game.changeover(old, new)
    ways: tuple[Moves, ...] = (
        ("First", [Change(row.said(new), ()) for row in game.graph.between]),
        ("Put away", change.put_away),
        ("Set out", change.fetch),
        ("Take out of the pile", change.take_out),
        ("Shuffle into the pile", change.shuffle_in),
    )
    return [(verb, changes) for verb, changes in ways if changes]


def _chapter(
    game: Game, chapter: Chapter, players: int, shown: bool, all_shown: bool
) -> BlankChapter:
    low, high = chapter.players or game.players
    situation, _ = game.situation(chapter.key, min(max(players, low), high), {})
    fits = [f for f in fitting(game.card_facts, situation) if f.scope is Scope.PLAY]
    brought = next((f for f in fits if f.key == INTRODUCED), None)
    decks = (deck for deck in game.decks(situation) if any(s.numbered for s in deck.segments))
    deck = next(decks, None)
    known = facts(game, situation) if shown else []
    if players > WHOLE or not game.tells_story:
        known = [pair for pair in known if pair.strip]
    lines = [f.label for f in fits if f.due is Due.AFTERWARDS]
    ticks = [c.key for c in brought.choices] if brought and all_shown else []
    long = sum(not pair.strip for pair in known)
    written = bool(brought and not all_shown) + (not shown)
    used = players + bool(deck) + len(lines) + -(-len(ticks) // TICKS) + -(-long // 2) + written
    after = game.graph.after.get(chapter.key, [])
    return BlankChapter(
        title=chapter.title if shown else f"Chapter {chapter.key}", seal=seal(chapter.key),
        covered=not shown, facts=known, deck=deck, lines=lines,
        onward=[one.key for one in game.chapters if one.key in after],
        brings=brought is not None, brought=ticks, free=min(MOST, max(1, ROOM - used)),
    )  # fmt: skip
