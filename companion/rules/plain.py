"""Which text and numbers may be stored: what every page can show and every database hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from typing import Any
from unicodedata import normalize

BIGGEST = 2**63 - 1
DEEPEST = 32
_BREAK = re.compile("\r\n?")
_HIDDEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # tab and line break stay
_TURNING = re.compile("[\u2028-\u202e\u2066-\u2069]")  # they turn or break the text around a name
_NOTHING_LEFT = "\ufffd"

STRANGE = "There are control characters or halves of characters in it, which can’t be shown."
BROKEN = "Only a note can have tabs and line breaks."
ENDLESS = "A number in it is too large, or not a number."
DEEP = "It is nested too deeply."
UNKNOWN = "There is something in it that is neither text nor number."


class Unshowable(ValueError):
    """A value that no page could show or no database hold; the message names the rule."""


def cleaned(text: str) -> str:
    """Typed text without invisible characters, with normalised line breaks and letters."""
    if text.isascii() and text.isprintable():
        return text
    return normalize("NFC", _HIDDEN.sub("", _TURNING.sub("", _BREAK.sub("\n", text))))


def strict(text: str) -> str:
    """Check text from programs: what would be cleaned in typed text is refused.

    What turns the text around it is only taken out: old entries have it, and stay what they were.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _BREAK.sub("\n", text)
    if _HIDDEN.search(text):
        raise Unshowable(STRANGE)
    return normalize("NFC", _TURNING.sub("", text) or (text and _NOTHING_LEFT))


def one_line(text: str) -> str:
    """Strict, and without tabs and line breaks."""
    if "\t" in text or "\n" in text or "\r" in text:
        raise Unshowable(BROKEN)
    return strict(text)


def bare(text: str | None) -> str:
    """Typed text on one line, without surrounding spaces."""
    return " ".join((text or "").split())


def plain(value: Any, text: Callable[[str], str] = strict, depth: int = DEEPEST) -> Any:
    """A JSON value with ``text`` applied to all its strings; raises ``Unshowable``."""
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if not (isfinite(value) if isinstance(value, float) else abs(value) <= BIGGEST):
            raise Unshowable(ENDLESS)
        return value
    if depth == 0:
        raise Unshowable(DEEP)
    if isinstance(value, dict):
        return {text(key): plain(part, text, depth - 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(plain(part, text, depth - 1) for part in value)
    raise Unshowable(UNKNOWN)
