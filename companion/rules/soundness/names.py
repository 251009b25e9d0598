"""Checks of names that are unknown or of the wrong kind, and of sentences in the data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from string import Formatter
from typing import Any

from ..aids.calculator import Aid
from ..data.faults import Fault, Path, missing
from ..data.files import CLOTHS, COLOURS, SHAPES, plates, symbols
from ..fields import Field, Kind
from ..game import Game
from ..parts.clock import OVER, SO_FAR
from ..parts.facts import OnAid
from ..parts.pads import Pad
from ..parts.setup import Draw
from ..parts.tracks import Track
from ..scoring.sheet import add_up
from ..situation import WORDS
from ..words import names_in
from .rows import rows

PART = "counter, pad, deck, aid, topic, card fact or option to draw"
STANDS = "counter, pad or topic"
TO_SETTLE = "ruling or card fact"
CARRIED = "thing that a topic carries"
REFERS: Mapping[str, Mapping[str, str]] = {
    "": {"plate": "plate", "cloth": "cloth", "automaton_sets": "setting"},
    "aids": {"phases": "phase"},
    "card_facts": {"of": "card fact", "confirms": "ruling", "under": "option"},
    "catalogue": {"among": "topic"},
    "clock": {"course": "topic", "course_ends": "topic", "strip": STANDS},
    "clock.phases": {"deck": "deck", "strip": STANDS, "shows": PART, "folds": PART,
                     "opens": PART},
    "clock.phases.places": {"aids": "aid", "sign": "symbol"},
    "clock.reminders": {"phase": "phase", "asks": "ruling"},
    "colours": {"key": "colour", "shape": "shape"},
    "draws": {"settles": "card fact or option"},
    "facts": {"key": "topic", "ruling": "setting", "told": "setting"},
    "graph": {"begins": "setting"},
    "graph.introductions": {"items": CARRIED},
    "graph.paths": {"sets": "setting"},
    "lookup": {"catalogue": "catalogue", "singles": "catalogue", "draw": "draw", "topics": "topic"},
    "pads": {"catalogue": "catalogue", "moves": "track", "feeds": "field", "needs": "track",
             "then": "aid", "offered_on": "pad",
             "fills": "track", "full": "phase", "belongs_to": "draw"},
    "pads.foretold": {"aid": "aid", "phases": "phase"},
    "pads.keys": {"sign": "symbol", "tint": "tint"},
    "pads.mark": {"sign": "symbol"},
    "pads.pile": {"told": "card fact"},
    "segments": {"deck": "deck"},
    "sheet": {"asks": "card fact"},
    "sheet.categories": {"asks": TO_SETTLE},
    "sheet.categories.fields": {"catalogue": "catalogue"},
    "sheet.categories.fields.item": {"catalogue": "catalogue"},
    "sheet.limits": {"field": "field"},
    "sheet.supplies": {"fields": "field"},
    "steps": {"group": "group", "draw": "draw", "deck": "deck", "asks": TO_SETTLE},
    "tiebreaks": {"field": "field", "ruling": "ruling"},
    "tracks": {"feeds": "field", "group": "track group", "sign": "symbol", "against": "track",
               "during": "track"},
}  # fmt: skip
"""The kind of thing that each column refers to, by the place of its row in the files."""
OWN = "a field is filled in only from each seat's own"


def reference_faults(game: Game) -> Iterator[Fault]:
    """Faults for references to things that do not exist."""
    known = things(game)
    for path, row in [((), game), *rows(game)]:
        place = ".".join(step for step in path if isinstance(step, str))
        for column, what in REFERS.get(place, {}).items():
            yield from missing((*path, column), what, known[what], *_named(row, column))


def _named(row: Any, column: str) -> Iterable[str]:
    """The names in a column; nothing is named where it is left empty."""
    value = getattr(row, column)
    if isinstance(value, tuple | Mapping):
        return value
    may_be_empty = any(one.name == column and one.default == "" for one in fields(row))
    return () if may_be_empty and not value else (value,)


def things(game: Game) -> dict[str, Collection[str]]:
    """The keys of all things that rows can name, by what they are."""
    own: dict[str, Iterable[Any]] = {
        "aid": game.aids, "card fact": game.card_facts, "deck": game.deck_plans,
        "draw": game.draws, "group": game.groups, "option": game.options, "pad": game.pads,
        "ruling": game.rulings, "topic": game.topics, "track": game.tracks,
        "track group": game.track_groups, "phase": game.clock.phases, "setting": game.settings(),
    }  # fmt: skip
    found = {what: _keys(rows) for what, rows in own.items()}
    counters = {track.key for track in game.tracks if not track.group} | found["track group"]
    standing = counters | found["pad"] | found["topic"]
    to_draw = {draw.settles for draw in game.draws} & found["option"]
    return found | {
        "colour": COLOURS, "tint": (*COLOURS, "red"), "shape": SHAPES, "cloth": CLOTHS,
        "symbol": symbols(), "plate": plates(),
        "catalogue": {card.catalogue for card in game.catalogue},
        "field": game.sheet.by_key.keys(),
        "phase": {*found["phase"], OVER.phase},
        "card fact or option": found["card fact"] | found["option"],
        TO_SETTLE: found["card fact"] | found["ruling"],
        CARRIED: {str(item) for topic in game.topics for item in topic.carries},
        STANDS: {SO_FAR, *standing},
        PART: standing | found["deck"] | found["aid"] | found["card fact"] | to_draw,
    }  # fmt: skip


def name_faults(game: Game) -> Iterator[Fault]:
    if len(game.colours) < game.players[1]:
        said = f"{len(game.colours)} colours for up to {game.players[1]} players"
        yield Fault(("colours",), said)
    for path, row in rows(game):
        match row:
            case Draw():
                yield from _draw(game, path, row)
            case Field() if path[0] == "sheet":
                yield from _kinds((*path, "item"), row.item)
                needs = [need for choice in row.choices for need in choice.needs]
                yield from missing((*path, "choices"), "card fact", _keys(game.card_facts), *needs)
            case Track() if row.feeds and row.shared:
                yield Fault((*path, "feeds"), OWN)
            case Pad():
                yield from _pad(game, path, row)
            case Aid():
                yield from _aid(game, path, row)
    yield from game.graph.faults(_keys(game.story_chapters))


def _draw(game: Game, here: Path, draw: Draw) -> Iterator[Fault]:
    """A draw for each fills in a choice that they make alone, under a name of its own."""
    if not draw.pool_of:
        pairs = [name for pair in draw.exclusive for name in pair]
        yield from missing((*here, "exclusive"), "thing in its pool", draw.pool, *pairs)
    fields = {f.key for f in game.sheet.fields() if f.kind is Kind.CHOICE and f.picks == 1}
    yield from missing((*here, "fills"), "choice on the sheet", {*fields, ""}, draw.fills)
    for key in ("fills", "secret"):
        if getattr(draw, key) and not draw.each:
            yield Fault((*here, key), "only what is drawn for each can be; say each = true")
    if draw.each and draw.of_seats:
        yield Fault((*here, "each"), "seats cannot be drawn for each; say out of which pool")
    if draw.each and draw.settles:
        yield Fault((*here, "settles"), "what each draws decides nothing for everyone")
    if draw.each and draw.key in _keys(game.settings()):
        yield Fault((*here, "key"), f"a setting is called {draw.key!r} already")


def _kinds(path: Path, columns: Sequence[Field]) -> Iterator[Fault]:
    """Columns of a list or fields of an aid can be for some kinds only, if one is called kind."""
    kinds = {choice.key for column in columns if column.key == "kind" for choice in column.choices}
    for i, column in enumerate(columns):
        yield from missing((*path, i, "kinds"), "kind", kinds, *column.kinds)


def _pad(game: Game, here: Path, pad: Pad) -> Iterator[Fault]:
    cards = [card for card in game.catalogue if card.catalogue == pad.catalogue]
    yield from missing((*here, "start"), "card", _keys(cards) | _keys(pad.keys), *pad.start)
    if pad.shared and pad.feeds:
        yield Fault((*here, "feeds"), OWN)
    if pad.shared and any(not t.shared for t in game.tracks if t.key in pad.moves):
        yield Fault((*here, "moves"), "cards of all move only tracks of all")
    for name in {track.feeds for track in game.tracks}.intersection(pad.feeds):
        yield Fault((*here, "feeds"), f"a track fills in {name!r} already")


def _aid(game: Game, here: Path, aid: Aid) -> Iterator[Fault]:
    """The names that a calculator's class gives as text; those of its inputs Python checks."""
    yield from missing((*here, "fills"), "field", {*game.sheet.by_key, ""}, aid.calculator.fills)
    facts = _keys(game.card_facts)
    turned = [one.turned_by for one in aid.inputs.values() if one.turned_by]
    yield from missing((*here, "fields"), "card fact", facts, *aid.needs, *turned)
    yield from _kinds((*here, "fields"), aid.fields)
    refers = (name for one in aid.inputs.values() for name in one.refers)
    yield from missing((*here, "fields"), "input", aid.inputs, *refers)


