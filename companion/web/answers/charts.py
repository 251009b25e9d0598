"""The charts of results and statistics, and their tables, as HTML.

Drawn here and not by templates: they have hundreds of cells, and Jinja's loops cost ten times more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace

from flask import Flask
from markupsafe import Markup, escape

from companion.rules.words import abbreviated, minus
from companion.show.charts import BarChart, CategoryLook, TotalsChart
from companion.show.statistics.page import Duel, Duels, PersonRow
from companion.show.statistics.points import History
from companion.web.answers.template_helpers import mark

HEAD, NAMES = 40, 100  # the room above the squares, and left of them
HATCHINGS = ("M0 6L6 0", "M0 3H6", "M3 0V6", "M2 3h2M3 2v2", "M0 0L6 6", "M0 3H6M3 0V6")
GRAINS = Markup(
    "".join(
        f'<pattern id="g-{number}{ground}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<path class="grain {ground}" d="{path}"/></pattern>'
        for number, path in enumerate(HATCHINGS, 1)
        for ground in "dl"
    )
)
"""The hatching patterns of bars, on dark and on light tones."""


def attach_charts(app: Flask) -> None:
    """Give the templates the chart functions."""
    app.jinja_env.globals["pictures"] = SimpleNamespace(
        heat_map=heat_map, duel_rows=duel_rows, lines=lines, history_rows=history_rows,
        bars=bars, legend=legend, grains=GRAINS,
    )  # fmt: skip


def heat_map(drawn: Sequence[PersonRow], duels: Duels, label: str) -> Markup:
    """The heat map of who beats whom: marks, names and squares."""
    side = 44 if len(drawn) <= 5 else 36  # of a square
    heads = [
        f'<svg x="{NAMES + side * n + (side - HEAD) // 2}" y="3" width="40" height="34">'
        f"{mark(row.play, row.seat)}</svg>"
        f'<text class="who" x="0" y="{HEAD + side * n + side // 2}">{_short(row.name, 10)}</text>'
        for n, row in enumerate(drawn)
    ]
    squares = [
        _square(duel, NAMES + side * column, HEAD + side * line, side)
        for line, mine in enumerate(duels)
        for column, duel in enumerate(mine)
        if duel
    ]
    width, height = NAMES + side * len(drawn), HEAD + side * len(drawn)
    return Markup(
        f'<svg class="heat" width="{width}" viewBox="0 0 {width} {height}" role="img"\n'
        f' aria-label="{label}">{"".join(heads + squares)}</svg>'
    )


def _square(duel: Duel, x: int, y: int, side: int) -> str:
    where = f'x="{x + 1}" y="{y + 1}" width="{side - 2}" height="{side - 2}"'
    middle = f'x="{x + side // 2}" y="{y + side // 2}"'
    return (
        f'<rect class="h-{duel.shade}" {where} rx="4"/>'
        f'<text class="h-{duel.shade}" {middle}>{duel.before}</text>'
    )


def duel_rows(drawn: Sequence[PersonRow], duels: Duels) -> Markup:
    """The same in numbers."""
    return _rows((row.name, map(_duel, mine)) for row, mine in zip(drawn, duels, strict=True))


def _duel(duel: Duel | None) -> str:
    if not duel:
        return "<td>–</td>"
    return f'<td>{duel.before}<span class="hint">of {duel.met}</span></td>'


def lines(chart: TotalsChart) -> Markup:
    """Totals over time: the grid, its numbers, and a line for everybody."""
    foot, low = chart.height - 26, chart.height - 10
    parts = [
        f'<path class="grid" d="M{x} 12V{foot}"/>'
        f'<text class="on" x="{x}" y="{low}">{escape(name)}</text>'
        for x, name in chart.columns
        if name
    ]
    parts += (
        f'<text class="end" x="30" y="20">{minus(chart.high)}</text>',
        f'<text class="end" x="30" y="{foot}">{minus(chart.low)}</text>',
    )
    dotted = len(chart.columns) <= 12  # more would run together
    for line in chart.lines:
        dots = [f'<circle cx="{x}" cy="{y}" r="3.5"/>' for x, y in line.dots] if dotted else ()
        parts += (
            f'<g class="line-{line.pattern}"><polyline points="{line.points}"/>', *dots,
            f'<text x="{line.dots[-1].x + 8}" y="{line.label}" class="who">'
            f"{_short(line.person.name, 6)}</text></g>",
        )  # fmt: skip
    return Markup("".join(parts))


def history_rows(history: History) -> Markup:
    """The same in numbers, a row for each play."""
    known = {total for person in history.people for total in person.totals}
    cells = {n: f"<td>{'–' if n is None else minus(n)}</td>" for n in known}
    columns = [[cells[total] for total in person.totals] for person in history.people]
    return _rows(zip(history.names, zip(*columns, strict=True), strict=True))


def bars(chart: BarChart) -> Markup:
    """Where points came from: every piece has a tone, a hatching and, with room, its number."""
    parts: list[str] = []
    for bar in chart.bars:
        above, middle = bar.top - 7, bar.top + 13.5
        parts.append(
            f'<text x="0" y="{above}">{_short(bar.name, 20)}</text>'
            f'<text class="end" x="100%" y="{above}">{minus(bar.total)}</text>'
        )
        for one in bar.pieces:
            parts.append(laid(one.look, f"{one.x}%", bar.top, f"{one.width}%", 26))
            if one.number:
                parts.append(
                    f'<text class="on {_ground(one.look)}" x="{one.middle}%" y="{middle}">'
                    f"{minus(one.points)}</text>"
                )
        if chart.zero is not None:
            parts.append(
                f'<line class="zero" x1="{chart.zero}%" x2="{chart.zero}%" '
                f'y1="{bar.top - 3}" y2="{bar.top + 29}"/>'
            )
    return Markup("".join(parts))


def legend(chart: BarChart) -> Markup:
    return Markup("").join(
        Markup('<li><svg viewBox="0 0 20 20" aria-hidden="true">{}</svg>{}</li>').format(
            Markup(laid(look, "1", 1, "18", 18)), look.label
        )
        for look in chart.looks
    )


def laid(look: CategoryLook, x: str, y: int, width: str, height: int) -> str:
    """A category's tone and hatching, somewhere."""
    where = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    grain = f'<rect fill="url(#g-{look.grain}{_ground(look)})" {where}/>' if look.grain else ""
    return f'<rect class="k-{look.tone}" {where}/>{grain}'


def _ground(look: CategoryLook) -> str:
    return "l" if look.tone in (2, 4) else "d"  # what stands on so light a tone is dark


def _short(name: str, letters: int) -> str:
    return escape(abbreviated(name, letters))


def _rows(rows: Iterable[tuple[str, Iterable[str]]]) -> Markup:
    each = (f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>' for name, cells in rows)
    return Markup("".join(each))
