"""Finished PDFs, in a folder of their database's own, named by what they show, and kept few."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from companion.printing import booklet, pdf

MOST_FILES = 300
MOST_BYTES = 64 * 1024 * 1024
LONGEST = 30 * 24 * 3600
ABANDONED = 3600
LEFT = 24 * 3600
"""How long the prints of another database are kept: it may be the one of a second server."""


def owned_by(uid: str) -> str:
    """Whose print it is: a table's own id is like no other's, in any database."""
    return f"t{sha256(uid.encode()).hexdigest()[:12]}" if uid else "sheet"


def key(owner: str, html: str, css: str) -> str:
    """A name for one print, made of all that is on it: another evening cannot have the same."""
    content = "\0".join([_press(), css, html])
    return f"{owner}-{sha256(content.encode()).hexdigest()[:40]}"


@cache
def _press() -> str:
    """What pages are pressed with; another edition of it gives other files."""
    sources = [Path(str(part.__file__)).read_text("utf-8") for part in (pdf, booklet)]
    return "\0".join([version("weasyprint"), *sources])


class Prints:
    """The finished prints of one database; several processes may share the place."""

    def __init__(self, place: Path, database: str) -> None:
        self.place = place
        self.folder = place / database

    def path(self, name: str) -> Path:
        """Where the print of this key is or will be."""
        return self.folder / f"{name}.pdf"

    def ready(self) -> None:
        """Make the folder where there is none yet."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def forget(self, owner: str) -> None:
        """Delete every print of a table."""
        for file in self.folder.glob(f"{owner}-*"):
            file.unlink(missing_ok=True)

    def sweep(self) -> None:
        """Drop what is old, what was never finished, and the oldest beyond what may be kept."""
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
        """Every print, also those of other databases and from before these had folders."""
        for file in self.place.rglob("*.p*"):
            with suppress(FileNotFoundError):  # another process swept it
                about = file.stat()
                yield about.st_mtime, file, about.st_size
