"""Which Chromium there is to be driven: its shell without windows works half as much."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def found() -> str | None:
    """The first of them on this machine."""
    return next(filter(None, map(shutil.which, NAMES)), None)
