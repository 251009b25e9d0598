"""Phones that follow their tables: each polls at its own moment, now and then one enters."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

HOST = "127.0.0.1"
SEATS = 4
EVERY = 1.0
ENTERS = 60.0
GRACE = 5.0


@dataclass
class Seen:
    """What the phones saw."""

    took: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)  # from an entry's answer to another phone
    entered: int = 0
    errors: int = 0

    def polls(self, share: float) -> float:
        """The time within which this share of the polls was answered."""
        return _within(self.took, share)

    def late(self, share: float) -> float:
        return _within(self.lags, share)


def _within(found: list[float], share: float) -> float:
    return sorted(found)[int(len(found) * share)] if found else 0.0


class Crowd:
    """All phones of all tables, for so many seconds. A bare app has nothing to enter."""

    def __init__(self, port: int, guards: Mapping[str, str], seconds: float) -> None:
        self.port, self.guards, self.seconds = port, guards, seconds
        self.seen = Seen()
        # When each entry was sent and by whom; a table has one entry when the crowd comes.
        self.sent: dict[str, list[tuple[float, int]]] = {token: [] for token in guards}

    def run(self) -> Seen:
        asyncio.run(self._run())
        return self.seen

    async def _run(self) -> None:
        start = time.perf_counter() + 1
        phones = enumerate((token, seat) for token in self.guards for seat in range(SEATS))
        count = len(self.guards) * SEATS
        tasks = [self._phone(token, seat, start, n / count) for n, (token, seat) in phones]
        await asyncio.gather(*tasks)

    async def _phone(self, token: str, seat: int, start: float, share: float) -> None:
        """One phone: its polls and its one entry a minute lie at moments of its own."""
        try:
            await self._follow(token, seat, start, share)
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.seen.errors += 1

    async def _follow(self, token: str, seat: int, start: float, share: float) -> None:
        phone = Line(self.port)
        # The steps of 0.618 spread a table's own phones over the interval too.
        at, enters = start + (share * 97 % 1) * EVERY, start + (share * 61.8 % 1) * ENTERS
        end, known, guard = start + self.seconds, 1, self.guards[token]
        while at < end + (GRACE if guard else 0):
            await asyncio.sleep(at - time.perf_counter())
            if guard and enters <= at < end:
                await self._enter(phone, token, seat)
                enters += ENTERS
            known = await self._poll(phone, token, seat, known)
            at += EVERY
        phone.close()

    async def _poll(self, phone: Line, token: str, seat: int, known: int) -> int:
        path = f"/t/{token}/seq" if self.guards[token] else "/seq"
        asked = time.perf_counter()
        status, body = await phone.ask(f"GET {path}")
        now = time.perf_counter()
        self.seen.took.append(now - asked)
        if status != 200:
            self.seen.errors += 1
            return known
        newest = int(json.loads(body)["seq"])
        new = self.sent[token][known - 1 : newest - 1]
        self.seen.lags += [now - sent for sent, by in new if by != seat]
        return newest

    async def _enter(self, phone: Line, token: str, seat: int) -> None:
        form = {
            "csrf_token": self.guards[token], "action": "note", "back": "play",
            "data": '{"text":"A good round."}', "key": f"{seat}-{time.perf_counter_ns()}",
        }  # fmt: skip
        self.sent[token].append((time.perf_counter(), seat))
        self.seen.entered += 1
        status, _ = await phone.ask(f"POST /t/{token}/do", urlencode(form))
        self.seen.errors += status != 303


class Line:
    """A phone's connection, made again where the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, what: str, body: str = "") -> tuple[int, bytes]:
        """The status and the body that are answered."""
        form = "application/x-www-form-urlencoded"
        more = f"Content-Type: {form}\r\nContent-Length: {len(body)}\r\n" if body else ""
        lines = f"{what} HTTP/1.1\r\nHost: {HOST}\r\n{more}\r\n{body}"
        if self.open is None:
            self.open = await asyncio.open_connection(HOST, self.port)
        reader, writer = self.open
        writer.write(lines.encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        found = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        status, size = int(head[9:12]), int(found.get("content-length", 0))
        answer = await reader.readexactly(size)
        if found.get("connection") == "close":
            self.close()
        return status, answer

    def close(self) -> None:
        if self.open:
            self.open[1].close()
            self.open = None
