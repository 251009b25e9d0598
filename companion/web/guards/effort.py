"""Tables that used much CPU recently are limited to few concurrent requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import ExitStack
from threading import Lock
from time import thread_time

from flask import Flask, current_app, g, request

from companion.table.turns import heavy_work_slot

MUCH, WITHIN = 20.0, 60.0  # seconds of processor time within seconds: far above a lively evening
MOST_KEPT = 1000


class Effort:
    """Seconds of CPU by table within the last minute or so."""

    def __init__(self) -> None:
        self._spent: OrderedDict[int, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def of(self, table: int) -> float:
        with self._lock:
            start, seconds = self._spent.get(table, (0.0, 0.0))
        return seconds if time.monotonic() - start < WITHIN else 0.0

    def add(self, table: int, seconds: float) -> None:
        before, now = self.of(table), time.monotonic()
        with self._lock:
            start, _ = self._spent.pop(table, (now, 0.0))
            self._spent[table] = (start if before else now, before + seconds)
            while len(self._spent) > MOST_KEPT:
                self._spent.popitem(last=False)


def attach_effort(app: Flask) -> None:
    """Measure the CPU of every request at a table."""
    app.extensions["effort"] = Effort()
    app.teardown_request(_settle)


def allow(table: int) -> None:
    """Count this request for a table; one that used much CPU needs a slot, or raises ``Busy``."""
    if "costs" not in g:
        g.costs, g.worked = table, thread_time()
    if _effort().of(table) > MUCH and "heavy_slot" not in g:
        g.heavy_slot = ExitStack()
        g.heavy_slot.enter_context(heavy_work_slot())


def has_left() -> bool:
    """Whether the client has closed the connection, as far as the server knows."""
    known = request.environ.get("waitress.client_disconnected")
    return bool(known and known())


def _settle(_error: BaseException | None) -> None:
    if "costs" in g:
        _effort().add(g.costs, thread_time() - g.worked)
    if "heavy_slot" in g:
        g.heavy_slot.close()


def _effort() -> Effort:
    found: Effort = current_app.extensions["effort"]
    return found
