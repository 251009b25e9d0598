"""Security headers on every answer, and which headers of a proxy are trusted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, current_app, request, request_started, url_for
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import RequestRedirect

from companion.config import CannotStart

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNTRUSTED = (
    "A request came with X-Forwarded-For, but TRUST_PROXY is not set. If a proxy is in front of"
    " Guildbook, set TRUST_PROXY=1. Until then all visitors count as one address."
)
POLICY = "; ".join(
    (
        "default-src 'self'",  # the manifest and the worker, too
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    # A table's address is its key, so it must not travel anywhere.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
OF_PAGES = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",  # for browsers that do not know the policy's frame-ancestors
}
"""Headers that static files do not need."""
YEAR = "max-age=31536000"

# Only these pages may be indexed by search engines; tables and their forms are private.
PUBLIC = ("home.home", "home.about")


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


def attach_proxy(app: Flask) -> None:
    """Trust a proxy's headers only if TRUST_PROXY says that there is one."""
    url = _public_url(app)
    if url and not url.startswith(("http://", "https://")):
        raise CannotStart(f"PUBLIC_URL must begin with http:// or https://, not {url!r}.")
    if number := proxies(app):
        # Replacing the method is how WSGI middleware is put on in Flask.
        app.wsgi_app = Proxy(app.wsgi_app, number, urlsplit(url).path)  # type: ignore[method-assign]
    else:
        request_started.connect(_warn_of_proxy, app)


def _warn_of_proxy(app: Flask) -> None:
    """Log once that a proxy forwards requests and is not trusted.

    All its visitors share one address, and with it the rate limits of one visitor.
    """
    if "X-Forwarded-For" in request.headers and "proxy warned" not in app.extensions:
        app.extensions["proxy warned"] = True
        app.logger.warning(UNTRUSTED)


def proxies(app: Flask) -> int:
    """The number of trusted proxies, by TRUST_PROXY."""
    hops = str(app.config["TRUST_PROXY"] or "0")
    if not hops.isascii() or not hops.isdigit():
        raise CannotStart(f"TRUST_PROXY must be the number of proxies in front, not {hops!r}.")
    return int(hops)


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


def guard(response: Response) -> Response:
    """Add the headers a view has not set itself."""
    if isinstance(request.routing_exception, RequestRedirect):
        stay_here(response)
    if response.status_code == 304:  # it has no body, and the browser has the headers already
        return response
    of_pages = {} if request.endpoint == "static" else OF_PAGES
    for name, value in (*HEADERS.items(), *of_pages.items()):
        response.headers.setdefault(name, value)
    if is_encrypted(current_app):
        response.headers.setdefault("Strict-Transport-Security", YEAR)
    if response.mimetype == "text/html":
        # Revalidated each time, but kept for the browser's Back button.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.endpoint not in PUBLIC:
            response.headers.setdefault("X-Robots-Tag", "noindex")
    return response
