"""Finds what is inconsistent in a game's data before a group does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .aids import SOURCES
from .card_facts import FactKind
from .game import Chapter, Game
from .sheet import add_up
from .situation import Situation, When, fitting


def faults(game: Game) -> Iterator[str]:
    """One sentence for each thing that does not fit together."""
    yield from game.graph.faults({c.key for c in game.chapters if c.story})
    yield from _twice(game)
    yield from _sources(game)
    yield from _conditions(game)
    yield from _settings(game)
    yield from _words(game)
    yield from _names(game)
    yield from _aids(game)
    for situation in situations(game):
        yield from _table(game, situation)


def situations(game: Game) -> Iterator[Situation]:
    """Every chapter with every number of players, all else by default."""
    for chapter in game.chapters:
        for players in seats(game, chapter):
            yield game.situation(chapter.key, players, {})[0]


def seats(game: Game, chapter: Chapter) -> range:
    low, high = chapter.players or game.players
    return range(low, high + 1)


def rows(game: Game) -> Iterator[tuple[str, Any]]:
    """Every row of the game's data with the name of its list."""
    lists: dict[str, Iterable[Any]] = {
        "chapters": game.chapters, "options": game.options, "rulings": game.rulings,
        "card_facts": game.card_facts, "facts": game.facts, "steps": game.steps,
        "draws": game.draws, "segments": game.segments, "tracks": game.tracks,
        "catalogue": game.catalogue, "phases": game.clock.phases,
        "reminders": game.clock.reminders, "paths": game.graph.paths,
        "introductions": game.graph.introductions, "between": game.graph.between,
        "categories": game.sheet.categories,
        "fields": game.sheet.fields(), "limits": game.sheet.limits,
        "supplies": game.sheet.supplies, "tiebreaks": game.tiebreaks, "aids": game.aids,
    }  # fmt: skip
    for name, found in lists.items():
        for row in found:
            yield name, row


def _name(name: str, row: Any) -> str:
    return f"{name} {getattr(row, 'key', None) or getattr(row, 'label', None) or row!r}"


def _twice(game: Game) -> Iterator[str]:
    repeatable = {"facts", "catalogue"}
    keys = Counter(
        (name, row.key)
        for name, row in rows(game)
        if name not in repeatable and hasattr(row, "key")
    )
    yield from (f"{name} {key}: stands twice" for (name, key), n in keys.items() if n > 1)
    shared = Counter(setting.key for setting in game.settings())
    yield from (f"setting {key}: stands twice" for key, n in shared.items() if n > 1)


def _sources(game: Game) -> Iterator[str]:
    for name, row in rows(game):
        if not row.src.strip():
            yield f"{_name(name, row)}: no source"


def _conditions(game: Game) -> Iterator[str]:
    known = _dimensions(game)
    for name, row in rows(game):
        when: When = getattr(row, "when", When())
        for key, values in when.needs.items():
            if key not in known:
                yield f"{_name(name, row)}: nothing is called {key!r}"
            for value in values:
                if known.get(key) and value not in known[key]:
                    yield f"{_name(name, row)}: {key} is never {value!r}"


def _dimensions(game: Game) -> dict[str, set[Any]]:
    known: dict[str, set[Any]] = {
        "chapter": {chapter.key for chapter in game.chapters},
        "players": set(range(game.players[0], game.players[1] + 1)),
        "round": set(range(1, 100)),
    }
    for option in game.options:
        known[option.key] = {choice.key for choice in option.choices} | {option.default}
    for ruling in game.rulings:
        known[ruling.key] = {choice.key for choice in ruling.options}
    return known | {fact.key: set() for fact in game.card_facts}


def _settings(game: Game) -> Iterator[str]:
    for option in game.options:
        if option.default not in {None, *(choice.key for choice in option.choices)}:
            yield f"options {option.key}: the default is none of its choices"
    for ruling in game.rulings:
        if ruling.default not in {choice.key for choice in ruling.options}:
            yield f"rulings {ruling.key}: the default is none of its options"
        if len(ruling.options) < 2:
            yield f"rulings {ruling.key}: nothing to choose from"


def _words(game: Game) -> Iterator[str]:
    for category in game.sheet.categories:
        if category.rule is not add_up and not category.meaning:
            yield f"categories {category.key}: does not say what it means"
    for fact in game.card_facts:
        if fact.renames and not (fact.kind is FactKind.TEXT and fact.default):
            yield f"card_facts {fact.key}: renames nothing"
        elif fact.renames and not fact.default.islower():
            yield f"card_facts {fact.key}: our word is to be in small letters"


