"""The one gate for all that comes in: what was typed is cleaned, what was made up is refused.

Forms, queries and cookies hold what people typed, who cannot see a stray control character and
would not know what to do about it. JSON is written by programs, and they are told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items
from werkzeug.routing import IntegerConverter, ValidationError

from companion.rules.plain import BIGGEST, ENDLESS, Unshowable, cleaned, plain
from companion.table import tokens
from companion.table.store import now
from companion.web.guards.cookie_room import fitting

MOST_DIGITS = len(str(-BIGGEST))


def attach_gate(app: Flask) -> None:
    """Let nothing in but through here; before any route is added. Sessions: see `proxy`."""
    app.request_class = CleanRequest
    app.url_map.converters["int"] = Number


class Sent(ImmutableMultiDict[str, Any]):
    """Names and values of a form, a query or cookies, cleaned."""

    def __init__(self, sent: Any = None) -> None:
        super().__init__((_cleaned(name), _cleaned(value)) for name, value in _pairs(sent))

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override]
        """As ever, but a number beyond what a database holds is none."""
        found = super().get(key, default, type)
        return default if isinstance(found, int) and abs(found) > BIGGEST else found


def _pairs(sent: Any) -> Iterable[tuple[str, Any]]:
    return () if sent is None else iter_multi_items(sent)


def _cleaned(value: Any) -> Any:
    return cleaned(value) if isinstance(value, str) else value


class CleanRequest(Request):
    parameter_storage_class = Sent
    dict_storage_class = Sent


class PatientSigner(TimestampSigner):
    """Takes a cookie from before the server's clock was set back for as good as a new one."""

    def unsign(self, *args: Any, **more: Any) -> Any:
        try:
            return super().unsign(*args, **more)
        except SignatureExpired as expired:
            if expired.date_signed is None or expired.date_signed <= now():
                raise
            return super().unsign(*args, **more | {"max_age": None})


class CleanSessions(SecureCookieSessionInterface):
    """What a device remembers, in case an older version let it remember something odd."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        made = super().get_signing_serializer(app)
        if made:
            made.signer = PatientSigner
        return made

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        session = super().open_session(app, request)
        try:
            return session and self.session_class(plain(dict(session), cleaned))
        except Unshowable:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write what fits: a cookie that is too large takes everything with it."""
        if session.modified and (signer := self.get_signing_serializer(app)):
            session.update(fitting(dict(session), lambda kept: len(signer.dumps(kept))))
        super().save_session(app, session, response)


class Number(IntegerConverter):
    """An id in an address; one that no database gives out leads nowhere."""

    def to_python(self, value: str) -> int:
        if len(value) > tokens.MOST_DIGITS:
            raise ValidationError
        return int(value)


def shortened(digits: str) -> int:
    """A whole number, cut where it is beyond 64 bits in any case."""
    return int(digits[: MOST_DIGITS + 1])


def largest(digits: str) -> int:
    """A whole number, the largest there is in place of a larger one: every rule refuses both."""
    return max(-BIGGEST, min(shortened(digits), BIGGEST))


def from_json(text: str | bytes, whole: Callable[[str], int] = shortened) -> Any:
    """What JSON says; ``ValueError`` where it is none, ``Unshowable`` where it is odd."""
    try:
        return plain(json.loads(text, parse_int=whole, parse_constant=_refuse))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse(word: str) -> NoReturn:
    raise Unshowable(ENDLESS)
