"""The front page, and a sign of life for whoever watches the server."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from companion.store import db

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> str:
    """What Guildbook is."""
    return render_template("home.html")


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
