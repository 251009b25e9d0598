"""Everything that was entered, and ways back into it."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/log")
def log() -> str:
    return render_template("table/log.html", play=the_play())
