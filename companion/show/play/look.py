"""What somebody asks the Play page for by its address: whose tool, and which cards of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.journal.play import Play
from companion.rules.parts.clock import OVER


@dataclass(frozen=True, slots=True)
class Look:
    """By an address: ``mine`` is the seat of whoever looks, ``seat`` the one they tapped."""

    mine: int | None = None
    seat: int | None = None
    find: str = ""
    group: str = ""
    opened: str = ""  # the aid or pad that is to be open

    @property
    def narrows(self) -> bool:
        return bool(self.find.strip() or self.group)

    def whose(self, play: Play) -> int:
        """Whose tools are opened: as asked for, one's own, whose turn it is, or who begins.

        What the game plays by itself asks for none.
        """
        acting = None if play.is_automatons else play.acting
        for seat in (self.seat, self.mine, acting):
            if seat is not None and 0 <= seat < len(play.seats):
                return seat
        seats: Sequence[int] = range(len(play.seats))
        if play.moment != OVER:
            seats = play.game.clock.order_at(play.moment, play.situation)
        return next((seat for seat in seats if seat in play.sitting), seats[0])


NOTHING = Look()
