"""A game in the public JSON: what other programs can know of it."""

from __future__ import annotations

from typing import Any

from companion.rules.aids.aid import Aid
from companion.rules.game import CatalogueCard, Chapter, Game
from companion.rules.parts.card_facts import CardFact
from companion.rules.parts.rulings import Choice, Option, Ruling
from companion.rules.scoring.fields import Field, Kind

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
    return {"key": aid.key, "label": aid.label, "phases": list(aid.phases), "fields": fields}


def _card(card: CatalogueCard) -> JSON:
    """A row of the catalogue, with whatever is known of the card under its own name."""
    return {
        **card.details,
        "key": card.key,
        "label": card.label,
        "catalogue": card.catalogue,
        "copies": card.copies,
        "points": card.points,
        "sure": card.sure,
        "note": card.note,
    }


def _chapter(game: Game, chapter: Chapter) -> JSON:
    low, high = chapter.players or game.players
    return {
        "key": chapter.key,
        "title": chapter.title,
        "next": game.graph.after(chapter.key),
        "players": {"min": low, "max": high},
    }


def _option(option: Option) -> JSON:
    return {
        "key": option.key,
        "label": option.label,
        "options": [choice.key for choice in option.choices],
        "labels": _labels(option.choices),
        "default": option.default,
        "note": option.note,
    }


def _ruling(ruling: Ruling) -> JSON:
    return {
        "key": ruling.key,
        "question": ruling.question,
        "options": [choice.key for choice in ruling.options],
        "labels": _labels(ruling.options),
        "default": ruling.default,
        "source": ruling.source,
        "note": ruling.note,
    }


def _card_fact(fact: CardFact) -> JSON:
    return {"key": fact.key, "label": fact.label, "kind": fact.kind, "default": fact.default}


def _labels(choices: tuple[Choice, ...]) -> dict[str, str]:
    return {choice.key: choice.label for choice in choices}


def _field(field: Field) -> JSON:
    found: JSON = {
        "key": field.key,
        "label": field.label,
        "kind": field.kind,
        "low": field.least,
        "high": field.high,
        "needed": field.default is None and not field.sole,
    }
    if field.choices:
        found["choices"] = [choice.key for choice in field.choices]
    if field.kind in (Kind.LIST, Kind.NUMBERS, Kind.CHOICES):
        found["most"] = field.most
    if field.item:
        found["item"] = [_field(column) for column in field.item]
    return found
