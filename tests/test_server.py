"""The server itself: a club's phones keep their connections open, and all are answered."""

from __future__ import annotations

import logging
import socket
from contextlib import ExitStack
from threading import Thread

import pytest
from flask import Flask

from companion.commands.server import listening

PHONES = 150  # waitress by itself stops at a hundred
ASKED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_many_open_connections_are_all_answered(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    server = listening(app, "127.0.0.1", 0)
    port = server.socket.getsockname()[1]
    thread = Thread(target=server.run)
    thread.start()
    try:
        with ExitStack() as stack, caplog.at_level(logging.WARNING):
            phones = [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
                for _ in range(PHONES)
            ]
            for phone in phones:
                phone.sendall(ASKED)
            assert all(phone.recv(12) == b"HTTP/1.1 200" for phone in phones)
        assert "queue depth" not in caplog.text and "limit" not in caplog.text
    finally:
        server.close()
        thread.join(10)
    assert not thread.is_alive()
