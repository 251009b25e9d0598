"""Answers that are files to keep."""

from __future__ import annotations

from flask import Response


def attachment(content: str | bytes, name: str, kind: str) -> Response:
    """A file under a name; nobody keeps a copy of it on the way."""
    answer = Response(content, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def file_name(name: str, suffix: str) -> str:
    """A table's name as one for a file: nothing that a file system would stumble over."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.,'" else " " for letter in name)
    return f"{' '.join(kept.split()).strip('. ') or 'table'}{suffix}"
