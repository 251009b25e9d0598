"""What a group tells of its cards while it plays: what events brought in, what changes hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.facts import Facts
from companion.rules.play import Play
from companion.rules.rulings import CardFact, FactKind, Scope
from companion.rules.situation import fitting
from companion.rules.state import INTRODUCED, State
from companion.rules.words import listed, said
from companion.show.fact import Line, line

FAR_BACK = 400


@dataclass(frozen=True, slots=True)
class Box:
    """Something that can be ticked or picked."""

    key: str
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class Introduced:
    """What the events of this chapter brought into the game for good."""

    label: str
    question: str  # empty where nothing is open
    noted: str
    likely: tuple[Box, ...]
    others: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A fact of this play that changes while it is played, and what follows from it."""

    key: str
    label: str
    note: str
    boxes: tuple[Box, ...]
    follows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Told:
    introduced: Introduced | None
    picks: tuple[Pick, ...]
    lines: tuple[Line, ...]  # what stands on the cards in play, as far as it was told


def told(state: State, play: Play, facts: Facts) -> Told:
    fits = list(fitting(play.game.card_facts, play.situation))
    brought = next((fact for fact in fits if fact.key == INTRODUCED), None)
    picks = [f for f in fits if f.scope is Scope.PLAY and f.kind is FactKind.CHOICE]
    rest = [f for f in fits if f is not brought and f not in picks and f.scope is not Scope.GAME]
    return Told(
        _introduced(state, play, brought) if brought else None,
        tuple(_pick(play, fact, facts) for fact in picks),
        tuple(_lines(play, rest)),
    )


def _lines(play: Play, card_facts: Sequence[CardFact]) -> Iterator[Line]:
    for fact in card_facts:
        value = play.situation.settings.get(fact.key)
        if value is not None and value != fact.default:
            yield line(fact.label, _words(fact, value))


def _words(fact: CardFact, value: Any) -> str:
    names = {choice.key: choice.label for choice in fact.choices}
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if fact.kind is FactKind.LIST:
        return listed([names.get(item, item) for item in value]) or "none"
    return names.get(value) or said(value)


def _introduced(state: State, play: Play, fact: CardFact) -> Introduced:
    noted = tuple(play.facts.get(INTRODUCED) or ())
    open_cards = _unanswered(state, play)
    fresh = [card for cards in play.seen.values() for card in cards if card in open_cards]
    probable = play.game.graph.introduced(play.situation, fresh)
    asked = [item for row in probable for item in row.items]
    boxes = [Box(c.key, c.label, c.key in noted or c.key in asked) for c in fact.choices]
    likely = tuple(box for box in boxes if box.key in asked)
    others = tuple(box for box in boxes if box.key not in asked)
    names = listed([box.label for box in boxes if box.key in noted])
    events = listed([str(row.event) for row in probable])
    question = f"Did {events} bring in {listed([box.label for box in likely])}?" if likely else ""
    return Introduced(fact.label, question, names, likely, others)


def _unanswered(state: State, play: Play) -> set[int]:
    """The cards noted since the group last told what was brought in."""
    found: set[int] = set()
    log = state.log
    for index in range(len(log) - 1, max(-1, len(log) - 1 - FAR_BACK), -1):
        row = log[index]
        entry = row.entry
        if row.refused or entry.seq in log.revoked or entry.play not in (None, play.number):
            continue
        if entry.action == "start" or (
            entry.action == "record" and entry.data.get("fact") == INTRODUCED
        ):
            break
        if entry.action == "reveal":
            found.add(entry.data["card"])
    return found


def _pick(play: Play, fact: CardFact, facts: Facts) -> Pick:
    value = play.situation.settings.get(fact.key)
    boxes = tuple(Box(c.key, c.label, c.key == value) for c in fact.choices)
    return Pick(fact.key, fact.label, fact.note, boxes, tuple(_follows(play, fact, facts)))


def _follows(play: Play, fact: CardFact, facts: Facts) -> Iterator[Line]:
    """The game's facts that hang on this one: those that another answer would change."""
    settings = play.situation.settings
    other = None if settings.get(fact.key) is not None else fact.choices[0].key
    changed = {**settings, fact.key: other}
    situation = replace(play.situation, settings=changed, round=play.moment.round or None)
    otherwise = play.game.facts_of(situation)
    labels = {topic.key: topic.label for topic in play.game.topics}
    for key, known in facts.items():
        if known.value is not None and key in otherwise and known.value != otherwise[key].value:
            yield line(labels.get(key, key), known.said)
