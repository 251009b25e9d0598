"""Names in a game's data that nothing is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..aids.known import names as source_names
from ..data.faults import Fault, missing
from ..data.palette import CLOTHS, COLOURS, SHAPES, plates
from ..data.toml_lines import Path
from ..game import Game
from ..parts.pads import Pad
from ..parts.setup import Draw, SetupStep
from ..scoring.fields import Field, Kind
from .rows import rows


def name_faults(game: Game) -> Iterator[Fault]:
    yield from _looks(game)
    yield from _set_up(game)
    yield from _sheet(game)
    yield from _play(game)
    yield from _story(game)


def _looks(game: Game) -> Iterator[Fault]:
    for i, colour in enumerate(game.colours):
        yield from missing(("colours", i, "key"), "colour", COLOURS, colour.key)
        yield from missing(("colours", i, "shape"), "shape", SHAPES, colour.shape)
    if len(game.colours) < game.players[1]:
        said = f"{len(game.colours)} colours for up to {game.players[1]} players"
        yield Fault(("colours",), said)
    yield from missing(("plate",), "plate", plates() | {""}, game.plate)
    yield from missing(("cloth",), "cloth", (*CLOTHS, ""), game.cloth)
    settings = {setting.key for setting in game.settings()}
    yield from missing(("automaton_sets",), "setting", settings, *game.automaton_sets)


def _set_up(game: Game) -> Iterator[Fault]:
    asked = {fact.key for fact in game.card_facts}
    settings = {setting.key for setting in game.settings()}
    for i, step in enumerate(game.steps):
        yield from _step(game, ("steps", i), step)
        rulings = {ruling.key for ruling in game.rulings}
        yield from missing(("steps", i, "asks"), "ruling or card fact", asked | rulings, *step.asks)
    for i, draw in enumerate(game.draws):
        options = {option.key for option in game.options}
        here = ("draws", i, "settles")
        yield from missing(here, "card fact or option", asked | options | {""}, draw.settles)
        pairs = [name for pair in draw.exclusive for name in pair]
        if not draw.pool_of:
            yield from missing(("draws", i, "exclusive"), "thing in its pool", draw.pool, *pairs)
        yield from _own(game, ("draws", i), draw)
    for i, told in enumerate(game.card_facts):
        rulings = {ruling.key for ruling in game.rulings}
        yield from missing(("card_facts", i, "of"), "card fact", asked | {""}, told.of)
        yield from missing(("card_facts", i, "confirms"), "ruling", rulings, *told.confirms)
    for i, fact in enumerate(game.facts):
        yield from missing(("facts", i, "key"), "topic", _keys(game.topics), fact.key)
        ruling = ("facts", i, "ruling")
        yield from missing(ruling, "ruling or card fact", settings | {""}, fact.ruling)


def _own(game: Game, here: Path, draw: Draw) -> Iterator[Fault]:
    """A draw for each fills in a choice that they make alone, under a name of its own."""
    fields = {f.key: f for f in game.sheet.fields() if f.kind is Kind.CHOICE and f.picks == 1}
    yield from missing((*here, "fills"), "choice on the sheet", {*fields, ""}, draw.fills)
    for key in ("fills", "secret"):
        if getattr(draw, key) and not draw.each:
            yield Fault((*here, key), "only what is drawn for each can be; say each = true")
    if draw.each and draw.of_seats:
        yield Fault((*here, "each"), "seats cannot be drawn for each; say out of which pool")
    if draw.each and draw.settles:
        yield Fault((*here, "settles"), "what each has of their own settles nothing for all")
    if draw.each and draw.key in {setting.key for setting in game.settings()}:
        yield Fault((*here, "key"), f"a setting is called {draw.key!r} already")


def _step(game: Game, path: Path, step: SetupStep) -> Iterator[Fault]:
    yield from missing((*path, "group"), "group", _keys(game.groups), step.group)
    yield from missing((*path, "draw"), "draw", _keys(game.draws) | {""}, step.draw)
    yield from missing((*path, "deck"), "deck", _keys(game.deck_plans) | {""}, step.deck)


def _sheet(game: Game) -> Iterator[Fault]:
    fields = {field.key for field in game.sheet.fields()}
    catalogues = {card.catalogue for card in game.catalogue} | {""}
    for path, row in rows(game.sheet, ("sheet",)):
        if isinstance(row, Field):
            yield from missing((*path, "catalogue"), "catalogue", catalogues, row.catalogue)
            yield from _columns(path, row)
            needs = [need for choice in row.choices for need in choice.needs]
            yield from missing((*path, "choices"), "card fact", _keys(game.card_facts), *needs)
    asked = _keys(game.card_facts) | _keys(game.rulings)
    for i, category in enumerate(game.sheet.categories):
        here = ("sheet", "categories", i, "asks")
        yield from missing(here, "ruling or card fact", asked, *category.asks)
    for i, limit in enumerate(game.sheet.limits):
        yield from missing(("sheet", "limits", i, "field"), "field", fields, limit.field)
    for i, supply in enumerate(game.sheet.supplies):
        yield from missing(("sheet", "supplies", i, "fields"), "field", fields, *supply.fields)
    for i, track in enumerate(game.tracks):
        yield from missing(("tracks", i, "feeds"), "field", fields | {""}, track.feeds)
        if track.feeds and track.shared:
            yield Fault(("tracks", i, "feeds"), "a field is filled in only from each seat's own")
    for i, pad in enumerate(game.pads):
        yield from _pad(game, ("pads", i), pad, fields)
    for i, tie in enumerate(game.tiebreaks):
        yield from missing(("tiebreaks", i, "field"), "field", fields | {""}, tie.field)


def _pad(game: Game, here: Path, pad: Pad, fields: set[str]) -> Iterator[Fault]:
    tracks = {track.key: track for track in game.tracks}
    cards = [card for card in game.catalogue if card.catalogue == pad.catalogue]
    catalogues = {card.catalogue for card in game.catalogue} | {""}
    yield from missing((*here, "catalogue"), "catalogue", catalogues, pad.catalogue)
    yield from missing((*here, "start"), "card", _keys(cards) | _keys(pad.keys), *pad.start)
    yield from missing((*here, "moves"), "track", tracks, *pad.moves)
    yield from missing((*here, "feeds"), "field", fields, *pad.feeds)
    yield from missing((*here, "fills"), "track", {*tracks, ""}, pad.fills)
    yield from missing((*here, "full"), "phase", _keys(game.clock.phases), *pad.full)
    if pad.foretold:
        told = (*here, "foretold")
        yield from missing((*told, "aid"), "aid", _keys(game.aids), pad.foretold.aid)
        phases = _keys(game.clock.phases)
        yield from missing((*told, "phases"), "phase", phases, *pad.foretold.phases)
    if pad.shared and pad.feeds:
        yield Fault((*here, "feeds"), "a field is filled in only from each seat's own")
    if pad.shared and any(not tracks[name].shared for name in pad.moves if name in tracks):
        yield Fault((*here, "moves"), "cards of all move only tracks of all")
    fed = {track.feeds for track in game.tracks}
    for name in fed.intersection(pad.feeds):
        yield Fault((*here, "feeds"), f"a track fills in {name!r} already")


def _columns(path: Path, field: Field) -> Iterator[Fault]:
    """A list's columns can be for some kinds of row only, if one of them is called kind."""
    kinds = {
        choice.key for column in field.item if column.key == "kind" for choice in column.choices
    }
    for i, column in enumerate(field.item):
        yield from missing((*path, "item", i, "kinds"), "kind of row", kinds, *column.kinds)


