"""The server's connections: too much, too slow or too many of them hold up nobody else."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask

from companion.commands import connections
from companion.commands.server import THREADS, listening
from companion.config import LARGEST_UPLOAD
from tests.serving import served, until

pytestmark = pytest.mark.slow

MOST_BODY = 256 * 1024
SCORE = "/api/v1/games/newdale/chapters/I/score"


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with listened(app) as port:
        yield port


@contextmanager
def listened(app: Flask) -> Iterator[int]:
    with running(app) as server:
        yield server.socket.getsockname()[1]


@contextmanager
def running(app: Flask) -> Iterator[Any]:
    server = listening(app, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(10)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10)


def request(path: str, length: int | None, *headers: str, method: str = "POST") -> bytes:
    sized = f"Content-Length: {length}" if length is not None else "Transfer-Encoding: chunked"
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", sized, *headers, "", ""]
    return "\r\n".join(lines).encode()


def all_of(phone: socket.socket) -> str:
    """What comes until the other side ends."""
    parts = []
    while part := phone.recv(65536):
        parts.append(part)
    return b"".join(parts).decode()


def one_of(phone: socket.socket) -> str:
    """One answer, read as it comes."""
    return phone.recv(65536).decode()


@pytest.mark.parametrize("expect", [(), ("Expect: 100-continue",)])
@pytest.mark.parametrize("length", [MOST_BODY + 1, 10**12])
def test_too_large_a_body_is_refused_before_it_is_sent(
    port: int, length: int, expect: tuple[str, ...]
) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, length, *expect))
        answer = all_of(phone)
    assert answer.startswith("HTTP/1.1 413") and '"error"' in answer


def test_whoever_sends_too_much_all_the_same_can_read_that_it_was(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request("/settings", 3_000_000) + b"a" * 3_000_000)
        answer = all_of(phone)
    assert answer.startswith("HTTP/1.1 413") and "larger than 256 KiB" in answer


def test_a_body_of_unknown_length_is_read_only_so_far(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, None))
        for _ in range(17):
            phone.sendall(b"4000\r\n" + b"a" * 0x4000 + b"\r\n")
        assert all_of(phone).startswith("HTTP/1.1 413")


def test_the_largest_body_is_read(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, MOST_BODY) + b" " * MOST_BODY)
        assert one_of(phone).startswith("HTTP/1.1 400")  # read, and no JSON


@pytest.mark.parametrize(("length", "status"), [(LARGEST_UPLOAD, 400), (LARGEST_UPLOAD + 1, 413)])
def test_a_file_may_be_larger(port: int, length: int, status: int) -> None:
    with connected(port) as phone:
        phone.sendall(request("/api/v1/files/check", length))
        with suppress(OSError):
            phone.sendall(b" " * length if status == 400 else b"")
        assert one_of(phone).startswith(f"HTTP/1.1 {status}")


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_idle_and_dribbling_connections_are_ended(
    port: int, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "IDLE", 1)
    monkeypatch.setattr(connections, "ARRIVING", 1)
    began = time.monotonic()
    with connected(port) as phone, pytest.raises(OSError):
        phone.settimeout(0.3)
        phone.sendall(sent)
        while time.monotonic() - began < 20:
            if sent:
                phone.sendall(b"x")
            try:
                if phone.recv(10) == b"":
                    raise ConnectionError
            except TimeoutError:
                pass
    assert time.monotonic() - began < 15


def test_a_quiet_answer_keeps_its_connection(port: int) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    phone.request("GET", "/static/icon.svg")
    mark = answered(phone).headers["ETag"]
    line = phone.sock
    for _ in range(3):
        phone.request("GET", "/static/icon.svg", headers={"If-None-Match": mark})
        assert answered(phone).status == 304
        assert phone.sock is line  # http.client would let go of it to connect again
    phone.close()


def answered(phone: http.client.HTTPConnection) -> http.client.HTTPResponse:
    answer = phone.getresponse()
    answer.read()
    return answer


def test_a_connection_is_ended_where_that_was_asked_for(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(
            b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        assert all_of(phone).startswith("HTTP/1.1 200")


def test_hundreds_of_idle_connections_do_not_stop_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as server, ExitStack() as stack:
        for _ in range(905):
            stack.enter_context(connected(server.port))
        for _ in range(20):
            phone = stack.enter_context(connected(server.port))
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert phone.recv(12) == b"HTTP/1.1 200"


def test_whoever_fetches_no_answers_keeps_no_thread_from_the_others(app: Flask) -> None:
    app.add_url_rule("/large", view_func=lambda: b"x" * 6_000_000)
    asked = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8
    with listened(app) as port, ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(connected(port)).sendall(asked)
        time.sleep(1)
        other = stack.enter_context(connected(port))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert other.recv(12) == b"HTTP/1.1 200"


def test_an_answer_that_nobody_fetches_is_given_up(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE", 1)
    app.add_url_rule("/large", view_func=lambda: b"x" * 20_000_000)
    with running(app) as server, connected(server.socket.getsockname()[1]) as phone:
        phone.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert until(lambda: bool(server.active_channels), 30)
        assert until(lambda: not server.active_channels, 30)
        with suppress(ConnectionResetError):
            assert len(all_of(phone)) < 20_000_000
