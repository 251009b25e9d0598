"""Addresses that open a table: computed from a secret, never stored, dead when renewed."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256

_CLAIM = re.compile(r"([0-9]{1,18})-", re.ASCII)
BITS = 144  # well above what can be guessed, and a whole number of base64 letters


def token(secret: str, link: int, generation: int) -> str:
    """The unguessable part of a link's address; the same each time it is asked for."""
    return f"{link}-{_signature(secret, 'link', link, generation)}"


def link_id(text: str) -> int | None:
    """Which link a token claims to be, before anybody believes it."""
    number, dash, _ = text.partition("-")
    return (
        int(number) if dash and number.isascii() and number.isdigit() and len(number) < 19 else None
    )


def is_token(text: str, secret: str, link: int, generation: int) -> bool:
    """Whether the token is the link's own, compared in constant time."""
    return hmac.compare_digest(text.encode(), token(secret, link, generation).encode())


def form_token(secret: str, link: int, generation: int) -> str:
    """Guards the forms of a table; it lives as long as the link, not as long as a session."""
    return _signature(secret, "form", link, generation)


def _signature(secret: str, purpose: str, link: int, generation: int) -> str:
    message = f"{purpose}:{link}:{generation}".encode()
    digest = hmac.new(secret.encode(), message, sha256).digest()
    return urlsafe_b64encode(digest[: BITS // 8]).decode()
