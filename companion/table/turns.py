"""Limits on how many threads write or do heavy work at once, so that light requests never wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import BoundedSemaphore, local

from sqlalchemy import Connection

from companion.table.store import db

WRITERS = 3  # half of the server's threads
PATIENCE = 1.0  # seconds to wait for a slot


class Busy(Exception):
    """All slots are taken; the client should try again."""


class BoundedGate:
    """Lets a number of threads in at once. After one has waited in vain, others fail at once."""

    def __init__(self, number: int, patience: float = PATIENCE) -> None:
        self._free, self.patience = BoundedSemaphore(number), patience
        self._full_until = 0.0

    @contextmanager
    def taken(self) -> Iterator[None]:
        hopeful = time.monotonic() > self._full_until
        if not self._free.acquire(timeout=self.patience if hopeful else 0):
            self._full_until = time.monotonic() + self.patience
            raise Busy
        try:
            yield
        finally:
            self._free.release()


WRITE_SLOTS = BoundedGate(WRITERS)
HEAVY_THREADS = 2  # threads that may work on something long: a huge journal, a costly table
HEAVY_SLOTS = BoundedGate(HEAVY_THREADS, PATIENCE / 4)  # heavy work is rarely done soon
FILES = BoundedGate(1, PATIENCE / 4)  # one at a time, because opening one takes much memory
_thread = local()


@contextmanager
def heavy_work_slot() -> Iterator[None]:
    """Take a slot for heavy work; a thread that has one already keeps it."""
    if getattr(_thread, "has_slot", False):
        yield
        return
    with HEAVY_SLOTS.taken():
        _thread.has_slot = True
        try:
            yield
        finally:
            _thread.has_slot = False


def file_work() -> AbstractContextManager[None]:
    """The slot for opening a file; separate, because strangers may open files, too."""
    return FILES.taken()


@contextmanager
def writing() -> Iterator[Connection]:
    """A write transaction; it waits for the write lock at its start instead of failing later."""
    with (
        WRITE_SLOTS.taken(),
        db.engine.connect().execution_options(immediate=True) as connection,
        connection.begin(),
    ):
        yield connection
