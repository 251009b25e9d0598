"""Which chapter may follow which, what changes on the table, and who starts next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..data.faults import Fault, missing
from ..situation import ALWAYS, Settings, Situation, When, fitting
from ..words import listed, spans
from .decks import Deck
from .facts import Certainty, Facts, Moves, Topic

END = "end"


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one chapter to the next, and the settings the story makes by taking it."""

    start: str
    to: str
    src: str
    sure: Certainty = Certainty.READ
    sets: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class Finished:
    """A scored chapter as the story remembers it."""

    chapter: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    level: tuple[str, ...] = ()  # in front together, where nobody can say who has won
    lost: str = ""  # what was missed by somebody alone who has not won, as a clause
    together: bool = False  # all won or all lost
    attempt: int = 1
    settings: Settings = field(default_factory=dict)  # all that was settled or told of it

    @property
    def won(self) -> bool:
        return bool(self.winners)


# The seat that starts the next chapter; None: draw or ask.
Starter = Callable[[Finished, Sequence[str]], int | None]
# What a finished chapter leaves to the next: options and card facts with their values.
Carry = Callable[[Finished], Settings]
# Who holds the story's trophy, by those of its chapters that several played.
CupRule = Callable[[Sequence[Finished], Settings], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Introduction:
    """What an event of one chapter probably brings into the game for good."""

    event: int
    items: tuple[str, ...]
    src: str
    when: When


@dataclass(frozen=True, slots=True)
class Between:
    """Something to do when a chapter is over, before the next one is set up."""

    key: str
    text: str
    src: str
    alone: str = ""  # what one player reads instead of the text

    def said(self, situation: Situation) -> str:
        return (situation.solo and self.alone) or self.text


@dataclass(frozen=True)
class CampaignGraph:
    first: str
    paths: tuple[Path, ...]
    starter: Starter
    cup: CupRule | None = None
    carries: Carry | None = None
    begins: tuple[str, ...] = ()  # settled by a path only where ``starter`` names a seat
    introductions: tuple[Introduction, ...] = ()
    between: tuple[Between, ...] = ()
    drawn: bool = False  # outside the story a chapter is drawn at random

    @cached_property
    def after(self) -> Mapping[str, list[str]]:
        """Every chapter that can follow, by the one before it."""
        found: dict[str, list[str]] = {}
        for path in self.paths:
            found.setdefault(path.start, []).extend({path.to} - {END})
        return found

    def open(self, situation: Situation) -> list[Path]:
        """The ways on from here as this group plays, the likeliest first."""
        mine = [p for p in self.paths if p.start == situation.chapter and p.to != END]
        return list(fitting(mine, situation))

    def introduced(self, situation: Situation, events: Collection[int]) -> list[Introduction]:
        """What the events seen in this chapter probably introduced."""
        return [i for i in fitting(self.introductions, situation) if i.event in events]

    def faults(self, chapters: Set[str]) -> Iterator[Fault]:
        """Faults of the graph of chapters; empty if it is sound."""
        yield from missing(("graph", "first"), "chapter", chapters, self.first)
        for i, path in enumerate(self.paths):
            row = ("graph", "paths", i)
            yield from missing((*row, "start"), "chapter of the story", chapters, path.start)
            yield from missing((*row, "to"), "chapter of the story", chapters | {END}, path.to)
        reached, todo = set(), [self.first]
        while todo:
            here = todo.pop()
            reached.add(here)
            todo += [p.to for p in self.paths if p.start == here and p.to not in reached]
        for name in sorted(chapters - reached):
            yield Fault(("chapters",), f"{name}: no path leads there")
        if END not in reached:
            yield Fault(("graph", "paths"), "the story has no end")


def nobody(before: Finished, seats: Sequence[str]) -> None:
    """No rule says who starts the next chapter."""
    return None


STARTERS: dict[str, Starter] = {"nobody": nobody}


@dataclass(frozen=True, slots=True)
class Change:
    """Things of one kind that move together: ``Game board: B``."""

    label: str
    items: tuple[str, ...]
    key: str = ""  # what is ticked when it is done


@dataclass(frozen=True, slots=True)
class Changeover:
    """The way from one chapter's table to the next one's."""

    put_away: tuple[Change, ...]
    fetch: tuple[Change, ...]
    take_out: tuple[Change, ...]
    shuffle_in: tuple[Change, ...]

    def cleared(self) -> tuple[Change, ...]:
        """What leaves the table; what comes onto it, the set-up says step by step."""
        return self.put_away + self.take_out

    def sentences(self) -> dict[str, str]:
        """The same as things to do, by their keys: ``Put away 17 and 19 (Events).``"""
        away = {c.key: f"Put away {listed(c.items)} ({c.label})." for c in self.put_away}
        out = {c.key: f"Take {listed(c.items)} out of the pile ({c.label})." for c in self.take_out}
        return away | out


def changeover(
    topics: Sequence[Topic],
    old: Facts,
    new: Facts,
    decks: Sequence[tuple[Deck, Deck]],
    own: Mapping[str, str],
) -> Changeover:
    """What moves between box and table, worked out from the two chapters' facts.

    ``own`` are the names that the group has for things.
    """
    gone = {t.key: _less(t, old, new, own) for t in topics}
    come = {t.key: _less(t, new, old, own) for t in topics}
    cards_out = [_cards("put-away", before, after) for before, after in decks]
    cards_in = [_cards("fetch", after, before) for before, after in decks]
    return Changeover(
        _changes("put-away", topics, gone, Moves.PLACE) + tuple(filter(None, cards_out)),
        _changes("fetch", topics, come, Moves.PLACE) + tuple(filter(None, cards_in)),
        _changes("take-out", topics, gone, Moves.PILE),
        _changes("shuffle-in", topics, come, Moves.PILE),
    )


def _changes(
    what: str, topics: Sequence[Topic], moved: Mapping[str, tuple[str, ...]], how: Moves
) -> tuple[Change, ...]:
    mine = (topic for topic in topics if topic.moves is how and moved[topic.key])
    return tuple(Change(t.label, moved[t.key], f"over-{what}-{t.key}") for t in mine)


def _less(topic: Topic, some: Facts, others: Facts, own: Mapping[str, str]) -> tuple[str, ...]:
    mine, theirs = _items(some, topic.key), _items(others, topic.key)
    left = [item for item in mine if item not in theirs]
    named = [own[text] for item in left if (text := topic.item.format(item)) in own]
    bare = [item for item in left if topic.item.format(item) not in own]
    if bare and all(type(item) is int for item in bare):
        bare = spans(bare)
    return (*named, *(topic.item.format(item) for item in bare))


def _items(facts: Facts, key: str) -> tuple[Any, ...]:
    value = facts[key].value if key in facts else None
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _cards(what: str, some: Deck, others: Deck) -> Change | None:
    left = some.cards() - others.cards()
    cards = ((some.called(card), n) for card, n in sorted(left.items()))
    names = [f"{n} × {card}" if n > 1 else card for card, n in cards]
    return Change(some.label, tuple(names), f"over-{what}-{some.key}-cards") if names else None
