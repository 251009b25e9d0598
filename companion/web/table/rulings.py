"""Rulings and card facts of a table."""

from __future__ import annotations

from flask import render_template

from companion.show.rulings import ground
from companion.show.standing import onward, title
from companion.web.table.blueprint import here, pages, the_play


@pages.get("/rulings")
def rulings() -> str:
    state, play = here().state, the_play()
    return render_template(
        "table/rulings.html",
        play=play,
        name=title(play),
        earlier=not state.is_newest(play),
        ground=ground(state, play),
        onward=onward(state, state.plays[-1]),
    )
