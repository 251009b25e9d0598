"""What was drawn in a play: which card it is, whose, and how people say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import CatalogueCard
    from .play import Play
    from .setup import Draw


def card_of(play: Play, thing: Any) -> CatalogueCard | None:
    """The card that was drawn, if it is known."""
    cards = play.game.catalogue
    return next((card for card in cards if thing in (card.key, card.label)), None)


def drawn_thing(play: Play, draw: Draw, thing: Any) -> str:
    """Something that was drawn, in words."""
    if draw.of_seats:
        return str(play.names[thing])
    option = next((option for option in play.game.options if option.key == draw.settles), None)
    card = card_of(play, thing)
    if card and card.key == thing:
        return f"{thing} {card.label}"
    if draw.fills in play.game.sheet.by_key:
        return play.game.sheet.by_key[draw.fills].words(thing)
    return option.words(thing) if option else str(thing)


def drawn_hand(play: Play, draw: Draw) -> tuple[Any, ...]:
    """What was drawn, in its order; what is for each from whoever begins on."""
    things, first = play.held.get(draw.key, ()), play.situation.first
    if not things or not draw.deals(play.situation):
        return play.drawn.get(draw.key, ())
    return tuple(things[(first + n) % len(things)] for n in range(len(things)))
