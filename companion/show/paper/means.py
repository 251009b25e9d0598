"""Where everybody's points come from on average, as bars that differ by hatching."""

from __future__ import annotations

from companion.rules.game import Game
from companion.show.paper.bars import HATCHES, LEFT, STEP, Bars, PaperBar, PaperPiece, signs
from companion.show.paper.marks import marks
from companion.show.statistics.page import Statistics

WIDTH, RIGHT = 265.0, 36.0
NARROW = 16
"""Below this width a piece has no room for its number."""


def mean_bars(told: Statistics, game: Game) -> Bars | None:
    """The drawing of the statistics' own averages; None where there is nothing to draw."""
    known = told.categories
    if not known:
        return None
    labels = [category.label for category in game.sheet.categories]
    hatches = [labels.index(row.label) % HATCHES for row in known.rows]
    everybody = list(zip(*(row.means for row in known.rows), strict=True))
    most = max(sum(max(0.0, mean) for mean in means) for means in everybody)
    scale = (WIDTH - LEFT - RIGHT) / max(1.0, most)
    found = []
    for number, (row, means) in enumerate(zip(told.rows, everybody, strict=False)):
        pieces, x = [], LEFT
        for hatch, mean in zip(hatches, means, strict=True):
            width = max(0.0, mean) * scale
            if width:
                label = f"{mean:g}" if width >= NARROW else ""
                pieces.append(PaperPiece(round(x, 1), round(width, 1), hatch, label))
            x += width
        name = marks(row.play)[row.seat].drawn
        found.append(PaperBar(name, number * STEP, tuple(pieces), f"{row.average:g}", round(x + 6)))
    used = {piece.hatch for bar in found for piece in bar.pieces}
    legend = signs(labels, used, len(found) * STEP + 14, WIDTH)
    height = legend[-1].y + 14 if legend else len(found) * STEP
    return Bars(tuple(found), tuple(legend), height, WIDTH)
