"""Running behind a reverse proxy: which headers to trust, and whether the visitor uses https."""

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
    """Sessions whose cookie is marked Secure if the visitor uses https."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session; empty for polls, which do not need it."""
        if request.path.endswith("/seq"):
            return self.session_class()
        return super().open_session(app, request)

    def get_cookie_secure(self, app: Flask) -> bool:
        return is_encrypted(app)


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
