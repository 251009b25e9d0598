"""Finished PDFs: a folder for each database, old ones deleted, and their names as downloads."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from unicodedata import category

from companion.printing import pdf

LONGEST_NAME = 180  # the most bytes of a file name
MOST_FILES = 300
MOST_BYTES = 64 * 1024 * 1024
LONGEST = 30 * 24 * 3600
ABANDONED = 3600
LEFT = 24 * 3600
"""Seconds for which prints of another database are kept: a second server may use it."""


def print_name(*parts: str) -> str:
    """A name that every file system accepts: ``thursday-at-adas-campaign-log-2026-11-12.pdf``.

    Where it would be too long the first part is cut, so that what it is stays readable.
    """
    first, *rest = [_plain(part) for part in parts]
    end = "-".join(part for part in rest if part)
    start = first.encode()[: LONGEST_NAME - len(end.encode())].decode(errors="ignore").strip("-")
    return f"{'-'.join(part for part in (start, end) if part) or 'guildbook'}.pdf"


def _plain(words: str) -> str:
    """Letters of any script and digits, with hyphens for everything else."""
    kept = (
        letter if letter.isalnum() or category(letter)[0] == "M" else "-"
        for letter in re.sub("['’]", "", words.lower())
    )
    return re.sub("-+", "-", "".join(kept)).strip("-")


def owned_by(uid: str) -> str:
    """The owner of a print: a hash of the table's uid, which is unique in every database."""
    return f"t{sha256(uid.encode()).hexdigest()[:12]}" if uid else "sheet"


def key(owner: str, html: str, css: str) -> str:
    """The file name of a print: a hash of all that is on it."""
    content = "\0".join([_renderer(), css, html])
    return f"{owner}-{sha256(content.encode()).hexdigest()[:40]}"


@cache
def _renderer() -> str:
    """The version of the renderer, because another one makes other files."""
    return version("weasyprint") + Path(pdf.__file__).read_text("utf-8")


class Prints:
    """The finished prints of one database; several processes may share the folder."""

    def __init__(self, place: Path, database: str) -> None:
        self.place = place
        self.folder = place / database

    def path(self, name: str) -> Path:
        """The path of the print with this key, finished or not."""
        return self.folder / f"{name}.pdf"

    def ready(self) -> None:
        """Make the folder if it does not exist."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def forget(self, owner: str) -> None:
        """Delete every print of a table."""
        for file in self.folder.glob(f"{owner}-*"):
            file.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Delete prints that are old or unfinished, and the oldest ones beyond the limit."""
        kept, size = 0, 0
        for made, file, length in sorted(self._files(), reverse=True):
            kept, size = kept + 1, size + length
            age, own = time.time() - made, file.parent == self.folder
            part = file.suffix == ".part" and age > ABANDONED
            old = age > (LONGEST if own else LEFT)
            if part or old or kept > MOST_FILES or size > MOST_BYTES:
                file.unlink(missing_ok=True)
        for folder in self.place.iterdir():
            if folder != self.folder:
                with suppress(OSError):  # prints of another database are in it, or it is a file
                    folder.rmdir()

    def _files(self) -> Iterable[tuple[float, Path, int]]:
        """Every print, including those of other databases and of earlier editions."""
        for file in self.place.rglob("*.p*"):
            with suppress(FileNotFoundError):  # another process swept it
                about = file.stat()
                yield about.st_mtime, file, about.st_size
