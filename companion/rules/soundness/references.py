"""What a row names by the key of another: each name has to be somebody's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from ..data.faults import Fault, missing
from ..data.palette import CLOTHS, COLOURS, SHAPES, plates, symbols
from ..game import Game
from ..parts.clock import OVER, SO_FAR
from .rows import rows

PART = "counter, pad, deck, aid, topic, card fact or option to draw"
STANDS = "counter, pad or topic"
TO_SETTLE = "ruling or card fact"
CARRIED = "thing that a topic carries"
REFERS: Mapping[str, Mapping[str, str]] = {
    "": {"plate": "plate", "cloth": "cloth", "automaton_sets": "setting"},
    "aids": {"phases": "phase", "gives": "field"},
    "card_facts": {"of": "card fact", "confirms": "ruling", "under": "option"},
    "catalogue": {"among": "topic"},
    "clock": {"course": "topic", "course_ends": "topic", "strip": STANDS},
    "clock.phases": {"deck": "deck", "strip": STANDS, "shows": PART, "folds": PART},
    "clock.phases.places": {"aids": "aid", "sign": "symbol"},
    "clock.reminders": {"phase": "phase", "asks": "ruling", "aids": "aid"},
    "colours": {"key": "colour", "shape": "shape"},
    "draws": {"settles": "card fact or option"},
    "facts": {"key": "topic", "ruling": "setting", "told": "setting"},
    "graph": {"begins": "setting"},
    "graph.introductions": {"items": CARRIED},
    "graph.paths": {"sets": "setting"},
    "lookup": {"catalogue": "catalogue", "singles": "catalogue", "draw": "draw", "topics": "topic"},
    "pads": {"catalogue": "catalogue", "moves": "track", "feeds": "field", "needs": "track",
             "fills": "track", "full": "phase", "belongs_to": "draw"},
    "pads.foretold": {"aid": "aid", "phases": "phase"},
    "pads.keys": {"sign": "symbol", "tint": "tint"},
    "pads.mark": {"sign": "symbol"},
    "pads.pile": {"told": "card fact"},
    "segments": {"deck": "deck"},
    "sheet.categories": {"asks": TO_SETTLE},
    "sheet.categories.fields": {"catalogue": "catalogue"},
    "sheet.categories.fields.item": {"catalogue": "catalogue"},
    "sheet.limits": {"field": "field"},
    "sheet.supplies": {"fields": "field"},
    "steps": {"group": "group", "draw": "draw", "deck": "deck", "asks": TO_SETTLE},
    "tiebreaks": {"field": "field", "ruling": "ruling"},
    "tracks": {"feeds": "field", "group": "track group", "sign": "symbol", "against": "track"},
}  # fmt: skip
"""By where a row stands in the files, of which kind the things are that its columns name."""


def reference_faults(game: Game) -> Iterator[Fault]:
    """Names that nothing of their kind is called."""
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
        "track group": game.track_groups, "phase": game.clock.phases,
    }  # fmt: skip
    found: dict[str, Collection[str]] = {
        what: {row.key for row in each} for what, each in own.items()
    }
    found |= {"colour": COLOURS, "tint": (*COLOURS, "red"), "shape": SHAPES, "cloth": CLOTHS}
    counters = {track.key for track in game.tracks if not track.group} | {*found["track group"]}
    standing = {*counters, *found["pad"], *found["topic"]}
    to_draw = {draw.settles for draw in game.draws} & {*found["option"]}
    return found | {
        "symbol": symbols(),
        "plate": plates(),
        "catalogue": {card.catalogue for card in game.catalogue},
        "field": game.sheet.by_key.keys(),
        "phase": {*found["phase"], OVER.phase},
        "setting": {setting.key for setting in game.settings()},
        "card fact or option": {*found["card fact"], *found["option"]},
        TO_SETTLE: {*found["card fact"], *found["ruling"]},
        CARRIED: {str(item) for topic in game.topics for item in topic.carries},
        STANDS: {SO_FAR, *standing},
        PART: {*standing, *found["deck"], *found["aid"], *found["card fact"], *to_draw},
    }
