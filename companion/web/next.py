"""Starting a table's next chapter or game."""

from __future__ import annotations

from flask import render_template

from companion.web.tables import pages, the_play


@pages.get("/next")
def next() -> str:
    return render_template("table/next.html", play=the_play())
