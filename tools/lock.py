"""Pins every requirements*.in with hashes, keeping the reason beside each direct dependency."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = "uv pip compile --universal --python-version 3.11 --generate-hashes --no-header -q"
REASON = re.compile(r"^([\w.-]+)(?:\[[\w,]+\])?==\S+\s+#\s*(.+)$", re.MULTILINE)
PINNED = re.compile(r"^([\w.-]+)(?:\[[\w,]+\])?==", re.MULTILINE)


def compiled(source: str) -> str:
    """The pinned text for one .in file, naming no package index."""
    command = [*COMPILE.split(), "--no-emit-index-url", "--no-emit-find-links", source]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def explained(pinned: str, reasons: dict[str, str]) -> str:
    """The pinned text with each direct dependency's reason on the line above it."""
    return PINNED.sub(
        lambda m: f"# {reasons[m[1]]}\n{m[0]}" if m[1] in reasons else m[0],
        pinned,
    )


def main() -> None:
    # requirements.txt comes first: the others are held to its versions.
    for name in ("requirements", "requirements-dev", "requirements-postgres"):
        source = ROOT / f"{name}.in"
        reasons = dict(REASON.findall(source.read_text("utf-8")))
        (ROOT / f"{name}.txt").write_text(explained(compiled(source.name), reasons), "utf-8")


if __name__ == "__main__":
    main()
