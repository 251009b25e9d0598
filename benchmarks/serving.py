"""Servers to measure, each a process of its own, and a client that does nothing but ask."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from threading import Thread

from companion.config import PROJECT

HOST = "127.0.0.1"
SECRET = "bench"
PHONES = 4
BURST = 0.3


def address(folder: Path) -> str:
    """The database that the app and the bare app read."""
    return f"sqlite:///{folder / 'bench.sqlite3'}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def _process(command: Sequence[str], folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    environment = {
        **os.environ, "HOST": HOST, "PORT": str(port), "DATABASE_URL": address(folder),
        "SECRET_KEY": SECRET,
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, *command], cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL
    )
    try:
        _await(port, process)
        yield process
    finally:
        process.terminate()
        process.wait(20)


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            socket.create_connection((HOST, port), 1).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError("a server did not start")


class Server:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def resident(self) -> float:
        """What it holds in memory, in MB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


@contextmanager
def both(folder: Path) -> Iterator[tuple[Server, Server]]:
    """The app as a group runs it, and the bare app on the same server."""
    with ExitStack() as stack:
        found = []
        bare = ["-c", "from benchmarks.bare import main; main()", str(folder)]
        for command in (["app.py"], bare):
            port = free_port()
            found.append(Server(stack.enter_context(_process(command, folder, port)), port))
        yield found[0], found[1]


class Phone:
    """One connection, open for as long as the server likes; no library stands between."""

    def __init__(self, server: Server, path: str, headers: dict[str, str] | None = None) -> None:
        self.socket: socket.socket | None = None
        self.port = server.port
        self.path, self.headers, self.cookie = path, headers or {}, ""

    def ask(self) -> tuple[int, bytes]:
        """Status and body of one GET; a cookie that comes is sent from then on."""
        sent = {"Host": f"{HOST}", **self.headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        if self.socket is None:
            self.socket = socket.create_connection((HOST, self.port), 30)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(f"GET {self.path} HTTP/1.1\r\n{lines}\r\n".encode())
        return self._answer()

    def _answer(self) -> tuple[int, bytes]:
        read = b""
        while b"\r\n\r\n" not in read:
            read += self._more()
        head, _, body = read.partition(b"\r\n\r\n")
        status, size = int(head[9:12]), 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b": ")
            if name.lower() == b"content-length":
                size = int(value)
            elif name.lower() == b"set-cookie":
                self.cookie = value.partition(b";")[0].decode()
        parts, missing = [body], size - len(body)
        while missing > 0:
            parts.append(self._more())
            missing -= len(parts[-1])
        if b"connection: close" in head.lower():
            self.close()
        return status, b"".join(parts)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def _more(self) -> bytes:
        assert self.socket is not None
        found = self.socket.recv(65536)
        if not found:
            raise ConnectionError("the server hung up")
        return found


def per_second(phones: Sequence[Phone], expected: int, seconds: float = BURST) -> float:
    """Answers a second while every phone asks again as soon as it has one."""
    counts: list[int] = []
    end = time.perf_counter() + seconds

    def ask(phone: Phone) -> None:
        count = 0
        while time.perf_counter() < end:
            status, _ = phone.ask()
            count += status == expected
            if status != expected:
                raise RuntimeError(f"{phone.path} was answered with {status}")
        counts.append(count)

    threads = [Thread(target=ask, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(counts) != len(phones):
        raise RuntimeError("a phone was not answered")
    return sum(counts) / seconds


def compared(
    ours: Sequence[Phone], floor: Sequence[Phone], expected: int, bursts: int
) -> tuple[float, float, float]:
    """Requests a second of both, and their ratio.

    Both are asked in turn, burst by burst, and each ratio is taken within a turn: what else the
    machine does then bears on both alike.
    """
    for phones in (ours, floor):
        per_second(phones, expected)
    turns = [(per_second(ours, expected), per_second(floor, expected)) for _ in range(bursts)]
    ratio = median(mine / bare for mine, bare in turns)
    return median(mine for mine, _ in turns), median(bare for _, bare in turns), ratio
