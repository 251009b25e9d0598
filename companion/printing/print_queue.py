"""Who is next at the press: one owner after the other, and never all places for one."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Container
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

EACH = 4
"""Prints that may wait for one owner."""


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to print. ``key`` names it, so that asking twice prints it once."""

    key: str
    html: str
    css: str
    target: Path
    owner: str = ""  # whose turn it takes: a table, or the address of somebody without one
    guest: bool = False  # ordered without a table's link
    folded: bool = False  # two pages to a sheet, to be folded and stapled


class PrintQueue:
    """Jobs that wait. Guests together get half the places, the rest is for tables."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> chain[Job]:
        """Everything that waits, in the order of its turns."""
        rounds = zip_longest(*self._waiting.values())
        return chain.from_iterable([job for job in turn if job] for turn in rounds)

    def put(self, job: Job) -> bool:
        """Let a job wait; False when there is no place for it."""
        guests = sum(other.guest for other in self) if job.guest else 0
        own = self._waiting.get(job.owner, ())
        if len(own) >= EACH or guests >= self.most // 2:
            return False
        if len(self) >= self.most and not self._makes_room(len(own)):
            return False
        self._waiting.setdefault(job.owner, deque()).append(job)
        return True

    def _makes_room(self, own: int) -> bool:
        """Whoever has most waiting gives up the last, if that is still more than ``own``; it is
        ordered again by whoever waits for it."""
        most = max(self._waiting.values(), key=len)
        if len(most) <= own + 1:
            return False
        most.pop()
        return True

    def take(self, busy: Container[str] = ()) -> Job | None:
        """The next job; its owner's next one comes after everybody else's.

        ``busy``: owners of whom one is on the press already, who wait for it.
        """
        owner = next((one for one in self._waiting if one not in busy), None)
        if owner is None:
            return None
        jobs = self._waiting.pop(owner)
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs
        return job
