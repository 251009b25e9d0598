"""The result of a finished play."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/result")
def result() -> str:
    return render_template("table/result.html", play=the_play())
