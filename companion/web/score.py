"""The score sheet of a play, and its result."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/score")
def score() -> str:
    return render_template("table/score.html", play=the_play())
