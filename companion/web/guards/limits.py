"""Limits: sizes of bodies, requests by table and address, processor time by table.

Counted in memory, per process. The answer names the limit that was exceeded.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import ExitStack
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import BoundedSemaphore, Lock
from time import thread_time

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from companion.config import FILE_PATHS, LARGEST_UPLOAD, is_public
from companion.table.store import heavy_work_slot

MINUTE, HOUR = 60, 3600

# Each rule is also a setting, which has the number.
RULES = {
    "WRONG_LINKS_A_MINUTE": (
        MINUTE,
        "More than {} links that don’t work came from this address within a minute. "
        "Links that work still open.",
    ),
    "WRONG_CODES_A_MINUTE": (
        MINUTE,
        "{} codes that don’t work came from this address within a minute. "
        "QR codes and links still work.",
    ),
    "CODES_A_MINUTE": (MINUTE, ""),  # beyond it answers are slower, none is refused
    "TABLES_AN_HOUR": (
        HOUR,
        "At most {} games can be started from one address within an hour. Try again later.",
    ),
    "ENTRIES_A_MINUTE": (
        MINUTE,
        "At most {} things can be entered in one game within a minute. Wait a little.",
    ),
    "FORKS_A_MINUTE": (
        MINUTE,
        "At most {} copies of one game can be made within a minute, copies of copies included. "
        "Wait a minute.",
    ),
    "MIB_AN_HOUR": (
        HOUR,
        "At most {} MiB of files and copies can be opened from one address within an hour. "
        "Try again later.",
    ),
}
MUCH, WITHIN = 20.0, 60.0  # seconds of processor time within seconds: far above a lively evening
# Threads that may hold back an answer at once, so that all other pages have the rest.
HOLDING = BoundedSemaphore(2)


class TooOften(TooManyRequests):
    """429 with a description that names the limit and when to go on."""

    def __init__(self, rule: str, seconds: float) -> None:
        minutes = ceil(seconds / MINUTE)
        soon = "a minute" if minutes == 1 else f"{minutes} minutes"
        super().__init__(f"{rule} Try again in {soon}.", retry_after=max(1, ceil(seconds)))


class RateLimit:
    """At most ``most`` events per ``seconds`` for each key; old keys are forgotten."""

    def __init__(self, most: float, seconds: float, rule: str = "") -> None:
        self.most, self.seconds, self.rule = most, seconds, rule
        self._windows: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str, number: float = 1) -> None:
        """Count ``number`` events for a key; raises ``TooOften`` if its share is used up."""
        before, left = self.count(key, number)
        if before >= self.most:
            raise TooOften(self.rule, left)

    def count(self, key: str, number: float = 1) -> tuple[float, float]:
        """Count events, up to twice the share; how many there were, and the seconds left."""
        now = time.monotonic()
        with self._lock:
            start, count = self._windows.pop(key, (now, 0))
            if now - start > self.seconds:
                start, count = now, 0
            self._windows[key] = (start, max(0, min(count + number, 2 * self.most)))
            while len(self._windows) > 10_000:
                self._windows.popitem(last=False)
        return count, start + self.seconds - now


def take_by_address(rule: str, number: float = 1) -> None:
    """Count a request that needs no link; only on public servers."""
    if is_public(current_app.config):
        _limit(rule).take(network(request.remote_addr or ""), number)


def take_by_table(rule: str, table: str, number: int = 1) -> None:
    """Count a request with a valid link, whatever its address."""
    _limit(rule).take(table, number)


def take_code() -> None:
    """Count a join code as a wrong one before it is looked at; ``good_code`` takes that back.

    Counted everywhere, as a code is short: whoever has used up their share learns nothing more.
    The more codes there are from anywhere, the more slowly they are answered.
    """
    limit = _limit("CODES_A_MINUTE")
    before, _ = limit.count("")
    beyond = before / limit.most - 1
    if beyond > 0 and HOLDING.acquire(blocking=False):
        try:
            time.sleep(2 * beyond)  # up to two seconds
        finally:
            HOLDING.release()
    _limit("WRONG_CODES_A_MINUTE").take(network(request.remote_addr or ""))


def good_code() -> None:
    _limit("WRONG_CODES_A_MINUTE").count(network(request.remote_addr or ""), -1)


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


def attach_limits(app: Flask) -> None:
    """Limit the size of bodies, and measure the CPU of every request at a table."""
    app.before_request(_give_room)
    app.teardown_request(_settle)


def _give_room() -> None:
    """Set the limit before anything reads the body; the server has one of its own."""
    if request.path in FILE_PATHS:
        request.max_content_length = LARGEST_UPLOAD


def charge_table(table: int) -> None:
    """Count this request for a table; one that used much CPU needs a slot, or raises ``Busy``."""
    if "costs" not in g:
        g.costs, g.worked = table, thread_time()
    if _effort().count(str(table), 0)[0] > MUCH and "heavy_slot" not in g:
        g.heavy_slot = ExitStack()
        g.heavy_slot.enter_context(heavy_work_slot())


def has_left() -> bool:
    """Whether the client has closed the connection, as far as the server knows."""
    known = request.environ.get("waitress.client_disconnected")
    return bool(known and known())


def _settle(_error: BaseException | None) -> None:
    if "costs" in g:
        _effort().count(str(g.costs), thread_time() - g.worked)
    if "heavy_slot" in g:
        g.heavy_slot.close()


def _effort() -> RateLimit:
    """Seconds of CPU by table within the last minute."""
    found: RateLimit = current_app.extensions.setdefault("effort", RateLimit(MUCH, WITHIN))
    return found
