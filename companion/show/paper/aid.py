"""The player aid: a round, its costs and how the game is scored, on half a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from companion.rules.aids.lookup import LookupKind, OnAid
from companion.rules.game import Game
from companion.rules.parts.clock import Phase
from companion.rules.situation import Situation, fitting
from companion.rules.words import listed, plural
from companion.show.lookup import tables
from companion.show.lookup.finds import Find
from companion.show.paper.sheet import asked_for, formula, joined, ties, to_tell

FEW, MANY = 1900, 2600
"""Letters up to which half a page takes larger type, and beyond which lines stand closer."""


@dataclass(frozen=True, slots=True)
class AidLine:
    label: str
    text: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class AidPart:
    title: str
    lines: tuple[AidLine, ...]


@dataclass(frozen=True, slots=True)
class PlayerAid:
    game: str
    lede: str
    parts: tuple[AidPart, ...]
    ties: str

    @property
    def look(self) -> str:
        """How its words find room."""
        length = sum(len(line.label + line.text) for p in self.parts for line in p.lines)
        return "airy" if length < FEW else "full" if length > MANY else ""


def player_aid(game: Game, situation: Situation) -> PlayerAid:
    """What everybody asks for again and again, for this chapter and so many players; nothing of
    the moment, as the sheet is kept."""
    moving = {fact.key: fact.default for fact in game.card_facts if fact.next}
    situation = replace(situation, settings={**situation.settings, **moving})
    rounds = game.rounds(situation)
    costs = [
        AidPart(kind.label, tuple(_costs(game, situation, kind)))
        for kind in fitting(game.lookup, situation)
        if kind.printed
    ]
    parts = (
        AidPart("Course of play", tuple(_phases(game, situation))),
        *costs,
        AidPart("Scoring", tuple(_scoring(game, situation))),
    )
    told = [game.company(situation)]
    if rounds:
        told.append(plural(rounds, game.clock.round_word))
    return PlayerAid(
        game.title, ", ".join(told), tuple(part for part in parts if part.lines),
        ties(game, situation),
    )  # fmt: skip


def _phases(game: Game, situation: Situation) -> Iterator[AidLine]:
    """Every phase; those that read alike in one line."""
    fits = (p for p in game.clock.phases if p.when.without({"round"}).holds(situation))
    told = [(_phase_text(game, situation, phase), _called(game, phase)) for phase in fits]
    for text, group in groupby(told, key=lambda pair: pair[0]):
        labels = [label for _, label in group]
        yield AidLine(labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}", text)


def _called(game: Game, phase: Phase) -> str:
    """A phase with its rounds, where it is not in every one."""
    rounds = [game.clock.number(number) for number in phase.when.needs.get("round", ())]
    only = f" ({game.clock.round_name} {listed(rounds)})" if rounds else ""
    return f"{phase.label}{only}"


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


def _costs(game: Game, situation: Situation, kind: LookupKind) -> Iterator[AidLine]:
    facts = game.facts_of(situation) if kind.printed is OnAid.ALL else {}
    finds = (
        *tables.of_rows(situation, kind),
        *(tables.of_topics(game, situation, facts, kind) if facts else ()),
    )
    return (_line(find) for find in finds if find.says or find.figure)


def _line(find: Find) -> AidLine:
    """A figure that the words say already is not said twice."""
    text = "; ".join(find.says)
    figure = "" if find.figure and find.figure.strip("+−") in text else find.figure
    return AidLine(find.label, text, figure)


def _scoring(game: Game, situation: Situation) -> Iterator[AidLine]:
    for category in game.sheet.categories:
        asked = to_tell(game, category, situation)
        if not asked:
            continue
        known = "" if category.meaning or len(asked) > 1 else asked_for(asked[0])
        yield AidLine(category.label, joined(known, formula(category, situation)))
