"""A table's first page: the story as a path, the cup, where to go on."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/")
def home() -> str:
    return render_template("table/home.html", play=the_play())
