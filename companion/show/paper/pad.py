"""Small score sheets to cut apart: as many to a page as there is room for a pen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Game

LINE, HEAD = 7, 12  # mm: a line for a pen, and the title with the date
HIGHEST = 12  # mm: no line is higher, whatever room is left
LABEL, CELL = 34, 9  # mm: the names of the lines, and the narrowest column
ROOM = {6: (95, 84), 4: (95, 127), 2: (190, 127)}
"""Width and height of a slip on the smaller of both papers, by how many share a page."""


@dataclass(frozen=True, slots=True)
class ScorePad:
    each: int
    players: int
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        """How high a line is, in mm, so that the slip is filled."""
        _, high = ROOM[self.each]
        return min(HIGHEST, (high - HEAD) // (len(self.lines) + 2))


def pad(game: Game, players: int, each: int) -> ScorePad | None:
    """The slips of one page; None where so many have no room."""
    if each not in offered(game, players):
        return None
    return ScorePad(each, players, tuple(category.label for category in game.sheet.categories))


def offered(game: Game, players: int) -> list[int]:
    """How many slips can share a page, the most first."""
    height = HEAD + LINE * (len(game.sheet.categories) + 2)  # names above, the total below
    width = LABEL + CELL * players
    return [each for each, (wide, high) in ROOM.items() if width <= wide and height <= high]
