"""The press: a short queue before a few render processes, at most one for each core."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any

from companion.config import PROJECT

MOST_WAITING = 16
SECONDS = 60
IDLE = 300
"""Seconds after which a render process without work gives its memory back."""
WORN = 40
"""Renders after which a process makes room for a fresh one."""


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to print. ``key`` names it, so that asking twice prints it once."""

    key: str
    html: str
    css: str
    target: Path


class Missing(Exception):
    """This system has no Pango, so nothing can be printed."""


class Failed(Exception):
    """A print that did not come out, with the reason."""


class Renderer:
    """One render process, started when it is needed. Used by one thread only."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.process: subprocess.Popen[str] | None = None
        self.printed = 0

    def print(self, job: Job) -> None:
        """Make the file, within the time a render may take."""
        if self.process is None:
            self._start()
        order = {"html": job.html, "css": job.css, "target": str(job.target)}
        answer = self._ask(json.dumps(order))
        self.printed += 1
        if self.printed >= WORN:
            self.close()
        if "failed" in answer:
            raise Failed(answer["failed"])

    def close(self) -> None:
        """End the process; what it was doing is lost."""
        process, self.process, self.printed = self.process, None, 0
        if process:
            process.kill()
            process.communicate()

    def _start(self) -> None:
        # A session of its own: Ctrl-C is for the server, which then closes its end of the pipe.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.printing.pdf"],
            cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8", start_new_session=True,
        )  # fmt: skip
        if "missing" in self._ask(""):
            self.close()
            raise Missing

    def _ask(self, line: str) -> dict[str, Any]:
        process = self.process
        assert process and process.stdin and process.stdout
        clock = threading.Timer(self.seconds, process.kill)
        clock.start()
        try:
            if line:
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            late = not clock.is_alive()
            clock.cancel()
        if not answer:
            self.close()
            raise Failed("It took too long." if late else "The render process stopped.")
        found: dict[str, Any] = json.loads(answer)
        return found


class Press:
    """Takes orders and never lets whoever orders wait for the print."""

    def __init__(
        self,
        renderers: int = 0,
        waiting: int = MOST_WAITING,
        seconds: float = SECONDS,
        swept: Callable[[], None] = lambda: None,
    ) -> None:
        self.swept = swept  # called after each print, to keep the folder small
        self.renderers = renderers or cores()
        self.waiting, self.seconds = waiting, seconds
        self._begin()
        atexit.register(self.close)

    def _begin(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._queue: Queue[Job] = Queue(self.waiting)
        self._ahead: dict[str, None] = {}  # keys waiting or on the press, in order
        self._failures: dict[str, str] = {}
        self._running: list[Renderer] = []
        self.missing = False

    def order(self, job: Job) -> bool:
        """Queue the job unless it is queued already; False when the queue is full."""
        if self._process != os.getpid():  # a server forked after the app was made
            self._begin()
        with self._lock:
            if job.key in self._ahead:
                return True
            try:
                self._queue.put_nowait(job)
            except Full:
                return False
            self._ahead[job.key] = None
            if len(self._running) < min(self.renderers, len(self._ahead)):
                self._hire()
        return True

    def place(self, key: str) -> int | None:
        """How many come before this one; None when it is not in the queue."""
        with self._lock:
            return list(self._ahead).index(key) if key in self._ahead else None

    def failure(self, key: str) -> str | None:
        """Why this one did not come out, told once."""
        with self._lock:
            return self._failures.pop(key, None)

    def close(self) -> None:
        """End every render process."""
        for renderer in list(self._running) if self._process == os.getpid() else ():
            with suppress(OSError):
                renderer.close()

    def _hire(self) -> None:
        renderer = Renderer(self.seconds)
        self._running.append(renderer)
        threading.Thread(target=self._work, args=(renderer,), daemon=True).start()

    def _work(self, renderer: Renderer) -> None:
        while True:
            try:
                job = self._queue.get(timeout=IDLE)
            except Empty:
                renderer.close()
                job = self._queue.get()
            self._print(renderer, job)

    def _print(self, renderer: Renderer, job: Job) -> None:
        reason = ""
        try:
            renderer.print(job)
            self.swept()
        except Missing:
            self.missing = True
        except Failed as failed:
            reason = str(failed)
        except Exception as problem:
            renderer.close()
            reason = f"{type(problem).__name__}: {problem}"
        with self._lock:
            self._ahead.pop(job.key, None)
            if reason:
                self._failures[job.key] = reason


def cores() -> int:
    """The processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
