"""Connections as we want waitress to keep them: no stranger's can hold up the others."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from companion.config import FILE_PATHS, LARGEST_UPLOAD

MOST = 850  # browsers keep a connection or two open: room for a club, below the usual 1,024 files
# Seconds for: the next request to begin, a request to arrive, an answer to be fetched.
IDLE, ARRIVING, LEAVING = 60, 30, 300
LINGERING = 2  # seconds in which somebody who still sends can read that it was too much
# Bytes of answers nobody has fetched beyond which no more requests of a connection are answered;
# far below what waitress lets one gather before its thread waits.
UNFETCHED = 1024 * 1024
TWO_LENGTHS = "A request has a Content-Length or a Transfer-Encoding, not both."


class Parser(HTTPRequestParser):
    """Hands on what is too large without its body, for the app to refuse in its own words."""

    refused = False
    error: Any = None
    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError(TWO_LENGTHS)  # a proxy may believe the other one
        if self.path.endswith(FILE_PATHS):
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LARGEST_UPLOAD + 1

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.close()
            self.refused, self.error, self.body_rcv, self.expect_continue = True, None, None, False
            too_much = max(self.content_length, self.adj.max_request_body_size)
            self.headers |= {"CONTENT_LENGTH": str(too_much), "CONNECTION": "close"}
        return taken


class Task(WSGITask):
    """Keeps the connection after an answer that has no body, where waitress misses its length."""

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version == "1.0":
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """One connection: it ends when it idles or dribbles, and makes room where there are many."""

    parser_class = Parser
    task_class = Task
    arriving: Parser | None = None
    arriving_since = leaving_since = lingering_since = 0.0
    refused = will_close = close_when_flushed = False
    requests: list[Parser]

    def __init__(self, server: Any, *args: Any, **more: Any) -> None:
        make_room(server.active_channels)
        super().__init__(server, *args, **more)

    def received(self, data: bytes) -> bool:
        if self.refused:
            return False
        done: bool = super().received(data)
        if self.request is not self.arriving:
            self.arriving, self.arriving_since = self.request, time.time()
        self.refused = any(request.refused for request in self.requests)
        return done

    def readable(self) -> bool:
        """Asked every second at least, so here is where time runs out."""
        now = time.time()
        self.leaving_since = (self.leaving_since or now) if self.total_outbufs_len else 0.0
        if not self.will_close and self.is_overdue(now):
            self.end()
        return bool(super().readable() or (self.lingering_since and not self.will_close))

    def end(self) -> None:
        """Shut as well, for one whose answers nobody fetches is never ready to be written to."""
        self.will_close = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def is_overdue(self, now: float) -> bool:
        if self.lingering_since:
            return now - self.lingering_since > LINGERING
        if self.requests:
            return False
        if self.total_outbufs_len:
            return now - self.leaving_since > LEAVING or now - self.last_activity > IDLE
        if self.arriving:
            return now - self.arriving_since > ARRIVING
        return bool(now - self.last_activity > IDLE)

    def service(self) -> None:
        """Somebody may send several requests at once, but not without fetching the answers."""
        if self.total_outbufs_len <= UNFETCHED:
            super().service()
            return
        with self.requests_lock:
            for request in self.requests:
                request.close()
            self.requests.clear()
            self.close_when_flushed = True
        self.server.pull_trigger()

    def handle_read(self) -> None:
        if self.lingering_since:
            self.recv(self.adj.recv_bytes)
        else:
            super().handle_read()

    def handle_write(self) -> None:
        """Closing on somebody who still sends would take the answer from them, so that waits."""
        if not (self.refused and self.close_when_flushed) or self.will_close:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if not self.total_outbufs_len:
            self.close_when_flushed, self.lingering_since = False, time.time()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)


def make_room(channels: Mapping[int, Channel]) -> None:
    """If there are too many, end the idlest connection of the address that has most of them."""
    waiting = [one for one in channels.values() if not (one.requests or one.will_close)]
    if len(channels) < MOST or not waiting:
        return
    [(crowd, _)] = Counter(one.addr[0] for one in waiting).most_common(1)
    idlest = min(
        (one for one in waiting if one.addr[0] == crowd), key=lambda one: one.last_activity
    )
    idlest.end()
