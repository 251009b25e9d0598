"""Checks that try out the start, the Play screen, and every chapter with every player count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..data.faults import Fault, Path
from ..fields import Kind
from ..game import TARGET, WON, Chapter, Game
from ..parts.campaign import nobody
from ..parts.clock import Location, Order, Phase, clockwise, unmoving
from ..parts.facts import ByPlayers
from ..parts.settings import CardFact, Scope
from ..parts.setup import Draw
from ..parts.tracks import Track
from ..situation import ALWAYS, Situation, fitting
from .rows import rows


def sheet_faults(game: Game) -> Iterator[Fault]:
    """A sheet without points can only be won or lost; a target is said once."""
    alone = next((one for one in game.chapters if not game.is_together(one.key)), None)
    if not game.sheet.categories and alone is not None:
        said = "no categories, so no one has points; write together = true if all win or lose"
        yield Fault(("sheet", "categories"), f"{said} (chapter {alone.key})")
    people = {fact.key for fact in game.card_facts if fact.people}
    for key in people.intersection(game.sheet.asks):
        said = f"only a phase can ask for somebody; name {key!r} in its shows"
        yield Fault(("sheet", "asks"), said)
    broken = {tie.field for tie in game.tiebreaks}
    for i, field in enumerate(game.sheet.ties):
        if field.key not in broken:
            yield Fault(("sheet", "ties", i), "no tie-break asks for this field")
    facts = any(fact.key == TARGET for fact in game.facts)
    for i, fact in enumerate(game.card_facts):
        if facts and fact.key == TARGET and fact.default is not None:
            said = "the facts give a target already; a card detail overrides it, without a default"
            yield Fault(("card_facts", i, "default"), said)
        if fact.key == WON and (fact.kind is not Kind.FLAG or fact.scope is not Scope.PLAY):
            yield Fault(("card_facts", i, "kind"), 'won is kind = "flag" with scope = "play"')


def screen_faults(game: Game) -> Iterator[Fault]:
    """What a screen cannot show, and what contradicts the order of turns or ``first = false``."""
    counters = [track for track in game.tracks if not track.group]
    parts = (counters, game.track_groups, game.pads, game.deck_plans, game.aids, game.topics)
    meant = Counter(row.key for each in (*parts, game.card_facts, game.options) for row in each)
    nobody_first = "with first = false no one goes first"
    if not game.first and game.graph.starter is not nobody:
        yield Fault(("graph", "starter"), f'{nobody_first}; say starter = "nobody"')
    for path, row in rows(game):
        match row:
            case CardFact() if row.begins and game.clock.order in (clockwise, unmoving):
                said = 'the order of turns does not ask for it; say order = "chosen" in the clock'
                yield Fault((*path, "begins"), said)
            case Draw() if row.begins and not game.first:
                yield Fault((*path, "begins"), f"{nobody_first}, so no draw says who does")
            case Phase():
                if not game.first and row.order is not Order.TOGETHER:
                    said = f'{nobody_first}, so a phase is order = "together", not "{row.order}"'
                    yield Fault((*path, "order"), said)
                for key in ("shows", "opens", "folds"):
                    twice = (name for name in getattr(row, key) if meant[name] > 1)
                    yield from (Fault((*path, key), f"{name!r} means two things") for name in twice)
            case Location() if not row.aids:
                yield Fault((*path, "aids"), "a place needs an aid that helps there")
            case Track() if row.group and not (row.shared and row.short):
                said = "only shared tracks stand in a group, each with a short name"
                yield Fault((*path, "group"), said)


def situations(game: Game) -> Iterator[Situation]:
    """Every chapter with every number of players, all else by default."""
    for chapter in game.chapters:
        for players in seats(game, chapter):
            yield game.situation(chapter.key, players, {})[0]


def seats(game: Game, chapter: Chapter) -> range:
    low, high = chapter.players or game.players
    return range(low, high + 1)


def table_faults(game: Game) -> Iterator[Fault]:
    """Each fault once, with the first table that shows it."""
    tables = _by_players(game)
    met: dict[tuple[Path, str], Situation] = {}
    yield from round_faults(game)
    yield from deck_faults(game)
    for situation in situations(game):
        for found in _table(game, situation, tables):
            met.setdefault(found, situation)
    for (path, said), here in met.items():
        yield Fault(path, f"{said} ({here.chapter} with {here.players})")


def deck_faults(game: Game) -> Iterator[Fault]:
    """Names of cards that are in no deck."""
    for i, plan in enumerate(game.deck_plans):
        mine = [segment for segment in game.segments if segment.deck == plan.key]
        known = {card for segment in mine for card in (*segment.fixed, *segment.pool)}
        for card in (card for card in plan.names if card not in known):
            yield Fault(("deck_plans", i, "names"), f"no segment has a card {card}")


def round_faults(game: Game) -> Iterator[Fault]:
    """Conditions on a round that comes in no chapter, where all say how many there are."""
    known = [game.rounds(situation) for situation in situations(game)]
    most = max((number for number in known if number), default=0)
    if not most or None in known:
        return
    for path, row in rows(game):
        for number in getattr(row, "when", ALWAYS).needs.get("round", ()):
            if isinstance(number, int) and number > most:
                yield Fault((*path, "when"), f"round is never {number}: there are {most}")


Found = Iterator[tuple[Path, str]]
Tables = list[tuple[Path, Any, ByPlayers]]
"""Every table of numbers by players, with the way to it and its row."""


def _table(game: Game, situation: Situation, tables: Tables) -> Found:
    gaps = list(_gaps(game, situation, tables))
    yield from gaps
    if gaps:
        return
    facts = game.facts_of(situation)
    steps = [(i, step) for i, step in enumerate(game.steps) if step.when.holds(situation)]
    unknown = [(i, name) for i, step in steps for name in sorted(step.names() - facts.keys())]
    for i, name in unknown:
        yield ("steps", i, "text"), f"speaks of {name!r}, which is not known here"
    for i, draw in enumerate(game.draws):
        if draw.when.holds(situation):
            yield from ((("draws", i), said) for said in _draw(game, situation, draw))
    if not unknown and not game.checklist(situation):
        yield ("steps",), "nothing to set up"
    if not game.clock.phases_of(situation, 1):
        yield ("clock", "phases"), "no phases"


def _by_players(game: Game) -> Tables:
    return [
        ((*path, column), row, table)
        for path, row in rows(game)
        for column in ("by_players", "count", "most", "high")
        if isinstance(table := getattr(row, column, None), ByPlayers)
    ]


def _gaps(game: Game, situation: Situation, tables: Tables) -> Found:
    """Tables without a number for these players, and facts with two values."""
    here = [fact for fact in fitting(game.facts, situation) if "round" not in fact.when.needs]
    for key, n in Counter(fact.key for fact in here).items():
        if n > 1:
            number = max(i for i, fact in enumerate(game.facts) if fact in here and fact.key == key)
            yield ("facts", number), f"{n} rows give {key} a value at the same table"
    for path, row, table in tables:
        if situation.players not in table.values and row.when.holds(situation):
            yield path, f"no number for {situation.players} players"


def _draw(game: Game, situation: Situation, draw: Draw) -> Iterator[str]:
    facts = game.facts_of(situation)
    if draw.pool_of and draw.pool_of not in facts:
        yield f"its pool {draw.pool_of!r} is no fact here"
        return
    things = draw.things(situation, facts)
    number = facts.get(draw.count_of)
    if draw.count_of and not (number and isinstance(number.value, int | None)):
        yield f"its number {draw.count_of!r} is not a fact with a number here"
        return
    wanted = draw.wanted(situation, facts)
    if 0 < len(things) < wanted:
        yield f"draws {wanted} out of {len(things)}"
    if draw.secret and not draw.deals(situation):
        yield f"draws {wanted} in secret, but not one for each of the players"
    if draw.fills in game.sheet.by_key:
        field = game.sheet.by_key[draw.fills].here(situation)
        offered = {choice.key for choice in field.choices}
        for thing in dict.fromkeys(thing for thing in things if thing not in offered):
            yield f"can give {thing!r}, which {field.key} cannot be"
    # What is drawn has to be something that can be told of what it settles.
    for setting in (setting for setting in game.settings() if setting.key == draw.settles):
        several = draw.several and isinstance(setting, CardFact)
        for thing in dict.fromkeys(things):
            if setting.read([thing] if several else thing)[1]:
                yield f"can give {thing!r}, which {setting.key} cannot be"
        if several and setting.kind is Kind.LIST and len(set(things)) < len(things):
            yield f"can give the same thing twice, which {setting.key} cannot be"
