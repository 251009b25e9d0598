"""Timing that the machine's noise cannot make better."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(
    work: Callable[[], object],
    times: int = 30,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """The shortest of several runs, in seconds: the machine's noise only ever adds.

    What happens in this process alone is better judged by its own time (``process_time``).
    """
    found = []
    for _ in range(times):
        start = clock()
        work()
        found.append(clock() - start)
    return min(found)
