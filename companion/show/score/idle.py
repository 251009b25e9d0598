"""What a tableau says nothing of, so that the sheet can fold it away."""

from __future__ import annotations

from companion.rules.journal.play import Play
from companion.show.score.boxes import Box


def is_foldable(play: Play, seat: int, asked: Box) -> bool:
    """Whether the cards that a seat has told say nothing of a field that cards can tell."""
    if asked.ahead:
        return False
    told = play.fed.get(asked.key)
    by_cards = any(asked.key in pad.feeds for pad in play.game.pads)
    return by_cards and (told is None or told.values[seat] == 0)
