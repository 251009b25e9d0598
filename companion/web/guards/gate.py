"""All that comes in and goes out passes here.

Forms, queries, cookies and sessions are cleaned, because people cannot see a stray control
character in what they typed; JSON is written by programs, which get an error instead. Every answer
gets the security headers, and a proxy's headers are only believed where there is one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

from flask import (
    Flask,
    Request,
    Response,
    current_app,
    make_response,
    request,
    request_started,
    url_for,
)
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, RequestRedirect, ValidationError

from companion.config import CannotStart
from companion.rules.plain import BIGGEST, ENDLESS, Unshowable, cleaned, plain
from companion.table import links
from companion.table.store import now

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_DIGITS = len(str(-BIGGEST))
LARGEST_COOKIE = 3800  # bytes; browsers take 4096 with the cookie's name and its attributes
HEADERS = {
    # The first is for the manifest and the worker, too.
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    # A table's address is its key, so it must not travel anywhere.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
OF_PAGES = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",  # for browsers that do not know the policy's frame-ancestors
}
"""Headers that neither static files nor polls need."""
SAFE = ("GET", "HEAD", "OPTIONS")


def attach_gate(app: Flask) -> None:
    """Install what cleans requests and guards answers, before any route is added.

    The headers of a proxy are trusted only if TRUST_PROXY says that there is one.
    """
    app.request_class = CleanRequest
    app.session_interface = Cookies()
    app.url_map.converters["int"] = Number
    app.after_request(guard)
    hops, url = str(app.config["TRUST_PROXY"] or "0"), _public_url(app)
    if url and not url.startswith(("http://", "https://")):
        raise CannotStart(f"PUBLIC_URL must begin with http:// or https://, not {url!r}.")
    if not hops.isascii() or not hops.isdigit():
        raise CannotStart(f"TRUST_PROXY must be the number of proxies in front, not {hops!r}.")
    if int(hops):
        # Replacing the method is how WSGI middleware is put on in Flask.
        app.wsgi_app = Proxy(app.wsgi_app, int(hops), urlsplit(url).path)  # type: ignore[method-assign]
    else:
        request_started.connect(_warn_of_proxy, app)


class Sent(ImmutableMultiDict[str, Any]):
    """The cleaned names and values of a form, a query or cookies."""

    def __init__(self, sent: Any = None) -> None:
        super().__init__(
            (cleaned(name), cleaned(value) if isinstance(value, str) else value)
            for name, value in iter_multi_items(sent or ())
        )

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]
        """As in Werkzeug, but a number beyond 64 bits counts as missing."""
        found = super().get(key, default, type)
        return default if isinstance(found, int) and abs(found) > BIGGEST else found


class CleanRequest(Request):
    parameter_storage_class = Sent
    dict_storage_class = Sent


class PatientSigner(TimestampSigner):
    """Accepts cookies with a date in the future, from before the server's clock was set back."""

    def unsign(self, *args: Any, **more: Any) -> Any:
        try:
            return super().unsign(*args, **more)
        except SignatureExpired as expired:
            if expired.date_signed is None or expired.date_signed <= now():
                raise
            return super().unsign(*args, **more | {"max_age": None})


