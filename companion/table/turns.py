"""Bounded numbers of threads that write or do something long, so that others never wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import BoundedSemaphore, local

from sqlalchemy import Connection

from companion.table.store import db

WRITERS = 3  # half of the server's threads
PATIENCE = 1.0  # seconds to wait for one of these places


class Busy(Exception):
    """So many wait to write, or work long, that one more would only keep others waiting."""


class BoundedGate:
    """Lets so many threads in at once; after a wait in vain nobody waits for a moment."""

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
HEAVY_SLOTS = BoundedGate(HEAVY_THREADS, PATIENCE / 4)  # what takes long is hardly over in a moment
FILES = BoundedGate(1, PATIENCE / 4)  # one at a time: so much memory it takes to open one
_thread = local()


@contextmanager
def heavy_work_slot() -> Iterator[None]:
    """A slot for what takes long; a thread that has one needs no second."""
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
    """The place for opening a file, which anybody may: it is none of those at their tables."""
    return FILES.taken()


@contextmanager
def writing() -> Iterator[Connection]:
    """A transaction that waits for its turn to write instead of failing later."""
    with (
        WRITE_SLOTS.taken(),
        db.engine.connect().execution_options(immediate=True) as connection,
        connection.begin(),
    ):
        yield connection
