"""Finished PDFs in the instance folder, named by what they show, swept so that they stay few."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

MOST_FILES = 300
MOST_BYTES = 64 * 1024 * 1024
LONGEST = 30 * 24 * 3600
ABANDONED = 3600


def owned_by(uid: str) -> str:
    """Whose print it is: a table's own id is like no other's, in any database."""
    return f"t{sha256(uid.encode()).hexdigest()[:12]}" if uid else "sheet"


def key(owner: str, html: str, css: str) -> str:
    """A name for one print, made of all that is on it: another evening cannot have the same."""
    content = "\0".join([version("weasyprint"), css, html])
    return f"{owner}-{sha256(content.encode()).hexdigest()[:40]}"


class Prints:
    """The folder of finished prints; several processes may share it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

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
            age = time.time() - made
            part = file.suffix == ".part" and age > ABANDONED
            if part or kept > MOST_FILES or size > MOST_BYTES or age > LONGEST:
                file.unlink(missing_ok=True)

    def _files(self) -> Iterable[tuple[float, Path, int]]:
        for file in self.folder.glob("*.p*"):
            with suppress(FileNotFoundError):  # another process swept it
                about = file.stat()
                yield about.st_mtime, file, about.st_size
