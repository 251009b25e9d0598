"""A form's answer in one round trip: the script gets at once the page it would be sent on to."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from flask import Flask
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "X-Here"  # the page whose form the script sends, with what is asked on it
HERE = "HTTP_X_HERE"


def attach_one_trip(app: Flask) -> None:
    """Browsers without the script go on as ever: answer, redirect, page."""
    app.wsgi_app = OneTrip(app.wsgi_app)  # type: ignore[method-assign, assignment]


class OneTrip:
    """Follows a redirect back to the same page here; of one elsewhere only the address is told."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        here = environ.get(HERE)
        if here is None:
            return self._app(environ, start)
        answer = Response.from_app(self._app, environ)
        if answer.status_code == 303:
            there, cookies = answer.headers["Location"], answer.headers.getlist("Set-Cookie")
            if urlsplit(there).path == here.partition("?")[0]:
                answer = Response.from_app(self._app, following(environ, there, cookies))
            else:
                answer = Response(status=204)
            answer.headers["Content-Location"] = there.partition("#")[0]
            # The page's own come last and count.
            answer.headers.setlist("Set-Cookie", cookies + answer.headers.getlist("Set-Cookie"))
        return answer(environ, start)


def following(environ: WSGIEnvironment, there: str, cookies: list[str]) -> WSGIEnvironment:
    """The request that the browser would make next."""
    url = urlsplit(there)
    kept = dict(
        pair.split("=", 1) for pair in environ.get("HTTP_COOKIE", "").split("; ") if "=" in pair
    )
    kept |= dict(cookie.partition(";")[0].split("=", 1) for cookie in cookies)
    return {
        **environ,
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(url.path).removeprefix(environ.get("SCRIPT_NAME", "")),
        "QUERY_STRING": url.query,
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in kept.items()),
        "CONTENT_LENGTH": "0",
        "wsgi.input": BytesIO(),
    }
