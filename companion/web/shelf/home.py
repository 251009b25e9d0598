"""The shelf, what Guildbook is, and a sign of life for whoever watches the server."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion.games import games
from companion.show.shelf import books, day, line
from companion.table import tables
from companion.table.store import db
from companion.web.edge import device

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> str:
    """The games to start, and the tables of this device."""
    known = device.tables()
    found = tables.find_all(known)
    shown = [one for one in found if one]
    return render_template(
        "shelf.html",
        books=books(games().values()),
        tables=[one for one in shown if not one.archived],
        archived=[one for one in shown if one.archived],
        lost=[link for link, one in zip(known, found, strict=True) if one is None],
        line=line,
        day=told_day,
    )


def told_day(moment: str) -> str:
    """The day as the server's own clock has it; the device puts its own in its place."""
    if not moment:
        return ""
    return day(datetime.fromisoformat(moment).astimezone(), datetime.now().astimezone())


@pages.post("/forget")
def forget() -> ResponseReturnValue:
    """Take a table that no longer opens off this device's shelf."""
    device.forget_link(request.form.get("link", 0, type=int))
    return redirect(url_for(".home"), 303)


@pages.get("/about")
def about() -> str:
    return render_template("about.html", books=books(games().values()))


@pages.get("/healthz")
def healthz() -> Response:
    """200 while the database answers, 503 when it does not."""
    try:
        db.session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return plain("database unreachable", 503)
    return plain("ok", 200)


def plain(word: str, status: int) -> Response:
    answer = Response(f"{word}\n", status, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer
