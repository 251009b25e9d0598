"""Statistics over all tables of this device, and which people are the same."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from companion.show.statistics.page import Filters, corrections, known_people, parts_of, statistics
from companion.show.statistics.tally import Source
from companion.table.tables import Table
from companion.web.forms import text
from companion.web.table.blueprint import drawn_once
from companion.web.visitor import device
from companion.web.visitor.visit import own_tables, visit

pages = Blueprint("statistics", __name__, url_prefix="/statistics")
LONGEST = 160  # the word for somebody: a name, and for some the id of a table


@pages.get("")
def page() -> str:
    """Drawn once, while neither a table nor what was asked for differs."""
    found = own_tables()
    if "_flashes" in session:
        return _page(found)
    # The links belong to the key, because the page has links to the tables.
    versions = tuple((one.token, one.state.seq, one.name) for one in found)
    return drawn_once(("statistics", versions, visit()), lambda: _page(found))


def _page(found: list[Table]) -> str:
    choice = filters()
    shown = statistics([source(one) for one in found], device.identity(), choice)
    return render_template("statistics.html", told=shown, choice=choice)


def source(table: Table) -> Source:
    return Source(table.uid, table.name, table.token, table.state)


def filters() -> Filters:
    """What was asked for."""
    args = request.args
    people = tuple(dict.fromkeys(who[:LONGEST] for who in args.getlist("who")))[:8]
    return Filters(args.get("game", "")[:40], people, args.get("count", 0, type=int))


@pages.get("/people")
def people() -> str:
    """Which people count as one, and where that was decided by hand."""
    found, who = [source(one) for one in own_tables()], device.identity()
    parts = parts_of(found, who)
    return render_template(
        "statistics_people.html", rows=known_people(parts), told=corrections(who, parts, found)
    )


class IdentityForm(Form):
    do, table = text(8), text(64)
    name, other = text(LONGEST), text(LONGEST)


@pages.post("/people")
def tell() -> ResponseReturnValue:
    """Join two people, separate two of the same name, or forget such a decision."""
    who, form = device.identity(), IdentityForm(request.form)
    name, table = form.name.data, form.table.data
    match form.do.data:
        case "join":
            who = who.joined(name, form.other.data)
        case "apart":
            who = who.told_apart(table, name)
        case "forget":
            who = who.without(name, table)
    device.keep(same=dict(who.same), apart=sorted(who.apart))
    return redirect(url_for(".people"), 303)
