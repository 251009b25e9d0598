"""Settings of the app: what the environment says, and a secret made once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
SECRET_FILE = "secret_key"
WEAK_BEFORE = (
    "A previous secret can be guessed, and with it old links that have no value of their own."
    " Leave it out once you have shared new links."
)
MIB = 1024 * 1024
LARGEST_FILE = 10 * MIB
# Where files are opened, and what is sent there at most: a form has something around them.
FILE_PATHS = ("/open", "/api/v1/files/check")
LARGEST_UPLOAD = LARGEST_FILE + 64 * 1024
# What a public server needs and no real group ever meets; docs/hosting.md tells of each.
LIMITS = {
    "TABLE_ENTRIES": 50_000,
    "TABLE_MIB": 10,
    "TABLE_GAMES": 1000,
    "TABLE_PEOPLE": 500,
    "ENTRIES_A_MINUTE": 1200,
    "FORKS_A_MINUTE": 6,
    "MIB_AN_HOUR": 100,
    "TABLES_AN_HOUR": 60,
    "WRONG_LINKS_A_MINUTE": 60,
    "WRONG_CODES_A_MINUTE": 10,
    "CODES_A_MINUTE": 600,
}


class CannotStart(RuntimeError):
    """A reason the app cannot start, as a sentence for the person who started it."""


def settings(given: Mapping[str, Any], instance: Path) -> dict[str, Any]:
    """Everything `app.config` needs; `given` wins over the environment."""
    url = os.environ.get("DATABASE_URL") or "sqlite:///guildbook.sqlite3"
    chosen: dict[str, Any] = {
        "SQLALCHEMY_DATABASE_URI": with_driver(url),
        "MAX_CONTENT_LENGTH": 256 * 1024,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
        # Else two requests at once would overwrite each other's cookie; `device` renews it.
        "SESSION_REFRESH_EACH_REQUEST": False,
        **{name: number(name, usual) for name, usual in LIMITS.items()},
        "TRUST_PROXY": os.environ.get("TRUST_PROXY"),
        "PUBLIC_URL": os.environ.get("PUBLIC_URL"),
        "LOG_LEVEL": os.environ.get("LOG_LEVEL"),
        # What people type must not stand in an error's text.
        "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True},
        # What an earlier secret has signed is still read: cookies by Flask, links by `tables`.
        "SECRET_KEY_FALLBACKS": (os.environ.get("SECRET_KEY_PREVIOUS") or "").splitlines(),
        **given,
    }
    if "SECRET_KEY" not in chosen:
        given_key = os.environ.get("SECRET_KEY")
        first, *earlier = [given_key] if given_key else kept_secrets(instance)
        chosen["SECRET_KEY"] = first
        chosen["SECRET_KEY_FALLBACKS"] += earlier
    if is_public(chosen) and (weakness := secret_weakness(chosen)):
        raise CannotStart(weakness)
    return chosen


def is_public(config: Mapping[str, Any]) -> bool:
    """Whether strangers can reach the app, as far as its settings tell."""
    return bool(config["PUBLIC_URL"]) or str(config["TRUST_PROXY"] or "0") != "0"


def secret_weakness(config: Mapping[str, Any]) -> str | None:
    """What is wrong with a secret that could be guessed: whoever has it can open every table."""
    if not can_be_guessed(str(config["SECRET_KEY"])):
        return None
    make = 'make one with: python3 -c "import secrets; print(secrets.token_hex(32))"'
    return f"SECRET_KEY can be guessed: it is too short or too uniform; {make}"


def can_be_guessed(secret: str) -> bool:
    """Whether a secret is shorter than 32 characters or has fewer than 8 different ones."""
    return len(secret) < 32 or len(set(secret)) < 8


def number(name: str, usual: int) -> int:
    """A limit as the environment says it, or the usual one."""
    text = os.environ.get(name) or str(usual)
    if not (text.isascii() and text.isdigit() and int(text)):
        raise CannotStart(f"{name} must be a number from 1, not {text!r}.")
    return int(text)


def with_driver(url: str) -> str:
    """The address as SQLAlchemy wants it; hosts hand out `postgres://` ones."""
    scheme, separator, rest = url.partition("://")
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+psycopg"
    return scheme + separator + rest


def kept_secrets(instance: Path) -> list[str]:
    """The secret in the instance folder, made the first time, and below it those before it."""
    kept = instance / SECRET_FILE
    try:
        instance.mkdir(parents=True, exist_ok=True)
        if not kept.exists():
            write_once(kept, secrets.token_hex(32))
        lines = kept.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise CannotStart(f"Cannot keep the secret key in {instance}: {problem}.") from problem
    found = [line.strip() for line in lines if line.strip()]
    if not found:
        raise CannotStart(f"{kept} is empty; delete it and a new secret will be made.")
    return found


def write_once(path: Path, text: str) -> None:
    """Write a private file whole or not at all; of several writers the first wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text.encode())
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
