"""Look up: cards, costs and rules of the game that is being played."""

from __future__ import annotations

from flask import render_template, request

from companion.rules.situation import fitting
from companion.show.lookup.page import look_up as found
from companion.show.standing import back_to
from companion.web.table.blueprint import current_table, pages, the_play

LONGEST = 60


@pages.get("/look-up")
def look_up() -> str:
    """Everything, or what matches ``?q=`` and ``?kind=``; the last kind counts."""
    play, state = the_play(), current_table().state
    kind = request.args.getlist("kind")[-1:]
    return render_template(
        "table/look_up.html",
        play=play,
        at=None if state.is_newest(play) else play.number,
        page=found(play, request.args.get("q", "")[:LONGEST], "".join(kind), state.rulings),
        back_to=back_to(play),
        aids=list(fitting(play.game.aids, play.situation)),
    )
