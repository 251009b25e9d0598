"""Checks of sentences in the game and its look-up."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from ..data.faults import Fault, Path, missing
from ..fields import Kind
from ..game import Game
from ..parts.facts import LookupKind, OnAid
from ..scoring.sheet import add_up
from ..situation import WORDS
from ..words import names_in

BRACES = "a brace is not closed, or not opened; { itself is written {{"


def sentence_faults(game: Game) -> Iterator[Fault]:
    yield from _braces(game)
    for i, category in enumerate(game.sheet.categories):
        if category.rule is not add_up and not category.meaning:
            said = "does not say what it means; a sheet on paper needs it as meaning"
            yield Fault(("sheet", "categories", i), said)
    for i, fact in enumerate(game.card_facts):
        if fact.renames and not (fact.kind is Kind.TEXT and fact.default):
            yield Fault(("card_facts", i), "renames nothing")
        elif fact.renames and not fact.default.islower():
            yield Fault(("card_facts", i), "our word is to be in small letters")
        for ours, said in fact.names.items():
            path = ("card_facts", i, "names", ours)
            yield from named(path, said, {""}, "thing")
            if not ours.islower():
                yield Fault(path, "our word is to be in small letters")


def _braces(game: Game) -> Iterator[Fault]:
    topics = {topic.key for topic in game.topics} | {"n", *WORDS}
    for i, phase in enumerate(game.clock.phases):
        for part in ("text", "alone"):
            said = getattr(phase, part)
            yield from named(("clock", "phases", i, part), said, topics - {"n"}, "fact")
    told = topics - {"n"} | {fact.key for fact in game.card_facts}
    for i, reminder in enumerate(game.clock.reminders):
        here = ("clock", "reminders", i)
        yield from named((*here, "text"), reminder.text, told, "fact")
        yield from named((*here, "unknown"), reminder.unknown, set(WORDS), "word")
        if not reminder.unknown and names_in(reminder.text) & told - {*WORDS}:
            yield Fault(here, "says nothing as long as its facts are not told, which is unknown")
    for i, step in enumerate(game.steps):
        for part in ("text", "unknown"):
            path = ("steps", i, part)
            yield from named(path, getattr(step, part), topics, "fact")
            counted = step.count or step.count_of
            if not counted and "{n}" in getattr(step, part):
                yield Fault(path, "{n} is its count, but there is neither count nor count_of")
        yield from missing(("steps", i, "count_of"), "fact", topics | {""}, step.count_of)
    for i, track in enumerate(game.tracks):
        for j, saying in enumerate(track.says):
            # What goes in is known to its rule alone: here only what is no brace at all is found.
            yield from closed(("tracks", i, "says", j, "text"), saying.text)
    for i, supply in enumerate(game.sheet.supplies):
        known = {"total", "most"}
        yield from named(("sheet", "supplies", i, "message"), supply.message, known, "number")
    for i, topic in enumerate(game.topics):
        yield from named(("topics", i, "item"), topic.item, {""}, "thing")


def named(
    path: Path, text: str, known: set[str], what: str, counts: bool = False
) -> Iterator[Fault]:
    """What the braces of a sentence name, and whether they come in pairs.

    Only where things are counted does something stand after a colon.
    """
    if unclosed := list(closed(path, text)):
        yield from unclosed
        return
    parts = [part for part in Formatter().parse(text) if part[1] is not None]
    yield from missing(path, what, known, *(name for _, name, _, _ in parts))
    for _, name, way, turned in parts:
        if turned or (way and not counts):
            yield Fault(path, f"in the braces of {name!r} stands more than a name")


def closed(path: Path, text: str) -> Iterator[Fault]:
    """Whether braces come in pairs, whatever they name."""
    try:
        list(Formatter().parse(text))
    except ValueError:
        yield Fault(path, BRACES)


def lookup_faults(game: Game) -> Iterator[Fault]:
    for i, kind in enumerate(game.lookup):
        yield from _kind_faults(game, ("lookup", i), kind)
    shown = {name for kind in game.lookup for name in (kind.catalogue, kind.singles)}
    for name in sorted({card.catalogue for card in game.catalogue} - shown):
        yield Fault(("lookup",), f"nobody finds the catalogue {name!r}: no kind shows it")


def _kind_faults(game: Game, here: Path, kind: LookupKind) -> Iterator[Fault]:
    """Faults for details that none of a kind's cards has."""
    own = {"figure": (kind.figure,), "says": kind.says, "tag": (kind.tag,)}
    for name, texts in own.items():
        yield from _card_braces(game, (*here, name), kind.catalogue, texts)
    yield from _card_braces(game, (*here, "single"), kind.singles, (kind.single,))
    if kind.catalogue and kind.printed is OnAid.ALL and not (kind.figure or kind.says):
        yield Fault((*here, "printed"), "nothing of its cards is printed: say figure or says")


def _card_braces(game: Game, path: Path, catalogue: str, texts: tuple[str, ...]) -> Iterator[Fault]:
    known = {
        key for card in game.catalogue if card.catalogue == catalogue for key in card.by_name()
    }
    for text in texts:
        yield from named(path, text, known, "detail", counts=True)
