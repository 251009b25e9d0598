"""The set-up checklist of a play."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/setup")
def setup() -> str:
    return render_template("table/setup.html", play=the_play())
