"""Names in a game's data that mean nothing where they stand, or the wrong thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..aids.aid import Aid
from ..aids.known import each_source
from ..aids.sources import MOMENT, PLACES
from ..data.faults import Fault, missing
from ..data.toml_lines import Path
from ..fields import Field, Kind
from ..game import Game
from ..parts.pads import Pad
from ..parts.setup import Draw
from ..parts.tracks import Track
from .references import things
from .rows import rows

SOURCES = {
    "sheet": "field", "fact": "topic", "setting": "setting", "all": "track", "card": "card",
    "held": "draw",
}  # fmt: skip
"""What stands behind the dot of a source; behind that of any other a pad."""
OWN = "a field is filled in only from each seat's own"


def name_faults(game: Game) -> Iterator[Fault]:
    if len(game.colours) < game.players[1]:
        said = f"{len(game.colours)} colours for up to {game.players[1]} players"
        yield Fault(("colours",), said)
    for path, row in rows(game):
        match row:
            case Draw():
                yield from _draw(game, path, row)
            case Field() if path[0] == "sheet":
                yield from _field(game, path, row)
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
    fields = {f.key: f for f in game.sheet.fields() if f.kind is Kind.CHOICE and f.picks == 1}
    yield from missing((*here, "fills"), "choice on the sheet", {*fields, ""}, draw.fills)
    for key in ("fills", "secret"):
        if getattr(draw, key) and not draw.each:
            yield Fault((*here, key), "only what is drawn for each can be; say each = true")
    if draw.each and draw.of_seats:
        yield Fault((*here, "each"), "seats cannot be drawn for each; say out of which pool")
    if draw.each and draw.settles:
        yield Fault((*here, "settles"), "what each has of their own settles nothing for all")
    if draw.each and draw.key in _keys(game.settings()):
        yield Fault((*here, "key"), f"a setting is called {draw.key!r} already")


def _field(game: Game, path: Path, field: Field) -> Iterator[Fault]:
    yield from _kinds((*path, "item"), field.item)
    needs = [need for choice in field.choices for need in choice.needs]
    yield from missing((*path, "choices"), "card fact", _keys(game.card_facts), *needs)


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
    yield from missing((*here, "takes"), "field", aid.paths(), *aid.takes)
    known = {**things(game), "card": _keys(game.catalogue)}
    for source in (one for name in aid.takes.values() for one in each_source(name)):
        place, _, rest = source.partition(".")
        what = SOURCES.get(place, "pad")
        if rest and place not in PLACES:
            yield from missing((*here, "takes"), "source", PLACES, place)
        elif rest:
            yield from missing((*here, "takes"), what, known[what], rest.split(".")[0])
        elif not source.isdecimal():
            yield from missing((*here, "takes"), "track", {*MOMENT, *known["track"]}, source)
    yield from _kinds((*here, "fields"), aid.fields)
    fields = _keys(aid.fields)
    yield from missing((*here, "prices"), "field", fields, *aid.prices, *aid.prices.values())
    for part in ("usual", "folds", "silent", "people", "waits_for"):
        yield from missing((*here, part), "field", fields, *getattr(aid, part))


def _keys(rows: Iterable[Any]) -> set[str]:
    return {row.key for row in rows}
