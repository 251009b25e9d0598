"""The press: a short queue, first in, first out, before a few render processes."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any

from companion.config import PROJECT

MOST_WAITING = 16
EACH = 4  # prints that may wait for one owner
SECONDS = 60  # processor time a print may take, however long a busy machine needs to give it
STUCK = 20  # how many times as long by the clock a print is waited for that uses no processor
IDLE = 300  # seconds after which a render process without work gives its memory back
WORN = 40  # renders after which a process makes room for a fresh one


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to print. ``key`` names it, so that asking twice prints it once."""

    key: str
    html: str
    css: str
    target: Path
    owner: str = ""  # who orders: a table, or the address of somebody without one
    guest: bool = False  # ordered without a table's link
    folded: bool = False  # two pages to a sheet, to be folded and stapled


class Missing(Exception):
    """This system has no Pango, so nothing can be printed."""


class Failed(Exception):
    """A print that did not come out, with the reason."""


class Renderer:
    """One render process, started when it is needed. Used by one thread only."""

    def __init__(self, seconds: int = SECONDS) -> None:
        self.seconds = seconds
        self.page = 0  # how far the print on the press is
        self.process: subprocess.Popen[str] | None = None
        self.printed = 0

    def print(self, job: Job) -> None:
        """Make the file, within the time a render may take."""
        if self.process is None:
            self._start()
        order = {"html": job.html, "css": job.css, "target": str(job.target), "folded": job.folded}
        self.page = 0
        answer = self._ask(json.dumps({**order, "seconds": self.seconds}))
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
        clock = threading.Timer(self.seconds * STUCK, process.kill)
        clock.start()
        answer: dict[str, Any] = {}
        try:
            if line:
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
            answer = self._answer(process.stdout)
        except OSError:
            pass
        finally:
            late = not clock.is_alive()
            clock.cancel()
        if not answer:
            self.close()
            late = late or process.returncode == -getattr(signal, "SIGXCPU", 0)
            raise Failed("It took too long." if late else "The render process stopped.")
        return answer

    def _answer(self, said: IO[str]) -> dict[str, Any]:
        """What came of it, while noting how far it is; nothing if the process ended."""
        for line in said:
            told: dict[str, Any] = json.loads(line)
            if "page" not in told:
                return told
            self.page = told["page"]
        return {}


class Press:
    """Takes orders and never lets whoever orders wait for the print."""

    def __init__(
        self,
        renderers: int = 0,
        waiting: int = MOST_WAITING,
        swept: Callable[[], None] = lambda: None,
    ) -> None:
        self.swept = swept  # called after each print, to keep the folder small
        self.renderers = renderers or max(2, cores())  # so that one long print holds up no other
        self.waiting = waiting
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}  # all that wait or are being printed, the oldest first
        self._queue: Queue[Job] = Queue()
        self._pressing: dict[str, Renderer] = {}
        self._failures: dict[str, str] = {}
        self._running: list[Renderer] = []
        self.missing = False
        atexit.register(self.close)

    def order(self, job: Job) -> bool:
        """Let the job wait unless it does already; False when there is no place for it."""
        with self._lock:
            if job.key in self._jobs:
                return True
            if not self._has_room(job):
                return False
            if len(self._running) < min(self.renderers, len(self._jobs) + 1):
                # First: if no thread can be started, no place is taken.
                renderer = Renderer()
                threading.Thread(target=self._work, args=(renderer,), daemon=True).start()
                self._running.append(renderer)
            self._jobs[job.key] = job
        self._queue.put(job)
        return True

    def _has_room(self, job: Job) -> bool:
        """Nobody takes all the places, and guests together leave half of them for tables."""
        waiting = [other for key, other in self._jobs.items() if key not in self._pressing]
        own = sum(other.owner == job.owner for other in waiting)
        guests = sum(other.guest for other in waiting)
        if own >= EACH or (job.guest and guests >= self.waiting // 2):
            return False
        return len(waiting) < self.waiting

    def place(self, key: str) -> int | None:
        """How many come before this one; None when it does not wait."""
        with self._lock:
            keys = list(self._jobs)
        return keys.index(key) if key in keys else None

    def page(self, key: str) -> int:
        """The page that is being laid out; 0 before the first."""
        renderer = self._pressing.get(key)
        return renderer.page if renderer else 0

    def failure(self, key: str) -> str | None:
        """Why this one did not come out, told once."""
        with self._lock:
            return self._failures.pop(key, None)

    def close(self) -> None:
        """End every render process."""
        for renderer in list(self._running):
            with suppress(OSError):
                renderer.close()

    def _work(self, renderer: Renderer) -> None:
        while True:
            try:
                job = self._queue.get(timeout=IDLE)
            except Empty:
                renderer.close()
                job = self._queue.get()
            self._pressing[job.key] = renderer
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
            del self._jobs[job.key], self._pressing[job.key]
            if reason:
                self._failures[job.key] = reason


def cores() -> int:
    """The processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
