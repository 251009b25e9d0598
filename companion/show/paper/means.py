"""Where everybody's points come from on average, as bars that differ by hatching."""

from __future__ import annotations

from companion.rules.game import Game
from companion.rules.words import minus
from companion.show.paper.bars import Bars, drawing
from companion.show.paper.marks import marks
from companion.show.statistics.page import Statistics

WIDTH, NARROW = 265.0, 16


def mean_bars(told: Statistics, game: Game) -> Bars | None:
    """The drawing of the statistics' own averages; None where there is nothing to draw."""
    known = told.categories
    if not known:
        return None
    labels = [category.label for category in game.sheet.categories]
    means = {row.label: row.means for row in known.rows}
    drawn = told.rows[: len(known.rows[0].means)]
    rows = [
        (
            marks(row.play)[row.seat].drawn,
            minus(row.average),
            [means[label][place] if label in means else 0.0 for label in labels],
        )
        for place, row in enumerate(drawn)
    ]
    return drawing(labels, rows, WIDTH, NARROW)
