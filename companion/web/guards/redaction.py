"""Removes link tokens from all logs, because a token opens a table."""

from __future__ import annotations

import logging
import re

from flask import Flask

from companion.table.tokens import BITS

_TOKEN = re.compile(rf"\b[0-9]{{1,18}}-[A-Za-z0-9_-]{{{BITS // 6}}}(?![A-Za-z0-9_-])")
HIDDEN = "[link]"
SERVERS = ("werkzeug", "waitress", "gunicorn.access", "gunicorn.error", "granian.access")


class Discreet(logging.Filter):
    """Replaces link tokens in a record's message and traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_tokens(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            # A formatter uses this text instead of formatting the exception itself.
            record.exc_text = without_tokens(_FORMATTER.formatException(record.exc_info))
        return True


_FORMATTER = logging.Formatter()


def without_tokens(text: str) -> str:
    return _TOKEN.sub(HIDDEN, text)


def attach_redaction(app: Flask) -> None:
    """Add the filter to every logger we know of."""
    for logger in (app.logger, *map(logging.getLogger, SERVERS)):
        if not any(isinstance(known, Discreet) for known in logger.filters):
            logger.addFilter(Discreet())
