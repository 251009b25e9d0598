"""Timing that the machine's noise cannot make better."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(work: Callable[[], object], times: int = 30) -> float:
    """The shortest of several runs, in seconds: the machine's noise only ever adds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)
