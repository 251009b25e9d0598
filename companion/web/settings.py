"""A table's own settings: name, archive, fork, delete."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/settings")
def settings() -> str:
    return render_template("table/settings.html", play=the_play())
