"""Error answers: a page for people, JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, current_app, g, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import Forbidden, HTTPException, NotFound, ServiceUnavailable

from companion.database import trouble
from companion.table.journal import Removed
from companion.table.store import Busy
from companion.web.guards.limits import TooOften


class StaleForm(HTTPException):
    """A form without the token that its table or device was given."""

    code = 400
    said = (
        "This page is out of date",
        "It was opened too long ago. Go back, reload it and send it again.",
    )


class GameShut(ServiceUnavailable):
    """A table whose game is missing or has faults in its files."""

    said = (
        "This game can’t be opened right now",
        "The rules files of its board game have faults. Your saved data is safe.",
    )


class SampleOnly(Forbidden):
    """Something was to be entered at a sample table."""

    said = (
        "This is a sample",
        "You can look at every page, but nothing can be entered. "
        "Start a game of your own to do that.",
    )


MESSAGES = {
    400: ("That didn’t go through", "Go back, reload the page and try again."),
    403: ("You don’t have access", "Your link doesn’t allow that. Ask the host for another."),
    404: ("Page not found", "The address may be mistyped, or the link may have been turned off."),
    405: ("That link doesn’t work here", "Go back to your games and start from there."),
    410: (
        "This link was turned off",
        "The host replaced it or turned it off. Ask them for the new one.",
    ),
    413: ("That is too large", "A form can hold 256 KiB and a file 10 MiB. Send less at once."),
    429: ("Too many requests", "Wait a minute, then try again."),
    503: (
        "Guildbook is temporarily unavailable",
        "Your saved data is safe. Try again in a moment.",
    ),
    500: (
        "Something went wrong",
        "The mistake is in the app. Your saved data is safe. Go back and try again.",
    ),
}
# For the case that even the error page cannot be drawn.
BARE = "<!doctype html><html lang=en><title>Guildbook</title><h1>{}</h1><p>{} <a href=/>Home</a>"


def attach_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(Removed, answer_removed)
    app.register_error_handler(Busy, answer_busy)
    app.register_error_handler(PoolTimeout, answer_busy)
    app.register_error_handler(DBAPIError, answer_trouble)


def answer(error: HTTPException) -> ResponseReturnValue:
    """The error as JSON for programs, as a page for people."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error
    g.refused = type(error).__name__
    if isinstance(error, StaleForm | GameShut | SampleOnly):
        title, text = error.said
    else:  # for rare errors Werkzeug's own text
        title, text = MESSAGES.get(status, (error.name, error.description or error.name))
    if isinstance(error, TooOften):
        text = error.description or text
    path, accepted = request.path, request.accept_mimetypes.best
    for_program = path.startswith("/api/") or path.endswith("/seq")
    if for_program or request.is_json or accepted == "application/json":
        said = error.description if path.startswith("/api/") else text
        code = error.name.lower().replace(" ", "-")
        response = jsonify(error={"code": code, "message": said or error.name})
    else:
        response = Response(page(title, text, status))
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    for name, value in error.get_headers():  # such as Allow and Retry-After
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def answer_removed(_error: Removed) -> ResponseReturnValue:
    """The table was deleted, so the page offers no way back to it."""
    g.pop("table", None)
    return answer(NotFound())


def answer_busy(_error: Exception) -> ResponseReturnValue:
    """All slots are taken, or the database is locked for long; trying again helps."""
    return answer(ServiceUnavailable(retry_after=2))


def answer_trouble(error: DBAPIError) -> ResponseReturnValue:
    """The database cannot be used: locked, full or gone. Nothing of this request was saved."""
    reason = trouble(error)
    if reason is None:
        raise error
    current_app.logger.error("The database cannot be used: %s", reason)
    return answer_busy(error)


def page(title: str, text: str, status: int) -> str:
    """The error page; a plain text if drawing it fails, too."""
    at_table = "/t/" in request.path
    try:
        if "table" in g:
            way_on = url_for("table.home"), "Back to the game"
        else:
            way_on = url_for("home.home"), "Back to your games"
        return render_template(
            "error.html", status=status, title=title, text=text, way_on=way_on, at_table=at_table
        )
    except Exception:
        current_app.logger.exception("The error page broke too")
        return BARE.format(title, text)
