"""What differs when the app stands behind a proxy: whose word counts, and what is encrypted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, Request, current_app, request, request_started, url_for
from flask.sessions import SecureCookieSession
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.config import CannotStart
from companion.web.guards.gate import CleanSessions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNTRUSTED = (
    "A request came with X-Forwarded-For, but TRUST_PROXY is not set. If a proxy is in front of"
    " Guildbook, set TRUST_PROXY=1. Until then all visitors count as one address."
)


class Cookies(CleanSessions):
    """Cookies that never leave an encrypted connection once they were given over one."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The device's own; left unread where open pages only ask whether there is news."""
        if request.path.endswith("/seq"):
            return self.session_class()
        return super().open_session(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return is_encrypted(app)


class Proxy(ProxyFix):
    """What a trusted proxy says of the visitor; of prefixes we believe only PUBLIC_URL's own.

    Most proxies hand on the prefix that a stranger sends.
    """

    def __init__(self, app: WSGIApplication, hops: int, prefix: str) -> None:
        super().__init__(app, hops, hops, hops, 0, hops)
        self.prefix = prefix.rstrip("/")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/") != self.prefix:
            environ.pop("HTTP_X_FORWARDED_PREFIX", None)
        return super().__call__(environ, start_response)


def attach_proxy(app: Flask) -> None:
    """Believe a proxy's headers only where the host says that there is one."""
    app.session_interface = Cookies()
    url = _public_url(app)
    if url and not url.startswith(("http://", "https://")):
        raise CannotStart(f"PUBLIC_URL must begin with http:// or https://, not {url!r}.")
    if number := proxies(app):
        # Replacing the method is how WSGI middleware is put on in Flask.
        app.wsgi_app = Proxy(app.wsgi_app, number, urlsplit(url).path)  # type: ignore[method-assign]
    else:
        request_started.connect(_warn_of_proxy, app)


def _warn_of_proxy(app: Flask) -> None:
    """Say once that somebody forwards requests without being trusted to.

    Behind such a proxy all visitors share one address, and with it the limits of one stranger.
    """
    if "X-Forwarded-For" in request.headers and "proxy warned" not in app.extensions:
        app.extensions["proxy warned"] = True
        app.logger.warning(UNTRUSTED)


def proxies(app: Flask) -> int:
    """How many proxies stand in front, by TRUST_PROXY."""
    hops = str(app.config["TRUST_PROXY"] or "0")
    if not hops.isascii() or not hops.isdigit():
        raise CannotStart(f"TRUST_PROXY must be the number of proxies in front, not {hops!r}.")
    return int(hops)


def is_encrypted(app: Flask) -> bool:
    """Whether whoever asks came over https, as far as we know."""
    return request.is_secure or _public_url(app).startswith("https://")


def full_address(endpoint: str, **values: Any) -> str:
    """A whole address to hand on, as others reach it."""
    base = _public_url(current_app)
    if not base:
        return url_for(endpoint, _external=True, **values)
    path = url_for(endpoint, **values)
    return base.rstrip("/") + path.removeprefix(request.script_root)


def _public_url(app: Flask) -> str:
    return str(app.config["PUBLIC_URL"] or "")
