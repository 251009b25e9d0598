"""File names of downloaded prints."""

from __future__ import annotations

import re
from unicodedata import category

LONGEST = 180
"""The most bytes of a file name."""


def print_name(*parts: str) -> str:
    """A name that every file system accepts: ``thursday-at-adas-campaign-log-2026-11-12.pdf``.

    Where it would be too long the first part is cut, so that what it is stays readable.
    """
    first, *rest = [_plain(part) for part in parts]
    end = "-".join(part for part in rest if part)
    start = first.encode()[: LONGEST - len(end.encode())].decode(errors="ignore").strip("-")
    return f"{'-'.join(part for part in (start, end) if part) or 'guildbook'}.pdf"


def _plain(words: str) -> str:
    """Letters of any script and digits, with hyphens for everything else."""
    kept = (
        letter if letter.isalnum() or category(letter)[0] == "M" else "-"
        for letter in re.sub("['’]", "", words.lower())
    )
    return re.sub("-+", "-", "".join(kept)).strip("-")
