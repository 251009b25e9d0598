"""The pages of a running game: set-up, Play, calculators and Look up."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.aids.calculator import Aid
from companion.rules.aids.table import Table
from companion.rules.journal.play import Play
from companion.rules.parts.decks import UNNUMBERED
from companion.rules.situation import fitting
from companion.show.lookup import look_up as found
from companion.show.play.aid import WAS, AidForm, aid_form
from companion.show.play.asked import Look
from companion.show.play.deck import changes
from companion.show.play.screen import play_page
from companion.show.play.tools import AidTool
from companion.show.setup.checklist import set_up
from companion.web.table.blueprint import asked_seat, current_table, earlier, pages, the_play
from companion.web.visitor.visit import visit


@pages.get("/aid/<key>")
def aid(key: str) -> ResponseReturnValue:
    """One calculator; with ``?part=`` only its form, for the script."""
    play = the_play()
    found = play.game.aid(key)
    if found is None or not found.when.holds(play.situation):
        abort(404)
    # The forms on the Play screen, which lead back there, say so.
    form, on_play = asked_here(play, found), request.args.get("to") == "play"
    if WAS in request.args and "part" not in request.args:
        return redirect(address(play, form, on_play, anchor=True))
    return render_template(
        "table/play/_aid.html" if "part" in request.args else "table/aid.html",
        play=play,
        aid=form,
        at=earlier(play),
        to="play" if on_play else "",
        address=address(play, form, on_play),
        came_from=_came_from(),
        apart=on_play and "apart" in request.args,
    )


def _came_from() -> str:
    """The page whose line opened the calculator."""
    asked = request.args.get("back", "")
    return asked if asked in ("score", "sheet") else ""


def asked_here(play: Play, found: Aid) -> AidForm:
    """The calculator filled in from the request, for the visitor's seat or the chosen one."""
    meant = request.args.get("aid", found.key) == found.key  # else another one is asked
    args = request.args.to_dict(flat=False) if meant else {}
    form = aid_form(play, found, _seat_of(play, found), args)
    return replace(form, picked=form.seat != _own_seat(play))


def _seat_of(play: Play, found: Aid) -> int:
    """The seat that a step under way waits for, unless somebody was chosen for it."""
    due = found.calculator.due(Table(play, 0)) if "aid" not in request.args else None
    if due is not None and WAS not in request.args:
        return due
    asked = asked_seat(play)
    return _own_seat(play) if asked is None else asked


def _own_seat(play: Play) -> int:
    """The visitor's seat, else the seat whose turn it is."""
    return Look(visit().seat(play)).whose(play)


def address(play: Play, form: AidForm, on_play: bool, anchor: bool = False) -> str:
    """The shortest URL of the same question: only what differs from the table."""
    query: dict[str, Any] = {
        "play": earlier(play),
        "seat": form.seat if form.picked else None,
        "back": _came_from() or None,
        "_anchor": f"aid-{form.key}" if anchor else None,
    }
    for name, value in form.query:
        query.setdefault(name, []).append(value)
    if on_play:
        return url_for("table.play", aid=form.key, **query)
    return url_for("table.aid", key=form.key, **query)


@pages.get("/play")
def play() -> str:
    """The Play screen.

    ``?change=`` corrects a deck, ``?seat=`` opens somebody's tools,
    ``?aid=`` and ``?open=`` an aid or a pad, ``?find=`` and ``?group=`` look for cards,
    ``?look=`` shows somebody's tableau and ``?steps=`` the pace over the screen.
    """
    played, change = the_play(), request.args.get("change", "")
    look = Look(
        visit().seat(played), request.args.get("seat", type=int),
        request.args.get("find", "")[:60], request.args.get("group", ""),
        request.args.get("aid") or request.args.get("open", ""), asked_seat(played, "look"),
    )  # fmt: skip
    state, last = current_table().state, visit().undo
    # The receipt of this device's last entry is shown while that is the newest.
    newest = state.log[-1] if last and last == len(state.log) else None
    page = play_page(state, played, look)
    asked = (tool for tool in page.layout.tool if isinstance(tool, AidTool))
    aids = {tool.key: asked_here(played, tool.aid) for tool in asked}
    return render_template(
        "table/play.html",
        play=played,
        page=page,
        look=look,
        aids=aids,
        addresses={key: address(played, form, True) for key, form in aids.items()},
        change=change,
        steps="steps" in request.args,
        changes=changes(played, change) if change and not played.finished else (),
        booked=newest.receipt(state) if newest else "",
        back_play=earlier(played),
        unnumbered=UNNUMBERED,
        seed=secrets.randbits(31),
    )


@pages.get("/setup")
def setup() -> str:
    """The steps of one seat by ``?seat=``, else everybody's."""
    play = the_play()
    seat = asked_seat(play)
    if seat is None and request.args.get("seat", type=int) is not None:
        abort(404)
    page = set_up(current_table().state, play, visit(), seat)
    return render_template("table/setup.html", play=play, page=page)


@pages.get("/look-up")
def look_up() -> str:
    """Everything, or what matches ``?q=`` and ``?kind=``; the last kind counts."""
    play, state = the_play(), current_table().state
    kind = request.args.getlist("kind")[-1:]
    return render_template(
        "table/look_up.html",
        play=play,
        at=earlier(play),
        page=found(play, request.args.get("q", "")[:60], "".join(kind), state.rulings),
        aids=list(fitting(play.game.aids, play.situation)),
    )
