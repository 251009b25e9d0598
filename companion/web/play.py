"""The game as it is being played."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/play")
def play() -> str:
    return render_template("table/play.html", play=the_play())
