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

from companion.commands import server
from companion.commands.server import THREADS, listening
from companion.config import LARGEST_UPLOAD
from tests.serving import served
from tests.web.evening import Evening

pytestmark = pytest.mark.slow

MOST_BODY = 256 * 1024
CLOSE = "Connection: close"
SCORE = "/api/v1/games/newdale/chapters/I/score"


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with listened(app) as port:
        yield port


@contextmanager
def listened(app: Flask) -> Iterator[int]:
    with running(app) as found:
        yield found.socket.getsockname()[1]


@contextmanager
def running(app: Flask) -> Iterator[Any]:
    found = listening(app, "127.0.0.1", 0)
    thread = Thread(target=found.run)
    thread.start()
    try:
        yield found
    finally:
        found.trigger.pull_trigger(found.close)  # by the thread that polls what is closed
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


def test_a_huge_body_is_refused_before_it_is_sent(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, 10**12))
        assert all_of(phone).startswith("HTTP/1.1 413")


def test_huge_headers_are_refused(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with suppress(OSError):
            phone.sendall(b"X: " + b"x" * 300_000 + b"\r\n\r\n")
            assert " 431 " in all_of(phone)[:20]


def test_whoever_sends_too_much_all_the_same_can_read_that_it_was(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request("/settings", 3_000_000, CLOSE) + b"a" * 3_000_000)
        answer = all_of(phone)
    assert answer.startswith("HTTP/1.1 413") and "256 KiB" in answer


def test_a_body_of_unknown_length_is_refused_as_well(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, None, CLOSE))
        for _ in range(17):
            phone.sendall(b"4000\r\n" + b"a" * 0x4000 + b"\r\n")
        phone.sendall(b"0\r\n\r\n")
        answer = all_of(phone)
    assert answer.startswith("HTTP/1.1 413") and '"error"' in answer


def test_the_largest_body_is_read(port: int) -> None:
    with connected(port) as phone:
        phone.sendall(request(SCORE, MOST_BODY) + b" " * MOST_BODY)
        assert one_of(phone).startswith("HTTP/1.1 400")  # read, and no JSON


@pytest.mark.parametrize(("length", "status"), [(LARGEST_UPLOAD, 400), (LARGEST_UPLOAD + 1, 413)])
def test_a_file_may_be_larger(port: int, length: int, status: int) -> None:
    with connected(port) as phone:
        phone.sendall(request("/api/v1/files/check", length))
        with suppress(OSError):
            phone.sendall(b" " * length)
        assert one_of(phone).startswith(f"HTTP/1.1 {status}")


def test_idle_connections_are_ended(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE", 1)
    monkeypatch.setattr(server, "LOOK_ROUND", 1)
    with listened(app) as port, connected(port) as phone:
        phone.settimeout(20)
        assert phone.recv(10) == b""


def test_a_phone_that_asks_for_news_keeps_its_connection(app: Flask, port: int) -> None:
    asked = f"/t/{Evening(app).token}/seq"
    phone = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    phone.connect()
    line = phone.sock
    for _ in range(3):
        phone.request("GET", asked)
        assert answered(phone).status == 200
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


def test_whoever_fetches_no_answers_keeps_no_thread_from_the_others(own_app: Flask) -> None:
    own_app.add_url_rule("/large", view_func=lambda: b"x" * 9_000_000)
    asked = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n" * 9
    with listened(own_app) as port, ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(connected(port)).sendall(asked)
        time.sleep(1)
        other = stack.enter_context(connected(port))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert other.recv(12) == b"HTTP/1.1 200"