def _keys(rows: Iterable[Any]) -> set[str]:
    return {row.key for row in rows}


def sentence_faults(game: Game) -> Iterator[Fault]:
    yield from _braces(game)
    for i, category in enumerate(game.sheet.categories):
        if category.rule is not add_up and not category.meaning:
            said = "has no meaning, which a sheet on paper needs"
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
    told = topics - {"n"} | _keys(game.card_facts)
    for i, reminder in enumerate(game.clock.reminders):
        here = ("clock", "reminders", i)
        yield from named((*here, "text"), reminder.text, told, "fact")
        yield from named((*here, "unknown"), reminder.unknown, set(WORDS), "word")
        if not reminder.unknown and names_in(reminder.text) & told - {*WORDS}:
            yield Fault(here, "says nothing as long as its facts are not told, which is unknown")
    for i, step in enumerate(game.steps):
        for part in ("text", "unknown"):
            path, said = ("steps", i, part), getattr(step, part)
            yield from named(path, said, topics, "fact")
            if "{n}" in said and not (step.count or step.count_of):
                yield Fault(path, "{n} is its count, but there is neither count nor count_of")
        yield from missing(("steps", i, "count_of"), "fact", topics | {""}, step.count_of)
    for i, track in enumerate(game.tracks):
        for j, saying in enumerate(track.says):
            # What goes in is known to its rule alone.
            yield from named(("tracks", i, "says", j, "text"), saying.text, None)
    known = {"total", "most"}
    for i, supply in enumerate(game.sheet.supplies):
        yield from named(("sheet", "supplies", i, "message"), supply.message, known, "number")
    for i, topic in enumerate(game.topics):
        yield from named(("topics", i, "item"), topic.item, {""}, "thing")


