"""Answers that are files to keep."""

from __future__ import annotations

from flask import Response

LONGEST = 180  # bytes, so that no file system minds what is added


def attachment(content: str | bytes, name: str, kind: str) -> Response:
    """A file under a name; nobody keeps a copy of it on the way."""
    answer = Response(content, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(name: str, suffix: str) -> str:
    """A table's name as one for a file: nothing that a file system would stumble over."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.,'" else " " for letter in name)
    short = " ".join(kept.split()).encode()[:LONGEST].decode(errors="ignore")
    return f"{short.strip('. ') or 'table'}{suffix}"
