"""Limits on how often: wrong links by address, entries by link. Kept in memory, per process."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from werkzeug.exceptions import TooManyRequests

MOST_KEPT = 10_000


class Limit:
    """At most ``most`` events per ``seconds`` for each key; old keys are forgotten."""

    def __init__(self, most: int, seconds: float, message: str) -> None:
        self.most, self.seconds, self.message = most, seconds, message
        self._windows: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str) -> None:
        """One more for this key, or a refusal if its share is used up."""
        now = time.monotonic()
        with self._lock:
            start, count = self._windows.pop(key, (now, 0))
            if now - start > self.seconds:
                start, count = now, 0
            self._windows[key] = (start, min(count + 1, self.most))
            while len(self._windows) > MOST_KEPT:
                self._windows.popitem(last=False)
        if count >= self.most:
            raise TooManyRequests(
                self.message, retry_after=max(1, round(start + self.seconds - now))
            )


def wrong_links() -> Limit:
    """Guessing links from one address; a club behind one address never gets near it."""
    return Limit(60, 60, "Too many links that open nothing came from here. Wait a minute.")


def entries() -> Limit:
    """Far above what a table of eight can tap."""
    return Limit(1200, 60, "That is more than a table can tap. Wait a minute.")
