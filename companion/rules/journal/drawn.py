"""The draws of a play, and the traits of each seat, such as its character."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..situation import Situation
from ..words import curled, uncurled

if TYPE_CHECKING:
    from ..parts.decks import CatalogueCard
    from ..parts.settings import Option
    from ..parts.setup import Draw
    from .play import Play


def card_of(play: Play, thing: Any) -> CatalogueCard | None:
    """The card that was drawn, if it is known."""
    return play.game.cards_by_name.get(thing) if isinstance(thing, str) else None


def names_of(card: CatalogueCard) -> set[str]:
    """What draws and lists can call a card."""
    return {card.key, card.label, uncurled(card.label)}


def drawn_thing(play: Play, draw: Draw, thing: Any) -> str:
    """Something that was drawn, in words."""
    if draw.of_seats:
        return str(play.names[thing])
    card = card_of(play, thing)
    if card and card.key == thing:
        return f"{thing} {card.label}"
    if draw.fills in play.game.sheet.by_key:
        return play.game.sheet.by_key[draw.fills].words(thing)
    option = settled_option(play, draw)
    return option.words(thing) if option else curled(str(thing))


def settled_option(play: Play, draw: Draw) -> Option | None:
    """The option that a draw decides, if it decides one."""
    return next((option for option in play.game.options if option.key == draw.settles), None)


def drawn_hand(play: Play, draw: Draw) -> tuple[Any, ...]:
    """What was drawn, in order; a draw for each seat starts with the seat that begins."""
    things, first = play.held.get(draw.key, ()), play.situation.first
    if not things or not draw.deals(play.situation):
        return play.drawn.get(draw.key, ())
    return tuple(things[(first + n) % len(things)] for n in range(len(things)))


def in_hand(play: Play, seat: int) -> str:
    """The traits of a seat that pages show beside its name, in words."""
    mine = play.seat_traits.of(seat, play.filled_in[seat])
    captions = []
    for draw in play.game.draws:
        if draw.beside and draw.key in mine:
            thing, pads = mine[draw.key], [p for p in play.game.pads if p.own_of == draw.key]
            hands = [(pad, play.pads[pad.key][seat]) for pad in pads if pad.key in play.pads]
            used = [pad.did for pad, hand in hands if any(c.card == thing for c in hand)]
            # Before it, because the end of a long caption may be cut off.
            captions.append(": ".join([*used, drawn_thing(play, draw, thing)]))
    return ", ".join(captions)


@dataclass(frozen=True, slots=True)
class SeatTraits:
    """The result of each draw by seat. A field of the sheet that it fills in has the last word."""

    held: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)  # the field of the sheet, by draw
    names: frozenset[str] = frozenset()  # of all such draws, also of those still to be made

    def of(self, seat: int, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The known traits of a seat, where ``entry`` is what its sheet says."""
        held = {key: things[seat] for key, things in self.held.items() if seat < len(things)}
        told = {key: entry.get(name) for key, name in self.fills.items()}
        return {key: thing for key, thing in {**held, **told}.items() if thing is not None}

    def situation(self, table: Situation, seat: int, entry: Mapping[str, Any]) -> Situation:
        """The situation of one seat: that of the table, and the seat's traits as settings."""
        own = self.of(seat, entry)
        if not own:
            return table
        settings = {**table.settings, **own}
        return replace(table, settings=settings)


NO_TRAITS = SeatTraits()
