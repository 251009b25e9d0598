"""The set-up checklist of a play."""

from __future__ import annotations

from flask import abort, render_template, request

from companion.rules.journal.play import Play
from companion.show.setup.checklist import set_up
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.visitor.visit import visit


@pages.get("/setup")
def setup() -> str:
    play = the_play()
    page = set_up(current_table().state, play, visit(), _seat(play))
    return render_template("table/setup.html", play=play, page=page)


def _seat(play: Play) -> int | None:
    """The seat whose steps ``?seat=`` asks for; None: everybody's."""
    seat = request.args.get("seat", type=int)
    if seat is not None and not 0 <= seat < len(play.seats):
        abort(404)
    return seat
