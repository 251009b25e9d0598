"""Log lines for the host: one JSON object each, about requests, with tokens removed.

They contain no token, name or database value: a request is logged by its route's pattern, an error
by its type and the lines of code it went through.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, has_request_context, request, request_started
from flask.logging import default_handler, wsgi_errors_stream
from sqlalchemy.exc import OperationalError

from companion.config import PROJECT, CannotStart, is_public
from companion.table.links import BITS

_TOKEN = re.compile(rf"\b[0-9]{{1,18}}-[A-Za-z0-9_-]{{{BITS // 6}}}(?![A-Za-z0-9_-])")
HIDDEN = "[link]"
SERVERS = ("werkzeug", "waitress", "gunicorn.access", "gunicorn.error", "granian.access")
LEVELS = ("debug", "info", "warning", "error")
QUIET = ("live.seq", "health.healthz", "health.readyz", "static")  # polled, so not logged
LOGGERS = ("companion", "waitress")
requests = logging.getLogger("companion.requests")


class Discreet(logging.Filter):
    """Replaces link tokens in a record's message and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_tokens(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            # A formatter uses this text instead of formatting the exception itself.
            text = logging.Formatter().formatException(record.exc_info)
            record.exc_text = without_tokens(text)
        return True


def without_tokens(text: str) -> str:
    return _TOKEN.sub(HIDDEN, text)


def attach_log(app: Flask) -> None:
    """Log every request when it is answered, and remove tokens from every logger we know of."""
    for logger in (app.logger, *map(logging.getLogger, SERVERS)):
        if not any(isinstance(known, Discreet) for known in logger.filters):
            logger.addFilter(Discreet())
    request_started.connect(_begin, app)
    app.after_request(_tell)


def start_log(app: Flask) -> None:
    """Log to stderr from LOG_LEVEL on: by default warnings at home, everything in public."""
    level = str(app.config["LOG_LEVEL"] or ("info" if is_public(app.config) else "warning"))
    if level.lower() not in LEVELS:
        raise CannotStart(f"LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}.")
    app.logger.removeHandler(default_handler)
    handler = logging.StreamHandler(wsgi_errors_stream)  # type: ignore[call-overload]
    handler.setFormatter(JsonLine())
    for logger in map(logging.getLogger, LOGGERS):
        ours = [known for known in logger.handlers if isinstance(known.formatter, JsonLine)]
        logger.handlers = [known for known in logger.handlers if known not in ours] + [handler]
        logger.setLevel(level.upper())


def _begin(_app: Flask) -> None:
    g.began = time.perf_counter()


def _tell(response: Response) -> Response:
    level = _level(response.status_code)
    if requests.isEnabledFor(level):
        told = {
            "method": request.method, "route": str(request.url_rule or "none"),
            "status": response.status_code,
            "ms": round((time.perf_counter() - g.began) * 1000, 1),
        }  # fmt: skip
        if "refused" in g:
            told["refused"] = g.refused
        requests.log(level, "", extra={"told": told})
    return response


def _level(status: int) -> int:
    if status >= 500:
        return logging.ERROR
    if status in (400, 403, 413, 429):
        return logging.WARNING
    return logging.DEBUG if request.endpoint in QUIET else logging.INFO


class JsonLine(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": moment, "level": record.levelname.lower()}
        if has_request_context():
            # All log lines of one request share it.
            line["id"] = g.setdefault("request_id", secrets.token_hex(4))
        line |= getattr(record, "told", {})
        if said := without_tokens(record.getMessage()):
            line["said"] = said
        if record.exc_info and record.exc_info[1]:
            line |= _error(record.exc_info[1])
        return json.dumps(line)


def _error(error: BaseException) -> dict[str, Any]:
    """An error without its message, which may repeat what was typed; only OSError's is logged."""
    frames = traceback.extract_tb(error.__traceback__)
    at = [f"{frame.filename.removeprefix(f'{PROJECT}/')}:{frame.lineno}" for frame in frames]
    told: dict[str, Any] = {"error": type(error).__name__, "at": at}
    if isinstance(error, OperationalError):
        told["reason"] = str(error.orig).partition("\n")[0]
    elif isinstance(error, OSError):
        told["reason"] = error.strerror
    return told
