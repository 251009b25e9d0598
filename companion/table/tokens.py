"""Tokens of links: computed from the secret and the link's seed, never stored."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

MOST_DIGITS = 9  # of an id; PostgreSQL refuses even a query for one beyond 31 bits
BITS = 144  # well above what can be guessed, and a whole number of base64 letters


class LinkSeed(NamedTuple):
    """What a link's token is computed from; devices remember it in their signed cookie."""

    link: int
    generation: int
    nonce: str = ""  # links made before there were nonces have none


def new_nonce() -> str:
    """A random value for a link, because its id may be used again after a restore."""
    return secrets.token_urlsafe(9)


def seeds(row: Any) -> Iterator[LinkSeed]:
    """The link's seed and those it had before it was renewed, newest first."""
    nonces = row.nonces.split()
    for age in range(row.generation):
        yield LinkSeed(row.id, row.generation - age, nonces[age] if age < len(nonces) else "")


def seed(row: Any) -> LinkSeed:
    """What the link's token is computed from now."""
    return next(seeds(row))


def token(secret: str, seed: LinkSeed) -> str:
    """The token of a link: its id and a signature."""
    return f"{seed.link}-{_signature(secret, 'link', seed)}"


def link_id(text: str) -> int | None:
    """The link id that a token claims, unchecked; None if it is not a token at all."""
    number, dash, _ = text.partition("-")
    known = dash and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS
    return int(number) if known else None


def is_token(text: str, secret: str, seed: LinkSeed) -> bool:
    """Whether a token is the one of this link."""
    return is_same(text, token(secret, seed))


def is_same(sent: str, good: str) -> bool:
    """Whether two tokens are equal, compared in constant time."""
    return hmac.compare_digest(sent.encode(), good.encode())


def form_token(secret: str, seed: Iterable[object]) -> str:
    """Guards the forms of a table; it lives as long as the link, not as long as a session.

    Of a device outside of any table, whose seed begins with a word, it guards those of its shelf.
    """
    return _signature(secret, "form", seed)


def _signature(secret: str, purpose: str, seed: Iterable[object]) -> str:
    message = ":".join(str(part) for part in (purpose, *seed) if part != "")
    digest = hmac.new(secret.encode(), message.encode(), sha256).digest()
    return urlsafe_b64encode(digest[: BITS // 8]).decode()
