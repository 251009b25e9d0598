"""A game in the public JSON: what other programs can know of it."""

from __future__ import annotations

from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.fields import Choice, Field, Kind
from companion.rules.game import Chapter, Game
from companion.rules.parts.decks import CatalogueCard
from companion.rules.parts.settings import CardFact, Option, Ruling

JSON = dict[str, Any]


def brief(game: Game) -> JSON:
    """The game's line in the list of games."""
    low, high = game.players
    chapters = [chapter.key for chapter in game.chapters]
    players = {"min": low, "max": high}
    return {"slug": game.slug, "title": game.title, "players": players, "chapters": chapters}


def whole_game(game: Game) -> JSON:
    """Everything there is to set and to enter."""
    return {
        **brief(game),
        "chapters": [_chapter(game, chapter) for chapter in game.chapters],
        "options": [_option(option) for option in game.options],
        "rulings": [_ruling(ruling) for ruling in game.rulings],
        "card_facts": [_card_fact(fact) for fact in game.card_facts],
        "sheet": {
            "categories": [
                {"key": c.key, "label": c.label, "fields": [_field(f) for f in c.fields]}
                for c in game.sheet.categories
            ]
        },
        "aids": [_aid(aid) for aid in game.aids],
        "catalogue": [_card(card) for card in game.catalogue],
    }


def _aid(aid: Aid) -> JSON:
    fields = [_field(field) for field in aid.fields]
    return _told(aid, "key", "label") | {"phases": list(aid.phases), "fields": fields}


def _card(card: CatalogueCard) -> JSON:
    """A card of the catalogue with its details."""
    own = _told(card, "key", "label", "catalogue", "copies", "points")
    return {**card.details, **own, **_told(card, "sure", "note")}


def _chapter(game: Game, chapter: Chapter) -> JSON:
    low, high = chapter.players or game.players
    more = {"next": game.graph.after(chapter.key), "players": {"min": low, "max": high}}
    return _told(chapter, "key", "title") | more


def _option(option: Option) -> JSON:
    return _told(option, "key", "label", "default", "note") | _choices(option.choices)


def _ruling(ruling: Ruling) -> JSON:
    own = _told(ruling, "key", "question", "default", "source", "note")
    return own | _choices(ruling.options)


def _choices(choices: tuple[Choice, ...]) -> JSON:
    labels = {choice.key: choice.label for choice in choices}
    return {"options": list(labels), "labels": labels}


def _card_fact(fact: CardFact) -> JSON:
    return _told(fact, "key", "label", "kind", "default")


def _field(field: Field) -> JSON:
    found = _told(field, "key", "label", "kind", "high")
    found |= {"low": field.least, "needed": field.default is None and not field.sole}
    if field.choices:
        found["choices"] = [choice.key for choice in field.choices]
    if field.kind in (Kind.LIST, Kind.NUMBERS, Kind.CHOICES):
        found["most"] = field.most
    if field.item:
        found["item"] = [_field(column) for column in field.item]
    return found


def _told(row: Any, *names: str) -> JSON:
    """Some attributes of a row, by name."""
    return {name: getattr(row, name) for name in names}
