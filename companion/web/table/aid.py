"""Calculators at a table: the URL holds the question, and nothing is entered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.aids.aid import Aid
from companion.rules.journal.play import Play
from companion.show.play.aid import WAS, AidForm, aid_form
from companion.show.play.asked import Look
from companion.show.standing import Onward, back_to
from companion.web.table.blueprint import current_table, pages, the_play
from companion.web.visitor.visit import visit

ON_PLAY = "play"
"""The value of ``to`` in forms on the Play screen, which lead back there."""
SHEETS = {"score": "The scores", "sheet": "The sheet"}
"""Pages whose lines open a calculator, and the label of the link back."""


@pages.get("/aid/<key>")
def aid(key: str) -> ResponseReturnValue:
    """One calculator; with ``?part=`` only its form, for the script."""
    play = the_play()
    found = play.game.aid(key)
    if found is None or not found.when.holds(play.situation):
        abort(404)
    form, on_play = asked_here(play, found), request.args.get("to") == ON_PLAY
    if WAS in request.args and "part" not in request.args:
        return redirect(address(play, form, on_play, anchor=True))
    return render_template(
        "table/play/_aid.html" if "part" in request.args else "table/aid.html",
        play=play,
        aid=form,
        at=None if current_table().state.is_newest(play) else play.number,
        to=ON_PLAY if on_play else "",
        address=address(play, form, on_play),
        back_to=_back(play),
        came_from=_came_from(),
        apart=on_play and "apart" in request.args,
    )


def _came_from() -> str:
    """The page whose line opened the calculator."""
    asked = request.args.get("back", "")
    return asked if asked in SHEETS else ""


def _back(play: Play) -> Onward:
    where = SHEETS.get(_came_from())
    return Onward(_came_from(), play.number, "", where) if where else back_to(play)


def asked_here(play: Play, found: Aid) -> AidForm:
    """The calculator filled in from the request, for the visitor's seat or the chosen one."""
    meant = request.args.get("aid", found.key) == found.key  # else another one is asked
    args = request.args.to_dict(flat=False) if meant else {}
    form = aid_form(play, found, _seat(play), args)
    return replace(form, picked=form.seat != _own_seat(play))


def _seat(play: Play) -> int:
    asked = request.args.get("seat", type=int)
    return asked if asked is not None and 0 <= asked < len(play.seats) else _own_seat(play)


def _own_seat(play: Play) -> int:
    """The visitor's seat, else the seat whose turn it is."""
    own = visit().seat(play)
    return Look(own).whose(play)


def address(play: Play, form: AidForm, on_play: bool, anchor: bool = False) -> str:
    """The shortest URL of the same question: only what differs from the table."""
    query: dict[str, Any] = {
        "play": None if current_table().state.is_newest(play) else play.number,
        "seat": form.seat if form.picked else None,
        "back": _came_from() or None,
        "_anchor": f"aid-{form.key}" if anchor else None,
    }
    for name, value in form.query:
        query.setdefault(name, []).append(value)
    if on_play:
        return url_for("table.play", aid=form.key, **query)
    return url_for("table.aid", key=form.key, **query)