def named(
    path: Path, text: str, known: set[str] | None, what: str = "", counts: bool = False
) -> Iterator[Fault]:
    """What the braces of a sentence name, and whether they come in pairs; known None: only that.

    Only where things are counted does something stand after a colon.
    """
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError:
        yield Fault(path, "a brace is not closed, or not opened; { itself is written {{")
        return
    if known is None:
        return
    yield from missing(path, what, known, *(name for _, name, _, _ in parts))
    for _, name, way, turned in parts:
        if turned or (way and not counts):
            yield Fault(path, f"the braces of {name!r} hold more than a name")


def lookup_faults(game: Game) -> Iterator[Fault]:
    details: dict[str, set[str]] = defaultdict(set)  # of any card, by catalogue
    for card in game.catalogue:
        details[card.catalogue].update(card.by_name())
    for i, kind in enumerate(game.lookup):
        here: Path = ("lookup", i)
        own = [("figure", kind.figure), *(("says", text) for text in kind.says), ("tag", kind.tag)]
        of_kind, of_single = details[kind.catalogue], details[kind.singles]
        for name, text in own:
            yield from named((*here, name), text, of_kind, "detail", counts=True)
        yield from named((*here, "single"), kind.single, of_single, "detail", counts=True)
        if kind.catalogue and kind.printed is OnAid.ALL and not (kind.figure or kind.says):
            yield Fault((*here, "printed"), "nothing of its cards is printed: say figure or says")
    shown = {name for kind in game.lookup for name in (kind.catalogue, kind.singles)}
    for unseen in sorted({card.catalogue for card in game.catalogue} - shown):
        yield Fault(("lookup",), f"nothing shows the catalogue {unseen!r}; name it in a look-up")
