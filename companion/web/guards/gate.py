"""All input passes here: forms, queries, cookies and sessions are cleaned, JSON is checked.

People cannot see a stray control character in what they typed, so it is removed. JSON is written
by programs, which get an error instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items
from werkzeug.routing import IntegerConverter, ValidationError

from companion.rules.plain import BIGGEST, ENDLESS, Unshowable, cleaned, plain
from companion.table.links import MOST_DIGITS as MOST_ID_DIGITS
from companion.table.store import now
from companion.web.guards.headers import is_encrypted

MOST_DIGITS = len(str(-BIGGEST))
LARGEST_COOKIE = 3800  # bytes; browsers take 4096 with the cookie's name and its attributes
# The least important key comes first and is shortened first.
LEAST_FIRST = ("names", "apart", "same", "told", "seats", "people", "tables")


def attach_gate(app: Flask) -> None:
    """Install the cleaning request class, URL converter and sessions before any route is added."""
    app.request_class = CleanRequest
    app.session_interface = Cookies()
    app.url_map.converters["int"] = Number


class Sent(ImmutableMultiDict[str, Any]):
    """The cleaned names and values of a form, a query or cookies."""

    def __init__(self, sent: Any = None) -> None:
        pairs = iter_multi_items(sent or ())
        super().__init__((_cleaned(name), _cleaned(value)) for name, value in pairs)

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]
        """As in Werkzeug, but a number beyond 64 bits counts as missing."""
        found = super().get(key, default, type)
        return default if isinstance(found, int) and abs(found) > BIGGEST else found


def _cleaned(value: Any) -> Any:
    return cleaned(value) if isinstance(value, str) else value


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
            for key in LEAST_FIRST:
                while len(signer.dumps(dict(session))) > LARGEST_COOKIE and session.get(key):
                    session[key] = _shorter(session[key])
        super().save_session(app, session, response)


def _shorter(memory: Any) -> Any:
    """A list without its last and oldest item, or a mapping without its first."""
    return memory[:-1] if isinstance(memory, list) else dict(list(memory.items())[1:])


class Number(IntegerConverter):
    """An id in a URL; 404 if it is beyond what a database can hold."""

    def to_python(self, value: str) -> int:
        if len(value) > MOST_ID_DIGITS:
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
