"""Statistics of one table."""

from __future__ import annotations

from flask import render_template

from companion.show.statistics.page import statistics as worked_out
from companion.web.shelf.statistics import asked, source
from companion.web.table.blueprint import current_table, pages
from companion.web.visitor import device


@pages.get("/statistics")
def statistics() -> str:
    choice = asked()
    told = worked_out([source(current_table())], device.identity(), choice)
    return render_template(
        "table/statistics.html", told=told, choice=choice, endpoint="table.statistics"
    )
