"""Joining a game by the six characters on the host's phone."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from companion.table import joining
from companion.web.forms import text
from companion.web.guards import limits
from companion.web.guards.limits import TooOften

pages = Blueprint("join", __name__, url_prefix="/join")

LONGEST = 40  # letters typed that are shown again
EMPTY = "Type the 6 characters from the host’s phone."
WRONG = "No game has this code now. Check it on the host’s phone, under Invite."


class CodeForm(Form):
    code = text(LONGEST)


@pages.get("")
def ask() -> Response:
    return _page("", "", 200)


@pages.post("")
def join() -> ResponseReturnValue:
    """Lead to the players' link; a code stands in no address, so that it is in no log."""
    typed = CodeForm(request.form).code.data
    if not typed.strip():
        return _page("", EMPTY, 422)
    try:
        limits.take_code()
    except TooOften as wait:
        return _page(typed, wait.description or "", 429), 429, wait.get_headers()
    token = joining.token_for(typed)
    if token is None:
        return _page(typed, WRONG, 422)
    limits.good_code()
    return redirect(url_for("table.home", token=token), 303)


def _page(typed: str, said: str, status: int) -> Response:
    page = make_response(render_template("join.html", typed=typed, said=said), status)
    page.headers["Cache-Control"] = "no-store"
    return page
