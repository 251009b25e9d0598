"""The command that takes the README's pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.config import PROJECT

LARGEST = 60_000


def test_the_pictures_are_taken_and_small(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.screenshots", str(tmp_path)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    taken = {picture.name: picture.stat().st_size for picture in tmp_path.iterdir()}
    shown = {picture.name for picture in (PROJECT / "docs" / "pictures").glob("*.webp")}
    assert set(taken) == shown and max(taken.values()) < LARGEST