def _names(game: Game) -> Iterator[str]:
    fields = {field.key for field in game.sheet.fields()}
    groups = {group.key for group in game.groups}
    draws = {draw.key for draw in game.draws}
    phases = {"", "over", *(phase.key for phase in game.clock.phases)}
    topics = {topic.key for topic in game.topics}
    settings = {setting.key for setting in game.settings()}
    asked = {fact.key for fact in game.card_facts}
    rulings = {ruling.key for ruling in game.rulings}
    picked = {option.key: option.choices for option in game.options}
    carried = {str(item) for topic in game.topics for item in topic.carries}
    catalogues = {card.catalogue for card in game.catalogue}
    decks = {plan.key for plan in game.deck_plans}
    for step in game.steps:
        yield from _missing(f"steps {step.key}", groups, step.group)
        yield from _missing(f"steps {step.key}", draws | {""}, step.draw)
        yield from _missing(f"steps {step.key}", decks | {""}, step.deck)
        yield from _missing(f"steps {step.key}", asked | rulings, *step.asks)
    for draw in game.draws:
        yield from _missing(f"draws {draw.key}", asked | picked.keys() | {""}, draw.settles)
        if choices := picked.get(draw.settles):
            yield from _missing(f"draws {draw.key}", {choice.key for choice in choices}, *draw.pool)
    for fact in game.facts:
        yield from _missing(f"facts {fact.key}", topics, fact.key)
        yield from _missing(f"facts {fact.key}", settings | {""}, fact.ruling)
    for field in game.sheet.fields():
        yield from _missing(f"fields {field.key}", catalogues | {""}, field.catalogue)
        for choice in field.choices:
            yield from _missing(f"fields {field.key}", asked, *choice.needs)
    for phase in game.clock.phases:
        yield from _missing(f"phases {phase.key}", decks | {""}, phase.deck)
    for reminder in game.clock.reminders:
        yield from _missing(f"reminders {reminder.key}", phases, reminder.phase)
        yield from _missing(f"reminders {reminder.key}", rulings | {""}, reminder.asks)
    for category in game.sheet.categories:
        yield from _missing(f"categories {category.key}", asked | rulings, *category.asks)
    for segment in game.segments:
        yield from _missing(f"segments {segment.label}", decks, segment.deck)
    for limit in game.sheet.limits:
        yield from _missing("limits", fields, limit.field)
    for supply in game.sheet.supplies:
        yield from _missing("supplies", fields, *supply.fields)
    for tie in game.tiebreaks:
        yield from _missing(f"tiebreaks {tie.label}", fields | {""}, tie.field)
    for path in game.graph.paths:
        yield from _missing(f"paths {path.start}", settings, *path.sets)
    yield from _missing("graph", settings, *game.graph.begins)
    for introduction in game.graph.introductions:
        yield from _missing(f"introductions {introduction.event}", carried, *introduction.items)


def _aids(game: Game) -> Iterator[str]:
    phases = {"over", *(phase.key for phase in game.clock.phases)}
    sources = {*SOURCES, *(track.key for track in game.tracks)}
    for aid in game.aids:
        where = f"aids {aid.key}"
        yield from _missing(where, phases, *aid.phases)
        yield from _missing(where, set(aid.paths()), *aid.takes)
        yield from _missing(where, sources, *aid.takes.values())
        if len({field.key for field in aid.fields}) < len(aid.fields):
            yield f"{where}: a field stands twice"
        yield from (f"{where}: field {f.key} has no source" for f in aid.fields if not f.src)


def _missing(where: str, known: set[str], *names: str) -> Iterator[str]:
    yield from (f"{where}: there is no {name!r}" for name in names if name not in known)


def _table(game: Game, situation: Situation) -> Iterator[str]:
    """What would go wrong at this very table."""
    where = f"{situation.chapter} with {situation.players}"
    here = list(fitting(game.facts, situation))
    keys = Counter(fact.key for fact in here if "round" not in fact.when.needs)
    yield from (f"{where}: {key} has {n} values" for key, n in keys.items() if n > 1)
    tables = [
        *((fact.key, fact.by_players) for fact in here),
        *((step.key, step.count) for step in fitting(game.steps, situation)),
        *((draw.key, draw.count) for draw in fitting(game.draws, situation)),
    ]
    gaps = [key for key, table in tables if table and situation.players not in table.values]
    yield from (f"{where}: {key} has no number" for key in gaps)
    if gaps:
        return
    facts = game.facts_of(situation)
    for step in fitting(game.steps, situation):
        for name in sorted(step.names() - facts.keys()):
            yield f"{where}: step {step.key} speaks of {name!r}, which is not known here"
            return
    for draw in fitting(game.draws, situation):
        if draw.pool_of and draw.pool_of not in facts:
            yield f"{where}: draw {draw.key} has no pool {draw.pool_of!r}"
    if not game.checklist(situation):
        yield f"{where}: nothing to set up"
    if not game.clock.phases_of(situation, 1):
        yield f"{where}: no phases"
