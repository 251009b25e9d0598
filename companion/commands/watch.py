"""Serves while a game is being written, and reloads after every change of its files."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import click

from companion.config import PROJECT
from companion.games import OpenedGame, opened

PAUSE = 0.5


def watch(folder: Path) -> None:
    """Serve until Ctrl-C, anew after each change; what is wrong stands here and on the shelf."""
    server, seen = None, None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that the server ends with it
    try:
        while True:
            if (now := stamp(folder)) != seen:
                seen = now
                click.echo("\n".join(report(opened(folder))))
                stop(server)
                server = subprocess.Popen([sys.executable, str(PROJECT / "app.py")], cwd=PROJECT)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)


def stamp(folder: Path) -> dict[str, int]:
    """When each of the game's files was last written."""
    found = {}
    for path in folder.rglob("*"):
        if path.suffix in (".toml", ".py", ".md"):
            with suppress(OSError):  # an editor is just putting another one in its place
                found[str(path)] = path.stat().st_mtime_ns
    return found


def report(found: OpenedGame) -> list[str]:
    return list(found.faults) or [f"{found.title}: its data is sound"]


def stop(server: subprocess.Popen[bytes] | None) -> None:
    if server:
        server.terminate()
        server.wait()
