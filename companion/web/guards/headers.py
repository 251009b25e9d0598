"""Security headers on every answer."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import Response, current_app, request
from werkzeug.routing import RequestRedirect

from companion.web.guards.proxy import is_encrypted

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
