"""Rulings and card facts of a table."""

from __future__ import annotations

from flask import render_template, request

from companion.show.rulings import ground
from companion.show.standing import back_to_scores, onward, title
from companion.web.table.blueprint import current_table, pages, the_play


@pages.get("/rulings")
def rulings() -> str:
    """Rulings and card facts; ``?seat=`` leads back to the scores of that seat."""
    state, play = current_table().state, the_play()
    asked = request.args.get("seat", type=int)
    seat = asked if asked in range(len(play.seats)) else None  # somebody may have left meanwhile
    return render_template(
        "table/rulings.html",
        play=play,
        name=title(play),
        earlier=not state.is_newest(play),
        ground=ground(state, play),
        seat=seat,
        onward=onward(state, state.plays[-1]) if seat is None else back_to_scores(play, seat),
    )