class Cookies(SecureCookieSessionInterface):
    """Sessions in a cookie: with clean text, small enough for browsers, and Secure over https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return is_encrypted(app)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        made = super().get_signing_serializer(app)
        if made:
            made.signer = PatientSigner
        return made

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session, cleaned of odd text that an older version may have stored."""
        if request.path.endswith("/seq"):  # a poll needs none
            return self.session_class()
        session = super().open_session(app, request)
        try:
            return session and self.session_class(plain(dict(session), cleaned))
        except Unshowable:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Shorten the session until the cookie fits; browsers drop one that is too large."""
        if session.modified and (signer := self.get_signing_serializer(app)):
            # The least important first.
            for key in ("names", "apart", "same", "told", "seats", "people", "tables"):
                while len(signer.dumps(dict(session))) > LARGEST_COOKIE and session.get(key):
                    session[key] = _shorter(session[key])
        super().save_session(app, session, response)


def _shorter(memory: Any) -> Any:
    """A list without its last and oldest item, or a mapping without its first."""
    return memory[:-1] if isinstance(memory, list) else dict(list(memory.items())[1:])


class Number(IntegerConverter):
    """An id in a URL; 404 if it is beyond what a database can hold."""

    def to_python(self, value: str) -> int:
        if len(value) > links.MOST_DIGITS:
            raise ValidationError
        return int(value)


def shortened(digits: str) -> int:
    """An integer, cut to few enough digits to be cheap, yet still beyond 64 bits if it was."""
    return int(digits[: MOST_DIGITS + 1])


def largest(digits: str) -> int:
    """An integer limited to 64 bits; every rule refuses the limit, too."""
    return max(-BIGGEST, min(shortened(digits), BIGGEST))


def from_json(text: str | bytes, whole: Callable[[str], int] = shortened) -> Any:
    """Parsed JSON; ``ValueError`` if it is invalid, ``Unshowable`` if no page could show it."""
    try:
        return plain(json.loads(text, parse_int=whole, parse_constant=_refuse))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse(word: str) -> NoReturn:
    raise Unshowable(ENDLESS)


class Proxy(ProxyFix):
    """ProxyFix that accepts a prefix only if it is PUBLIC_URL's.

    Most proxies pass on any X-Forwarded-Prefix that a client sends.
    """

    def __init__(self, app: WSGIApplication, hops: int, prefix: str) -> None:
        super().__init__(app, hops, hops, hops, 0, hops)
        self.prefix = prefix.rstrip("/")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/") != self.prefix:
            environ.pop("HTTP_X_FORWARDED_PREFIX", None)
        return super().__call__(environ, start_response)


def _warn_of_proxy(app: Flask) -> None:
    """Log once that a proxy forwards requests and is not trusted.

    All its visitors share one address, and with it the rate limits of one visitor.
    """
    if "X-Forwarded-For" in request.headers and "proxy warned" not in app.extensions:
        app.extensions["proxy warned"] = True
        app.logger.warning(
            "A request came with X-Forwarded-For, but TRUST_PROXY is not set. If a proxy is in"
            " front of Guildbook, set TRUST_PROXY=1. Until then all visitors count as one address."
        )


def is_encrypted(app: Flask) -> bool:
    """Whether the visitor uses https, as far as we know."""
    return request.is_secure or _public_url(app).startswith("https://")


def full_address(endpoint: str, **values: Any) -> str:
    """An absolute URL to hand on, by PUBLIC_URL if it is set."""
    base = _public_url(current_app)
    if not base:
        return url_for(endpoint, _external=True, **values)
    path = url_for(endpoint, **values)
    return base.rstrip("/") + path.removeprefix(request.script_root)


def _public_url(app: Flask) -> str:
    return str(app.config["PUBLIC_URL"] or "")


def stay_here(response: Response) -> None:
    """Make a redirect of the router relative and temporary, whatever Host header was sent."""
    meant = urlsplit(response.location or "")
    path = "/" + meant.path.lstrip("/")
    response.status_code, response.location = 302, urlunsplit(("", "", path, meant.query, ""))
    response.data = b""


def unkept(content: str | Response, status: int = 200) -> Response:
    """An answer that no browser and no proxy keeps."""
    answer = make_response(content, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def guard(response: Response) -> Response:
    """Add the headers a view has not set itself."""
    if isinstance(request.routing_exception, RequestRedirect):
        stay_here(response)
    if response.status_code == 304:  # it has no body, and the browser has the headers already
        return response
    of_pages = {} if request.endpoint in ("static", "live.seq") else OF_PAGES
    for name, value in (*HEADERS.items(), *of_pages.items()):
        response.headers.setdefault(name, value)
    if is_encrypted(current_app):
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if response.mimetype == "text/html":
        # Revalidated each time, but kept for the browser's Back button.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.endpoint not in ("home.home", "home.about"):  # tables and forms are private
            response.headers.setdefault("X-Robots-Tag", "noindex")
    return response