def _play(game: Game) -> Iterator[Fault]:
    decks = _keys(game.deck_plans)
    phases = _keys(game.clock.phases) | {"over"}
    for i, phase in enumerate(game.clock.phases):
        yield from missing(("clock", "phases", i, "deck"), "deck", decks | {""}, phase.deck)
    for i, reminder in enumerate(game.clock.reminders):
        path = ("clock", "reminders", i, "phase")
        yield from missing(path, "phase", phases | {""}, reminder.phase)
        asks = ("clock", "reminders", i, "asks")
        yield from missing(asks, "ruling", _keys(game.rulings) | {""}, reminder.asks)
    for i, segment in enumerate(game.segments):
        yield from missing(("segments", i, "deck"), "deck", decks, segment.deck)
    for i, aid in enumerate(game.aids):
        yield from missing(("aids", i, "phases"), "phase", phases, *aid.phases)
        yield from missing(("aids", i, "takes"), "field", aid.paths(), *aid.takes)
        yield from missing(("aids", i, "gives"), "field", game.sheet.by_key, *aid.gives)
        for source in aid.takes.values():
            for what, name, there in source_names(game, source):
                yield from missing(("aids", i, "takes"), what, there, name)
        keys = {field.key for field in aid.fields}
        yield from missing(("aids", i, "prices"), "field", keys, *aid.prices, *aid.prices.values())
        for part in ("usual", "folds", "silent", "people", "waits_for"):
            yield from missing(("aids", i, part), "field", keys, *getattr(aid, part))


def _story(game: Game) -> Iterator[Fault]:
    settings = {setting.key for setting in game.settings()}
    carried = {str(item) for topic in game.topics for item in topic.carries}
    yield from game.graph.faults({c.key for c in game.chapters if c.story})
    for i, path in enumerate(game.graph.paths):
        yield from missing(("graph", "paths", i, "sets"), "setting", settings, *path.sets)
    yield from missing(("graph", "begins"), "setting", settings, *game.graph.begins)
    for i, introduction in enumerate(game.graph.introductions):
        here = ("graph", "introductions", i, "items")
        yield from missing(here, "thing that a topic carries", carried, *introduction.items)


def _keys(rows: Iterable[Any]) -> set[str]:
    return {row.key for row in rows}
