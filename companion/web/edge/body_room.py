"""How much a request may bring along: little, except where files are opened."""

from __future__ import annotations

from flask import Flask, request

from companion.config import LARGEST_FILE

FILES = ("files.open_files", "api.check_file")
BESIDE = 64 * 1024  # what a form sends around its files


def attach_body_room(app: Flask) -> None:
    """Call it before anything that looks at what was sent."""
    app.before_request(give_room)


def give_room() -> None:
    if request.endpoint in FILES:
        request.max_content_length = LARGEST_FILE + BESIDE
