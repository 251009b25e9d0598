"""Moving the list of tables to another phone by a code."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.printing.typesetting import qr
from companion.rules.words import plural
from companion.table import care
from companion.web.guards import limits
from companion.web.guards.proxy import full_address
from companion.web.visitor import luggage, sight
from companion.web.visitor.addresses import reachable

NO_ROOM = "You host as many games as a home page holds, so the others stay on the other phone."

pages = Blueprint("moving", __name__, url_prefix="/move")


@pages.get("")
def offer() -> str:
    return render_template("move.html", tables=len(sight.own_tables()), address="")


@pages.post("")
def make_code() -> Response:
    """Make a code and show it once; the page is not cached."""
    limits.take_by_address("TABLES_AN_HOUR")
    shelf = luggage.session_to_transfer()
    address = reachable(full_address("moving.arrive", code=care.hand_over(shelf)))
    page = render_template(
        "move.html", tables=len(shelf["tables"]), address=address, code=qr(address)
    )
    return _unkept(make_response(page))


@pages.get("/<code>")
def arrive(code: str) -> ResponseReturnValue:
    """Ask before fetching, so that a link preview does not use up the code."""
    found = care.handover_waits(code)
    if found is None:
        limits.take_by_address("WRONG_LINKS_A_MINUTE")
    page = render_template("arrive.html", code=code, tables=found)
    return _unkept(make_response(page, 410 if found is None else 200))


@pages.post("/<code>")
def take(code: str) -> ResponseReturnValue:
    shelf = care.fetch_handover(code)
    if shelf is None:
        return arrive(code)
    came = luggage.merge_transferred(shelf)
    flash(f"{plural(came, 'table')} came along. The other phone keeps its own.")
    if came < len(shelf["tables"]):
        flash(NO_ROOM)
    return redirect(url_for("home.home"), 303)


def _unkept(page: Response) -> Response:
    page.headers["Cache-Control"] = "no-store"
    return page
