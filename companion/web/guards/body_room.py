"""The largest request body: small, except where files are opened."""

from __future__ import annotations

from flask import Flask, request

from companion.config import FILE_PATHS, LARGEST_UPLOAD


def attach_body_room(app: Flask) -> None:
    """Set the limit before anything reads the body; the server has one of its own."""
    app.before_request(give_room)


def give_room() -> None:
    if request.path in FILE_PATHS:
        request.max_content_length = LARGEST_UPLOAD
