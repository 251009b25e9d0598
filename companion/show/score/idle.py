"""Which lines of the sheet can be folded away because the tapped cards have nothing of them."""

from __future__ import annotations

from companion.rules.journal.play import Play
from companion.show.score.boxes import Box


def is_foldable(play: Play, seat: int, asked: Box) -> bool:
    """Whether a field is filled in by cards and the cards of this seat add nothing to it."""
    if asked.ahead:
        return False
    told = play.fed.get(asked.key)
    by_cards = any(asked.key in pad.feeds for pad in play.game.pads)
    return by_cards and (told is None or told.values[seat] == 0)
