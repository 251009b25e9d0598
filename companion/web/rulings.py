"""Rulings and card facts of a table."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/rulings")
def rulings() -> str:
    return render_template("table/rulings.html", play=the_play())
