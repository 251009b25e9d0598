"""Rate limits: by table for requests with a link, by address for others on public servers.

Counted in memory, per process. The answer names the limit that was exceeded.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.config import is_public

MOST_KEPT = 10_000
MINUTE, HOUR = 60, 3600

# Each rule is also a setting, which has the number.
RULES = {
    "WRONG_LINKS_A_MINUTE": (
        MINUTE,
        "More than {} links that open no table came from this address within a minute. "
        "Links that open one go on working.",
    ),
    "TABLES_AN_HOUR": (HOUR, "From one address at most {} tables can be opened within an hour."),
    "ENTRIES_A_MINUTE": (MINUTE, "At one table at most {} things can be entered within a minute."),
    "FORKS_A_MINUTE": (
        MINUTE,
        "Of one table, its copies included, at most {} copies can be made within a minute.",
    ),
    "MIB_AN_HOUR": (
        HOUR,
        "From one address at most {} MiB of files and copies can be opened within an hour.",
    ),
}


class TooOften(TooManyRequests):
    """429 with a description that names the limit and when to go on."""

    def __init__(self, rule: str, seconds: float) -> None:
        minutes = ceil(seconds / MINUTE)
        soon = "a minute" if minutes == 1 else f"{minutes} minutes"
        super().__init__(f"{rule} Go on in {soon}.", retry_after=max(1, ceil(seconds)))


class RateLimit:
    """At most ``most`` events per ``seconds`` for each key; old keys are forgotten."""

    def __init__(self, most: int, seconds: float, rule: str) -> None:
        self.most, self.seconds, self.rule = most, seconds, rule
        self._windows: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str, number: float = 1) -> None:
        """Count ``number`` events for a key; raises ``TooOften`` if its share is used up."""
        now = time.monotonic()
        with self._lock:
            start, count = self._windows.pop(key, (now, 0))
            if now - start > self.seconds:
                start, count = now, 0
            self._windows[key] = (start, min(count + number, self.most))
            while len(self._windows) > MOST_KEPT:
                self._windows.popitem(last=False)
        if count >= self.most:
            raise TooOften(self.rule, start + self.seconds - now)


def take_by_address(rule: str, number: float = 1) -> None:
    """Count a request that needs no link; only on public servers."""
    if is_public(current_app.config):
        _limit(rule).take(network(request.remote_addr or ""), number)


def take_by_table(rule: str, table: str, number: int = 1) -> None:
    """Count a request with a valid link, whatever its address."""
    _limit(rule).take(table, number)


def network(address: str) -> str:
    """The address to count by; for IPv6 its /64, because a household has a whole one."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))


def _limit(rule: str) -> RateLimit:
    limits: dict[str, RateLimit] = current_app.extensions.setdefault("limits", {})
    if rule not in limits:
        seconds, said = RULES[rule]
        most = current_app.config[rule]
        limits.setdefault(rule, RateLimit(most, seconds, said.format(f"{most:,}")))
    return limits[rule]
