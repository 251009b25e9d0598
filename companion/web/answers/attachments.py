"""Responses that are downloads."""

from __future__ import annotations

from flask import Response

LONGEST = 180  # bytes of a name, so that a suffix still fits on every file system


def attachment(content: str | bytes, name: str, kind: str) -> Response:
    """A download with a file name, not cached by anybody."""
    answer = Response(content, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(name: str, suffix: str) -> str:
    """A table's name as a file name that every file system accepts."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.,'" else " " for letter in name)
    short = " ".join(kept.split()).encode()[:LONGEST].decode(errors="ignore")
    return f"{short.strip('. ') or 'table'}{suffix}"
