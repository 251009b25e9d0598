"""Errors in words: a plain page for people, JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

MESSAGES = {
    400: ("That did not arrive whole", "Go back, reload the page and try again."),
    403: ("Not yours to open", "This link does not allow that. Ask whoever set up the table."),
    404: ("Nothing here", "The address may be mistyped, or the link may have been withdrawn."),
    405: ("Not this way", "This address cannot be used like that."),
    413: ("That is too much", "What you sent is larger than 256 KiB."),
    500: ("Something went wrong here", "It is our mistake, not yours. Nothing you saved is lost."),
}
STALE_FORM = ("This page is out of date", "Go back, reload the page and send it again.")


def attach_errors(app: Flask) -> None:
    """Answer every HTTP error in the visitor's own terms."""
    app.register_error_handler(HTTPException, answer)


def answer(error: HTTPException) -> ResponseReturnValue:
    """The error as JSON under /api/, as a page everywhere else."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error
    if request.path.startswith("/api/"):
        return with_headers(as_json(error, status), error)
    title, text = STALE_FORM if isinstance(error, CSRFError) else words(error, status)
    page = render_template("error.html", status=status, title=title, text=text)
    return with_headers(Response(page, status), error)


def words(error: HTTPException, status: int) -> tuple[str, str]:
    """Our own words for the usual errors, the library's for the rare ones."""
    return MESSAGES.get(status, (error.name, error.description or error.name))


def as_json(error: HTTPException, status: int) -> Response:
    code = error.name.lower().replace(" ", "-")
    response = jsonify(error={"code": code, "message": error.description or error.name})
    response.status_code = status
    return response


def with_headers(response: Response, error: HTTPException) -> Response:
    """Keep what the error says beside its text, such as which methods are allowed."""
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response
