"""Another app to compare with, installed from the package index into an environment of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

IHATEMONEY = Path(__file__).parent / "ihatemoney" / "bills.py"


@contextmanager
def ihatemoney(folder: Path) -> Iterator[Callable[[], float] | None]:
    """What draws its list of 20 bills and says how long that took; None if it is not to be had."""
    python = _installed("ihatemoney", folder / "environment")
    if python is None:
        yield None
        return
    with subprocess.Popen(
        [python, IHATEMONEY, folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout
        to, answers = process.stdin, process.stdout
        if answers.readline().strip() != "ready":
            print("against ihatemoney: skipped, as it does not start")
            yield None
            return

        def drawing() -> float:
            print(file=to, flush=True)
            return float(answers.readline())

        yield drawing


def _installed(package: str, folder: Path) -> Path | None:
    """The Python of a new environment that has the package; None, saying why, if it cannot be."""
    python = folder / "bin" / "python"
    for command in (
        [sys.executable, "-m", "venv", folder],
        [python, "-m", "pip", "install", "--quiet", package],
    ):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            why = (done.stdout.strip().splitlines() or ["no reason was given"])[-1]
            print(f"against {package}: skipped, as it cannot be installed: {why}", flush=True)
            return None
    return python
